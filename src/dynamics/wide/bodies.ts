/**
 * Bodies of a step. Four successive rows are loaded into the state of the solver, each body into its slot (slots.ts).
 * Slots advance by substeps; then the rows are written back.
 *
 * The state is scaled by mass: velocity · √m and √I · spin; displacements likewise. An impulse along J then changes the
 * state by J itself, where J is scaled by 1 / √m and 1 / √I. One vector gives both the speed of a gap and the effect of
 * an impulse, and contacts do not load the inertia. Bodies that contacts do not move have an unscaled velocity.
 *
 * Torque-free rotation keeps the angular momentum up to rounding: the spin follows from it and the new rotation
 * (finishBodies.ts).
 */
import {
  columnAt,
  floatsAt,
  type Int,
  type Ints,
  insert,
  intColumnAt,
  intsAt,
  type Lane,
  laneIndex,
  type Mask,
  select,
  splat,
  where,
} from '../../language/lanes.ts';
import { along, type Mat3, scale, times, timesTransposed, type Vec3 } from '../../math/lanes/vectors.ts';
import { cut, GROUP, isStill, reciprocals, within } from './bodyGroups.ts';
import { RECORD_BYTES } from './bundles.ts';
import {
  AWAKE,
  BEFORE,
  FORCES,
  FRAME,
  GRAVITY,
  KINDS,
  KINEMATIC,
  MASS,
  POSITIONS,
  PREDICTION_TIMES,
  PUSH,
  ROTATIONS,
  SLOT_OF,
  SPINS,
  START_POSITIONS,
  START_ROTATIONS,
  START_TIMERS,
  STATE,
  SUBSTEP,
  TIMERS,
  TORQUES,
  VELOCITIES,
} from './context.ts';
import { FASTEST } from './limits.ts';
import { matrixOf, product, rotate, turnBy, turned, turnedTimes, unit } from './rotation.ts';
import { quatsFrom, storeRows, vectorsFrom } from './rows.ts';

/** Loads rows 4 · begin … 4 · end − 1: velocities and forces into the state, and the frames that contacts read. */
export function beginBodies(begin: Int, end: Int, stage: Int): void {
  const context = intsAt(intsAt(stage)[0]);
  for (let group: Int = begin; group < end; group += 1) {
    if (isStill(context, GROUP * group)) beginStillGroup(context, GROUP * group);
    else beginGroup(context, GROUP * group);
  }
}

/**
 * `beginGroup` for rows that do not move: what contacts read of them, with the same bytes. No pass reads the rest:
 * `accelerate` and `move` end before the slots of these rows, and `finishBodies` does not write their poses.
 */
function beginStillGroup(context: Ints, id: Int): void {
  const slots = intsAt(context[SLOT_OF] + 4 * id);
  for (let k: Int = 0; k < GROUP; k += 1) {
    const mass = columnAt(context[MASS] + RECORD_BYTES * (id + k));
    const state = columnAt(context[STATE] + RECORD_BYTES * slots[k]);
    const frame = columnAt(context[FRAME] + RECORD_BYTES * slots[k]);
    for (let at: Int = 0; at < 16; at += 4) state[at] = 0;
    const lane = laneIndex();
    frame[0] = select(lane === 0 || lane === 3, 1, 0);
    frame[4] = select(lane === 0 || lane === 2, 1, 0);
    frame[8] = where(lane === 3, mass[8]);
    frame[12] = insert(where(lane === 0, mass[12]), 1, floatsAt(context[PREDICTION_TIMES])[id + k]);
  }
}

function beginGroup(context: Ints, id: Int): void {
  const reals = floatsAt(context);
  const mass = context[MASS] + RECORD_BYTES * id;
  const kind = intColumnAt(context[KINDS])[id];
  const slots = intsAt(context[SLOT_OF] + 4 * id);
  for (let k: Int = id; k < id + GROUP; k += 1) rememberPose(context, k);
  columnAt(context[START_TIMERS])[id] = columnAt(context[TIMERS])[id];
  const isDynamic = kind === AWAKE;
  const turns = isDynamic || kind === KINEMATIC;
  const axes = quatsFrom(mass, RECORD_BYTES);
  const inverse = quatsFrom(mass + 16, RECORD_BYTES);
  const middle = quatsFrom(mass + 32, RECORD_BYTES);
  const coefficients = quatsFrom(mass + 48, RECORD_BYTES);
  const rotation = unit(quatsFrom(context[ROTATIONS] + 16 * id, 16));
  const own = matrixOf(product(rotation, axes));
  const invSqrtMass = select(isDynamic, inverse.w, 1);
  const invSqrtInertia = turned(own, { x: inverse.x, y: inverse.y, z: inverse.z });
  const spin = within(FASTEST, vectorsFrom(context[SPINS] + 16 * id, 16));
  const velocity = within(FASTEST, vectorsFrom(context[VELOCITIES] + 16 * id, 16));
  const scaledSpin = turnedTimes(own, reciprocals(inverse), spin);
  const v = scaleWhere(turns, 1 / invSqrtMass, velocity);
  const w = scaleWhere(turns, 1, select(isDynamic, scaledSpin, spin));
  const state = context[STATE];
  storeRows(state, RECORD_BYTES, slots, v.x, v.y, v.z, 0);
  storeRows(state + 16, RECORD_BYTES, slots, w.x, w.y, w.z, 0);
  storeRows(state + 32, RECORD_BYTES, slots, 0, 0, 0, 0);
  storeRows(state + 48, RECORD_BYTES, slots, 0, 0, 0, 0);
  const before = context[BEFORE];
  storeRows(before, 32, slots, v.x, v.y, v.z, 0);
  storeRows(before + 16, 32, slots, w.x, w.y, w.z, 0);

  const frame = context[FRAME];
  const predictionTime = columnAt(context[PREDICTION_TIMES])[id];
  const predicted = select(predictionTime > 0, turnBy(scale(predictionTime, spin), rotation), rotation);
  // contacts were found at that rotation
  const arm = rotate(predicted, { x: middle.x, y: middle.y, z: middle.z });
  const xx = select(isDynamic, invSqrtInertia.xx, 1);
  const yy = select(isDynamic, invSqrtInertia.yy, 1);
  const zz = select(isDynamic, invSqrtInertia.zz, 1);
  storeRows(
    frame,
    RECORD_BYTES,
    slots,
    xx,
    where(isDynamic, invSqrtInertia.xy),
    where(isDynamic, invSqrtInertia.xz),
    invSqrtMass,
  );
  storeRows(frame + 16, RECORD_BYTES, slots, yy, where(isDynamic, invSqrtInertia.yz), zz, where(isDynamic, 1));
  // an invalid pose gives an arm of NaN
  storeRows(
    frame + 32,
    RECORD_BYTES,
    slots,
    where(isDynamic, arm.x),
    where(isDynamic, arm.y),
    where(isDynamic, arm.z),
    middle.w,
  );
  storeRows(frame + 48, RECORD_BYTES, slots, coefficients.x, predictionTime, 0, 0);

  const h = splat(reals[SUBSTEP]);
  const force = vectorsFrom(context[FORCES] + 16 * id, 16);
  const torque = vectorsFrom(context[TORQUES] + 16 * id, 16);
  const weight = coefficients.w / invSqrtMass;
  const gravity: Vec3 = { x: splat(reals[GRAVITY]), y: splat(reals[GRAVITY + 1]), z: splat(reals[GRAVITY + 2]) };
  const most = FASTEST / h;
  const pull = scaleWhere(isDynamic, h, within(most / invSqrtMass, along(scale(weight, gravity), invSqrtMass, force)));
  const twist = scaleWhere(isDynamic, h, turnedWithin(own, { x: inverse.x, y: inverse.y, z: inverse.z }, most, torque));
  const push = context[PUSH];
  storeRows(push, 32, slots, pull.x, pull.y, pull.z, 1 / (1 + where(isDynamic, h * coefficients.y)));
  storeRows(push + 16, 32, slots, twist.x, twist.y, twist.z, 1 / (1 + where(isDynamic, h * coefficients.z)));
}

function rememberPose(context: Ints, id: Int): void {
  const position = columnAt(context[POSITIONS] + 32 * id);
  const start = columnAt(context[START_POSITIONS] + 32 * id);
  start[0] = position[0];
  start[4] = position[4];
  columnAt(context[START_ROTATIONS])[4 * id] = columnAt(context[ROTATIONS])[4 * id];
}

function scaleWhere(mask: Mask, s: Lane, v: Vec3): Vec3 {
  return { x: where(mask, s * v.x), y: where(mask, s * v.y), z: where(mask, s * v.z) };
}

/** R diag(d) Rᵀ v, with the change of the spin, diag(d) R diag(d) Rᵀ v, clamped to `most` about each principal axis. */
function turnedWithin(r: Mat3, d: Vec3, most: Lane, v: Vec3): Vec3 {
  const own = timesTransposed(r, v);
  return times(r, {
    x: cut(d.x * own.x, most / d.x),
    y: cut(d.y * own.y, most / d.y),
    z: cut(d.z * own.z, most / d.z),
  });
}

/**
 * Slots begin … end − 1, at the start of a substep: applies forces and damping. Since `before`, all impulses of the
 * contacts in the last substep have changed the velocity. Contacts start from the same impulses again, so that change
 * is added at once, body by body. In the first substep it is 0, and `warmStart` follows.
 */
export function accelerate(begin: Int, end: Int, stage: Int): void {
  const context = intsAt(intsAt(stage)[0]);
  for (let slot: Int = begin; slot < end; slot += 1) {
    const state = columnAt(context[STATE] + RECORD_BYTES * slot);
    const before = columnAt(context[BEFORE] + 32 * slot);
    const push = columnAt(context[PUSH] + 32 * slot);
    const factors = floatsAt(push);
    const v: Lane = (state[0] + push[0]) * splat(factors[3]);
    const w: Lane = (state[4] + push[4]) * splat(factors[7]);
    const velocityChange: Lane = state[0] - before[0];
    const spinChange: Lane = state[4] - before[4];
    before[0] = v;
    before[4] = w;
    state[0] = v + velocityChange;
    state[4] = w + spinChange;
  }
}

/** Advances slots begin … end − 1 by a substep. */
export function move(begin: Int, end: Int, stage: Int): void {
  const context = intsAt(intsAt(stage)[0]);
  const h = splat(floatsAt(context)[SUBSTEP]);
  for (let slot: Int = begin; slot < end; slot += 1) {
    const state = columnAt(context[STATE] + RECORD_BYTES * slot);
    state[8] += h * state[0];
    state[12] += h * state[4];
  }
}

/**
 * Bodies of a step. Four successive rows are loaded into the state of the solver, each body into its slot (slots.ts).
 * Slots advance by substeps; then the rows are written back.
 *
 * The state is scaled by mass: velocity · √m and √I · spin; displacements likewise. An impulse along J then changes the
 * state by J itself, where J is scaled by 1 / √m and 1 / √I. One vector gives both the speed of a gap and the effect of
 * an impulse, and contacts do not load the inertia. Bodies that contacts do not move have an unscaled velocity.
 *
 * Torque-free rotation keeps the angular momentum up to rounding: the spin follows from it and the new rotation
 * (`finishBodies`).
 */
import {
  columnAt,
  double,
  doublesAt,
  extract,
  floatsAt,
  type Int,
  type Ints,
  intColumnAt,
  intsAt,
  type Lane,
  type Mask,
  max,
  min,
  select,
  splat,
  transpose,
  where,
} from '../../narrow/wide/lanes.ts';
import {
  along,
  dot,
  type Mat3,
  type Quat,
  scale,
  sub,
  times,
  timesTransposed,
  type Vec3,
} from '../../narrow/wide/vectors.ts';
import {
  AWAKE,
  BEFORE,
  FORCES,
  FRAME,
  GRAVITY,
  KINDS,
  KINEMATIC,
  LEADS,
  MASS,
  POSITIONS,
  PUSH,
  REST_SPEED,
  ROTATIONS,
  SLOT_OF,
  SPINS,
  START_POSITIONS,
  START_ROTATIONS,
  START_TIMERS,
  STATE,
  STEP,
  SUBSTEP,
  TIMERS,
  TORQUES,
  VELOCITIES,
} from './context.ts';
import { COMMON_SIZE, CUBE, FARTHEST_TURN, FASTEST } from './limits.ts';
import { matrixOf, product, rotate, turnBy, turned, turnedTimes, unit } from './rotation.ts';
import { quatsFrom, storeRows, vectorRows, vectorsFrom } from './rows.ts';
import { RECORD_BYTES } from './tables.ts';

const GROUP = 4;

/** Loads rows 4 · begin … 4 · end − 1: velocities and forces into the state, and the frames that contacts read. */
export function beginBodies(begin: Int, end: Int, stage: Int): void {
  const context = intsAt(intsAt(stage)[0]);
  for (let group: Int = begin; group < end; group += 1) beginGroup(context, GROUP * group);
}

function beginGroup(context: Ints, id: Int): void {
  const reals = floatsAt(context);
  const mass = context[MASS] + RECORD_BYTES * id;
  const kind = intColumnAt(context[KINDS])[id];
  const slots = intsAt(context[SLOT_OF] + 4 * id);
  for (let k: Int = id; k < id + GROUP; k += 1) rememberPose(context, k);
  columnAt(context[START_TIMERS])[id] = columnAt(context[TIMERS])[id];
  const moves = kind === AWAKE;
  const turns = moves || kind === KINEMATIC;
  const axes = quatsFrom(mass, RECORD_BYTES);
  const inverse = quatsFrom(mass + 16, RECORD_BYTES);
  const middle = quatsFrom(mass + 32, RECORD_BYTES);
  const habits = quatsFrom(mass + 48, RECORD_BYTES);
  const rotation = unit(quatsFrom(context[ROTATIONS] + 16 * id, 16));
  const own = matrixOf(product(rotation, axes));
  const light = select(moves, inverse.w, 1);
  const turning = turned(own, { x: inverse.x, y: inverse.y, z: inverse.z });
  const spin = within(FASTEST, vectorsFrom(context[SPINS] + 16 * id, 16));
  const velocity = within(FASTEST, vectorsFrom(context[VELOCITIES] + 16 * id, 16));
  const heavy = turnedTimes(own, reciprocals(inverse), spin);
  const v = scaleWhere(turns, 1 / light, velocity);
  const w = scaleWhere(turns, 1, pick(moves, heavy, spin));
  const state = context[STATE];
  storeRows(state, RECORD_BYTES, slots, v.x, v.y, v.z, 0);
  storeRows(state + 16, RECORD_BYTES, slots, w.x, w.y, w.z, 0);
  storeRows(state + 32, RECORD_BYTES, slots, 0, 0, 0, 0);
  storeRows(state + 48, RECORD_BYTES, slots, 0, 0, 0, 0);
  const before = context[BEFORE];
  storeRows(before, 32, slots, v.x, v.y, v.z, 0);
  storeRows(before + 16, 32, slots, w.x, w.y, w.z, 0);

  const frame = context[FRAME];
  const lead = columnAt(context[LEADS])[id];
  const ahead = select(lead > 0, turnBy(scale(lead, spin), rotation), rotation);
  // contacts were found at that rotation
  const arm = rotate(ahead, { x: middle.x, y: middle.y, z: middle.z });
  const xx = select(moves, turning.xx, 1);
  const yy = select(moves, turning.yy, 1);
  const zz = select(moves, turning.zz, 1);
  storeRows(frame, RECORD_BYTES, slots, xx, where(moves, turning.xy), where(moves, turning.xz), light);
  storeRows(frame + 16, RECORD_BYTES, slots, yy, where(moves, turning.yz), zz, where(moves, 1));
  // an invalid pose gives an arm of NaN
  storeRows(frame + 32, RECORD_BYTES, slots, where(moves, arm.x), where(moves, arm.y), where(moves, arm.z), middle.w);
  storeRows(frame + 48, RECORD_BYTES, slots, habits.x, lead, 0, 0);

  const h = splat(reals[SUBSTEP]);
  const force = vectorsFrom(context[FORCES] + 16 * id, 16);
  const torque = vectorsFrom(context[TORQUES] + 16 * id, 16);
  const weight = habits.w / light;
  const gravity: Vec3 = { x: splat(reals[GRAVITY]), y: splat(reals[GRAVITY + 1]), z: splat(reals[GRAVITY + 2]) };
  const most = FASTEST / h;
  const pull = scaleWhere(moves, h, within(most / light, along(scale(weight, gravity), light, force)));
  const twist = scaleWhere(moves, h, turnedWithin(own, { x: inverse.x, y: inverse.y, z: inverse.z }, most, torque));
  const push = context[PUSH];
  storeRows(push, 32, slots, pull.x, pull.y, pull.z, 1 / (1 + where(moves, h * habits.y)));
  storeRows(push + 16, 32, slots, twist.x, twist.y, twist.z, 1 / (1 + where(moves, h * habits.z)));
}

function rememberPose(context: Ints, id: Int): void {
  const position = columnAt(context[POSITIONS] + 32 * id);
  const start = columnAt(context[START_POSITIONS] + 32 * id);
  start[0] = position[0];
  start[4] = position[4];
  columnAt(context[START_ROTATIONS])[4 * id] = columnAt(context[ROTATIONS])[4 * id];
}

/** 1 / each component, and 0 for 0: a body that cannot rotate has no momentum. */
function reciprocals(v: Quat): Vec3 {
  return { x: where(v.x > 0, 1 / v.x), y: where(v.y > 0, 1 / v.y), z: where(v.z > 0, 1 / v.z) };
}

function scaleWhere(mask: Mask, s: Lane, v: Vec3): Vec3 {
  return { x: where(mask, s * v.x), y: where(mask, s * v.y), z: where(mask, s * v.z) };
}

/** Clamps each component to −most … most. */
function within(most: Lane, v: Vec3): Vec3 {
  return { x: cut(v.x, most), y: cut(v.y, most), z: cut(v.z, most) };
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

function cut(x: Lane, most: Lane): Lane {
  return max(min(x, most), -most);
}

function pick(mask: Mask, a: Vec3, b: Vec3): Vec3 {
  return select(mask, a, b);
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
    const pushed: Lane = state[0] - before[0];
    const turned: Lane = state[4] - before[4];
    before[0] = v;
    before[4] = w;
    state[0] = v + pushed;
    state[4] = w + turned;
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

/** Stores rows 4 · begin … 4 · end − 1: the state into poses and velocities. Clears forces. */
export function finishBodies(begin: Int, end: Int, stage: Int): void {
  const context = intsAt(intsAt(stage)[0]);
  for (let group: Int = begin; group < end; group += 1) finishGroup(context, GROUP * group);
}

function finishGroup(context: Ints, id: Int): void {
  const reals = floatsAt(context);
  const mass = context[MASS] + RECORD_BYTES * id;
  const kind = intColumnAt(context[KINDS])[id];
  const slots = intsAt(context[SLOT_OF] + 4 * id);
  const moves = kind === AWAKE;
  const axes = quatsFrom(mass, RECORD_BYTES);
  const inverse = quatsFrom(mass + 16, RECORD_BYTES);
  const middle = vectorsFrom(mass + 32, RECORD_BYTES);
  const rotation = unit(quatsFrom(context[START_ROTATIONS] + 16 * id, 16));
  const own = matrixOf(product(rotation, axes));
  const light = select(moves, inverse.w, 1);
  const state = context[STATE];
  const v = vectorRows(state, RECORD_BYTES, slots);
  const w = vectorRows(state + 16, RECORD_BYTES, slots);
  const shift = scale(light, vectorRows(state + 32, RECORD_BYTES, slots));
  const turn = vectorRows(state + 48, RECORD_BYTES, slots);

  // ½ m speed² is the kinetic energy of both kinds of motion; speeds under gravity scale with the root of lengths
  const size = ((CUBE / COMMON_SIZE) * light) / (inverse.x + inverse.y + inverse.z);
  const rest = splat(reals[REST_SPEED] * reals[REST_SPEED]) * min(1, size);
  const slow = light * light * (dot(v, v) + dot(w, w)) < rest;
  const rested = columnAt(context[START_TIMERS])[id];
  columnAt(context[TIMERS])[id] = where(slow && moves, rested + splat(reals[STEP]));

  const roots: Vec3 = { x: inverse.x, y: inverse.y, z: inverse.z };
  const squares: Vec3 = { x: inverse.x * inverse.x, y: inverse.y * inverse.y, z: inverse.z * inverse.z };
  const momentum = turnedTimes(own, reciprocals(inverse), w);
  const spin = turnedTimes(own, roots, w);
  const angle = within(FARTHEST_TURN, turnedTimes(own, roots, turn));
  // halfway through the step the same momentum gives another spin, by which the body rotates
  const half = matrixOf(product(turnBy(scale(0.5, angle), rotation), axes));
  const between = turnedTimes(half, squares, momentum);
  const step = splat(reals[STEP]);
  const turned = turnBy(within(FARTHEST_TURN, pick(moves, along(angle, step, sub(between, spin)), turn)), rotation);
  const after = matrixOf(product(turned, axes));
  const newSpin = within(FASTEST, pick(moves, turnedTimes(after, squares, momentum), w));
  const newVelocity = within(FASTEST, scale(light, v));
  const arm = rotate(rotation, middle);
  const newArm = rotate(turned, middle);
  const way: Vec3 = { x: shift.x + arm.x - newArm.x, y: shift.y + arm.y - newArm.y, z: shift.z + arm.z - newArm.z };

  const ways = transpose({ a: way.x, b: way.y, c: way.z, d: 0 });
  const turns = transpose({ a: turned.x, b: turned.y, c: turned.z, d: turned.w });
  const velocities = transpose({ a: newVelocity.x, b: newVelocity.y, c: newVelocity.z, d: 0 });
  const spins = transpose({ a: newSpin.x, b: newSpin.y, c: newSpin.z, d: 0 });
  place(context, id, ways.a, turns.a, velocities.a, spins.a);
  place(context, id + 1, ways.b, turns.b, velocities.b, spins.b);
  place(context, id + 2, ways.c, turns.c, velocities.c, spins.c);
  place(context, id + 3, ways.d, turns.d, velocities.d, spins.d);
}

/** Writes one body, if it moves. Kinematic bodies keep their velocities. */
function place(context: Ints, id: Int, way: Lane, rotation: Lane, velocity: Lane, spin: Lane): void {
  const kind = intsAt(context[KINDS])[id];
  if (kind !== AWAKE && kind !== KINEMATIC) return;
  const start = doublesAt(context[START_POSITIONS] + 32 * id);
  const position = doublesAt(context[POSITIONS] + 32 * id);
  position[0] = start[0] + double(extract(way, 0));
  position[1] = start[1] + double(extract(way, 1));
  position[2] = start[2] + double(extract(way, 2));
  columnAt(context[ROTATIONS])[4 * id] = rotation;
  columnAt(context[FORCES])[4 * id] = 0;
  columnAt(context[TORQUES])[4 * id] = 0;
  if (kind === KINEMATIC) return;
  columnAt(context[VELOCITIES])[4 * id] = velocity;
  columnAt(context[SPINS])[4 * id] = spin;
}

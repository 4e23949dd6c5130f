/**
 * What happens to bodies, four slots that follow each other at a time: into the state that contacts compute in, through a substep, and
 * out again.
 *
 * The state is scaled by mass: velocity · √m and √I · spin, and so are displacements. A push along J then changes it by J itself, where
 * J is scaled by 1 / √m and 1 / √I: one vector tells both how fast a gap closes and what an impulse does, and nobody gathers inertia.
 * Bodies that contacts do not move keep their velocity as it is.
 *
 * Torque-free turning keeps the angular momentum to the last bit or so: the spin follows from it and the new rotation (`finishBodies`).
 */
import {
  columnAt,
  double,
  doublesAt,
  extract,
  floatsAt,
  type Int,
  type Ints,
  insert,
  insertInt,
  intsAt,
  type Lane,
  type LaneInt,
  type Mask,
  select,
  splat,
  transpose,
  where,
} from '../../kernel/wide/lanes.ts';
import { along, dot, type Quat, scale, sub, type Vec3 } from '../../kernel/wide/vectors.ts';
import {
  AWAKE,
  BEFORE,
  BODY_AT,
  FORCES,
  FRAME,
  GRAVITY,
  KINDS,
  KINEMATIC,
  MASS,
  NOBODY,
  POSITIONS,
  PUSH,
  REST_SPEED,
  ROTATIONS,
  SPINS,
  START_POSITIONS,
  START_ROTATIONS,
  STATE,
  STEP,
  SUBSTEP,
  TIMERS,
  TORQUES,
  VELOCITIES,
} from './context.ts';
import { quatsFrom, quatsOf, storeQuats, vectorsFrom, vectorsOf } from './rows.ts';
import { RECORD_BYTES } from './tables.ts';
import { matrixOf, product, rotate, turnBy, turned, turnedTimes, unit } from './turning.ts';

const GROUP = 4;

/** Slots 4 · begin … 4 · end − 1: velocities and forces into the state, and what contacts need to know of the bodies. */
export function beginBodies(begin: Int, end: Int, stage: Int): void {
  const context = intsAt(intsAt(stage)[0]);
  for (let group: Int = begin; group < end; group += 1) beginGroup(context, GROUP * group);
}

function beginGroup(context: Ints, slot: Int): void {
  const reals = floatsAt(context);
  const ids = intsAt(context[BODY_AT] + 4 * slot);
  const mass = context[MASS];
  const kind = kindsOf(context, ids);
  for (let k: Int = 0; k < GROUP; k += 1) rememberPose(context, ids[k], slot + k);
  const moves = kind === AWAKE;
  const turns = moves || kind === KINEMATIC;
  const axes = quatsOf(mass, RECORD_BYTES, ids);
  const inverse = quatsOf(mass + 16, RECORD_BYTES, ids);
  const middle = quatsOf(mass + 32, RECORD_BYTES, ids);
  const habits = quatsOf(mass + 48, RECORD_BYTES, ids);
  const rotation = unit(quatsOf(context[ROTATIONS], 16, ids));
  const own = matrixOf(product(rotation, axes));
  const light = select(moves, inverse.w, 1);
  const turning = turned(own, { x: inverse.x, y: inverse.y, z: inverse.z });
  const spin = vectorsOf(context[SPINS], 16, ids);
  const velocity = vectorsOf(context[VELOCITIES], 16, ids);
  const heavy = turnedTimes(own, reciprocals(inverse), spin);
  const v = scaleWhere(turns, 1 / light, velocity);
  const w = scaleWhere(turns, 1, pick(moves, heavy, spin));
  const state = context[STATE] + RECORD_BYTES * slot;
  storeQuats(state, RECORD_BYTES, v.x, v.y, v.z, 0);
  storeQuats(state + 16, RECORD_BYTES, w.x, w.y, w.z, 0);
  storeQuats(state + 32, RECORD_BYTES, 0, 0, 0, 0);
  storeQuats(state + 48, RECORD_BYTES, 0, 0, 0, 0);
  const before = context[BEFORE] + 32 * slot;
  storeQuats(before, 32, v.x, v.y, v.z, 0);
  storeQuats(before + 16, 32, w.x, w.y, w.z, 0);

  const frame = context[FRAME] + RECORD_BYTES * slot;
  const arm = rotate(rotation, { x: middle.x, y: middle.y, z: middle.z });
  storeQuats(
    frame,
    RECORD_BYTES,
    select(moves, turning.xx, 1),
    where(moves, turning.xy),
    where(moves, turning.xz),
    light,
  );
  storeQuats(
    frame + 16,
    RECORD_BYTES,
    select(moves, turning.yy, 1),
    where(moves, turning.yz),
    select(moves, turning.zz, 1),
    where(moves, 1),
  );
  storeQuats(frame + 32, RECORD_BYTES, arm.x, arm.y, arm.z, middle.w);
  storeQuats(frame + 48, RECORD_BYTES, habits.x, timersOf(context, ids), 0, 0);

  const h = splat(reals[SUBSTEP]);
  const force = vectorsOf(context[FORCES], 16, ids);
  const torque = vectorsOf(context[TORQUES], 16, ids);
  const weight = habits.w / light;
  const gravity: Vec3 = { x: splat(reals[GRAVITY]), y: splat(reals[GRAVITY + 1]), z: splat(reals[GRAVITY + 2]) };
  const pull = scaleWhere(moves, h, along(scale(weight, gravity), light, force));
  const twist = scaleWhere(moves, h, turnedTimes(own, { x: inverse.x, y: inverse.y, z: inverse.z }, torque));
  const push = context[PUSH] + 32 * slot;
  storeQuats(push, 32, pull.x, pull.y, pull.z, 1 / (1 + where(moves, h * habits.y)));
  storeQuats(push + 16, 32, twist.x, twist.y, twist.z, 1 / (1 + where(moves, h * habits.z)));
}

/** Nobody has no pose. */
function rememberPose(context: Ints, id: Int, slot: Int): void {
  if (id === context[NOBODY]) return;
  const position = columnAt(context[POSITIONS] + 32 * id);
  const start = columnAt(context[START_POSITIONS] + 32 * slot);
  start[0] = position[0];
  start[4] = position[4];
  columnAt(context[START_ROTATIONS])[4 * slot] = columnAt(context[ROTATIONS])[4 * id];
}

function kindsOf(context: Ints, ids: Ints): LaneInt {
  const kinds = intsAt(context[KINDS]);
  const first: LaneInt = splat(kinds[ids[0]]);
  return insertInt(insertInt(insertInt(first, 1, kinds[ids[1]]), 2, kinds[ids[2]]), 3, kinds[ids[3]]);
}

function timersOf(context: Ints, ids: Ints): Lane {
  const timers = floatsAt(context[TIMERS]);
  const first: Lane = splat(timers[ids[0]]);
  return insert(insert(insert(first, 1, timers[ids[1]]), 2, timers[ids[2]]), 3, timers[ids[3]]);
}

/** 1 / each, and 0 of 0: what nothing turns has no momentum. */
function reciprocals(v: Quat): Vec3 {
  return { x: where(v.x > 0, 1 / v.x), y: where(v.y > 0, 1 / v.y), z: where(v.z > 0, 1 / v.z) };
}

function scaleWhere(mask: Mask, s: Lane, v: Vec3): Vec3 {
  return { x: where(mask, s * v.x), y: where(mask, s * v.y), z: where(mask, s * v.z) };
}

function pick(mask: Mask, a: Vec3, b: Vec3): Vec3 {
  return select(mask, a, b);
}

/**
 * Slots begin … end − 1, at the start of a substep: forces and damping. What contacts did to a body in the substep before, all impulses of
 * all its contacts, is what its velocity changed by since `before`: they start from the same impulses again, and so that is added at once,
 * body by body. In the first substep it is nothing, and `warmStart` follows.
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

/** Slots begin … end − 1: on by a substep. */
export function move(begin: Int, end: Int, stage: Int): void {
  const context = intsAt(intsAt(stage)[0]);
  const h = splat(floatsAt(context)[SUBSTEP]);
  for (let slot: Int = begin; slot < end; slot += 1) {
    const state = columnAt(context[STATE] + RECORD_BYTES * slot);
    state[8] += h * state[0];
    state[12] += h * state[4];
  }
}

/** Slots 4 · begin … 4 · end − 1: the state into poses and velocities; forces end. */
export function finishBodies(begin: Int, end: Int, stage: Int): void {
  const context = intsAt(intsAt(stage)[0]);
  for (let group: Int = begin; group < end; group += 1) finishGroup(context, GROUP * group);
}

function finishGroup(context: Ints, slot: Int): void {
  const reals = floatsAt(context);
  const ids = intsAt(context[BODY_AT] + 4 * slot);
  const mass = context[MASS];
  const kind = kindsOf(context, ids);
  const moves = kind === AWAKE;
  const axes = quatsOf(mass, RECORD_BYTES, ids);
  const inverse = quatsOf(mass + 16, RECORD_BYTES, ids);
  const middle = vectorsOf(mass + 32, RECORD_BYTES, ids);
  const rotation = unit(quatsFrom(context[START_ROTATIONS] + 16 * slot, 16));
  const own = matrixOf(product(rotation, axes));
  const light = select(moves, inverse.w, 1);
  const state = context[STATE] + RECORD_BYTES * slot;
  const v = vectorsFrom(state, RECORD_BYTES);
  const w = vectorsFrom(state + 16, RECORD_BYTES);
  const shift = scale(light, vectorsFrom(state + 32, RECORD_BYTES));
  const turn = vectorsFrom(state + 48, RECORD_BYTES);

  // ½ m speed² is the kinetic energy of both kinds of motion
  const slow = light * light * (dot(v, v) + dot(w, w)) < splat(reals[REST_SPEED] * reals[REST_SPEED]);
  const rested = quatsFrom(context[FRAME] + RECORD_BYTES * slot + 48, RECORD_BYTES).y;
  const rests = where(slow && moves, rested + splat(reals[STEP]));

  const roots: Vec3 = { x: inverse.x, y: inverse.y, z: inverse.z };
  const squares: Vec3 = { x: inverse.x * inverse.x, y: inverse.y * inverse.y, z: inverse.z * inverse.z };
  const momentum = turnedTimes(own, reciprocals(inverse), w);
  const spin = turnedTimes(own, roots, w);
  const angle = turnedTimes(own, roots, turn);
  // halfway through the step the same momentum is another spin: the body turns by that one
  const half = matrixOf(product(turnBy(scale(0.5, angle), rotation), axes));
  const between = turnedTimes(half, squares, momentum);
  const step = splat(reals[STEP]);
  const turned = turnBy(pick(moves, along(angle, step, sub(between, spin)), turn), rotation);
  const after = matrixOf(product(turned, axes));
  const newSpin = pick(moves, turnedTimes(after, squares, momentum), w);
  const newVelocity = scale(light, v);
  const arm = rotate(rotation, middle);
  const newArm = rotate(turned, middle);
  const way: Vec3 = { x: shift.x + arm.x - newArm.x, y: shift.y + arm.y - newArm.y, z: shift.z + arm.z - newArm.z };

  const ways = transpose({ a: way.x, b: way.y, c: way.z, d: 0 });
  const turns = transpose({ a: turned.x, b: turned.y, c: turned.z, d: turned.w });
  const velocities = transpose({ a: newVelocity.x, b: newVelocity.y, c: newVelocity.z, d: 0 });
  const spins = transpose({ a: newSpin.x, b: newSpin.y, c: newSpin.z, d: 0 });
  const timers = floatsAt(context[TIMERS]);
  timers[ids[0]] = extract(rests, 0);
  timers[ids[1]] = extract(rests, 1);
  timers[ids[2]] = extract(rests, 2);
  timers[ids[3]] = extract(rests, 3);
  place(context, ids[0], slot, ways.a, turns.a, velocities.a, spins.a);
  place(context, ids[1], slot + 1, ways.b, turns.b, velocities.b, spins.b);
  place(context, ids[2], slot + 2, ways.c, turns.c, velocities.c, spins.c);
  place(context, ids[3], slot + 3, ways.d, turns.d, velocities.d, spins.d);
}

/** Writes one body, if it moves. Kinematic bodies keep their velocities. */
function place(context: Ints, id: Int, slot: Int, way: Lane, rotation: Lane, velocity: Lane, spin: Lane): void {
  const kind = intsAt(context[KINDS])[id];
  if (kind !== AWAKE && kind !== KINEMATIC) return;
  const start = doublesAt(context[START_POSITIONS] + 32 * slot);
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

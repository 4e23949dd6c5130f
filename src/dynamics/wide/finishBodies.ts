/**
 * The end of a step: the state of the solver (bodies.ts) becomes poses and velocities. It starts from the poses that
 * `beginBodies` has stored, so the pass can run again.
 */
import {
  any,
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
  min,
  select,
  splat,
  sqrt,
  transpose,
  where,
} from '../../language/lanes.ts';
import { along, dot, type Quat, scale, sub, type Vec3 } from '../../math/lanes/vectors.ts';
import { GROUP, isStill, reciprocals, spinWithin, turnWithin, within } from './bodyGroups.ts';
import { RECORD_BYTES } from './bundles.ts';
import {
  AWAKE,
  BOUNCES,
  FORCES,
  FRAME,
  KINDS,
  KINEMATIC,
  MASS,
  POSITIONS,
  REST_SPEED,
  ROTATIONS,
  SLOT_OF,
  SPINS,
  START_POSITIONS,
  START_ROTATIONS,
  START_TIMERS,
  STATE,
  STEP,
  TIMERS,
  TORQUES,
  VELOCITIES,
} from './context.ts';
import { COMMON_SIZE, CUBE, FAR_TURN, FASTEST, MIDPOINTS } from './limits.ts';
import { matrixOf, product, rotate, turnBy, turnedTimes, unit } from './rotation.ts';
import { quatsFrom, vectorRows, vectorsFrom } from './rows.ts';

/** Stores rows 4 · begin … 4 · end − 1: the state into poses and velocities. Clears forces. */
export function finishBodies(begin: Int, end: Int, stage: Int): void {
  const context = intsAt(intsAt(stage)[0]);
  for (let group: Int = begin; group < end; group += 1) {
    if (isStill(context, GROUP * group)) columnAt(context[TIMERS])[GROUP * group] = 0;
    else finishGroup(context, GROUP * group);
  }
}

function finishGroup(context: Ints, id: Int): void {
  const reals = floatsAt(context);
  const mass = context[MASS] + RECORD_BYTES * id;
  const kind = intColumnAt(context[KINDS])[id];
  const slots = intsAt(context[SLOT_OF] + 4 * id);
  const isDynamic = kind === AWAKE;
  const axes = quatsFrom(mass, RECORD_BYTES);
  const inverse = quatsFrom(mass + 16, RECORD_BYTES);
  const middle = vectorsFrom(mass + 32, RECORD_BYTES);
  const rotation = unit(quatsFrom(context[START_ROTATIONS] + 16 * id, 16));
  const own = matrixOf(product(rotation, axes));
  const invSqrtMass = select(isDynamic, inverse.w, 1);
  const state = context[STATE];
  const v = vectorRows(state, RECORD_BYTES, slots);
  const w = vectorRows(state + 16, RECORD_BYTES, slots);
  const shift = scale(invSqrtMass, vectorRows(state + 32, RECORD_BYTES, slots));
  const turn = vectorRows(state + 48, RECORD_BYTES, slots);

  // ½ m speed² is the kinetic energy of both kinds of motion; speeds under gravity scale with the root of lengths
  const size = ((CUBE / COMMON_SIZE) * invSqrtMass) / (inverse.x + inverse.y + inverse.z);
  const rest = splat(reals[REST_SPEED] * reals[REST_SPEED]) * min(1, size);
  const isSlow = invSqrtMass * invSqrtMass * (dot(v, v) + dot(w, w)) < rest;
  const rested = columnAt(context[START_TIMERS])[id];
  columnAt(context[TIMERS])[id] = where(isSlow && isDynamic, rested + splat(reals[STEP]));

  const roots: Vec3 = { x: inverse.x, y: inverse.y, z: inverse.z };
  const squares: Vec3 = { x: inverse.x * inverse.x, y: inverse.y * inverse.y, z: inverse.z * inverse.z };
  const momentum = turnedTimes(own, reciprocals(inverse), w);
  const spin = turnedTimes(own, roots, w);
  const angle = turnWithin(turnedTimes(own, roots, turn));
  const step = splat(reals[STEP]);
  // the spin of a body that turns far or has bounced gets no more energy; these and all that bounce are iterated
  let isLimited = isDynamic && dot(angle, angle) > FAR_TURN * FAR_TURN;
  let isIterated = isLimited;
  if (context[BOUNCES] === 1) {
    const frame = vectorRows(context[FRAME] + 48, RECORD_BYTES, slots);
    isLimited = isLimited || frame.z > 0;
    isIterated = isLimited || frame.x > 0;
  }
  // halfway through the step the same momentum gives another spin, by which the body rotates
  let whole = angle;
  const rounds: Int = any(isIterated) ? 1 + MIDPOINTS : 1;
  for (let k: Int = 0; k < rounds; k += 1) {
    const better = spinHalfway(turnWithin(whole), rotation, axes, squares, momentum);
    whole = select(isIterated || splat(k === 0), along(angle, step, sub(better, spin)), whole);
  }
  const turned = turnBy(turnWithin(select(isDynamic, whole, turn)), rotation);
  const after = matrixOf(product(turned, axes));
  let newSpin = turnedTimes(after, squares, momentum);
  if (any(isLimited)) {
    const share = shareOfSpin(w, turnedTimes(after, roots, momentum));
    newSpin = scale(select(isLimited, share, 1), newSpin);
  }
  newSpin = spinWithin(step, select(isDynamic, newSpin, w));
  const newVelocity = within(FASTEST, scale(invSqrtMass, v));
  const arm = rotate(rotation, middle);
  const newArm = rotate(turned, middle);
  const displacement: Vec3 = {
    x: shift.x + arm.x - newArm.x,
    y: shift.y + arm.y - newArm.y,
    z: shift.z + arm.z - newArm.z,
  };

  const displacements = transpose({ a: displacement.x, b: displacement.y, c: displacement.z, d: 0 });
  const turns = transpose({ a: turned.x, b: turned.y, c: turned.z, d: turned.w });
  const velocities = transpose({ a: newVelocity.x, b: newVelocity.y, c: newVelocity.z, d: 0 });
  const spins = transpose({ a: newSpin.x, b: newSpin.y, c: newSpin.z, d: 0 });
  place(context, id, displacements.a, turns.a, velocities.a, spins.a);
  place(context, id + 1, displacements.b, turns.b, velocities.b, spins.b);
  place(context, id + 2, displacements.c, turns.c, velocities.c, spins.c);
  place(context, id + 3, displacements.d, turns.d, velocities.d, spins.d);
}

/** The spin of a momentum, where half of an angle has been turned. @param squares inverses of the moments of inertia */
function spinHalfway(angle: Vec3, rotation: Quat, axes: Quat, squares: Vec3, momentum: Vec3): Vec3 {
  const half = matrixOf(product(turnBy(scale(0.5, angle), rotation), axes));
  return turnedTimes(half, squares, momentum);
}

/**
 * The part of the spin that a body keeps if its energy counts. Impulses act on the rotation at the start of the step,
 * and the body has turned since: the same momentum may have more energy there.
 * @param w spin · √I at the start
 * @param turned and at the end
 */
function shareOfSpin(w: Vec3, turned: Vec3): Lane {
  const before = dot(w, w);
  const after = dot(turned, turned);
  return select(after > before, sqrt(before / after), 1);
}

/** Writes one body, if it moves. Kinematic bodies keep their velocities. */
function place(context: Ints, id: Int, displacement: Lane, rotation: Lane, velocity: Lane, spin: Lane): void {
  const kind = intsAt(context[KINDS])[id];
  if (kind !== AWAKE && kind !== KINEMATIC) return;
  const start = doublesAt(context[START_POSITIONS] + 32 * id);
  const position = doublesAt(context[POSITIONS] + 32 * id);
  position[0] = start[0] + double(extract(displacement, 0));
  position[1] = start[1] + double(extract(displacement, 1));
  position[2] = start[2] + double(extract(displacement, 2));
  columnAt(context[ROTATIONS])[4 * id] = rotation;
  columnAt(context[FORCES])[4 * id] = 0;
  columnAt(context[TORQUES])[4 * id] = 0;
  if (kind === KINEMATIC) return;
  columnAt(context[VELOCITIES])[4 * id] = velocity;
  columnAt(context[SPINS])[4 * id] = spin;
}

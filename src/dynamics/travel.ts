/**
 * The motions of bodies in a step, from the state of the solver (wide/bodies.ts). Read them between the two programs of
 * a step: velocities are solved, and poses are those at the start.
 */
import { quat, vec3 } from 'gl-matrix';
import type { Scene } from 'hullstorm';
import { AXES, CENTER, INVERSE_ROOT_MASS, INVERSE_ROOT_MOMENTS, MASS_STRIDE } from './massRow.ts';
import type { StepMemory } from './memory.ts';
import { AWAKE, BOUNCES, KINEMATIC, STEP } from './wide/context.ts';
import { FAR_TURN, FARTHEST_TURN, MIDPOINTS } from './wide/limits.ts';

/** Numbers of a motion, as `engine.castPairs` takes them: move x y z –, turn x y z –. */
export const MOTION = 8;
/** Floats of the state of a body, and where its spin, its displacement and its turn begin. */
export const STATE_STRIDE = 16;
const SPIN = 4;
export const DISPLACEMENT = 8;
export const TURN = 12;
/** Floats of the frame of a body. */
const OWN_RESTITUTION = 12;
const HAS_BOUNCED = 14;

/** Squared displacement of the center of mass of a dynamic or kinematic body in this step (m²). */
export function squaredDisplacement(id: number, { kinds, mass, slotOf, state }: StepMemory): number {
  const at = STATE_STRIDE * slotOf[id] + DISPLACEMENT;
  const invSqrtMass = kinds[id] === AWAKE ? mass[MASS_STRIDE * id + INVERSE_ROOT_MASS] : 1;
  return (
    invSqrtMass * invSqrtMass * (state[at] * state[at] + state[at + 1] * state[at + 1] + state[at + 2] * state[at + 2])
  );
}

/** Writes the move of a body's center of mass, not the turn. @param out at `to`: as `writeMotion` */
export function writeMove(id: number, { kinds, mass, slotOf, state }: StepMemory, out: Float64Array, to: number): void {
  const isDynamic = kinds[id] === AWAKE;
  const isMoving = isDynamic || kinds[id] === KINEMATIC;
  const invSqrtMass = isDynamic ? mass[MASS_STRIDE * id + INVERSE_ROOT_MASS] : 1;
  for (let k = 0; k < 3; k++)
    out[to + k] = isMoving ? invSqrtMass * state[STATE_STRIDE * slotOf[id] + DISPLACEMENT + k] : 0;
}

/**
 * Writes the motion of a body: 0 for one that does not move. A dynamic body turns about its center of mass, which moves
 * straight; a kinematic one about its position. The turn is the one by which `finishBodies` rotates the body.
 * @param out at `to`: move (m) and turn (rad)
 */
export function writeMotion(id: number, memory: StepMemory, scene: Scene, out: Float64Array, to: number): void {
  const { kinds, state, slotOf } = memory;
  writeMove(id, memory, out, to);
  out.fill(0, to + 4, to + MOTION);
  const isDynamic = kinds[id] === AWAKE;
  if (!isDynamic && kinds[id] !== KINEMATIC) return;
  const at = STATE_STRIDE * slotOf[id] + TURN;
  const turn: vec3 = [state[at], state[at + 1], state[at + 2]];
  if (isDynamic) addCorrection(turn, id, memory, scene);
  shorten(turn);
  for (let k = 0; k < 3; k++) out[to + 4 + k] = turn[k];
}

/** Makes the turn of a dynamic body in the state of the solver that of `finishBodies`. */
function addCorrection(turn: vec3, id: number, memory: StepMemory, scene: Scene): void {
  const { mass, reals, slotOf, state } = memory;
  const own = MASS_STRIDE * id;
  const at = STATE_STRIDE * slotOf[id] + SPIN;
  const [x, y, z, w] = mass.subarray(own + AXES, own + AXES + 4);
  const axes: quat = [x!, y!, z!, w!];
  const [a, b, c] = mass.subarray(own + INVERSE_ROOT_MOMENTS, own + INVERSE_ROOT_MOMENTS + 3);
  const rotation = rotationOf(id, scene);
  const principal = quat.multiply([0, 0, 0, 1], rotation, axes);
  const spin: vec3 = [state[at], state[at + 1], state[at + 2]];
  const momentum: vec3 = [...spin];
  scaleAlong(turn, principal, a!, b!, c!);
  scaleAlong(spin, principal, a!, b!, c!);
  // a body that cannot rotate has no momentum
  scaleAlong(momentum, principal, a! > 0 ? 1 / a! : 0, b! > 0 ? 1 / b! : 0, c! > 0 ? 1 / c! : 0);
  shorten(turn);
  const angle: vec3 = [...turn];
  const isIterated = vec3.squaredLength(angle) > FAR_TURN * FAR_TURN || bounces(id, memory);
  for (let k = isIterated ? -MIDPOINTS : 0; k <= 0; k++) {
    shorten(turn);
    const half = quatOf(vec3.scale([0, 0, 0], turn, 0.5));
    const change: vec3 = [...momentum];
    scaleAlong(change, quat.multiply(half, half, principal), a! * a!, b! * b!, c! * c!);
    vec3.subtract(change, change, spin);
    vec3.scaleAndAdd(turn, angle, change, reals[STEP]);
  }
}

/** Whether a body bounces, or was in contact with a body that does (wide/bounce.ts). */
function bounces(id: number, { frame, slotOf, words }: StepMemory): boolean {
  const at = STATE_STRIDE * slotOf[id];
  return words[BOUNCES] === 1 && (frame[at + OWN_RESTITUTION] > 0 || frame[at + HAS_BOUNCED] > 0);
}

/** Scales a world vector along the axes of a rotation. */
function scaleAlong(v: vec3, axes: quat, x: number, y: number, z: number): void {
  const back = quat.conjugate([0, 0, 0, 1], axes);
  vec3.transformQuat(v, v, back);
  vec3.multiply(v, v, [x, y, z]);
  vec3.transformQuat(v, v, axes);
}

/** Shortens the rotation vector of a step to FARTHEST_TURN, as `turnWithin` of the passes does. */
function shorten(turn: vec3): void {
  for (let k = 0; k < 3; k++) turn[k] = Math.min(Math.max(turn[k], -FARTHEST_TURN), FARTHEST_TURN);
  const length = vec3.length(turn);
  if (length > FARTHEST_TURN) vec3.scale(turn, turn, FARTHEST_TURN / length);
}

/** Writes the point about which a body turns, from its position along its own axes (m). @returns whether it is not 0 */
export function writePivot(id: number, { mass }: StepMemory, out: Float64Array, to: number): boolean {
  let isAside = false;
  for (let k = 0; k < 3; k++) {
    out[to + k] = mass[MASS_STRIDE * id + CENTER + k];
    if (out[to + k] !== 0) isAside = true;
  }
  return isAside;
}

/** The unit quaternion of a row of the scene. */
export function rotationOf(id: number, { rotations }: Scene): quat {
  const q: quat = [rotations[4 * id], rotations[4 * id + 1], rotations[4 * id + 2], rotations[4 * id + 3]];
  return quat.normalize(q, q);
}

/** The quaternion of a rotation vector (rad). */
export function quatOf(turn: vec3): quat {
  const angle = vec3.length(turn);
  return angle > 0 ? quat.setAxisAngle([0, 0, 0, 1], vec3.scale([0, 0, 0], turn, 1 / angle), angle) : [0, 0, 0, 1];
}

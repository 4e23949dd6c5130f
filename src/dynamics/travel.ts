/**
 * The motions of bodies in a step, from the state of the solver (wide/bodies.ts). Read them between the two programs of
 * a step: velocities are solved, and poses are those at the start.
 */
import { quat, vec3 } from 'gl-matrix';
import type { Scene } from 'hullstorm';
import { AXES, CENTER, INVERSE_ROOT_MASS, INVERSE_ROOT_MOMENTS, MASS_STRIDE } from './massRow.ts';
import type { StepMemory } from './memory.ts';
import { AWAKE, KINEMATIC } from './wide/context.ts';
import { FARTHEST_TURN } from './wide/limits.ts';

/** Numbers of a motion, as `engine.castPairs` takes them: move x y z –, turn x y z –. */
export const MOTION = 8;
/** Floats of the state of a body, and where its displacement and its turn begin. */
export const STATE_STRIDE = 16;
export const WAY = 8;
export const TURN = 12;

/** Squared displacement of the center of mass of a dynamic or kinematic body in this step (m²). */
export function squaredWay(id: number, { kinds, mass, slotOf, state }: StepMemory): number {
  const at = STATE_STRIDE * slotOf[id] + WAY;
  const light = kinds[id] === AWAKE ? mass[MASS_STRIDE * id + INVERSE_ROOT_MASS] : 1;
  return light * light * (state[at] * state[at] + state[at + 1] * state[at + 1] + state[at + 2] * state[at + 2]);
}

/** Writes the move of a body's center of mass, not the turn. @param out at `to`: as `writeMotion` */
export function writeMove(id: number, { kinds, mass, slotOf, state }: StepMemory, out: Float64Array, to: number): void {
  const isDynamic = kinds[id] === AWAKE;
  const moves = isDynamic || kinds[id] === KINEMATIC;
  const light = isDynamic ? mass[MASS_STRIDE * id + INVERSE_ROOT_MASS] : 1;
  for (let k = 0; k < 3; k++) out[to + k] = moves ? light * state[STATE_STRIDE * slotOf[id] + WAY + k] : 0;
}

/**
 * Writes the motion of a body: 0 for one that does not move. A dynamic body turns about its center of mass, which moves
 * straight; a kinematic one about its position.
 * @param out at `to`: move (m) and turn (rad)
 */
export function writeMotion(id: number, memory: StepMemory, scene: Scene, out: Float64Array, to: number): void {
  const { kinds, mass, slotOf, state } = memory;
  writeMove(id, memory, out, to);
  out.fill(0, to + 4, to + MOTION);
  const isDynamic = kinds[id] === AWAKE;
  if (!isDynamic && kinds[id] !== KINEMATIC) return;
  const at = STATE_STRIDE * slotOf[id];
  const own = MASS_STRIDE * id;
  const rotation = rotationOf(id, scene);
  const turn: vec3 = [state[at + TURN], state[at + TURN + 1], state[at + TURN + 2]];
  if (isDynamic) {
    const axes: quat = [mass[own + AXES], mass[own + AXES + 1], mass[own + AXES + 2], mass[own + AXES + 3]];
    const principal = quat.multiply([0, 0, 0, 1], rotation, axes);
    vec3.transformQuat(turn, turn, quat.conjugate([0, 0, 0, 1], principal));
    for (let k = 0; k < 3; k++) turn[k] *= mass[own + INVERSE_ROOT_MOMENTS + k];
    vec3.transformQuat(turn, turn, principal);
  }
  for (let k = 0; k < 3; k++) turn[k] = Math.min(Math.max(turn[k], -FARTHEST_TURN), FARTHEST_TURN);
  for (let k = 0; k < 3; k++) out[to + 4 + k] = turn[k];
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

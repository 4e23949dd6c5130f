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
const TURN = 12;

/** Squared displacement of the center of mass of a dynamic or kinematic body in this step (m²). */
export function squaredWay(id: number, { kinds, mass, slotOf, state }: StepMemory): number {
  const at = STATE_STRIDE * slotOf[id] + WAY;
  const light = kinds[id] === AWAKE ? mass[MASS_STRIDE * id + INVERSE_ROOT_MASS] : 1;
  return light * light * (state[at] * state[at] + state[at + 1] * state[at + 1] + state[at + 2] * state[at + 2]);
}

/**
 * Writes the move of a body, not its turn, unless the move depends on the turn.
 * @param out at `to`: as `writeMotion`
 * @returns whether it has written the turn, too
 */
export function writeMove(id: number, memory: StepMemory, scene: Scene, out: Float64Array, to: number): boolean {
  const { kinds, mass, slotOf, state } = memory;
  const isDynamic = kinds[id] === AWAKE;
  const moves = isDynamic || kinds[id] === KINEMATIC;
  const own = MASS_STRIDE * id;
  if (isDynamic && (mass[own + CENTER] !== 0 || mass[own + CENTER + 1] !== 0 || mass[own + CENTER + 2] !== 0)) {
    writeMotion(id, memory, scene, out, to);
    return true;
  }
  const light = isDynamic ? mass[own + INVERSE_ROOT_MASS] : 1;
  for (let k = 0; k < 3; k++) out[to + k] = moves ? light * state[STATE_STRIDE * slotOf[id] + WAY + k] : 0;
  return false;
}

/** Writes the motion of a body: 0 for one that does not move. @param out at `to`: move (m) and turn (rad) */
export function writeMotion(id: number, memory: StepMemory, scene: Scene, out: Float64Array, to: number): void {
  const { kinds, mass, slotOf, state } = memory;
  out.fill(0, to, to + MOTION);
  const isDynamic = kinds[id] === AWAKE;
  if (!isDynamic && kinds[id] !== KINEMATIC) return;
  const at = STATE_STRIDE * slotOf[id];
  const own = MASS_STRIDE * id;
  const rotation = rotationOf(id, scene);
  const turn: vec3 = [state[at + TURN], state[at + TURN + 1], state[at + TURN + 2]];
  const light = isDynamic ? mass[own + INVERSE_ROOT_MASS] : 1;
  if (isDynamic) {
    const axes: quat = [mass[own + AXES], mass[own + AXES + 1], mass[own + AXES + 2], mass[own + AXES + 3]];
    const principal = quat.multiply([0, 0, 0, 1], rotation, axes);
    vec3.transformQuat(turn, turn, quat.conjugate([0, 0, 0, 1], principal));
    for (let k = 0; k < 3; k++) turn[k] *= mass[own + INVERSE_ROOT_MOMENTS + k];
    vec3.transformQuat(turn, turn, principal);
  }
  for (let k = 0; k < 3; k++) turn[k] = Math.min(Math.max(turn[k], -FARTHEST_TURN), FARTHEST_TURN);
  // the position is not at the center of mass, around which the body turns
  const arm: vec3 = isDynamic ? centerArm(id, memory, rotation) : [0, 0, 0];
  const after = vec3.transformQuat([0, 0, 0], arm, quatOf(turn));
  for (let k = 0; k < 3; k++) {
    out[to + k] = light * state[at + WAY + k] + arm[k] - after[k];
    out[to + 4 + k] = turn[k];
  }
}

/** The center of mass of a dynamic body, from its position (m), after `time` of its motion. */
export function centerAt(id: number, time: number, motions: Float64Array, memory: StepMemory, scene: Scene): vec3 {
  const at = MOTION * id + 4;
  const arm = centerArm(id, memory, rotationOf(id, scene));
  return vec3.transformQuat(arm, arm, quatOf([time * motions[at], time * motions[at + 1], time * motions[at + 2]]));
}

function centerArm(id: number, { mass }: StepMemory, rotation: quat): vec3 {
  const at = MASS_STRIDE * id + CENTER;
  return vec3.transformQuat([0, 0, 0], [mass[at], mass[at + 1], mass[at + 2]], rotation);
}

/** Numbers of a pose: position x y z –, quaternion x y z w. */
export const POSE = 8;

/**
 * Writes the pose of a body at a time in 0..1 of its motion, carried along with another body from then until `end`:
 * both are in the same place relative to each other as at `time`. Poses in the scene are those at the start.
 */
export function writeCarried(
  id: number,
  time: number,
  other: number,
  end: number,
  motions: Float64Array,
  scene: Scene,
  out: Float64Array,
  to: number,
): void {
  const { positions } = scene;
  const own = MOTION * id;
  const its = MOTION * other;
  const rest = end - time;
  const from: vec3 = [0, 0, 0];
  for (let c = 0; c < 3; c++) {
    const at = positions[4 * id + c] + time * motions[own + c];
    from[c] = at - positions[4 * other + c] - time * motions[its + c];
  }
  const turn = quatOf([time * motions[own + 4], time * motions[own + 5], time * motions[own + 6]]);
  const carry = quatOf([rest * motions[its + 4], rest * motions[its + 5], rest * motions[its + 6]]);
  vec3.transformQuat(from, from, carry);
  const rotation = quat.multiply([0, 0, 0, 1], turn, rotationOf(id, scene));
  quat.multiply(rotation, carry, rotation);
  for (let c = 0; c < 3; c++) out[to + c] = positions[4 * other + c] + end * motions[its + c] + from[c];
  for (let c = 0; c < 4; c++) out[to + 4 + c] = rotation[c];
}

/** The unit quaternion of a row of the scene. */
function rotationOf(id: number, { rotations }: Scene): quat {
  const q: quat = [rotations[4 * id], rotations[4 * id + 1], rotations[4 * id + 2], rotations[4 * id + 3]];
  return quat.normalize(q, q);
}

/** The quaternion of a rotation vector (rad). */
function quatOf(turn: vec3): quat {
  const angle = vec3.length(turn);
  return angle > 0 ? quat.setAxisAngle([0, 0, 0, 1], vec3.scale([0, 0, 0], turn, 1 / angle), angle) : [0, 0, 0, 1];
}

/** Forces and impulses on single bodies: changes of the tables `velocities`, `spins`, `forces` and `torques`. */
import { quat, vec3 } from 'gl-matrix';
import type { Scene } from 'hullstorm';
import { cut, FASTEST, STRONGEST } from './limits.ts';
import { AXES, CENTER, INVERSE_ROOT_MASS, INVERSE_ROOT_MOMENTS, MASS_STRIDE } from './massRow.ts';
import type { StepMemory } from './memory.ts';

/** World position of the center of mass of a body (m). */
export function centerOf(id: number, { mass }: StepMemory, { positions, rotations }: Scene): vec3 {
  const at = MASS_STRIDE * id + CENTER;
  const arm = vec3.fromValues(mass[at], mass[at + 1], mass[at + 2]);
  vec3.transformQuat(arm, arm, rotations.subarray(4 * id, 4 * id + 4) as unknown as quat);
  return [positions[4 * id] + arm[0], positions[4 * id + 1] + arm[1], positions[4 * id + 2] + arm[2]];
}

/**
 * Changes velocity and spin by an impulse (N s) and an angular impulse (N m s) about the center of mass, world axes.
 */
export function addImpulse(
  id: number,
  impulse: ArrayLike<number>,
  angularImpulse: ArrayLike<number>,
  { mass, velocities, spins }: StepMemory,
  { rotations }: Scene,
): void {
  const at = MASS_STRIDE * id;
  const inverseMass = mass[at + INVERSE_ROOT_MASS] ** 2;
  for (let k = 0; k < 3; k++) add(velocities, 4 * id + k, inverseMass * impulse[k], FASTEST);
  const principal = quat.multiply(
    quat.create(),
    rotations.subarray(4 * id, 4 * id + 4) as unknown as quat,
    mass.subarray(at + AXES, at + AXES + 4) as unknown as quat,
  );
  quat.normalize(principal, principal);
  // world → principal axes, times the inverse moments, → world
  const back = quat.conjugate(quat.create(), principal);
  const change = vec3.transformQuat([0, 0, 0], [angularImpulse[0], angularImpulse[1], angularImpulse[2]], back);
  for (let k = 0; k < 3; k++) change[k] *= mass[at + INVERSE_ROOT_MOMENTS + k] ** 2;
  vec3.transformQuat(change, change, principal);
  for (let k = 0; k < 3; k++) add(spins, 4 * id + k, change[k], FASTEST);
}

/** Adds a force (N) and a torque (N m) about the center of mass, world axes, for the next step. */
export function addForce(
  id: number,
  force: ArrayLike<number>,
  torque: ArrayLike<number>,
  { forces, torques }: StepMemory,
): void {
  for (let k = 0; k < 3; k++) {
    add(forces, 4 * id + k, force[k], STRONGEST);
    add(torques, 4 * id + k, torque[k], STRONGEST);
  }
}

/** Adds to one number of a column. The sum is clamped to −most … most. */
function add(column: Float32Array, at: number, more: number, most: number): void {
  column[at] = cut(column[at] + more, most);
}

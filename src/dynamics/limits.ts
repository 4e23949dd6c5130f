/**
 * Limits of the numbers of bodies. Within them no sum or product of a step overflows f32, so finite arguments never
 * lead to NaN.
 */
import { fail } from '../errors.ts';

/**
 * m/s and rad/s, along each axis. `setVelocity` and `addBody` refuse more. Larger results of impulses, forces and
 * contacts are clamped.
 */
export { FASTEST } from './wide/limits.ts';
/** kg */
export const LIGHTEST = 1e-15;
export const HEAVIEST = 1e15;
/** kg m², about each principal axis. */
export const LEAST_MOMENT = 1e-25;
export const LARGEST_MOMENT = 1e25;
/** N and N m, along each axis: the sums of `applyForce` and `applyTorque` between two steps are clamped to it. */
export const STRONGEST = 1e24;
/** m/s² along each axis, for `gravity`. Also the largest `gravityScale`. */
export const STRONGEST_GRAVITY = 1e6;
/** Coulomb's coefficient. */
export const MOST_FRICTION = 1e9;
/** m */
export const WIDEST_MARGIN = 1e6;
/** Seconds. Longer steps are cut to this length. */
export const LONGEST_STEP = 0.1;
/** Seconds. Shorter steps are refused. */
export const SHORTEST_STEP = 1e-6;

/** Clamps a number to −most … most. NaN, as the sum of opposite infinities, becomes 0. */
export function cut(value: number, most: number): number {
  return value > most ? most : value < -most ? -most : value >= -most ? value : 0;
}

/** Checks a number in least … most. @returns the number */
export function between(where: string, value: number, least: number, most: number, unit: string): number {
  if (!(value >= least && value <= most)) fail(where, `a number in ${least}..${most} ${unit}`, value);
  return value;
}

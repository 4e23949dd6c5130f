/** How large numbers of bodies may be. Within these no sum or product of a step overflows an f32, and so no finite argument ends as NaN. */
import { fail } from '../errors.ts';

/** m/s and rad/s, along each axis: `setVelocity` and `addBody` refuse more; what impulses, forces and contacts make of more is cut. */
export { FASTEST } from './wide/limits.ts';
/** kg */
export const LIGHTEST = 1e-15;
export const HEAVIEST = 1e15;
/** kg m², about each principal axis. */
export const LEAST_MOMENT = 1e-25;
export const LARGEST_MOMENT = 1e25;
/** N, and N m: the sum of what `applyForce` and `applyTorque` ask for in a step is cut to it, along each axis. */
export const STRONGEST = 1e24;
/** m/s², along each axis, and times that for one body. */
export const STRONGEST_GRAVITY = 1e6;
/** Coulomb's coefficient, and m. */
export const MOST_FRICTION = 1e9;
export const WIDEST_MARGIN = 1e6;
/** Seconds: longer steps are cut to it, shorter ones refused. */
export const LONGEST_STEP = 0.1;
export const SHORTEST_STEP = 1e-6;

/** A number between −most and most. What is no number, such as the sum of opposite infinities, is 0. */
export function cut(value: number, most: number): number {
  return value > most ? most : value < -most ? -most : value >= -most ? value : 0;
}

/** Checks that a number is between `least` and `most`, and hands it back. */
export function between(where: string, value: number, least: number, most: number, unit: string): number {
  if (!(value >= least && value <= most)) fail(where, `a number in ${least}..${most} ${unit}`, value);
  return value;
}

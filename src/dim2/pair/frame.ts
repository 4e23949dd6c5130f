/**
 * The relative pose of a pair, in the frame of its first body. All kernels work there, so that positions far from the
 * world's origin cost no digits, and the difference D = B − A is what they search.
 *
 * The first body is the one with the smaller x; then y, rotation, and shape decide. So (a, b) and (b, a) run the same
 * computation, and have mirrored answers to the bit.
 */
import { fail } from '../../errors.ts';
import { type Geometry, ROUNDING } from './geometry.ts';
import { type BodyPose, bodyA, bodyB, frame } from './pairState.ts';

/** Largest distance of two positions (m), so that no product of lengths overflows. */
const FARTHEST = 1e100;

/** Whether B comes first. */
export function isSwapped(a: Geometry, b: Geometry): boolean {
  if (bodyA.x !== bodyB.x) return bodyA.x > bodyB.x;
  if (bodyA.y !== bodyB.y) return bodyA.y > bodyB.y;
  if (bodyA.cos !== bodyB.cos) return bodyA.cos > bodyB.cos;
  if (bodyA.sin !== bodyB.sin) return bodyA.sin > bodyB.sin;
  return a !== b && comesAfter(a, b);
}

/** What circles in and around the shapes tell of the pair. */
export const UNKNOWN = 0;
export const SURELY_APART = 1;
export const SURELY_TOUCHING = 2;

/** Compares the circles of both shapes. Leaves all that rounding could decide to the search. */
export function compareCircles(a: Geometry, b: Geometry): number {
  const from = bodyA;
  const to = bodyB;
  const radii = a.radius + b.radius;
  const least = a.inner + b.inner + radii;
  const most = a.outer + b.outer + radii;
  const x = to.x - from.x + (to.cos * b.centerX - to.sin * b.centerY) - (from.cos * a.centerX - from.sin * a.centerY);
  const y = to.y - from.y + (to.sin * b.centerX + to.cos * b.centerY) - (from.sin * a.centerX + from.cos * a.centerY);
  const square = x * x + y * y;
  if (least > 0 && square < least * least * (1 - ROUNDING)) return SURELY_TOUCHING;
  return square > most * most * (1 + ROUNDING) && square < FARTHEST ? SURELY_APART : UNKNOWN;
}

/** The order of shapes at the same pose, by their numbers. */
function comesAfter(a: Geometry, b: Geometry): boolean {
  if (a.count !== b.count) return a.count > b.count;
  if (a.radius !== b.radius) return a.radius > b.radius;
  for (let k = 0; k < a.reals.length; k++) if (a.reals[k] !== b.reals[k]) return a.reals[k] > b.reals[k];
  return false;
}

/** Writes `frame` from the poses. @returns whether B comes first */
export function loadFrame(where: string, a: Geometry, b: Geometry, limit: number): boolean {
  const swapped = isSwapped(a, b);
  writeFrame(where, a, b, swapped ? bodyB : bodyA, swapped ? bodyA : bodyB);
  frame.limit = limit;
  return swapped;
}

/** Writes all of `frame` but the limit. */
export function writeFrame(where: string, a: Geometry, b: Geometry, first: BodyPose, second: BodyPose): void {
  const x = second.x - first.x;
  const y = second.y - first.y;
  frame.x = x;
  frame.y = y;
  checkOffset(where);
  frame.scale = a.extent + a.radius + b.extent + b.radius + Math.abs(x) + Math.abs(y);
  turnFrame(first, second);
}

/** Fails if the offset in `frame` is so long that f64 overflows. */
export function checkOffset(where: string): void {
  if (Math.abs(frame.x) <= FARTHEST && Math.abs(frame.y) <= FARTHEST) return;
  fail(`${where}: x, y`, 'positions nearer to each other', 'farther than 1e100 m');
}

/** Turns the offset in `frame` from the world to the frame of the first body, and writes the rotation. */
export function turnFrame(first: BodyPose, second: BodyPose): void {
  const { cos, sin } = first;
  const { x, y } = frame;
  frame.cos = cos * second.cos + sin * second.sin;
  frame.sin = cos * second.sin - sin * second.cos;
  frame.x = cos * x + sin * y;
  frame.y = cos * y - sin * x;
}

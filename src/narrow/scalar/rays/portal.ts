/**
 * Finds a portal: a triangle of points of a body that the line of a ray passes through. Or a proof that the line misses
 * the body: a direction across the line along which the whole body lies behind it.
 *
 *   reads    the axes across the ray, f[SLACK], f[GROWTH]
 *   writes   f[CORNERS …]: the triangle, counter-clockwise seen along −z
 *
 * The body is seen along the line, as its outline in the plane x y. From a point inside the outline, two points of it
 * on both sides of the way to the line are moved outward until the line is between them.
 *
 * Method: Snethen, XenoCollide: Complex Collision Made Simple, Game Programming Gems 7, 2008, in two dimensions.
 */
import type { Geometry } from '../../../shapes/cores/core.ts';
import { supportAcross } from './across.ts';
import { ACROSS_X, ACROSS_Y, CENTER, CORNERS, SLACK, TOWARD } from './places.ts';

/** The line misses the body by more than the slack: proven. */
export const BESIDE = 0;
/** f[CORNERS …] is a portal. */
export const THROUGH = 1;
/** The line touches the outline within the slack, or the outline has no area. */
export const GRAZING = 2;

/** Of 50,000 rays at round shapes, those that miss take 11 at most. */
const MAX_SUPPORTS = 64;

const A = CORNERS;
const B = CORNERS + 3;
const C = CORNERS + 6;
const LAST = CORNERS + 9;

export function findPortal(f: Float64Array, geometry: Geometry, shape: number): number {
  // from the local origin to the line
  let x = 0;
  let y = 0;
  for (let c = 0; c < 3; c++) {
    x += f[ACROSS_X + c] * f[CENTER + c];
    y += f[ACROSS_Y + c] * f[CENTER + c];
  }
  f[TOWARD] = x;
  f[TOWARD + 1] = y;
  f[TOWARD + 2] = 0;
  if (x === 0 && y === 0) f[TOWARD] = 1;
  if (isBehind(f, geometry, shape, B)) return BESIDE;
  f[TOWARD] = -f[TOWARD];
  f[TOWARD + 1] = -f[TOWARD + 1];
  if (isBehind(f, geometry, shape, C)) return BESIDE;
  // a point inside
  for (let c = 0; c < 3; c++) f[A + c] = 0.5 * (f[B + c] + f[C + c]);
  const nx = f[TOWARD + 1];
  const ny = -f[TOWARD];
  f[TOWARD] = -f[A];
  f[TOWARD + 1] = -f[A + 1];
  if (f[A] === 0 && f[A + 1] === 0) {
    f[TOWARD] = nx;
    f[TOWARD + 1] = ny;
  }
  return widen(f, geometry, shape);
}

/** Searches from the point inside at f[A …] along f[TOWARD …], the way to the line. */
function widen(f: Float64Array, geometry: Geometry, shape: number): number {
  const wayX = f[TOWARD];
  const wayY = f[TOWARD + 1];
  if (isBehind(f, geometry, shape, B)) return BESIDE;
  const left = wayX * (f[B + 1] - f[A + 1]) - wayY * (f[B] - f[A]);
  // the other side of the way
  f[TOWARD] = left > 0 ? wayY : -wayY;
  f[TOWARD + 1] = left > 0 ? -wayX : wayX;
  if (isBehind(f, geometry, shape, C)) return BESIDE;
  if (left > 0) swapSides(f);
  const slack = f[SLACK];
  for (let step = 0; step < MAX_SUPPORTS; step++) {
    // A, B to the right of the way and C to the left of it are counter-clockwise
    const between = f[B] * f[C + 1] - f[B + 1] * f[C];
    const right = f[A] * f[B + 1] - f[A + 1] * f[B];
    const leftArea = f[C] * f[A + 1] - f[C + 1] * f[A];
    if (between >= 0) return between + right + leftArea > 0 ? THROUGH : GRAZING;
    // out of the side B C
    const x = f[C + 1] - f[B + 1];
    const y = f[B] - f[C];
    const length = Math.sqrt(x * x + y * y);
    if (!(length > 0)) return GRAZING;
    f[TOWARD] = x;
    f[TOWARD + 1] = y;
    if (isBehind(f, geometry, shape, LAST)) return BESIDE;
    const rise = x * (f[LAST] - f[B]) + y * (f[LAST + 1] - f[B + 1]);
    if (!(rise > 0.25 * slack * length)) return GRAZING;
    const to = wayX * (f[LAST + 1] - f[A + 1]) - wayY * (f[LAST] - f[A]) > 0 ? C : B;
    for (let c = 0; c < 3; c++) f[to + c] = f[LAST + c];
  }
  return GRAZING;
}

/** Writes the support along f[TOWARD …] to f[to …]. @returns whether the line is beyond it by more than the slack */
function isBehind(f: Float64Array, geometry: Geometry, shape: number, to: number): boolean {
  supportAcross(f, geometry, shape, to);
  const x = f[TOWARD];
  const y = f[TOWARD + 1];
  return x * f[to] + y * f[to + 1] < -f[SLACK] * Math.sqrt(x * x + y * y);
}

function swapSides(f: Float64Array): void {
  for (let c = 0; c < 3; c++) {
    const b = f[B + c];
    f[B + c] = f[C + c];
    f[C + c] = b;
  }
}

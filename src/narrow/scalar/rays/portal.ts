/**
 * Finds a portal of a body for a line (tables.ts). Or a proof that the line misses the body: a direction across the
 * line along which the whole body lies behind it. Seen along the line this is a question in the plane: is the line's
 * point inside the outline of the body? From a point inside the outline, two points of it on both sides of the way to
 * the line are moved outward until the line is between them.
 *
 *   reads    body: the axes across the ray, slack, growth
 *   writes   the corners of body.portal
 *   returns  BESIDE, THROUGH or GRAZING
 *
 * Method: Snethen, XenoCollide: Complex Collision Made Simple, Game Programming Gems 7, 2008, in two dimensions.
 */
import type { Double, Doubles, Flag, Int } from '../../wide/lanes.ts';
import { copy, dot } from '../cast/vectors.ts';
import { supportAcross } from './across.ts';
import type { RayPools } from './pools.ts';
import type { BodyRay } from './tables.ts';

/** The line misses the body by more than the slack: proven. */
export const BESIDE = 0;
/** The line passes through the portal. */
export const THROUGH = 1;
/** The line touches the outline within the slack, or the outline has no area. */
export const GRAZING = 2;

/** Of 50,000 rays at round shapes, those that miss take 11 at most. */
const MOST_SUPPORTS = 64;

export function findPortal(body: BodyRay, pools: RayPools, word: Int): Int {
  const portal = body.portal;
  const a = portal.a;
  const b = portal.b;
  const c = portal.c;
  const toward = portal.toward;
  // from the local origin to the line
  const x = dot(portal.x, body.center);
  const y = dot(portal.y, body.center);
  toward[0] = x === 0 && y === 0 ? 1 : x;
  toward[1] = y;
  toward[2] = 0;
  const isBefore = isBehind(b, body, pools, word);
  if (isBefore) return BESIDE;
  toward[0] = -toward[0];
  toward[1] = -toward[1];
  const isAfter = isBehind(c, body, pools, word);
  if (isAfter) return BESIDE;
  // a point inside, and the way from it to the line
  a[0] = 0.5 * (b[0] + c[0]);
  a[1] = 0.5 * (b[1] + c[1]);
  a[2] = 0.5 * (b[2] + c[2]);
  const wayX = a[0] === 0 && a[1] === 0 ? toward[1] : -a[0];
  const wayY = a[0] === 0 && a[1] === 0 ? -toward[0] : -a[1];
  toward[0] = wayX;
  toward[1] = wayY;
  return widen(body, pools, word);
}

/** Searches from the point inside, corner a, along `toward`. */
function widen(body: BodyRay, pools: RayPools, word: Int): Int {
  const portal = body.portal;
  const a = portal.a;
  const b = portal.b;
  const c = portal.c;
  const last = portal.last;
  const toward = portal.toward;
  const wayX = toward[0];
  const wayY = toward[1];
  const isBeyond = isBehind(last, body, pools, word);
  if (isBeyond) return BESIDE;
  const isLeft = wayX * (last[1] - a[1]) - wayY * (last[0] - a[0]) > 0;
  copy(isLeft ? c : b, last);
  // the other side of the way
  toward[0] = isLeft ? wayY : -wayY;
  toward[1] = isLeft ? -wayX : wayX;
  const isAside = isBehind(isLeft ? b : c, body, pools, word);
  if (isAside) return BESIDE;
  for (let step: Int = 0; step < MOST_SUPPORTS; step++) {
    // a, b to the right of the way and c to the left of it are counter-clockwise
    const between = areaOf(b, c);
    if (between >= 0) return between + areaOf(a, b) + areaOf(c, a) > 0 ? THROUGH : GRAZING;
    // out of the side from b to c
    const x = c[1] - b[1];
    const y = b[0] - c[0];
    const length = Math.sqrt(x * x + y * y);
    if (!(length > 0)) return GRAZING;
    toward[0] = x;
    toward[1] = y;
    const isOut = isBehind(last, body, pools, word);
    if (isOut) return BESIDE;
    const rise = x * (last[0] - b[0]) + y * (last[1] - b[1]);
    if (!(rise > 0.25 * body.slack * length)) return GRAZING;
    copy(wayX * (last[1] - a[1]) - wayY * (last[0] - a[0]) > 0 ? c : b, last);
  }
  return GRAZING;
}

/** Seen along the ray, twice the area of the origin and two points: > 0 if they are counter-clockwise. */
export function areaOf(a: Doubles, b: Doubles): Double {
  return a[0] * b[1] - a[1] * b[0];
}

/** Writes the support along `toward`. @returns whether the line is beyond it by more than the slack */
function isBehind(to: Doubles, body: BodyRay, pools: RayPools, word: Int): Flag {
  supportAcross(to, body, pools, word);
  const x = body.portal.toward[0];
  const y = body.portal.toward[1];
  return x * to[0] + y * to[1] < -body.slack * Math.sqrt(x * x + y * y);
}

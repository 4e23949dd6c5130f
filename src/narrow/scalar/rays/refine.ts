/**
 * Where a line through a portal meets the boundary of a body. The plane of the portal is moved outward to the support
 * of the body: the boundary lies between the two. The support replaces a corner of the portal, so that the line still
 * passes through it, until both planes meet: exactly for polytopes.
 *
 *   reads    body: the axes across the ray, slack, size, the portal
 *   writes   portal.outer and inner; body.normal: the outward unit normal at the boundary
 */
import type { Double, Flag, Int } from '../../wide/lanes.ts';
import { copy, dot } from '../cast/vectors.ts';
import { greater, lesser } from '../extremes.ts';
import { supportAcross } from './across.ts';
import type { RayPools } from './pools.ts';
import { areaOf } from './portal.ts';
import type { BodyRay, Portal } from './tables.ts';

/** The planes meet within this part of the size. At 2⁻⁴⁰, 1 % of the rays into cylinders and cones do not end. */
const MEET: Double = 1 / 68_719_476_736;
/**
 * Supports of one search. Of 50,000 rays into round shapes the median takes 23–47, with those of the portal, and 99 %
 * at most 58. A search that ends here has its bracket in the error bound.
 */
const MOST_SUPPORTS = 256;
const INFINITE: Double = 1 / 0;

/** @param sign 1 for the entry; −1 for the exit: then the line is reversed in outer and inner */
export function refine(body: BodyRay, pools: RayPools, word: Int, sign: Double): void {
  const portal = body.portal;
  const a = portal.a;
  const b = portal.b;
  const c = portal.c;
  const u = body.unit;
  const toward = portal.toward;
  const reached = greater(MEET * body.size, 4 * body.slack);
  let outer: Double = -INFINITE;
  // of a portal without area
  let inner: Double = greater(greater(sign * a[2], sign * b[2]), sign * c[2]);
  body.normal[0] = -sign * u[0];
  body.normal[1] = -sign * u[1];
  body.normal[2] = -sign * u[2];
  for (let step: Int = 0; step < MOST_SUPPORTS; step++) {
    const abX = b[0] - a[0];
    const abY = b[1] - a[1];
    const abZ = sign * (b[2] - a[2]);
    const acX = c[0] - a[0];
    const acY = c[1] - a[1];
    const acZ = sign * (c[2] - a[2]);
    const x = abY * acZ - abZ * acY;
    const y = abZ * acX - abX * acZ;
    const z = abX * acY - abY * acX;
    // a portal without area: the one before is the best
    if (!(z > 0)) break;
    toward[0] = -x;
    toward[1] = -y;
    toward[2] = -sign * z;
    supportAcross(portal.last, body, pools, word);
    const most = -lesser(lesser(dot(toward, a), dot(toward, b)), dot(toward, c));
    const height = -dot(toward, portal.last);
    inner = most / z;
    const length = Math.sqrt(x * x + y * y + z * z);
    if (height / z >= outer) {
      outer = height / z;
      const v = portal.x;
      const w = portal.y;
      body.normal[0] = (toward[0] * v[0] + toward[1] * w[0] + toward[2] * u[0]) / length;
      body.normal[1] = (toward[0] * v[1] + toward[1] * w[1] + toward[2] * u[1]) / length;
      body.normal[2] = (toward[0] * v[2] + toward[1] * w[2] + toward[2] * u[2]) / length;
    }
    if (!(most - height > reached * length)) break;
    const isReplaced = replaceCorner(portal);
    if (!isReplaced) break;
  }
  portal.inner = inner;
  portal.outer = outer === -INFINITE ? inner : lesser(outer, inner);
}

/**
 * Replaces the corner of the portal whose opposite side and the last support have the line between them.
 * @returns whether there is one
 */
function replaceCorner(portal: Portal): Flag {
  const a = portal.a;
  const b = portal.b;
  const c = portal.c;
  const last = portal.last;
  // on which side of the support the line passes each corner
  const sideA = areaOf(last, a);
  const sideB = areaOf(last, b);
  const sideC = areaOf(last, c);
  // twice the areas of two corners and the support
  const ab = areaOf(a, b) + sideA - sideB;
  const bc = areaOf(b, c) + sideB - sideC;
  const ca = areaOf(c, a) + sideC - sideA;
  let best: Double = 0;
  let corner: Int = -1;
  if (sideA >= 0 && sideB <= 0 && ab > best) {
    best = ab;
    corner = 2;
  }
  if (sideB >= 0 && sideC <= 0 && bc > best) {
    best = bc;
    corner = 0;
  }
  if (sideC >= 0 && sideA <= 0 && ca > best) corner = 1;
  if (corner < 0) return false;
  copy(corner === 0 ? a : corner === 1 ? b : c, last);
  return true;
}

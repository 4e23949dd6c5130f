/**
 * Where a line through a portal meets the boundary of a body. The plane of the portal is moved outward to the support
 * of the body: the boundary lies between the two. The support replaces a corner of the portal, so that the line still
 * passes through it, until both planes meet: exactly for polytopes.
 *
 *   reads    body: the axes across the ray, slack, size, the portal
 *   writes   portal.outer and inner; body.normal: the outward unit normal at the boundary, local
 */
import type { Double, Int } from '../../language/lanes.ts';
import { lesser } from '../../math/extremes.ts';
import { copy, dot, load, type Vec3, zero } from '../../math/vectors.ts';
import { areaOf, localAcross, supportAcross } from './across.ts';
import type { RayPools } from './pools.ts';
import type { BodyRay } from './rayNumbers.ts';

/** The planes meet within this part of the size. At 2⁻⁴⁰, 1 % of the rays into cylinders and cones do not end. */
const MEET: Double = 1 / 68_719_476_736;
/**
 * Supports of one search. Of 50,000 rays into round shapes the median takes 23–47, with those of the portal, and 99 %
 * at most 58. A search that ends here has its bracket in the error bound.
 */
const MOST_SUPPORTS = 256;
const INFINITE: Double = 1 / 0;

/**
 * The module of hosts has its records in local variables, as wasm has (tools/hostModules.ts).
 * @param sign 1 for the entry; −1 for the exit: then the line is reversed in outer and inner
 */
export function refine(body: BodyRay, pools: RayPools, word: Int, sign: Double): void {
  const { normal, portal } = body;
  const a = zero();
  const b = zero();
  const c = zero();
  load(a, portal.a, 0);
  load(b, portal.b, 0);
  load(c, portal.c, 0);
  const last = zero();
  const toward = zero();
  const reached = Math.max(MEET * body.size, 4 * body.slack);
  let outer: Double = -INFINITE;
  // of a portal without area
  let inner: Double = Math.max(Math.max(sign * a.z, sign * b.z), sign * c.z);
  // along the outward normal
  const facing = zero();
  facing.z = -sign;
  let length: Double = 1;
  for (let step: Int = 0; step < MOST_SUPPORTS; step++) {
    const abX = b.x - a.x;
    const abY = b.y - a.y;
    const abZ = sign * (b.z - a.z);
    const acX = c.x - a.x;
    const acY = c.y - a.y;
    const acZ = sign * (c.z - a.z);
    const rise = abX * acY - abY * acX;
    // a portal without area: the one before is the best
    if (!(rise > 0)) break;
    toward.x = -(abY * acZ - abZ * acY);
    toward.y = -(abZ * acX - abX * acZ);
    toward.z = -sign * rise;
    supportAcross(last, body, pools, word, toward);
    const heightA = dot(toward, a);
    const heightB = dot(toward, b);
    const heightC = dot(toward, c);
    const lowest = lesser(heightA, heightB);
    const most = -lesser(lowest, heightC);
    const height = -dot(toward, last);
    inner = most / rise;
    const size = Math.sqrt(dot(toward, toward));
    if (height / rise >= outer) {
      outer = height / rise;
      length = size;
      copy(facing, toward);
    }
    if (!(most - height > reached * size)) break;
    const replaced = cornerFor(a, b, c, last);
    if (replaced < 0) break;
    if (replaced === 0) copy(a, last);
    else if (replaced === 1) copy(b, last);
    else copy(c, last);
  }
  portal.inner = inner;
  portal.outer = outer === -INFINITE ? inner : Math.min(outer, inner);
  localAcross(last, body, facing);
  normal[0] = last.x / length;
  normal[1] = last.y / length;
  normal[2] = last.z / length;
}

/**
 * The corner of the portal whose opposite side and the last support have the line between them.
 * @returns 0, 1 or 2 for a, b or c; −1 if there is none
 */
function cornerFor(a: Vec3, b: Vec3, c: Vec3, last: Vec3): Int {
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
  return corner;
}

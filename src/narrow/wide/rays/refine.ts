/**
 * Where a line through a portal meets the boundary of a body. The plane of the portal is moved outward to the support
 * of the body: the boundary lies between the two. The support replaces a corner of the portal, so that the line still
 * passes through it, until both planes meet: exactly for polytopes.
 */
import { type Double, type Int, type Ints, max, min, sqrt } from '../lanes.ts';
import type { Vec } from '../planes/placed.ts';
import { type Across, localAcross, supportAcross } from './across.ts';
import type { LocalRay } from './localRay.ts';
import type { Portal } from './portal.ts';

/** The planes meet within this part of the size. At 2⁻⁴⁰, 1 % of the rays into cylinders and cones do not end. */
const MEET: Double = 1 / 68_719_476_736;
/**
 * Supports of one search. Of 50,000 rays into round shapes the median takes 23–47, with those of the portal, and 99 %
 * at most 58. A search that ends here has its bracket in the error bound.
 */
const MOST_SUPPORTS = 256;
const INFINITE = 1 / 0;

/** The boundary of a body on a line. */
export interface Boundary {
  /** Along the line, no point of the body is before `outer`, and `inner` is one of them (m). */
  readonly outer: Double;
  readonly inner: Double;
  /** Outward unit normal, local. */
  readonly normal: Vec;
}

/** @param sign 1 for the entry; −1 for the exit: then the line is reversed in the result */
export function refine(
  context: Ints,
  words: Ints,
  growth: Double,
  across: Across,
  local: LocalRay,
  portal: Portal,
  sign: Double,
): Boundary {
  const four: Double = 4;
  const reached = max(MEET * local.size, four * local.slack);
  let a = portal.a;
  let b = portal.b;
  let c = portal.c;
  let outer: Double = -INFINITE;
  // of a portal without area
  let inner: Double = max(max(sign * a.z, sign * b.z), sign * c.z);
  let normal: Vec = { x: -sign * across.z.x, y: -sign * across.z.y, z: -sign * across.z.z };
  for (let step: Int = 0; step < MOST_SUPPORTS; step += 1) {
    const abx = b.x - a.x;
    const aby = b.y - a.y;
    const abz = sign * (b.z - a.z);
    const acx = c.x - a.x;
    const acy = c.y - a.y;
    const acz = sign * (c.z - a.z);
    const nx = aby * acz - abz * acy;
    const ny = abz * acx - abx * acz;
    const nz = abx * acy - aby * acx;
    // a portal without area: the one before is the best
    if (!(nz > 0)) break;
    const n: Vec = { x: nx, y: ny, z: sign * nz };
    const toward: Vec = { x: -n.x, y: -n.y, z: -n.z };
    const last = supportAcross(context, words, growth, across, toward);
    const most = max(max(heightOf(n, a), heightOf(n, b)), heightOf(n, c));
    const height = heightOf(n, last);
    inner = most / nz;
    const length = sqrt(nx * nx + ny * ny + nz * nz);
    if (height / nz >= outer) {
      outer = height / nz;
      const v = localAcross(across, n);
      normal = { x: -v.x / length, y: -v.y / length, z: -v.z / length };
    }
    if (!(most - height > reached * length)) break;
    const replaced = cornerFor(a, b, c, last);
    if (replaced < 0) break;
    if (replaced === 0) a = last;
    else if (replaced === 1) b = last;
    else c = last;
  }
  if (outer === -INFINITE) outer = inner;
  return { outer: min(outer, inner), inner, normal };
}

function heightOf(n: Vec, point: Vec): Double {
  return n.x * point.x + n.y * point.y + n.z * point.z;
}

/**
 * The corner of the portal whose opposite side and the last support have the line between them.
 * @returns 0, 1 or 2 for a, b or c; −1 if there is none
 */
function cornerFor(a: Vec, b: Vec, c: Vec, last: Vec): Int {
  // on which side of the support the line passes each corner
  const sideA = last.x * a.y - last.y * a.x;
  const sideB = last.x * b.y - last.y * b.x;
  const sideC = last.x * c.y - last.y * c.x;
  let best: Double = 0;
  let corner: Int = -1;
  const ab = areaOf(a, b, sideA, sideB);
  if (ab > best) {
    best = ab;
    corner = 2;
  }
  const bc = areaOf(b, c, sideB, sideC);
  if (bc > best) {
    best = bc;
    corner = 0;
  }
  const ca = areaOf(c, a, sideC, sideA);
  return ca > best ? 1 : corner;
}

/** Twice the area of two corners and the support; 0 if the line does not pass between the support and their side. */
function areaOf(from: Vec, to: Vec, sideFrom: Double, sideTo: Double): Double {
  const area = from.x * to.y - from.y * to.x + sideFrom - sideTo;
  return sideFrom >= 0 && sideTo <= 0 ? area : 0;
}

/**
 * Where a line through a portal meets the boundary of a body. The plane of the portal is moved outward to the support
 * of the body: the boundary lies between the two. The support replaces a corner of the portal, so that the line still
 * passes through it, until both planes meet: exactly for polytopes.
 */
import { type Double, type Int, type Ints, max, min, sqrt } from '../lanes.ts';
import { inner, outer, type Vec } from '../planes/placed.ts';
import { type Across, areaOf, localAcross, supportAcross } from './across.ts';
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

/** @param size of the body (m) @param sign 1 for the entry; −1 for the exit: then the line is reversed in the result */
export function refine(
  context: Ints,
  words: Ints,
  across: Across,
  size: Double,
  portal: Portal,
  sign: Double,
): Boundary {
  const four: Double = 4;
  const reached = max(MEET * size, four * across.slack);
  let a = portal.a;
  let b = portal.b;
  let c = portal.c;
  let before: Double = -INFINITE;
  // of a portal without area
  let within: Double = max(max(sign * a.z, sign * b.z), sign * c.z);
  let normal: Vec = { x: -sign * across.z.x, y: -sign * across.z.y, z: -sign * across.z.z };
  for (let step: Int = 0; step < MOST_SUPPORTS; step += 1) {
    const ab: Vec = { x: b.x - a.x, y: b.y - a.y, z: sign * (b.z - a.z) };
    const ac: Vec = { x: c.x - a.x, y: c.y - a.y, z: sign * (c.z - a.z) };
    const raised = outer(ab, ac);
    // a portal without area: the one before is the best
    if (!(raised.z > 0)) break;
    const n: Vec = { x: raised.x, y: raised.y, z: sign * raised.z };
    const toward: Vec = { x: -n.x, y: -n.y, z: -n.z };
    const last = supportAcross(context, words, across, toward);
    const most = max(max(inner(n, a), inner(n, b)), inner(n, c));
    const height = inner(n, last);
    within = most / raised.z;
    const length = sqrt(inner(n, n));
    if (height / raised.z >= before) {
      before = height / raised.z;
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
  if (before === -INFINITE) before = within;
  return { outer: min(before, within), inner: within, normal };
}

/**
 * The corner of the portal whose opposite side and the last support have the line between them.
 * @returns 0, 1 or 2 for a, b or c; −1 if there is none
 */
function cornerFor(a: Vec, b: Vec, c: Vec, last: Vec): Int {
  // on which side of the support the line passes each corner
  const sideA = areaOf(last, a);
  const sideB = areaOf(last, b);
  const sideC = areaOf(last, c);
  let best: Double = 0;
  let corner: Int = -1;
  const ab = areaBeyond(a, b, sideA, sideB);
  if (ab > best) {
    best = ab;
    corner = 2;
  }
  const bc = areaBeyond(b, c, sideB, sideC);
  if (bc > best) {
    best = bc;
    corner = 0;
  }
  const ca = areaBeyond(c, a, sideC, sideA);
  return ca > best ? 1 : corner;
}

/** Twice the area of two corners and the support; 0 if the line does not pass between the support and their side. */
function areaBeyond(from: Vec, to: Vec, sideFrom: Double, sideTo: Double): Double {
  const area = areaOf(from, to) + sideFrom - sideTo;
  return sideFrom >= 0 && sideTo <= 0 ? area : 0;
}

/**
 * Where a line through a portal meets the boundary of a body. The plane of the portal is moved outward to the support
 * of the body: the boundary lies between the two. The support replaces a corner of the portal, so that the line still
 * passes through it, until both planes meet: exactly for polytopes.
 *
 *   reads    the axes across the ray, f[CORNERS …]: a portal; f[SLACK], f[SIZE]
 *   writes   f[OUTER], f[INNER]: along z, no point of the body on the line is before OUTER, and INNER is one of them;
 *            f[PORTAL_NORMAL …]: the outward unit normal at the boundary, local
 *
 * Seen along the line, `sign` 1 is the entry and −1 the exit: then z is reversed in OUTER and INNER.
 */
import type { Geometry } from '../../../shapes/cores/core.ts';
import { supportAcross } from './across.ts';
import {
  ACROSS_X,
  ACROSS_Y,
  CORNERS,
  INNER,
  OUTER,
  PORTAL_NORMAL,
  SIDES,
  SIZE,
  SLACK,
  TOWARD,
  UNIT,
} from './places.ts';

/** The planes meet within this part of the size. At 2⁻⁴⁰, 1 % of the rays into cylinders and cones do not end. */
const MEET = 2 ** -36;
/**
 * Supports of one search. Of 50,000 rays into round shapes the median takes 23–47, with those of the portal, and 99 %
 * at most 58. A search that ends here has its bracket in the error bound.
 */
const MAX_SUPPORTS = 256;

const A = CORNERS;
const B = CORNERS + 3;
const C = CORNERS + 6;
const LAST = CORNERS + 9;

export function refine(f: Float64Array, geometry: Geometry, shape: number, sign: number): void {
  const reached = Math.max(MEET * f[SIZE], 4 * f[SLACK]);
  let outer = -Infinity;
  // of a portal without area
  f[INNER] = Math.max(sign * f[A + 2], sign * f[B + 2], sign * f[C + 2]);
  for (let c = 0; c < 3; c++) f[PORTAL_NORMAL + c] = -sign * f[UNIT + c];
  for (let step = 0; step < MAX_SUPPORTS; step++) {
    const abx = f[B] - f[A];
    const aby = f[B + 1] - f[A + 1];
    const abz = sign * (f[B + 2] - f[A + 2]);
    const acx = f[C] - f[A];
    const acy = f[C + 1] - f[A + 1];
    const acz = sign * (f[C + 2] - f[A + 2]);
    const nx = aby * acz - abz * acy;
    const ny = abz * acx - abx * acz;
    const nz = abx * acy - aby * acx;
    // a portal without area: the one before is the best
    if (!(nz > 0)) break;
    f[TOWARD] = -nx;
    f[TOWARD + 1] = -ny;
    f[TOWARD + 2] = -sign * nz;
    supportAcross(f, geometry, shape, LAST);
    const heightA = nx * f[A] + ny * f[A + 1] + sign * nz * f[A + 2];
    const heightB = nx * f[B] + ny * f[B + 1] + sign * nz * f[B + 2];
    const heightC = nx * f[C] + ny * f[C + 1] + sign * nz * f[C + 2];
    const height = nx * f[LAST] + ny * f[LAST + 1] + sign * nz * f[LAST + 2];
    const inner = Math.max(heightA, heightB, heightC);
    f[INNER] = inner / nz;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (height / nz >= outer) {
      outer = height / nz;
      for (let c = 0; c < 3; c++) {
        f[PORTAL_NORMAL + c] = -(nx * f[ACROSS_X + c] + ny * f[ACROSS_Y + c] + sign * nz * f[UNIT + c]) / length;
      }
    }
    if (!(inner - height > reached * length) || !replaceCorner(f)) break;
  }
  f[OUTER] = outer === -Infinity ? f[INNER] : Math.min(outer, f[INNER]);
}

/**
 * Replaces the corner of the portal whose opposite side and the last support have the line between them.
 * @returns whether there is one
 */
function replaceCorner(f: Float64Array): boolean {
  const x = f[LAST];
  const y = f[LAST + 1];
  // on which side of the support the line passes each corner
  for (let k = 0; k < 3; k++) f[SIDES + k] = x * f[CORNERS + 3 * k + 1] - y * f[CORNERS + 3 * k];
  let best = 0;
  let at = -1;
  for (let k = 0; k < 3; k++) {
    const next = k === 2 ? 0 : k + 1;
    const from = CORNERS + 3 * k;
    const to = CORNERS + 3 * next;
    if (!(f[SIDES + k] >= 0 && f[SIDES + next] <= 0)) continue;
    // twice the area of corner k, the next corner, and the support
    const area = f[from] * f[to + 1] - f[from + 1] * f[to] + f[SIDES + k] - f[SIDES + next];
    if (area > best) {
      best = area;
      at = CORNERS + 3 * ((k + 2) % 3);
    }
  }
  if (at < 0) return false;
  for (let c = 0; c < 3; c++) f[at + c] = f[LAST + c];
  return true;
}

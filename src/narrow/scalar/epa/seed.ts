/**
 * The start of the penetration search: supports of the difference D = B − A, and a first tetrahedron inside it. It is
 * GJK's own if its volume is large enough, else one as wide as supports of D allow.
 */

import { A, ALONG, COUNT, DIR, type Geometry, HEIGHT, ID_A, ID_B, NORMAL, type Scratch, SIZE, Y } from '../scratch.ts';
import { supportDifference } from '../support.ts';
import type { Polytope } from './polytopeTable.ts';

/** A D thinner than this part of the size is flat, a line or a point. */
export const FLAT = 1e-11;

/** Writes the support of D along f[NORMAL …] to slot `slot`, and its height to f[HEIGHT]. */
export function supportPoint(
  f: Float64Array,
  p: Polytope,
  slot: number,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
): void {
  const { y } = p;
  const at = 3 * slot;
  for (let c = 0; c < 3; c++) f[DIR + c] = -f[NORMAL + c];
  supportDifference(f, geometryA, rowA, geometryB, rowB, y, at, p.a, at, p.ids, 2 * slot, 1);
  f[HEIGHT] = f[NORMAL] * y[at] + f[NORMAL + 1] * y[at + 1] + f[NORMAL + 2] * y[at + 2];
}

/**
 * Makes the first tetrahedron: GJK's own if its volume is large enough, else a wide one.
 * @returns 1 if points 0 → 1 → 2 are counter-clockwise seen from 3, −1 if clockwise. 0 if D is flat: then f[NORMAL …]
 *   is a direction in which D has no thickness
 */
export function seedTetrahedron(
  scratch: Scratch,
  p: Polytope,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
): number {
  const { f, i } = scratch;
  if (i[COUNT] === 4) {
    for (let k = 0; k < 4; k++) {
      for (let c = 0; c < 3; c++) {
        p.y[3 * k + c] = f[Y + 3 * k + c];
        p.a[3 * k + c] = f[A + 3 * k + c];
        p.along[3 * k + c] = f[ALONG + 3 * k + c];
      }
      p.ids[2 * k] = i[ID_A + k];
      p.ids[2 * k + 1] = i[ID_B + k];
    }
    const side = tetrahedronSide(p);
    if (side !== 0) return side;
  }
  return seedSpread(f, p, geometryA, rowA, geometryB, rowB);
}

/** A tetrahedron is a good start if its volume is at least this part of the product of its edges at point 3. */
const PLUMP = 1e-4;

/** 1 if points 0 → 1 → 2 are counter-clockwise seen from 3, −1 if clockwise, 0 if they are too flat to decide. */
function tetrahedronSide({ y }: Polytope): number {
  const ax = y[0] - y[9];
  const ay = y[1] - y[10];
  const az = y[2] - y[11];
  const bx = y[3] - y[9];
  const by = y[4] - y[10];
  const bz = y[5] - y[11];
  const cx = y[6] - y[9];
  const cy = y[7] - y[10];
  const cz = y[8] - y[11];
  const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  const edges = (ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz) * (cx * cx + cy * cy + cz * cz);
  if (!(volume * volume > PLUMP * PLUMP * edges)) return 0;
  return volume < 0 ? 1 : -1;
}

/**
 * A tetrahedron as wide as supports of D allow: the longest of the axes, the point farthest from it, the highest above
 * both.
 */
function seedSpread(
  f: Float64Array,
  p: Polytope,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
): number {
  const { y } = p;
  const flat = FLAT * f[SIZE];

  // slots 0, 1: the two ends of the widest axis
  let widest = -1;
  for (let axis = 0; axis < 3; axis++) {
    for (let c = 0; c < 3; c++) f[NORMAL + c] = c === axis ? 1 : 0;
    supportPoint(f, p, 4, geometryA, rowA, geometryB, rowB);
    const high = f[HEIGHT];
    f[NORMAL + axis] = -1;
    supportPoint(f, p, 5, geometryA, rowA, geometryB, rowB);
    const width = high + f[HEIGHT];
    if (width > widest) {
      widest = width;
      movePoint(p, 4, 0);
      movePoint(p, 5, 1);
    }
  }
  if (!(widest > flat)) {
    // D is a point
    f[NORMAL] = 0;
    f[NORMAL + 1] = -1;
    f[NORMAL + 2] = 0;
    return 0;
  }

  // slot 2: the point farthest from the line 0–1, among supports along ± two perpendiculars
  const ex = y[3] - y[0];
  const ey = y[4] - y[1];
  const ez = y[5] - y[2];
  const least = Math.abs(ex) <= Math.abs(ey) && Math.abs(ex) <= Math.abs(ez) ? 0 : Math.abs(ey) <= Math.abs(ez) ? 1 : 2;
  f[NORMAL] = least === 0 ? 0 : least === 1 ? -ez : ey;
  f[NORMAL + 1] = least === 0 ? ez : least === 1 ? 0 : -ex;
  f[NORMAL + 2] = least === 0 ? -ey : least === 1 ? ex : 0;
  scaleNormal(f);
  const ux = f[NORMAL];
  const uy = f[NORMAL + 1];
  const uz = f[NORMAL + 2];
  let farthest = -1;
  for (let turn = 0; turn < 4; turn++) {
    const sign = turn & 1 ? -1 : 1;
    f[NORMAL] = sign * (turn < 2 ? ux : ey * uz - ez * uy);
    f[NORMAL + 1] = sign * (turn < 2 ? uy : ez * ux - ex * uz);
    f[NORMAL + 2] = sign * (turn < 2 ? uz : ex * uy - ey * ux);
    scaleNormal(f);
    supportPoint(f, p, 4, geometryA, rowA, geometryB, rowB);
    const height = f[HEIGHT] - (f[NORMAL] * y[0] + f[NORMAL + 1] * y[1] + f[NORMAL + 2] * y[2]);
    if (height > farthest) {
      farthest = height;
      movePoint(p, 4, 2);
    }
  }
  if (!(farthest > flat)) {
    // D is a line
    f[NORMAL] = ux;
    f[NORMAL + 1] = uy;
    f[NORMAL + 2] = uz;
    scaleNormal(f);
    return 0;
  }

  // slot 3: the point highest above or below the plane 0–1–2
  const gx = y[6] - y[0];
  const gy = y[7] - y[1];
  const gz = y[8] - y[2];
  f[NORMAL] = ey * gz - ez * gy;
  f[NORMAL + 1] = ez * gx - ex * gz;
  f[NORMAL + 2] = ex * gy - ey * gx;
  scaleNormal(f);
  const base = f[NORMAL] * y[0] + f[NORMAL + 1] * y[1] + f[NORMAL + 2] * y[2];
  supportPoint(f, p, 3, geometryA, rowA, geometryB, rowB);
  const above = f[HEIGHT] - base;
  for (let c = 0; c < 3; c++) f[NORMAL + c] = -f[NORMAL + c];
  scaleNormal(f);
  supportPoint(f, p, 4, geometryA, rowA, geometryB, rowB);
  const below = f[HEIGHT] + base;
  if (!(above + below > flat)) return 0; // D is flat
  if (below > above) movePoint(p, 4, 3);
  return below > above ? -1 : 1;
}

/** Makes f[NORMAL …] a unit vector. It takes no numbers: V8 allocates for doubles that cross a call. */
function scaleNormal(f: Float64Array): void {
  const x = f[NORMAL];
  const y = f[NORMAL + 1];
  const z = f[NORMAL + 2];
  const share = 1 / Math.sqrt(x * x + y * y + z * z);
  f[NORMAL] = x * share;
  f[NORMAL + 1] = y * share;
  f[NORMAL + 2] = z * share;
}

function movePoint(p: Polytope, from: number, to: number): void {
  for (let c = 0; c < 3; c++) {
    p.y[3 * to + c] = p.y[3 * from + c];
    p.a[3 * to + c] = p.a[3 * from + c];
  }
  p.ids[2 * to] = p.ids[2 * from];
  p.ids[2 * to + 1] = p.ids[2 * from + 1];
}

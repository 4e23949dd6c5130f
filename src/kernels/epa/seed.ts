/**
 * The start of the penetration search: supports of the difference D = B − A, and a first tetrahedron inside it. It is
 * GJK's own if its volume is large enough, else one as wide as supports of D allow.
 */
import type { Double, Doubles, Flag, Int } from '../../language/lanes.ts';
import type { CorePools } from '../cores/corePair.ts';
import type { CoreScratch } from '../cores/scratch.ts';
import { supportDifference } from '../cores/support.ts';
import { copyPoint } from '../gjk/careful.ts';
import type { Polytope } from './polytopeTable.ts';

/** A D thinner than this part of the size is flat, a line or a point. */
export const FLAT = 1e-11;

/** Writes the support of D along the normal to slot `slot`, and its height to `height`. */
export function supportPoint(scratch: CoreScratch, slot: Int, a: CorePools, b: CorePools): void {
  const pair = scratch.pair;
  const p = scratch.polytope;
  const normal = pair.normal;
  const y = p.y;
  const at = 3 * slot;
  for (let c: Int = 0; c < 3; c++) pair.direction[c] = -normal[c];
  supportDifference(pair, a, b, p, slot);
  pair.height = normal[0] * y[at] + normal[1] * y[at + 1] + normal[2] * y[at + 2];
}

/**
 * Makes the first tetrahedron: GJK's own if its volume is large enough, else a wide one.
 * @returns 1 if points 0 → 1 → 2 are counter-clockwise seen from 3, −1 if clockwise. 0 if D is flat: then the normal
 *   is a direction in which D has no thickness
 */
export function seedTetrahedron(scratch: CoreScratch, a: CorePools, b: CorePools): Int {
  const simplex = scratch.pair.simplex;
  const p = scratch.polytope;
  if (simplex.count === 4) {
    for (let k: Int = 0; k < 4; k++) copyPoint(p, k, simplex, k);
    const side = tetrahedronSide(p.y);
    if (side !== 0) return side;
  }
  return seedAxis(scratch, a, b);
}

/** A tetrahedron is a good start if its volume is at least this part of the product of its edges at point 3. */
const PLUMP = 1e-4;

/** 1 if points 0 → 1 → 2 are counter-clockwise seen from 3, −1 if clockwise, 0 if they are too flat to decide. */
function tetrahedronSide(y: Doubles): Int {
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

// A tetrahedron as wide as supports of D allow: the longest of the axes, the point farthest from it, the highest above
// both. All return the same as `seedTetrahedron`.

/** Slots 0, 1: the two ends of the widest axis. */
function seedAxis(scratch: CoreScratch, a: CorePools, b: CorePools): Int {
  const pair = scratch.pair;
  const p = scratch.polytope;
  const normal = pair.normal;
  let widest: Double = -1;
  for (let axis: Int = 0; axis < 3; axis++) {
    for (let c: Int = 0; c < 3; c++) normal[c] = c === axis ? 1 : 0;
    supportPoint(scratch, 4, a, b);
    const high = pair.height;
    normal[axis] = -1;
    supportPoint(scratch, 5, a, b);
    const width = high + pair.height;
    if (width > widest) {
      widest = width;
      movePoint(p, 4, 0);
      movePoint(p, 5, 1);
    }
  }
  if (widest > FLAT * pair.size) return seedTriangle(scratch, a, b);
  // D is a point, and the normal −z
  normal[1] = -1;
  normal[2] = 0;
  return 0;
}

/** Slot 2: the point farthest from the line 0–1, among supports along ± two perpendiculars. */
function seedTriangle(scratch: CoreScratch, a: CorePools, b: CorePools): Int {
  const pair = scratch.pair;
  const normal = pair.normal;
  const y = scratch.polytope.y;
  const ex = y[3] - y[0];
  const ey = y[4] - y[1];
  const ez = y[5] - y[2];
  const isX: Flag = Math.abs(ex) <= Math.abs(ey) && Math.abs(ex) <= Math.abs(ez);
  const isY: Flag = !isX && Math.abs(ey) <= Math.abs(ez);
  normal[0] = isX ? 0 : isY ? -ez : ey;
  normal[1] = isX ? ez : isY ? 0 : -ex;
  normal[2] = isX ? -ey : isY ? ex : 0;
  scaleNormal(normal);
  const ux = normal[0];
  const uy = normal[1];
  const uz = normal[2];
  let farthest: Double = -1;
  for (let turn: Int = 0; turn < 4; turn++) {
    if (turn === 2) {
      normal[0] = ey * uz - ez * uy;
      normal[1] = ez * ux - ex * uz;
      normal[2] = ex * uy - ey * ux;
    }
    if ((turn & 1) === 0) scaleNormal(normal);
    else negate(normal);
    supportPoint(scratch, 4, a, b);
    const height = pair.height - (normal[0] * y[0] + normal[1] * y[1] + normal[2] * y[2]);
    if (height > farthest) {
      farthest = height;
      movePoint(scratch.polytope, 4, 2);
    }
  }
  if (farthest > FLAT * pair.size) return seedTop(scratch, a, b);
  // D is a line
  normal[0] = ux;
  normal[1] = uy;
  normal[2] = uz;
  scaleNormal(normal);
  return 0;
}

/** Slot 3: the point highest above or below the plane 0–1–2. */
function seedTop(scratch: CoreScratch, a: CorePools, b: CorePools): Int {
  const pair = scratch.pair;
  const normal = pair.normal;
  const y = scratch.polytope.y;
  const ex = y[3] - y[0];
  const ey = y[4] - y[1];
  const ez = y[5] - y[2];
  const gx = y[6] - y[0];
  const gy = y[7] - y[1];
  const gz = y[8] - y[2];
  normal[0] = ey * gz - ez * gy;
  normal[1] = ez * gx - ex * gz;
  normal[2] = ex * gy - ey * gx;
  scaleNormal(normal);
  const base = normal[0] * y[0] + normal[1] * y[1] + normal[2] * y[2];
  supportPoint(scratch, 3, a, b);
  const above = pair.height - base;
  negate(normal);
  scaleNormal(normal);
  supportPoint(scratch, 4, a, b);
  const below = pair.height + base;
  if (!(above + below > FLAT * pair.size)) return 0; // D is flat
  if (!(below > above)) return 1;
  movePoint(scratch.polytope, 4, 3);
  return -1;
}

function negate(normal: Doubles): void {
  for (let c: Int = 0; c < 3; c++) normal[c] = -normal[c];
}

/** Makes a normal a unit vector. */
function scaleNormal(normal: Doubles): void {
  const x = normal[0];
  const y = normal[1];
  const z = normal[2];
  const share = 1 / Math.sqrt(x * x + y * y + z * z);
  normal[0] = x * share;
  normal[1] = y * share;
  normal[2] = z * share;
}

function movePoint(p: Polytope, from: Int, to: Int): void {
  for (let c: Int = 0; c < 3; c++) {
    p.y[3 * to + c] = p.y[3 * from + c];
    p.a[3 * to + c] = p.a[3 * from + c];
  }
  p.idsA[to] = p.idsA[from];
  p.idsB[to] = p.idsB[from];
}

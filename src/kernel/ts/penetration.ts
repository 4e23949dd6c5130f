/**
 * Signed penetration of two cores that overlap, or that are too near to each other for GJK to name a direction: the
 * lowest supporting plane of the difference D = B − A, by growing a polytope inside D (EPA with signed planes).
 *
 * The lowest plane of the polytope is pushed out to D until it is a plane of D itself. The origin need not lie in the
 * polytope: a plane below the origin has a negative distance, is the lowest, and is pushed first; if D ends there too,
 * the cores are separated by it. So contact within rounding is no special case.
 *
 *   reads   f[ROT …], f[SHIFT …], f[SIZE], f[TOUCH], the simplex on which GJK ended (f[Y …], i[…])
 *   writes  f[NORMAL …] (A → B, frame A), f[DISTANCE] = minus the depth, f[BOUND], f[WITNESS …] on A's core, the simplex
 */

import { beginTetrahedron, FACES, grow, lowestFace, MAX_POINTS, POINTS, type Polytope } from './polytope.ts';
import {
  A,
  BOUND,
  COUNT,
  DIR,
  DISTANCE,
  EXPANSIONS,
  type Geometry,
  HEIGHT,
  ID_A,
  ID_B,
  NORMAL,
  ROT,
  type Scratch,
  SHIFT,
  SIZE,
  TOUCH,
  TRY_VV,
  TRY_WEIGHT,
  WEIGHT,
  WITNESS,
  Y,
} from './scratch.ts';
import { closestOnSimplex } from './simplex.ts';
import { loadVertex, supportVertex } from './support.ts';

/** A plane is a plane of D when D reaches no farther than this part of the size above it. */
const REACHED = 1e-10;
/** A point is above a plane, for growing, from this part of the size on: a few roundings of f64. */
const ABOVE = 1e-14;
/** GJK has seen contact if it came this near, as a part of the size. */
const BESIDE = 1e-7;
/** D is flat, a line, a point if it is thinner than this part of the size. */
const FLAT = 1e-11;

/** Finds the penetration of shape rows `rowA` and `rowB`. @returns whether the bounds met */
export function penetration(
  scratch: Scratch,
  p: Polytope,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
): boolean {
  const { f, i } = scratch;
  const { planes, ids, n } = p;
  i[EXPANSIONS] = 0;
  if (!seed(scratch, p, geometryA, rowA, geometryB, rowB)) {
    settleFlat(f, i, geometryA, rowA);
    // beside a flat D the search cannot tell the gap: only contact that GJK has seen is an answer
    return f[TOUCH]! <= BESIDE * f[SIZE]!;
  }
  const size = f[SIZE]!;
  p.above[0] = ABOVE * size;
  let expansions = 0;
  let met = false;
  let face = lowestFace(p);
  while (n[POINTS]! < MAX_POINTS) {
    const at = 4 * face;
    const point = n[POINTS]!;
    f[NORMAL] = planes[at]!;
    f[NORMAL + 1] = planes[at + 1]!;
    f[NORMAL + 2] = planes[at + 2]!;
    supportPoint(f, p, point, geometryA, rowA, geometryB, rowB);
    const reach = f[HEIGHT]! - planes[at + 3]!;
    f[BOUND] = reach;
    if (!(reach > REACHED * size)) {
      met = true;
      break;
    }
    if (isKnown(ids, point)) break;
    n[POINTS] = point + 1;
    expansions++;
    if (!grow(p, face, point)) {
      n[POINTS] = point;
      break;
    }
    face = lowestFace(p);
    if (face < 0) break;
  }
  i[EXPANSIONS] = expansions;
  settleFace(scratch, p, face);
  return met;
}

/** Writes the point of D that is highest along f[NORMAL …] to slot `slot`, and its height to f[HEIGHT]. */
function supportPoint(
  f: Float64Array,
  p: Polytope,
  slot: number,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
): void {
  const nx = f[NORMAL]!;
  const ny = f[NORMAL + 1]!;
  const nz = f[NORMAL + 2]!;
  f[DIR] = -nx;
  f[DIR + 1] = -ny;
  f[DIR + 2] = -nz;
  const ida = supportVertex(f, geometryA, rowA);
  loadVertex(f, DIR, geometryA, rowA, ida);
  const ax = f[DIR]!;
  const ay = f[DIR + 1]!;
  const az = f[DIR + 2]!;
  f[DIR] = f[ROT]! * nx + f[ROT + 3]! * ny + f[ROT + 6]! * nz;
  f[DIR + 1] = f[ROT + 1]! * nx + f[ROT + 4]! * ny + f[ROT + 7]! * nz;
  f[DIR + 2] = f[ROT + 2]! * nx + f[ROT + 5]! * ny + f[ROT + 8]! * nz;
  const idb = supportVertex(f, geometryB, rowB);
  loadVertex(f, DIR, geometryB, rowB, idb);
  const bx = f[DIR]!;
  const by = f[DIR + 1]!;
  const bz = f[DIR + 2]!;
  const yx = f[SHIFT]! - ax + (f[ROT]! * bx + f[ROT + 1]! * by + f[ROT + 2]! * bz);
  const yy = f[SHIFT + 1]! - ay + (f[ROT + 3]! * bx + f[ROT + 4]! * by + f[ROT + 5]! * bz);
  const yz = f[SHIFT + 2]! - az + (f[ROT + 6]! * bx + f[ROT + 7]! * by + f[ROT + 8]! * bz);
  const at = 3 * slot;
  p.y[at] = yx;
  p.y[at + 1] = yy;
  p.y[at + 2] = yz;
  p.a[at] = ax;
  p.a[at + 1] = ay;
  p.a[at + 2] = az;
  p.ids[2 * slot] = ida;
  p.ids[2 * slot + 1] = idb;
  f[HEIGHT] = nx * yx + ny * yy + nz * yz;
}

function isKnown(ids: Int32Array, point: number): boolean {
  for (let k = 0; k < point; k++) {
    if (ids[2 * k] === ids[2 * point] && ids[2 * k + 1] === ids[2 * point + 1]) return true;
  }
  return false;
}

/**
 * Makes the first tetrahedron: GJK's own if it has a volume to speak of, else a spread one.
 * @returns false if D is flat; then f[NORMAL …] is a direction in which D has no thickness
 */
function seed(
  scratch: Scratch,
  p: Polytope,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
): boolean {
  const { f, i } = scratch;
  if (i[COUNT] === 4) {
    for (let k = 0; k < 4; k++) {
      loadVertex(f, DIR, geometryA, rowA, i[ID_A + k]!);
      for (let c = 0; c < 3; c++) {
        p.y[3 * k + c] = f[Y + 3 * k + c]!;
        p.a[3 * k + c] = f[DIR + c]!;
      }
      p.ids[2 * k] = i[ID_A + k]!;
      p.ids[2 * k + 1] = i[ID_B + k]!;
    }
    const side = tetrahedronSide(p);
    if (side !== 0) {
      beginTetrahedron(p, side < 0);
      return true;
    }
  }
  return seedSpread(f, p, geometryA, rowA, geometryB, rowB);
}

/** A tetrahedron is good to start from if its volume is this part of the product of its edges at point 3. */
const PLUMP = 1e-4;

/** 1 if points 0 → 1 → 2 turn counter-clockwise seen from 3, −1 if clockwise, 0 if they are too flat to tell. */
function tetrahedronSide({ y }: Polytope): number {
  const ax = y[0]! - y[9]!;
  const ay = y[1]! - y[10]!;
  const az = y[2]! - y[11]!;
  const bx = y[3]! - y[9]!;
  const by = y[4]! - y[10]!;
  const bz = y[5]! - y[11]!;
  const cx = y[6]! - y[9]!;
  const cy = y[7]! - y[10]!;
  const cz = y[8]! - y[11]!;
  const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  const edges = (ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz) * (cx * cx + cy * cy + cz * cz);
  if (!(volume * volume > PLUMP * PLUMP * edges)) return 0;
  return volume < 0 ? 1 : -1;
}

/** A tetrahedron spread as wide as supports of D allow: the longest of the axes, the farthest from it, the highest above. */
function seedSpread(
  f: Float64Array,
  p: Polytope,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
): boolean {
  const { y } = p;
  const flat = FLAT * f[SIZE]!;

  // slots 0, 1: the two ends of the widest axis
  let widest = -1;
  for (let axis = 0; axis < 3; axis++) {
    for (let c = 0; c < 3; c++) f[NORMAL + c] = c === axis ? 1 : 0;
    supportPoint(f, p, 4, geometryA, rowA, geometryB, rowB);
    const high = f[HEIGHT]!;
    f[NORMAL + axis] = -1;
    supportPoint(f, p, 5, geometryA, rowA, geometryB, rowB);
    const width = high + f[HEIGHT]!;
    if (width > widest) {
      widest = width;
      movePoint(p, 4, 0);
      movePoint(p, 5, 1);
    }
  }
  if (!(widest > flat)) {
    setNormal(f, 0, -1, 0); // D is a point
    return false;
  }

  // slot 2: the farthest from the line 0–1, sought along ± two perpendiculars
  const ex = y[3]! - y[0]!;
  const ey = y[4]! - y[1]!;
  const ez = y[5]! - y[2]!;
  const least = Math.abs(ex) <= Math.abs(ey) && Math.abs(ex) <= Math.abs(ez) ? 0 : Math.abs(ey) <= Math.abs(ez) ? 1 : 2;
  setNormal(
    f,
    least === 0 ? 0 : least === 1 ? -ez : ey,
    least === 0 ? ez : least === 1 ? 0 : -ex,
    least === 0 ? -ey : least === 1 ? ex : 0,
  );
  const ux = f[NORMAL]!;
  const uy = f[NORMAL + 1]!;
  const uz = f[NORMAL + 2]!;
  let farthest = -1;
  for (let turn = 0; turn < 4; turn++) {
    const sign = turn & 1 ? -1 : 1;
    if (turn < 2) setNormal(f, sign * ux, sign * uy, sign * uz);
    else setNormal(f, sign * (ey * uz - ez * uy), sign * (ez * ux - ex * uz), sign * (ex * uy - ey * ux));
    supportPoint(f, p, 4, geometryA, rowA, geometryB, rowB);
    const height = f[HEIGHT]! - (f[NORMAL]! * y[0]! + f[NORMAL + 1]! * y[1]! + f[NORMAL + 2]! * y[2]!);
    if (height > farthest) {
      farthest = height;
      movePoint(p, 4, 2);
    }
  }
  if (!(farthest > flat)) {
    setNormal(f, ux, uy, uz); // D is a line
    return false;
  }

  // slot 3: the highest above or below the plane 0–1–2
  const gx = y[6]! - y[0]!;
  const gy = y[7]! - y[1]!;
  const gz = y[8]! - y[2]!;
  setNormal(f, ey * gz - ez * gy, ez * gx - ex * gz, ex * gy - ey * gx);
  const base = f[NORMAL]! * y[0]! + f[NORMAL + 1]! * y[1]! + f[NORMAL + 2]! * y[2]!;
  supportPoint(f, p, 3, geometryA, rowA, geometryB, rowB);
  const above = f[HEIGHT]! - base;
  setNormal(f, -f[NORMAL]!, -f[NORMAL + 1]!, -f[NORMAL + 2]!);
  supportPoint(f, p, 4, geometryA, rowA, geometryB, rowB);
  const below = f[HEIGHT]! + base;
  if (!(above + below > flat)) return false; // D is flat
  if (below > above) movePoint(p, 4, 3);
  beginTetrahedron(p, below > above);
  return true;
}

function setNormal(f: Float64Array, x: number, y: number, z: number): void {
  const share = 1 / Math.sqrt(x * x + y * y + z * z);
  f[NORMAL] = x * share;
  f[NORMAL + 1] = y * share;
  f[NORMAL + 2] = z * share;
}

function movePoint(p: Polytope, from: number, to: number): void {
  for (let c = 0; c < 3; c++) {
    p.y[3 * to + c] = p.y[3 * from + c]!;
    p.a[3 * to + c] = p.a[3 * from + c]!;
  }
  p.ids[2 * to] = p.ids[2 * from]!;
  p.ids[2 * to + 1] = p.ids[2 * from + 1]!;
}

/** D has no thickness along f[NORMAL …]: the depth is its reach on the nearer side, zero but for rounding. */
function settleFlat(f: Float64Array, i: Int32Array, geometryA: Geometry, rowA: number): void {
  let reach = -Infinity;
  let low = Infinity;
  let x = 0;
  let y = 0;
  let z = 0;
  const count = i[COUNT]!;
  for (let k = 0; k < count; k++) {
    const height = f[NORMAL]! * f[Y + 3 * k]! + f[NORMAL + 1]! * f[Y + 3 * k + 1]! + f[NORMAL + 2]! * f[Y + 3 * k + 2]!;
    reach = Math.max(reach, height);
    low = Math.min(low, height);
    loadVertex(f, DIR, geometryA, rowA, i[ID_A + k]!);
    x += f[WEIGHT + k]! * f[DIR]!;
    y += f[WEIGHT + k]! * f[DIR + 1]!;
    z += f[WEIGHT + k]! * f[DIR + 2]!;
  }
  const sign = reach <= -low ? 1 : -1; // the outward normal of the nearer side
  const depth = sign > 0 ? reach : -low;
  f[NORMAL] = -sign * f[NORMAL]!;
  f[NORMAL + 1] = -sign * f[NORMAL + 1]!;
  f[NORMAL + 2] = -sign * f[NORMAL + 2]!;
  f[DISTANCE] = -depth;
  f[BOUND] = FLAT * f[SIZE]!;
  f[WITNESS] = x;
  f[WITNESS + 1] = y;
  f[WITNESS + 2] = z;
}

/** Parts of the size within which two planes count as one face of D, cut into triangles. */
const COPLANAR = 1e-9;
/** A foot farther beside a triangle than this part of the size is not in it. */
const LATERAL = 1e-8;

/** Writes the answer of plane `face`: the witness lies in the triangle of that plane that is nearest to the origin. */
function settleFace(scratch: Scratch, p: Polytope, face: number): void {
  const { f, i } = scratch;
  const { planes, alive, n } = p;
  const size = f[SIZE]!;
  const lowest = planes[4 * face + 3]!;
  const nx = planes[4 * face]!;
  const ny = planes[4 * face + 1]!;
  const nz = planes[4 * face + 2]!;

  let best = face;
  loadFace(f, i, p, face);
  closestOnSimplex(f, 3);
  // the foot of the origin lies beside the triangle: another triangle of the same face of D holds it
  if (f[TRY_VV]! - lowest * lowest > LATERAL * LATERAL * size * size) {
    let nearest = f[TRY_VV]!;
    for (let other = 0; other < n[FACES]!; other++) {
      if (alive[other] === 0 || other === face) continue;
      let inPlane = true;
      for (let k = 0; inPlane && k < 3; k++) {
        const y = 3 * p.corners[3 * other + k]!;
        const height = nx * p.y[y]! + ny * p.y[y + 1]! + nz * p.y[y + 2]!;
        inPlane = Math.abs(height - lowest) <= COPLANAR * size;
      }
      if (!inPlane) continue;
      loadFace(f, i, p, other);
      closestOnSimplex(f, 3);
      if (f[TRY_VV]! < nearest) {
        nearest = f[TRY_VV]!;
        best = other;
      }
    }
    loadFace(f, i, p, best);
  }
  const mask = closestOnSimplex(f, 3);

  let x = 0;
  let y = 0;
  let z = 0;
  let kept = 0;
  for (let k = 0; k < 3; k++) {
    if ((mask & (1 << k)) === 0) continue;
    const weight = f[TRY_WEIGHT + k]!;
    x += weight * f[A + 3 * k]!;
    y += weight * f[A + 3 * k + 1]!;
    z += weight * f[A + 3 * k + 2]!;
    i[ID_A + kept] = i[ID_A + k]!;
    i[ID_B + kept] = i[ID_B + k]!;
    kept++;
  }
  i[COUNT] = kept;
  f[WITNESS] = x;
  f[WITNESS + 1] = y;
  f[WITNESS + 2] = z;
  f[NORMAL] = -nx;
  f[NORMAL + 1] = -ny;
  f[NORMAL + 2] = -nz;
  f[DISTANCE] = -(lowest + f[BOUND]!);
}

function loadFace(f: Float64Array, i: Int32Array, p: Polytope, face: number): void {
  for (let k = 0; k < 3; k++) {
    const point = p.corners[3 * face + k]!;
    for (let c = 0; c < 3; c++) {
      f[Y + 3 * k + c] = p.y[3 * point + c]!;
      f[A + 3 * k + c] = p.a[3 * point + c]!;
    }
    i[ID_A + k] = p.ids[2 * point]!;
    i[ID_B + k] = p.ids[2 * point + 1]!;
  }
}

/**
 * Signed distance of one pair in frame A, from the simplex on which GJK ended or from the penetration search; radii last.
 *
 *   reads   what `relatePoses` wrote, f[SIZE], how GJK ended (i[END]) and its simplex
 *   writes  f[NORMAL …], f[DISTANCE], f[BOUND], f[WITNESS …]: unit normal A → B, signed distance, its error bound, the
 *           witness point on the surface of A; the one on B is witness + distance · normal
 */

import { Status, type StatusCode } from '../../results/resultTable.ts';
import {
  BOX,
  CORE,
  HALF_X,
  HALF_Y,
  HALF_Z,
  RADIUS,
  SHAPE_STRIDE,
  VERTEX_BEGIN,
  VERTEX_ROWS,
} from '../../shapes/shapeTable.ts';
import { boxesSeparation, FACE_BIAS } from './boxSat.ts';
import { boxWitness } from './boxWitness.ts';
import { BEYOND, CONTAINED, gjkCareful, UNPROVEN } from './gjkCareful.ts';
import { penetration } from './penetration.ts';
import type { Polytope } from './polytope.ts';
import {
  BOUND,
  COUNT,
  DISTANCE,
  END,
  FAR,
  type Geometry,
  ID_A,
  NORMAL,
  type Scratch,
  SHIFT,
  SIZE,
  TOUCH,
  V,
  VV,
  VW,
  WEIGHT,
  WITNESS,
} from './scratch.ts';

/** Rounding of the f32 column that holds the distance. */
const F32_ROUNDING = 2 ** -24;
/** Rounding of f64 vertices in frame A, as a part of the size: the last bits of rotation, shift and sums. */
const F64_ROUNDING = 2e-15;

/** An answer that GJK left open is good if plane and point are within this part of the size. */
const SETTLED = 1e-7;

/**
 * Measures shape `rowA` against shape `rowB`, whose GJK ended as i[END] says.
 * With `depth` false, overlapping cores are reported and not measured: the distance is 0 and the rest NaN.
 */
export function conclude(
  scratch: Scratch,
  polytope: Polytope,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
  depth: boolean,
): StatusCode {
  const { f, i } = scratch;
  const a = rowA * SHAPE_STRIDE;
  const shapesA = geometryA.shapes;
  const shapesB = geometryB.shapes;
  const end = i[END]!;
  let proven = true;
  if (end === CONTAINED && !depth) {
    reportOverlap(f);
    return Status.Overlapping;
  }
  if (end === CONTAINED || end === UNPROVEN) {
    const boxes = shapesA.words[a + CORE] === BOX && shapesB.words[rowB * SHAPE_STRIDE + CORE] === BOX;
    f[TOUCH] = Math.sqrt(f[VV]!);
    if (boxes) measureBoxes(scratch, geometryA, rowA, geometryB, rowB);
    else proven = penetration(scratch, polytope, geometryA, rowA, geometryB, rowB);
    if (f[DISTANCE]! > 0) {
      // apart after all: no nearer than the plane, no farther than the point that GJK found, which is the better answer
      f[BOUND] = Math.max(f[BOUND]!, 0) + Math.max(f[TOUCH]! - f[DISTANCE]!, 0);
      f[DISTANCE] = Math.max(f[DISTANCE]!, f[TOUCH]!);
    }
    if (end === UNPROVEN && f[DISTANCE]! > 0 && !(f[BOUND]! <= SETTLED * f[SIZE]!)) proven = false;
    if (!proven) f[BOUND] = f[BOUND]! + f[TOUCH]!;
  } else {
    settle(scratch, end, geometryA, rowA);
  }

  // from cores to shapes: the surface of A lies its radius along the normal
  const radiusA = shapesA.reals[a + RADIUS]!;
  f[DISTANCE] = f[DISTANCE]! - (radiusA + shapesB.reals[rowB * SHAPE_STRIDE + RADIUS]!);
  f[WITNESS] = f[WITNESS]! + radiusA * f[NORMAL]!;
  f[WITNESS + 1] = f[WITNESS + 1]! + radiusA * f[NORMAL + 1]!;
  f[WITNESS + 2] = f[WITNESS + 2]! + radiusA * f[NORMAL + 2]!;
  const distance = f[DISTANCE]!;
  f[BOUND] = Math.max(f[BOUND]!, 0) + F32_ROUNDING * Math.abs(distance) + F64_ROUNDING * f[SIZE]!;

  if (end === BEYOND) return Status.BeyondMaxDistance;
  // NaN fails both and is invalid
  if (distance > 0) return proven ? Status.Separated : Status.NotConverged;
  if (distance <= 0) return proven ? Status.Overlapping : Status.NotConverged;
  return Status.Invalid;
}

/** Normal, distance and witness of cores that are apart, from the simplex on which GJK ended. */
function settle(scratch: Scratch, end: number, geometryA: Geometry, rowA: number): void {
  const { f, i } = scratch;
  const length = Math.sqrt(f[VV]!);
  const share = 1 / length;
  const lower = f[VW]! * share;
  f[NORMAL] = f[V]! * share;
  f[NORMAL + 1] = f[V + 1]! * share;
  f[NORMAL + 2] = f[V + 2]! * share;
  f[DISTANCE] = end === BEYOND ? lower : length;
  f[BOUND] = end === BEYOND ? Infinity : length - lower;
  blendWitness(f, i, geometryA, rowA);
}

/**
 * Depth and normal from the separating axes, the witness from the features that meet there. Where those are parallel, from
 * GJK on the boxes moved apart along the normal.
 */
function measureBoxes(scratch: Scratch, geometryA: Geometry, rowA: number, geometryB: Geometry, rowB: number): void {
  const { f, i } = scratch;
  const shapesA = geometryA.shapes;
  const shapesB = geometryB.shapes;
  const axis = boxesSeparation(f, shapesA, rowA, shapesB, rowB);
  // a face is kept unless an edge is better by more than the bias
  f[BOUND] = FACE_BIAS * f[SIZE]!;
  if (boxWitness(scratch, shapesA, rowA, shapesB, rowB, axis)) return;
  const nx = f[NORMAL]!;
  const ny = f[NORMAL + 1]!;
  const nz = f[NORMAL + 2]!;
  const gap = 0.125 * f[SIZE]!; // any gap that is not small: nothing cancels, and the closest features stay the same
  const lift = gap - f[DISTANCE]!;
  const x = f[SHIFT]!;
  const y = f[SHIFT + 1]!;
  const z = f[SHIFT + 2]!;
  f[SHIFT] = x + lift * nx;
  f[SHIFT + 1] = y + lift * ny;
  f[SHIFT + 2] = z + lift * nz;
  f[FAR] = Infinity;
  i[COUNT] = 0;
  gjkCareful(scratch, geometryA, rowA, geometryB, rowB);
  f[SHIFT] = x;
  f[SHIFT + 1] = y;
  f[SHIFT + 2] = z;
  // ≥ 0, and 0 if the axis is the best there is
  f[BOUND] = f[BOUND]! + Math.sqrt(f[VV]!) - gap;
  blendWitness(f, i, geometryA, rowA);
}

/** The witness on A's core: the vertices of A in the simplex, by its weights. */
function blendWitness(f: Float64Array, i: Int32Array, geometryA: Geometry, rowA: number): void {
  const word = rowA * SHAPE_STRIDE;
  const { words, reals } = geometryA.shapes;
  const count = i[COUNT]!;
  let x = 0;
  let y = 0;
  let z = 0;
  if (words[word + CORE] === BOX) {
    // corners are signs: bits 0, 1, 2 set = −x, −y, −z
    for (let k = 0; k < count; k++) {
      const id = i[ID_A + k]!;
      const weight = f[WEIGHT + k]!;
      x += weight * (1 - 2 * (id & 1));
      y += weight * (1 - (id & 2));
      z += weight * (1 - 0.5 * (id & 4));
    }
    f[WITNESS] = x * reals[word + HALF_X]!;
    f[WITNESS + 1] = y * reals[word + HALF_Y]!;
    f[WITNESS + 2] = z * reals[word + HALF_Z]!;
    return;
  }
  const { coordinates } = geometryA.vertices;
  const rows = words[word + VERTEX_ROWS]!;
  const begin = 3 * words[word + VERTEX_BEGIN]!;
  for (let k = 0; k < count; k++) {
    const at = begin + i[ID_A + k]!;
    const weight = f[WEIGHT + k]!;
    x += weight * coordinates[at]!;
    y += weight * coordinates[at + rows]!;
    z += weight * coordinates[at + 2 * rows]!;
  }
  f[WITNESS] = x;
  f[WITNESS + 1] = y;
  f[WITNESS + 2] = z;
}

function reportOverlap(f: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    f[NORMAL + k] = Number.NaN;
    f[WITNESS + k] = Number.NaN;
  }
  f[DISTANCE] = 0;
  f[BOUND] = Number.NaN;
}

/**
 * Signed distance of two cores in frame A by the careful path, which supports every core. It runs the careful form of
 * GJK, then the separating axes or EPA if the cores overlap. The fast path (distanceRows.ts) calls it without a proof.
 *
 *   reads   the frame (f[ROT …], f[SHIFT …]), f[SIZE], f[FAR], f[NEAR2]; i[END]: CONTAINED, with the simplex of GJK
 *           in vertex ids, or UNPROVEN: then GJK runs again
 *   writes  i[END], f[NORMAL …], f[DISTANCE], f[BOUND], f[WITNESS …]: unit normal A → B, signed distance, its error
 *           bound, the witness on A's core; the simplex (i[COUNT], i[ID_A …], i[ID_B …])
 */
import { BOX, CORE, SHAPE_STRIDE } from '../../shapes/codes.ts';
import { boxesSeparation, FACE_BIAS } from './boxes/axes.ts';
import { boxWitness } from './boxes/witness.ts';
import { BESIDE, penetration } from './epa/epa.ts';
import type { Polytope } from './epa/polytope.ts';
import { LATERAL, settleFlat } from './epa/result.ts';
import { smoothPenetration } from './epa/smooth.ts';
import { gjkCareful } from './gjk/careful.ts';
import { BEYOND, CONTAINED, CONVERGED, UNPROVEN, WITHIN } from './gjk/search.ts';
import {
  A,
  BOUND,
  COUNT,
  DISTANCE,
  END,
  FAR,
  type Geometry,
  ID_A,
  MISS,
  NEAR2,
  NORMAL,
  type ScalarScratch,
  type Scratch,
  SHIFT,
  SIZE,
  START,
  TOLERANCE,
  TOUCH,
  V,
  VV,
  VW,
  WEIGHT,
  WITNESS,
} from './scratch.ts';
import { isSmoothPair, pointOf } from './support.ts';

/** Rounding of the f32 column that holds the distance. */
export const F32_ROUNDING = 2 ** -24;
/** Rounding of f64 vertices in frame A, as a part of the size: the last bits of rotation, shift and sums. */
export const F64_ROUNDING = 2e-15;

/** A distance without a proof by GJK is good if its bounds differ by at most this part of the size. */
const SETTLED = 1e-7;

/** GJK on smooth cores ends at brackets of this part of the size: then the normal is exact to 5e-5 rad. */
const SMOOTH_TOLERANCE = 1e-9;

/**
 * Measures core `rowA` against core `rowB`. With `depth` false, it skips the depth of overlapping cores.
 * @returns whether the distance is proven
 */
export function exactDistance(
  { scratch, polytope }: ScalarScratch,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
  depth: boolean,
): boolean {
  const { f, i } = scratch;
  const isSmooth = isSmoothPair(geometryA, rowA, geometryB, rowB);
  f[TOLERANCE] = isSmooth ? SMOOTH_TOLERANCE * f[SIZE] : 0;
  if (i[END] === UNPROVEN) {
    i[COUNT] = 0;
    f[START] = f[SHIFT];
    f[START + 1] = f[SHIFT + 1];
    f[START + 2] = f[SHIFT + 2];
    i[END] = gjkCareful(scratch, geometryA, rowA, geometryB, rowB);
  } else for (let k = 0; k < i[COUNT]; k++) pointOf(f, A + 3 * k, geometryA, rowA, i[ID_A + k]);
  const end = i[END];
  if (end === WITHIN || (end === CONTAINED && !depth)) return true;
  if (end === CONVERGED || end === BEYOND) {
    settle(scratch, end);
    return true;
  }
  let proven = true;
  f[TOUCH] = Math.sqrt(f[VV]);
  const boxA = geometryA.shapes.words[rowA * SHAPE_STRIDE + CORE] === BOX;
  const boxB = geometryB.shapes.words[rowB * SHAPE_STRIDE + CORE] === BOX;
  if (boxA && boxB) measureBoxes(scratch, geometryA, rowA, geometryB, rowB);
  else if (isSmooth) return measureSmooth(scratch, polytope, geometryA, rowA, geometryB, rowB, end);
  else {
    proven = penetration(scratch, polytope, geometryA, rowA, geometryB, rowB);
    if (f[MISS] > LATERAL * f[SIZE]) touchApart(scratch, geometryA, rowA, geometryB, rowB, NARROW);
  }
  if (!(f[MISS] <= SETTLED * f[SIZE])) proven = false;
  if (f[DISTANCE] > 0) {
    // The cores are apart: the plane is a lower bound of the distance, the point of GJK an upper bound. The upper bound
    // is the better result.
    f[BOUND] = Math.max(f[BOUND], 0) + Math.max(f[TOUCH] - f[DISTANCE], 0);
    f[DISTANCE] = Math.max(f[DISTANCE], f[TOUCH]);
  }
  if (end === UNPROVEN && f[DISTANCE] > 0 && !(f[BOUND] <= SETTLED * f[SIZE])) proven = false;
  if (!proven) f[BOUND] = f[BOUND] + f[TOUCH];
  f[BOUND] = Math.max(f[BOUND], f[MISS], 0);
  return proven;
}

/**
 * Depth and normal of smooth cores with their bracket, the witness from GJK on the cores moved apart.
 * @returns whether the sign is proven
 */
function measureSmooth(
  scratch: Scratch,
  polytope: Polytope,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
  end: number,
): boolean {
  const { f, i } = scratch;
  if (!smoothPenetration(scratch, polytope, geometryA, rowA, geometryB, rowB)) {
    settleFlat(f, i);
    // a flat D has no inside: GJK must have found contact
    if (!(f[TOUCH] <= BESIDE * f[SIZE])) {
      f[BOUND] += f[TOUCH];
      return false;
    }
  }
  touchApart(scratch, geometryA, rowA, geometryB, rowB, NARROW);
  if (f[DISTANCE] > 0) {
    f[BOUND] = Math.max(f[TOUCH] - f[DISTANCE], 0);
    f[DISTANCE] = Math.max(f[DISTANCE], f[TOUCH]);
  }
  f[BOUND] = Math.max(f[BOUND], f[MISS]);
  // inside of D, or as near to it as rounding resolves
  return end === CONTAINED || f[BOUND] <= SETTLED * f[SIZE];
}

/** Normal, distance and witness of separate cores, from the last simplex of GJK. */
function settle(scratch: Scratch, end: number): void {
  const { f, i } = scratch;
  const length = Math.sqrt(f[VV]);
  const share = 1 / length;
  const lower = f[VW] * share;
  f[NORMAL] = f[V] * share;
  f[NORMAL + 1] = f[V + 1] * share;
  f[NORMAL + 2] = f[V + 2] * share;
  f[DISTANCE] = end === BEYOND ? lower : length;
  f[BOUND] = end === BEYOND ? Infinity : Math.max(length - lower, f[MISS], 0);
  blendWitness(f, i[COUNT]);
}

/**
 * Depth and normal from the separating axes, the witness from the features in contact. If these are parallel, the
 * witness comes from GJK on the boxes, moved apart along the normal.
 */
function measureBoxes(scratch: Scratch, geometryA: Geometry, rowA: number, geometryB: Geometry, rowB: number): void {
  const { f } = scratch;
  const shapesA = geometryA.shapes;
  const shapesB = geometryB.shapes;
  const axis = boxesSeparation(f, shapesA, rowA, shapesB, rowB);
  // a face is kept unless an edge is better by more than the bias
  const bias = FACE_BIAS * f[SIZE];
  f[BOUND] = bias;
  f[MISS] = 0;
  if (boxWitness(scratch, shapesA, rowA, shapesB, rowB, axis)) return;
  let part = CLEAR;
  touchApart(scratch, geometryA, rowA, geometryB, rowB, part);
  if (f[MISS] > 0.5 * SETTLED * f[SIZE]) {
    part = NARROW;
    touchApart(scratch, geometryA, rowA, geometryB, rowB, part);
  }
  // ≥ 0, and 0 if no axis is better
  f[BOUND] = bias + Math.sqrt(f[VV]) - part * f[SIZE];
}

/** A clear gap, as a part of the size: nothing cancels, and the closest features stay the same. */
const CLEAR = 0.125;
/**
 * A narrow gap, as a part of the size. The closest points lie in the contact, though penetration measures the normal
 * only to 1e-10 of the size: they are off by √(2 · 1e-6 · 1e-10) = 1.4e-8 of the size.
 */
const NARROW = 1e-6;

/**
 * The witness of overlapping cores, by GJK on the cores moved apart along f[NORMAL …], until f[DISTANCE] is `part` of
 * the size. Writes the witness, its simplex, f[VV] and f[MISS]: the distance between the closest points across the
 * normal.
 */
function touchApart(
  scratch: Scratch,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
  part: number,
): void {
  const { f, i } = scratch;
  const nx = f[NORMAL];
  const ny = f[NORMAL + 1];
  const nz = f[NORMAL + 2];
  const gap = part * f[SIZE];
  const lift = gap - f[DISTANCE];
  const x = f[SHIFT];
  const y = f[SHIFT + 1];
  const z = f[SHIFT + 2];
  f[SHIFT] = x + lift * nx;
  f[SHIFT + 1] = y + lift * ny;
  f[SHIFT + 2] = z + lift * nz;
  // smooth cores: the normal, along which the closest points lie. Polytopes: the offset of the origins
  const isAlong = f[TOLERANCE] > 0;
  f[START] = isAlong ? nx : f[SHIFT];
  f[START + 1] = isAlong ? ny : f[SHIFT + 1];
  f[START + 2] = isAlong ? nz : f[SHIFT + 2];
  f[FAR] = Infinity;
  f[NEAR2] = -1;
  i[COUNT] = 0;
  gjkCareful(scratch, geometryA, rowA, geometryB, rowB);
  f[SHIFT] = x;
  f[SHIFT + 1] = y;
  f[SHIFT + 2] = z;
  const besideX = f[V] - gap * nx;
  const besideY = f[V + 1] - gap * ny;
  const besideZ = f[V + 2] - gap * nz;
  f[MISS] = Math.sqrt(besideX * besideX + besideY * besideY + besideZ * besideZ);
  blendWitness(f, i[COUNT]);
}

/** The witness on A's core: the simplex points on A, by their weights. */
function blendWitness(f: Float64Array, count: number): void {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let k = 0; k < count; k++) {
    const weight = f[WEIGHT + k];
    x += weight * f[A + 3 * k];
    y += weight * f[A + 3 * k + 1];
    z += weight * f[A + 3 * k + 2];
  }
  f[WITNESS] = x;
  f[WITNESS + 1] = y;
  f[WITNESS + 2] = z;
}

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
import { storeHalves } from './boxes/halves.ts';
import { boxWitness } from './boxes/witness.ts';
import { penetration } from './epa/epa.ts';
import { LATERAL } from './epa/result.ts';
import { blendWitness, gjkCareful } from './gjk/careful.ts';
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
  SAVED,
  type ScalarScratch,
  type Scratch,
  SHIFT,
  SIZE,
  TOUCH,
  V,
  VV,
  VW,
} from './scratch.ts';
import { measuringCore, pointOf } from './support.ts';

/** A distance without a proof by GJK is good if its bounds differ by at most this part of the size. */
export const SETTLED = 1e-7;

/**
 * Measures core `rowA` against core `rowB`. With `depth` false, it skips the depth of overlapping cores.
 * @returns whether the distance is proven
 */
export function exactDistance(
  thread: ScalarScratch,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
  depth: boolean,
): boolean {
  const core = measuringCore(geometryA, rowA, geometryB, rowB);
  if (core) return core.distance(thread, geometryA, rowA, geometryB, rowB, depth);
  const { scratch, polytope } = thread;
  const { f } = scratch;
  const end = searchCores(scratch, geometryA, rowA, geometryB, rowB);
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
  else {
    proven = penetration(scratch, polytope, geometryA, rowA, geometryB, rowB);
    if (f[MISS] > LATERAL * f[SIZE]) touchApart(scratch, geometryA, rowA, geometryB, rowB, NARROW, SHIFT);
  }
  if (!(f[MISS] <= SETTLED * f[SIZE])) proven = false;
  if (f[DISTANCE] > 0) {
    // The cores are apart: the plane is a lower bound of the distance, the point of GJK an upper bound. The upper bound
    // is the better result.
    f[BOUND] = Math.max(f[BOUND], 0) + Math.max(f[TOUCH] - f[DISTANCE], 0);
    f[DISTANCE] = Math.max(f[DISTANCE], f[TOUCH]);
  }
  if (end === UNPROVEN && f[DISTANCE] > 0 && !(f[BOUND] <= SETTLED * f[SIZE])) proven = false;
  if (!proven) f[BOUND] += f[TOUCH];
  f[BOUND] = Math.max(f[BOUND], f[MISS], 0);
  return proven;
}

/** Runs GJK if the fast path has no proof, or loads the points of its simplex. @returns how GJK ended: i[END] */
function searchCores(scratch: Scratch, geometryA: Geometry, rowA: number, geometryB: Geometry, rowB: number): number {
  const { f, i } = scratch;
  if (i[END] === UNPROVEN) i[END] = gjkCareful(scratch, geometryA, rowA, geometryB, rowB, SHIFT);
  else for (let k = 0; k < i[COUNT]; k++) pointOf(f, A + 3 * k, geometryA, rowA, i[ID_A + k]);
  return i[END];
}

/** Normal, distance and witness of separate cores, from the last simplex of GJK. */
export function settle(scratch: Scratch, end: number): void {
  const { f, i } = scratch;
  const length = Math.sqrt(f[VV]);
  const share = 1 / length;
  const lower = f[VW] * share;
  for (let c = 0; c < 3; c++) f[NORMAL + c] = f[V + c] * share;
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
  storeHalves(f, shapesA, rowA, shapesB, rowB);
  const axis = boxesSeparation(f);
  // a face is kept unless an edge is better by more than the bias
  const bias = FACE_BIAS * f[SIZE];
  f[BOUND] = bias;
  f[MISS] = 0;
  if (boxWitness(f, scratch.i, axis, 0) === 1) return;
  let part = CLEAR;
  touchApart(scratch, geometryA, rowA, geometryB, rowB, part, SHIFT);
  if (f[MISS] > 0.5 * SETTLED * f[SIZE]) {
    part = NARROW;
    touchApart(scratch, geometryA, rowA, geometryB, rowB, part, SHIFT);
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
export const NARROW = 1e-6;

/**
 * The witness of overlapping cores, by GJK on the cores moved apart along f[NORMAL …], until f[DISTANCE] is `part` of
 * the size. Writes the witness, its simplex, f[VV] and f[MISS]: the distance between the closest points across the
 * normal. GJK starts along f[start …].
 */
export function touchApart(
  scratch: Scratch,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
  part: number,
  start: number,
  gjk = gjkCareful,
): void {
  const { f, i } = scratch;
  const gap = part * f[SIZE];
  const lift = gap - f[DISTANCE];
  f.copyWithin(SAVED, SHIFT, SHIFT + 3);
  for (let c = 0; c < 3; c++) f[SHIFT + c] += lift * f[NORMAL + c];
  f[FAR] = Infinity;
  f[NEAR2] = -1;
  gjk(scratch, geometryA, rowA, geometryB, rowB, start);
  f.copyWithin(SHIFT, SAVED, SAVED + 3);
  let miss2 = 0;
  for (let c = 0; c < 3; c++) {
    const beside = f[V + c] - gap * f[NORMAL + c];
    miss2 += beside * beside;
  }
  f[MISS] = Math.sqrt(miss2);
  blendWitness(f, i[COUNT]);
}

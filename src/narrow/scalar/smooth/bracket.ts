/**
 * Signed penetration of two cores that overlap, one of them of tier smooth. The difference D = B − A is round, so no
 * polytope inside D reaches its lowest supporting plane. The search closes a bracket instead:
 *
 *   upper   the least support height of D over all directions asked. Moving B by it along its normal separates
 *   lower   the greatest lowest plane of all polytopes so far: D contains them, so its depth is not less
 *
 *   reads   f[ROT …], f[SHIFT …], f[SIZE], f[TOUCH], the last simplex of GJK (f[Y …], i[…])
 *   writes  f[NORMAL …] (A → B, frame A), f[DISTANCE] = −upper, f[BOUND] = upper − lower; f[MISS], and if that is
 *           finite f[WITNESS …] and its simplex, from the lowest face
 *
 * The bracket holds wherever the search ends: deep bodies of revolution whose axes nearly meet have a ring of
 * directions of nearly the same depth, and end open.
 *
 * Method: van den Bergen, Proximity Queries and Penetration Depth Computation on 3D Game Objects, 2001.
 */
import { CORE, FRUSTUM, SHAPE_STRIDE } from '../../../shapes/codes.ts';
import { dropLowest, grow, highestFace, lowestFace, POINTS, type Polytope } from '../epa/polytope.ts';
import { settleFace } from '../epa/result.ts';
import { seedTetrahedron, supportPoint } from '../epa/seed.ts';
import {
  BOUND,
  DISTANCE,
  EXPANSIONS,
  type Geometry,
  HEIGHT,
  LOWER,
  MISS,
  NORMAL,
  ROT,
  type Scratch,
  SIZE,
  TOUCH,
  UPPER,
  UPPER_NORMAL,
  V,
} from '../scratch.ts';
import { isKnown } from '../support.ts';
import { searchParallel } from './parallel.ts';
import { keepUpper, SMOOTH_REACHED, takeUpper } from './upper.ts';

/** The polytope does not improve a bracket of this part of the size from searchParallel: it takes 1,000 supports. */
const PARALLEL_REACHED = 5e-7;
/** A face sees a point that is higher above its plane than this part of the size: caps have coplanar points. */
const ABOVE = 1e-12;
/**
 * Supports of one search. Random pairs that overlap need 20 on average, 207 at most. A ring of directions of the same
 * depth takes 700 for a bracket of 1e-6 of the size.
 */
const MAX_SUPPORTS = 1024;

/** @returns false if D is flat: then f[NORMAL …] is a direction in which D has no thickness, and nothing else holds */
export function smoothPenetration(
  scratch: Scratch,
  p: Polytope,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
): boolean {
  const { f, i } = scratch;
  i[EXPANSIONS] = 0;
  f[UPPER] = Infinity;
  f[LOWER] = -Infinity;
  f[MISS] = Infinity;
  searchParallel(scratch, p, geometryA, rowA, geometryB, rowB);
  if (!(f[UPPER] - f[LOWER] <= PARALLEL_REACHED * f[SIZE])) {
    if (!seedTetrahedron(scratch, p, geometryA, rowA, geometryB, rowB)) return false;
    p.above[0] = ABOVE * f[SIZE];
    addAxis(scratch, p, geometryA, rowA, geometryB, rowB, geometryA, rowA, false);
    addAxis(scratch, p, geometryA, rowA, geometryB, rowB, geometryB, rowB, true);
    const face = expand(scratch, p, geometryA, rowA, geometryB, rowB);
    if (face >= 0) writeWitness(scratch, p, face);
  }
  writeBracket(f);
  return true;
}

/**
 * Expands the lowest face until the bracket closes, or no face can be improved. Raises f[LOWER].
 * @returns the lowest face if the bracket has closed, else −1
 */
function expand(
  scratch: Scratch,
  p: Polytope,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
): number {
  const { f, i } = scratch;
  const { planes, n } = p;
  const known = f[LOWER];
  const reached = SMOOTH_REACHED * f[SIZE];
  let lower = -Infinity;
  // the lowest face that cannot grow
  let stuck = Infinity;
  let supports = 0;
  for (;;) {
    const face = lowestFace(p);
    if (face < 0) return -1;
    const at = 4 * face;
    const height = planes[at + 3];
    // Polytopes only grow: once the origin is inside, a face below the bound is a sliver whose plane rounding has
    // tilted. With the origin outside, faces may sink.
    if (lower > 0 && height < lower) {
      dropLowest(p);
      continue;
    }
    lower = Math.min(height, stuck);
    f[LOWER] = Math.max(lower, known);
    if (height >= stuck || supports === MAX_SUPPORTS) return -1;
    const point = n[POINTS];
    f[NORMAL] = planes[at];
    f[NORMAL + 1] = planes[at + 1];
    f[NORMAL + 2] = planes[at + 2];
    supportPoint(f, p, point, geometryA, rowA, geometryB, rowB);
    keepUpper(f);
    supports++;
    i[EXPANSIONS] = supports;
    if (f[HEIGHT] - f[LOWER] <= reached) {
      // the lowest plane of all may have another normal, and no witness
      takeUpper(f);
      return face;
    }
    n[POINTS] = point + 1;
    if (isKnown(p.y, 0, p.ids, 2, 1, point) || !grow(p, face, point)) {
      n[POINTS] = point;
      stuck = Math.min(stuck, height);
      dropLowest(p);
    }
  }
}

/**
 * Adds the supports along both signs of the axis of a frustum: caps are flat faces of D. `ofB`: `geometry` and `row`
 * are those of B.
 */
function addAxis(
  { f }: Scratch,
  p: Polytope,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
  geometry: Geometry,
  row: number,
  ofB: boolean,
): void {
  if (geometry.shapes.words[row * SHAPE_STRIDE + CORE] !== FRUSTUM) return;
  for (let sign = -1; sign <= 1; sign += 2) {
    f[NORMAL] = ofB ? sign * f[ROT + 1] : 0;
    f[NORMAL + 1] = ofB ? sign * f[ROT + 4] : sign;
    f[NORMAL + 2] = ofB ? sign * f[ROT + 7] : 0;
    const point = p.n[POINTS];
    supportPoint(f, p, point, geometryA, rowA, geometryB, rowB);
    keepUpper(f);
    const face = highestFace(p, point);
    p.n[POINTS] = point + 1;
    if (face < 0 || !grow(p, face, point)) p.n[POINTS] = point;
  }
}

/** Writes the witness from a face, and its distance from the lowest supporting plane's nearest point to f[MISS]. */
function writeWitness(scratch: Scratch, p: Polytope, face: number): void {
  const { f } = scratch;
  settleFace(scratch, p, face);
  let miss2 = 0;
  for (let c = 0; c < 3; c++) {
    const beside = f[V + c] - f[UPPER] * f[UPPER_NORMAL + c];
    miss2 += beside * beside;
  }
  f[MISS] = Math.sqrt(miss2);
}

/** Writes the result of a search that ended with the bracket f[LOWER] … f[UPPER]. */
function writeBracket(f: Float64Array): void {
  f[NORMAL] = -f[UPPER_NORMAL];
  f[NORMAL + 1] = -f[UPPER_NORMAL + 1];
  f[NORMAL + 2] = -f[UPPER_NORMAL + 2];
  f[DISTANCE] = -f[UPPER];
  // GJK has found a point of D this near to the origin
  f[BOUND] = Math.max(f[UPPER] - Math.max(f[LOWER], -f[TOUCH]), 0);
}

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
import { POINTS, type Polytope } from '../epa/polytopeTable.ts';
import { settleFace } from '../epa/result.ts';
import { seedTetrahedron } from '../epa/seed.ts';
import {
  BOUND,
  DISTANCE,
  EXPANSIONS,
  type Geometry,
  LOWER,
  MISS,
  NORMAL,
  type Scratch,
  SIZE,
  TOUCH,
  UPPER,
  UPPER_NORMAL,
  V,
} from '../scratch.ts';
import { dot, store, zero } from '../vectors.ts';
import { searchParallel } from './parallel.ts';
import { beginFaces, growRound, lowestOf, setAside } from './roundPolytope.ts';
import { frameOf, roundCore, supportOfDifference } from './roundSearch.ts';
import { SMOOTH_REACHED } from './upper.ts';

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
    // the ids of other points than GJK's are known
    p.along.fill(NaN, 0, 12);
    const side = seedTetrahedron(scratch, p, geometryA, rowA, geometryB, rowB);
    if (side === 0) return false;
    beginFaces(p, side < 0);
    p.above[0] = ABOVE * f[SIZE];
    const face = expandRound(scratch, p, geometryA, rowA, geometryB, rowB);
    if (face >= 0) writeWitness(scratch, p, face);
  }
  writeBracket(f);
  return true;
}

/**
 * Expands the lowest face until the bracket closes, or no face can be improved. Raises f[LOWER].
 * @returns the lowest face if the bracket has closed, else −1
 */
export function expandRound(
  scratch: Scratch,
  p: Polytope,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
): number {
  const f = scratch.f;
  const planes = p.planes;
  const known = f[LOWER];
  const reached = SMOOTH_REACHED * f[SIZE];
  const a = roundCore(geometryA, rowA);
  const b = roundCore(geometryB, rowB);
  const frame = frameOf(f);
  const found = { w: zero(), onW: zero() };
  const v = zero();
  let lower = -Infinity;
  // the lowest face that cannot grow
  let stuck = Infinity;
  let supports = 0;
  for (;;) {
    const point = p.n[POINTS];
    const face = lowestOf(p);
    if (face < 0) return -1;
    const height = planes[4 * face + 3];
    // Polytopes only grow: once the origin is inside, a face below the bound is a sliver whose plane rounding has
    // tilted. With the origin outside, faces may sink.
    if (lower > 0 && height < lower) {
      setAside(p, face);
      continue;
    }
    lower = Math.min(height, stuck);
    f[LOWER] = Math.max(lower, known);
    if (height >= stuck || supports === MAX_SUPPORTS) return -1;
    supports++;
    scratch.i[EXPANSIONS] = supports;
    v.x = -planes[4 * face];
    v.y = -planes[4 * face + 1];
    v.z = -planes[4 * face + 2];
    supportOfDifference(scratch, a, b, frame, v, found);
    const top = -dot(v, found.w);
    const closed = top - f[LOWER] <= reached;
    // the lowest plane of all may have another normal than the face, and no witness
    if (closed || top < f[UPPER]) {
      f[UPPER] = top;
      f[UPPER_NORMAL] = -v.x;
      f[UPPER_NORMAL + 1] = -v.y;
      f[UPPER_NORMAL + 2] = -v.z;
    }
    if (closed) return face;
    store(p.y, 3 * point, found.w);
    store(p.a, 3 * point, found.onW);
    store(p.along, 3 * point, v);
    if (!isNew(p.y, point) || !growRound(p, face, point)) {
      stuck = Math.min(stuck, height);
      setAside(p, face);
    }
  }
}

/** Whether point `count` of y is none of those before it. */
function isNew(y: Float64Array, count: number): boolean {
  const at = 3 * count;
  const x = y[at];
  for (let other = 0; other < at; other += 3) {
    if (y[other] === x && y[other + 1] === y[at + 1] && y[other + 2] === y[at + 2]) return false;
  }
  return true;
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

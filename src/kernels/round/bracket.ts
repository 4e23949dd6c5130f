/**
 * Signed penetration of two cores that overlap, one of them of tier smooth. The difference D = B − A is round, so no
 * polytope inside D reaches its lowest supporting plane. The search closes a bracket instead:
 *
 *   upper   the least support height of D over all directions asked. Moving B by it along its normal separates
 *   lower   the greatest lowest plane of all polytopes so far: D contains them, so its depth is not less
 *
 *   reads   the frame of the pair, its size, `touch`, the last simplex of GJK
 *   writes  `normal` (A → B, frame A), `distance` = −upper, `bound` = upper − lower; `miss`, and if that is finite
 *           `witness` and its simplex, from the lowest face
 *
 * The bracket holds wherever the search ends: deep bodies of revolution whose axes nearly meet have a ring of
 * directions of nearly the same depth, and end open.
 *
 * Method: van den Bergen, Proximity Queries and Penetration Depth Computation on 3D Game Objects, 2001.
 */
import type { Double, Doubles, Flag, Int } from '../../language/lanes.ts';
import { dot, store, zero } from '../../math/vectors.ts';
import type { CorePair, CorePools } from '../cores/corePair.ts';
import type { CoreScratch } from '../cores/scratch.ts';
import { writeFace } from '../epa/result.ts';
import { seedTetrahedron } from '../epa/seed.ts';
import { searchParallel } from './parallel.ts';
import { beginFaces, growRound, lowestOf, setAside } from './roundPolytope.ts';
import { type Found, forgetDirections, frameOf, roundCore, supportOfDifference } from './roundSearch.ts';
import { SMOOTH_REACHED } from './upper.ts';

/** The polytope does not improve a bracket of this part of the size from searchParallel: it takes 1,000 supports. */
const PARALLEL_REACHED = 5e-7;
/** A face sees a point that is higher above its plane than this part of the size: caps have coplanar points. */
const ABOVE = 1e-12;
/**
 * Supports of one search. Random pairs that overlap need 20 on average, 207 at most. A ring of directions of the same
 * depth takes 700 for a bracket of 1e-6 of the size. A polytope has room for all.
 */
const MAX_SUPPORTS = 1024;

/** @returns false if D is flat: then the normal is a direction in which D has no thickness, and nothing else holds */
export function smoothPenetration(scratch: CoreScratch, a: CorePools, b: CorePools): Flag {
  const pair = scratch.pair;
  const p = scratch.polytope;
  pair.expansions = 0;
  pair.upper = Infinity;
  pair.lower = -Infinity;
  pair.simplex.miss = Infinity;
  searchParallel(scratch, a, b);
  if (!(pair.upper - pair.lower <= PARALLEL_REACHED * pair.size)) {
    // the ids of other points than GJK's are known
    forgetDirections(p.along);
    const side = seedTetrahedron(scratch, a, b);
    if (side === 0) return false;
    beginFaces(p, side < 0);
    p.above = ABOVE * pair.size;
    const face = expandRound(scratch, a, b);
    if (face >= 0) writeWitness(scratch, face);
  }
  writeBracket(pair);
  return true;
}

/**
 * Expands the lowest face until the bracket closes, or no face can be improved. Raises `lower`.
 * @returns the lowest face if the bracket has closed, else −1
 */
export function expandRound(scratch: CoreScratch, a: CorePools, b: CorePools): Int {
  const pair = scratch.pair;
  const p = scratch.polytope;
  const planes = p.planes;
  const known = pair.lower;
  const reached = SMOOTH_REACHED * pair.size;
  const coreA = roundCore(a, pair.wordA);
  const coreB = roundCore(b, pair.wordB);
  const frame = frameOf(pair);
  const found: Found = { w: zero(), onW: zero() };
  const v = zero();
  let lower: Double = -Infinity;
  // the lowest face that cannot grow
  let stuck: Double = Infinity;
  let supports: Int = 0;
  while (true) {
    const point = p.points;
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
    pair.lower = Math.max(lower, known);
    if (height >= stuck || supports === MAX_SUPPORTS) return -1;
    supports++;
    pair.expansions = supports;
    v.x = -planes[4 * face];
    v.y = -planes[4 * face + 1];
    v.z = -planes[4 * face + 2];
    supportOfDifference(pair, coreA, coreB, frame, v, found);
    const top = -dot(v, found.w);
    const closed: Flag = top - pair.lower <= reached;
    // the lowest plane of all may have another normal than the face, and no witness
    if (closed || top < pair.upper) {
      pair.upper = top;
      pair.upperNormal[0] = -v.x;
      pair.upperNormal[1] = -v.y;
      pair.upperNormal[2] = -v.z;
    }
    if (closed) return face;
    store(p.y, 3 * point, found.w);
    store(p.a, 3 * point, found.onW);
    store(p.along, 3 * point, v);
    let hasGrown = isNew(p.y, point);
    if (hasGrown) hasGrown = growRound(p, face, point);
    if (!hasGrown) {
      stuck = Math.min(stuck, height);
      setAside(p, face);
    }
  }
}

/** Whether point `count` of y is none of those before it. */
function isNew(y: Doubles, count: Int): Flag {
  const at = 3 * count;
  const x = y[at];
  for (let other: Int = 0; other < at; other += 3) {
    if (y[other] === x && y[other + 1] === y[at + 1] && y[other + 2] === y[at + 2]) return false;
  }
  return true;
}

/** Writes the witness from a face, and its distance from the lowest supporting plane's nearest point to `miss`. */
function writeWitness(scratch: CoreScratch, face: Int): void {
  const pair = scratch.pair;
  writeFace(scratch, face);
  let miss2: Double = 0;
  for (let c: Int = 0; c < 3; c++) {
    const beside = pair.simplex.v[c] - pair.upper * pair.upperNormal[c];
    miss2 += beside * beside;
  }
  pair.simplex.miss = Math.sqrt(miss2);
}

/** Writes the result of a search that ended with the bracket `lower` … `upper`. */
function writeBracket(pair: CorePair): void {
  for (let c: Int = 0; c < 3; c++) pair.normal[c] = -pair.upperNormal[c];
  pair.distance = -pair.upper;
  // GJK has found a point of D this near to the origin
  pair.bound = Math.max(pair.upper - Math.max(pair.lower, -pair.touch), 0);
}

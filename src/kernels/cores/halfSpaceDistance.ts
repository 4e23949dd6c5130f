/**
 * Signed distance of a half-space and a core of any other kind, in frame A: the height of the core's lowest point over
 * the plane. One support; exact but for rounding.
 *
 * The contract of `exactDistance`, without a search: the simplex is the lowest point and the origin of the half-space.
 * The tolerances of a row are parts of its size, but rounding grows with the distance from the half-space's origin, so
 * it is added to the bound.
 */
import type { Double, Flag, Int } from '../../language/lanes.ts';
import { F64_ROUNDING } from '../../math/rounding.ts';
import { CORE, HALF_SPACE } from '../../tables/shapeWords.ts';
import { BEYOND, CONTAINED, CONVERGED } from '../gjk/search.ts';
import type { CorePair, CorePools } from './corePair.ts';
import type { CoreScratch } from './scratch.ts';
import { inFrameA, support } from './support.ts';

const INFINITE: Double = 1 / 0;

/** Measures the pair; one of the two is a half-space, and not both. @returns true: the distance is proven */
export function halfSpaceDistance(scratch: CoreScratch, a: CorePools, b: CorePools): Flag {
  const { pair } = scratch;
  const { shift, simplex } = pair;
  if (a.shapes.words[pair.wordA + CORE] === HALF_SPACE) measureOver(pair, b);
  else measureUnder(pair, a);
  const height = pair.distance;
  simplex.vv = height * height;
  simplex.miss = 0;
  simplex.count = 1;
  const isBeyond = height > pair.far;
  pair.end = isBeyond ? BEYOND : height > 0 ? CONVERGED : CONTAINED;
  // no `?:` of a constant and a computed number: V8 allocates for it
  pair.bound = F64_ROUNDING * (Math.abs(shift[0]) + Math.abs(shift[1]) + Math.abs(shift[2]));
  if (isBeyond) pair.bound = INFINITE;
  return true;
}

/** A is the half-space y ≤ 0. Writes normal, distance, witness and ids: B's lowest point is the support. */
function measureOver(pair: CorePair, b: CorePools): void {
  const { direction, normal, rotation, shift, witness } = pair;
  for (let c: Int = 0; c < 3; c++) {
    direction[c] = -rotation[3 + c];
    normal[c] = 0;
  }
  normal[1] = 1;
  pair.simplex.idsA[0] = 0;
  pair.simplex.idsB[0] = support(direction, b, pair.wordB);
  for (let c: Int = 0; c < 3; c++) witness[c] = shift[c] + inFrameA(pair, 3 * c);
  pair.distance = witness[1];
  witness[1] = 0;
}

/** B is the half-space. Writes the same: A's lowest point is the support, and the witness. */
function measureUnder(pair: CorePair, a: CorePools): void {
  const { direction, normal, rotation, shift, witness } = pair;
  // against B's y axis
  for (let c: Int = 0; c < 3; c++) {
    normal[c] = -rotation[3 * c + 1];
    direction[c] = normal[c];
  }
  pair.simplex.idsA[0] = support(direction, a, pair.wordA);
  pair.simplex.idsB[0] = 0;
  let height: Double = 0;
  for (let c: Int = 0; c < 3; c++) {
    witness[c] = direction[c];
    height += normal[c] * (shift[c] - direction[c]);
  }
  pair.distance = height;
}

/**
 * Signed distance of two cores in frame A by the careful path, which supports every core. It runs the careful form of
 * GJK, then the separating axes or EPA if the cores overlap. The fast path (distanceRows.ts) calls it without a proof.
 *
 *   reads   pair.wordA, .wordB, .rotation, .shift, .size, .far, .near2; pair.end: CONTAINED, with the simplex of GJK in
 *           vertex ids, or UNPROVEN: then GJK runs again
 *   writes  pair.end, .normal, .distance, .bound, .witness: unit normal A → B, signed distance, its error bound, the
 *           witness on A's core; the simplex: count, idsA, idsB
 *
 * Hosts and wasm compile this file, with the same bits.
 */
import type { Double, Flag, Int } from '../../language/lanes.ts';
import { BOX, CORE } from '../../tables/shapeWords.ts';
import { boxesSeparation, FACE_BIAS } from '../boxes/axes.ts';
import { loadHalves } from '../boxes/halves.ts';
import { boxWitness } from '../boxes/witness.ts';
import { penetration } from '../epa/epa.ts';
import { LATERAL } from '../epa/result.ts';
import { gjkCareful } from '../gjk/careful.ts';
import { BEYOND, CONTAINED, CONVERGED, UNPROVEN, WITHIN } from '../gjk/search.ts';
import type { CorePair, CorePools } from './corePair.ts';
import { measureSmooth } from './measureSmooth.ts';
import { moveApart, moveBack, NARROW, PROVEN, writeSeparate } from './result.ts';
import type { CoreScratch } from './scratch.ts';
import { pointOf } from './support.ts';

/** A clear gap, as a part of the size: nothing cancels, and the closest features stay the same. */
const CLEAR = 0.125;

/**
 * Measures the cores of a pair. With `depth` false, it skips the depth of overlapping cores.
 * @returns whether the distance is proven
 */
export function exactDistance(scratch: CoreScratch, a: CorePools, b: CorePools, depth: Flag): Flag {
  const { pair } = scratch;
  const { simplex } = pair;
  const isProven = measureSmooth(scratch, a, b, depth);
  if (isProven >= 0) return isProven === 1;
  pair.tolerance = 0;
  searchCores(pair, a, b);
  const { end } = pair;
  if (end === WITHIN || (end === CONTAINED && !depth)) return true;
  if (end === CONVERGED || end === BEYOND) {
    writeSeparate(pair, end);
    return true;
  }
  let proven: Flag = true;
  pair.touch = Math.sqrt(simplex.vv);
  if (a.shapes.words[pair.wordA + CORE] === BOX && b.shapes.words[pair.wordB + CORE] === BOX) measureBoxes(pair, a, b);
  else {
    proven = penetration(scratch, a, b);
    if (simplex.miss > LATERAL * pair.size) touchApart(pair, a, b, NARROW);
  }
  const provenBound = PROVEN * pair.size;
  if (!(simplex.miss <= provenBound)) proven = false;
  if (pair.distance > 0) {
    // The cores are apart: the plane is a lower bound of the distance, the point of GJK an upper bound. The upper bound
    // is the better result.
    pair.bound = Math.max(pair.bound, 0) + Math.max(pair.touch - pair.distance, 0);
    pair.distance = Math.max(pair.distance, pair.touch);
    if (end === UNPROVEN && !(pair.bound <= provenBound)) proven = false;
  }
  if (!proven) pair.bound += pair.touch;
  pair.bound = Math.max(Math.max(pair.bound, simplex.miss), 0);
  return proven;
}

/** Runs GJK if the fast path has no proof, or loads the points of its simplex. */
function searchCores(pair: CorePair, a: CorePools, b: CorePools): void {
  const { direction, simplex } = pair;
  if (pair.end === UNPROVEN) {
    pair.end = gjkCareful(pair, a, b, pair.shift);
    return;
  }
  for (let k: Int = 0; k < simplex.count; k++) {
    pointOf(direction, a, pair.wordA, simplex.idsA[k]);
    for (let c: Int = 0; c < 3; c++) simplex.a[3 * k + c] = direction[c];
  }
}

/**
 * Depth and normal from the separating axes, the witness from the features in contact. If these are parallel, the
 * witness comes from GJK on the boxes, moved apart along the normal.
 */
function measureBoxes(pair: CorePair, a: CorePools, b: CorePools): void {
  const { simplex } = pair;
  loadHalves(pair, a, b);
  const axis = boxesSeparation(pair);
  // a face is kept unless an edge is better by more than the bias
  const bias = FACE_BIAS * pair.size;
  pair.bound = bias;
  simplex.miss = 0;
  const isOn = boxWitness(pair, axis, 0);
  if (isOn === 1) return;
  let part: Double = CLEAR;
  touchApart(pair, a, b, part);
  if (simplex.miss > 0.5 * PROVEN * pair.size) {
    part = NARROW;
    touchApart(pair, a, b, part);
  }
  // ≥ 0, and 0 if no axis is better
  pair.bound = bias + Math.sqrt(simplex.vv) - part * pair.size;
}

/** The witness of overlapping cores: by GJK on the cores, moved apart. Writes simplex.vv, too. */
function touchApart(pair: CorePair, a: CorePools, b: CorePools, part: Double): void {
  moveApart(pair, part);
  gjkCareful(pair, a, b, pair.shift);
  moveBack(pair, part);
}

/**
 * GJK on two cores, one of them round, in local variables: the fast path of `gjkCareful`, with its contract. Its result
 * needs a proof: the bounds meet, or the origin lies well inside a tetrahedron that is not flat. Without a proof
 * `gjkCareful` searches again.
 */
import type { Double, Doubles, Flag, Int } from '../../language/lanes.ts';
import { copy, dot, load, store } from '../../math/vectors.ts';
import type { CorePair, CorePools } from '../cores/corePair.ts';
import { gjkCareful } from '../gjk/careful.ts';
import { reduceSegment, reduceTetrahedron, reduceTriangle } from '../gjk/reduce.ts';
import {
  BEYOND,
  CLOSED,
  CONTAINED,
  CONVERGED,
  PROVEN,
  RUNNING,
  TOUCHING,
  UNPROVEN,
  type Weights,
  WITHIN,
} from '../gjk/search.ts';
import {
  forgetDirections,
  frameOf,
  newRoundSearch,
  type RoundSearch,
  roundCore,
  supportOfDifference,
} from './roundSearch.ts';

/** 35 is the maximum of random pairs. */
const MAX_STEPS = 64;

/**
 * Runs GJK from a cold start along `start`. Reads and writes the same as `gjkCareful`, but for ids: the points have
 * directions (`simplex.along`), with x NaN where the ids are known.
 */
export function roundGjk(pair: CorePair, a: CorePools, b: CorePools, start: Doubles): Int {
  const coreA = roundCore(a, pair.wordA);
  const coreB = roundCore(b, pair.wordB);
  const frame = frameOf(pair);
  const limits = limitsOf(pair);
  const search = newRoundSearch();
  load(search.v, start, 0);
  if (!(dot(search.v, search.v) > 0)) search.v.x = 1;
  let steps: Int = 0;
  while (search.ending === RUNNING && steps < MAX_STEPS) {
    steps++;
    supportOfDifference(pair, coreA, coreB, frame, search.v, search);
    copy(search.alongW, search.v);
    search.height = dot(search.v, search.w);
    advance(pair, limits, search);
  }
  if (search.ending === RUNNING || search.ending === UNPROVEN) {
    const end = gjkCareful(pair, a, b, start);
    forgetDirections(pair.simplex.along);
    return end;
  }
  pair.steps = steps;
  storeSearch(pair, search);
  return search.ending;
}

/** Squared distances at which a search ends, as in gjk/steps.ts, and widths of its bracket. */
interface Limits {
  readonly far2: Double;
  readonly near2: Double;
  readonly touching2: Double;
  readonly reached: Double;
  readonly proven: Double;
}

function limitsOf(pair: CorePair): Limits {
  const size = pair.size;
  return {
    far2: pair.far * pair.far,
    near2: pair.near2,
    touching2: TOUCHING * TOUCHING * size * size,
    reached: pair.tolerance,
    proven: PROVEN * size,
  };
}

/** Ends the search if the bounds meet, else moves v to the nearest point of the simplex with w. */
function advance(pair: CorePair, limits: Limits, search: RoundSearch): void {
  const { v, w, height } = search;
  if (height > 0 && height * height > limits.far2 * dot(v, v)) {
    search.ending = BEYOND;
    if (search.count === 0) {
      takeFirst(search);
      search.vv = dot(v, v);
    }
    return;
  }
  if (search.count === 0) {
    takeFirst(search);
    copy(v, w);
  } else {
    const length = Math.sqrt(search.vv);
    const gap = search.vv - height;
    if (gap <= Math.max(CLOSED * search.vv, limits.reached * length)) {
      search.ending = CONVERGED;
      return;
    }
    const weights: Weights = { p: 0, q: 0, r: 0 };
    if (search.count === 1) reduceSegment(search, weights);
    else if (search.count === 2) reduceTriangle(search, weights);
    else reduceTetrahedron(pair.simplex, search, weights);
    if (search.ending !== RUNNING) return;
    const weightW = 1 - weights.p - weights.q - weights.r;
    // no progress, a point outside the simplex, or NaN
    if (!(dot(v, v) < search.vv && weightW >= 0)) {
      copy(v, search.alongW);
      search.ending = gap <= limits.proven * length ? CONVERGED : UNPROVEN;
      return;
    }
    takePoint(search, weights, weightW);
  }
  search.vv = dot(v, v);
  if (search.vv <= limits.touching2) search.ending = CONTAINED;
  else if (search.vv <= limits.near2) search.ending = WITHIN;
}

function takeFirst(search: RoundSearch): void {
  copy(search.p, search.w);
  copy(search.onP, search.onW);
  copy(search.alongP, search.alongW);
  search.count = 1;
}

/** Puts w in the place of a point without weight, or in the next free one. */
function takePoint(search: RoundSearch, weights: Weights, weightW: Double): void {
  const { w, onW, alongW } = search;
  search.weightP = weights.p;
  search.weightQ = weights.q;
  search.weightR = weights.r;
  if (weights.p === 0) {
    copy(search.p, w);
    copy(search.onP, onW);
    copy(search.alongP, alongW);
    search.weightP = weightW;
    if (weights.r !== 0) {
      search.count = 3;
      if (weights.q === 0) {
        copy(search.q, search.r);
        copy(search.onQ, search.onR);
        copy(search.alongQ, search.alongR);
        search.weightQ = search.weightR;
        search.count = 2;
      }
    } else search.count = weights.q === 0 ? 1 : 2;
  } else if (weights.q === 0) {
    copy(search.q, w);
    copy(search.onQ, onW);
    copy(search.alongQ, alongW);
    search.weightQ = weightW;
    search.count = weights.r === 0 ? 2 : 3;
  } else {
    copy(search.r, w);
    copy(search.onR, onW);
    copy(search.alongR, alongW);
    search.weightR = weightW;
    search.count = 3;
  }
}

/** Stores the last simplex with its directions in place of ids, v, and the bounds along it. */
function storeSearch(pair: CorePair, search: RoundSearch): void {
  const simplex = pair.simplex;
  const inside: Flag = search.idS !== -1;
  simplex.count = inside ? 4 : search.count;
  store(simplex.y, 0, search.p);
  store(simplex.y, 3, search.q);
  store(simplex.y, 6, search.r);
  store(simplex.a, 0, search.onP);
  store(simplex.a, 3, search.onQ);
  store(simplex.a, 6, search.onR);
  store(simplex.along, 0, search.alongP);
  store(simplex.along, 3, search.alongQ);
  store(simplex.along, 6, search.alongR);
  if (inside) {
    // point and weights are stored
    store(simplex.a, 9, search.onW);
    store(simplex.along, 9, search.alongW);
  } else {
    simplex.weights[0] = search.weightP;
    simplex.weights[1] = search.weightQ;
    simplex.weights[2] = search.weightR;
  }
  store(simplex.v, 0, search.v);
  simplex.vv = inside ? 0 : search.vv;
  simplex.vw = search.height;
  simplex.miss = 0;
}

/**
 * GJK on two cores, one of them round, in local variables: the fast path of `gjkCareful`, with its contract. Its result
 * needs a proof: the bounds meet, or the origin lies well inside a tetrahedron that is not flat. Without a proof
 * `gjkCareful` searches again.
 */
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
  A,
  ALONG,
  COUNT,
  FAR,
  type Geometry,
  MISS,
  NEAR2,
  type Scratch,
  SIZE,
  STEPS,
  TOLERANCE,
  V,
  VV,
  VW,
  WEIGHT,
  Y,
} from '../scratch.ts';
import { copy, dot, load, store } from '../vectors.ts';
import { frameOf, newRoundSearch, type RoundSearch, roundCore, supportOfDifference } from './roundSearch.ts';

/** 35 is the maximum of random pairs. */
const MAX_STEPS = 64;

/**
 * Runs GJK from a cold start along f[start …]. Reads and writes the same as `gjkCareful`, but for ids: slots have
 * directions (f[ALONG …]), and x NaN where the ids are known.
 */
export function roundGjk(
  scratch: Scratch,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
  start: number,
): number {
  const f = scratch.f;
  const i = scratch.i;
  const a = roundCore(geometryA, rowA);
  const b = roundCore(geometryB, rowB);
  const frame = frameOf(f);
  const limits = limitsOf(f);
  const search = newRoundSearch();
  load(search.v, f, start);
  if (!(dot(search.v, search.v) > 0)) search.v.x = 1;
  let steps = 0;
  while (search.ending === RUNNING && steps < MAX_STEPS) {
    steps++;
    supportOfDifference(scratch, a, b, frame, search.v, search);
    copy(search.alongW, search.v);
    search.height = dot(search.v, search.w);
    advance(scratch, limits, search);
  }
  if (search.ending === RUNNING || search.ending === UNPROVEN) {
    const end = gjkCareful(scratch, geometryA, rowA, geometryB, rowB, start);
    f.fill(NaN, ALONG, ALONG + 12);
    return end;
  }
  i[STEPS] = steps;
  storeSearch(scratch, search);
  return search.ending;
}

/** Squared distances at which a search ends, as in gjk/steps.ts, and widths of its bracket. */
function limitsOf(f: Float64Array) {
  const size = f[SIZE];
  return {
    far2: f[FAR] * f[FAR],
    near2: f[NEAR2],
    touching2: TOUCHING * TOUCHING * size * size,
    reached: f[TOLERANCE],
    proven: PROVEN * size,
  };
}

/** Ends the search if the bounds meet, else moves v to the nearest point of the simplex with w. */
function advance(scratch: Scratch, limits: ReturnType<typeof limitsOf>, search: RoundSearch): void {
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
    const weights = { p: 0, q: 0, r: 0 };
    if (search.count === 1) reduceSegment(search, weights);
    else if (search.count === 2) reduceTriangle(search, weights);
    else reduceTetrahedron(scratch, search, weights);
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
function takePoint(search: RoundSearch, weights: Weights, weightW: number): void {
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
function storeSearch(scratch: Scratch, search: RoundSearch): void {
  const f = scratch.f;
  const inside = search.idS !== -1;
  scratch.i[COUNT] = inside ? 4 : search.count;
  store(f, Y, search.p);
  store(f, Y + 3, search.q);
  store(f, Y + 6, search.r);
  store(f, A, search.onP);
  store(f, A + 3, search.onQ);
  store(f, A + 6, search.onR);
  store(f, ALONG, search.alongP);
  store(f, ALONG + 3, search.alongQ);
  store(f, ALONG + 6, search.alongR);
  if (inside) {
    // point and weights are stored
    store(f, A + 9, search.onW);
    store(f, ALONG + 9, search.alongW);
  } else {
    f[WEIGHT] = search.weightP;
    f[WEIGHT + 1] = search.weightQ;
    f[WEIGHT + 2] = search.weightR;
  }
  store(f, V, search.v);
  f[VV] = inside ? 0 : search.vv;
  f[VW] = search.height;
  f[MISS] = 0;
}

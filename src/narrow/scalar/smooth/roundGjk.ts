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
  DIR,
  FAR,
  type Geometry,
  ID_A,
  ID_B,
  MISS,
  NEAR2,
  ROT,
  type Scratch,
  SHIFT,
  SIZE,
  STEPS,
  TOLERANCE,
  V,
  VV,
  VW,
  WEIGHT,
  Y,
} from '../scratch.ts';
import { copy, dot, load, type Mat3, store, timesTransposed, type Vec3, zero } from '../vectors.ts';
import { newRoundSearch, type RoundCore, type RoundSearch, roundCore, roundId, roundSupport } from './roundSearch.ts';

/** 35 is the maximum of random pairs. */
const MAX_STEPS = 64;

/** Runs GJK from a cold start along f[start …]. Reads and writes the same as `gjkCareful`. */
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
    supportOfDifference(scratch, a, b, frame, search);
    advance(scratch, limits, search);
  }
  if (search.ending === RUNNING || search.ending === UNPROVEN) {
    return gjkCareful(scratch, geometryA, rowA, geometryB, rowB, start);
  }
  i[STEPS] = steps;
  storeSearch(scratch, search);
  const count = i[COUNT];
  for (let k = 0; k < count; k++) writeIds(scratch, geometryA, rowA, geometryB, rowB, k);
  return search.ending;
}

/** Rotation B → A, and the position of B in frame A. */
function frameOf(f: Float64Array) {
  return {
    r: {
      x: { x: f[ROT], y: f[ROT + 1], z: f[ROT + 2] },
      y: { x: f[ROT + 3], y: f[ROT + 4], z: f[ROT + 5] },
      z: { x: f[ROT + 6], y: f[ROT + 7], z: f[ROT + 8] },
    },
    t: { x: f[SHIFT], y: f[SHIFT + 1], z: f[SHIFT + 2] },
  };
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

/** Finds the point of B − A that is lowest along v. */
function supportOfDifference(
  scratch: Scratch,
  a: RoundCore,
  b: RoundCore,
  frame: { readonly r: Mat3; readonly t: Vec3 },
  search: RoundSearch,
): void {
  const { v, w, onW } = search;
  const { r, t } = frame;
  roundSupport(scratch, a, v, onW);
  const seen = timesTransposed(r, v);
  const down = { x: -seen.x, y: -seen.y, z: -seen.z };
  const onB = zero();
  roundSupport(scratch, b, down, onB);
  w.x = t.x - onW.x + (r.x.x * onB.x + r.x.y * onB.y + r.x.z * onB.z);
  w.y = t.y - onW.y + (r.y.x * onB.x + r.y.y * onB.y + r.y.z * onB.z);
  w.z = t.z - onW.z + (r.z.x * onB.x + r.z.y * onB.y + r.z.z * onB.z);
  copy(search.alongW, v);
  search.height = dot(v, w);
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

/** Writes the ids of slot k, whose direction is stored. */
function writeIds(
  scratch: Scratch,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
  k: number,
): void {
  const f = scratch.f;
  const i = scratch.i;
  const x = f[ALONG + 3 * k];
  const y = f[ALONG + 3 * k + 1];
  const z = f[ALONG + 3 * k + 2];
  f[DIR] = x;
  f[DIR + 1] = y;
  f[DIR + 2] = z;
  i[ID_A + k] = roundId(f, geometryA, rowA);
  f[DIR] = -(f[ROT] * x + f[ROT + 3] * y + f[ROT + 6] * z);
  f[DIR + 1] = -(f[ROT + 1] * x + f[ROT + 4] * y + f[ROT + 7] * z);
  f[DIR + 2] = -(f[ROT + 2] * x + f[ROT + 5] * y + f[ROT + 8] * z);
  i[ID_B + k] = roundId(f, geometryB, rowB);
}

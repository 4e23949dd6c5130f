/** Passes a row to `exactDistance` through the scratch, and loads its result. */
import { load, store } from '../../math/vectors.ts';
import { exactDistance } from '../cores/exactDistance.ts';
import { CONTAINED, type Search } from '../gjk/search.ts';
import type { Context, PairContext } from './context.ts';
import type { PairResult } from './pairResult.ts';
import type { PairRow, Row } from './row.ts';

/** Measures penetration, or a row without a proof. Writes the ending, the simplex and the result. */
export function measure(context: Context, row: Row, search: Search, result: PairResult): void {
  storeFrame(context, row);
  measureCores(context, row, search, result);
  const { count, idsA, idsB } = context.pair.simplex;
  search.count = count;
  search.idP = idsA[0] | (idsB[0] << 16);
  search.idQ = idsA[1] | (idsB[1] << 16);
  search.idR = idsA[2] | (idsB[2] << 16);
  search.idS = count === 4 ? idsA[3] | (idsB[3] << 16) : -1;
}

/** Stores the relative pose and the size of a row. */
export function storeFrame(context: PairContext, row: PairRow): void {
  const { pair } = context;
  const { rotation: turn, shift: place } = pair;
  const { rotation, shift } = row.pose;
  store(turn, 0, rotation.x);
  store(turn, 3, rotation.y);
  store(turn, 6, rotation.z);
  store(place, 0, shift);
  pair.size = row.size;
  pair.wordA = row.a.word;
  pair.wordB = row.b.word;
}

/** `measure` for a row whose frame is stored. Leaves the simplex in the scratch. */
export function measureCores(context: PairContext, row: PairRow, search: Search, result: PairResult): void {
  const { pair, overlapOnly } = context;
  const { radii } = row;
  if (search.ending === CONTAINED) storeSimplex(context, search);
  pair.far = overlapOnly ? radii : context.maxDistance + radii;
  pair.near2 = overlapOnly ? radii * radii : -1;
  pair.end = search.ending;
  const { geometry: geometryA } = context.a;
  const { geometry: geometryB } = context.b;
  const measuresDepth = context.depth && !overlapOnly;
  result.proven = exactDistance(context.scratch, geometryA, geometryB, measuresDepth);
  search.ending = pair.end;
  search.vv = pair.simplex.vv;
  loadResult(context, result);
}

/** Loads a result from the scratch. */
export function loadResult(context: PairContext, result: PairResult): void {
  const { normal, witness, distance, bound } = context.pair;
  load(result.normal, normal, 0);
  load(result.witness, witness, 0);
  result.distance = distance;
  result.bound = bound;
}

/** Stores the last simplex of the search. The weights of four points are in the scratch already. */
function storeSimplex(context: PairContext, search: Search): void {
  const { simplex } = context.pair;
  const { y, weights, idsA, idsB } = simplex;
  const { count, idP, idQ, idR, idS } = search;
  simplex.count = count;
  idsA[0] = idP & 0xffff;
  idsB[0] = idP >>> 16;
  idsA[1] = idQ & 0xffff;
  idsB[1] = idQ >>> 16;
  idsA[2] = idR & 0xffff;
  idsB[2] = idR >>> 16;
  idsA[3] = idS & 0xffff;
  idsB[3] = idS >>> 16;
  store(y, 0, search.p);
  store(y, 3, search.q);
  store(y, 6, search.r);
  simplex.vv = idS !== -1 || count === 0 ? 0 : search.vv;
  if (idS !== -1) return;
  weights[0] = search.weightP;
  weights[1] = search.weightQ;
  weights[2] = search.weightR;
}

/** Passes a row to `exactDistance` through the scratch, and loads its result. */
import type { Context, PairContext } from './context.ts';
import { exactDistance } from './exactDistance.ts';
import { CONTAINED, type Search } from './gjk/search.ts';
import type { PairResult } from './pairResult.ts';
import type { PairRow, Row } from './row.ts';
import {
  BOUND,
  COUNT,
  DISTANCE,
  END,
  FAR,
  ID_A,
  ID_B,
  NEAR2,
  NORMAL,
  ROT,
  SHIFT,
  SIZE,
  VV,
  WEIGHT,
  WITNESS,
  Y,
} from './scratch.ts';
import { load, store } from './vectors.ts';

/** Measures penetration, or a row without a proof. Writes the ending, the simplex and the result. */
export function measure(context: Context, row: Row, search: Search, result: PairResult): void {
  const { i } = context;
  storeFrame(context, row);
  measureCores(context, row, search, result);
  const count = i[COUNT];
  search.count = count;
  search.idP = i[ID_A] | (i[ID_B] << 16);
  search.idQ = i[ID_A + 1] | (i[ID_B + 1] << 16);
  search.idR = i[ID_A + 2] | (i[ID_B + 2] << 16);
  search.idS = count === 4 ? i[ID_A + 3] | (i[ID_B + 3] << 16) : -1;
}

/** Stores the relative pose and the size of a row. */
export function storeFrame(context: PairContext, row: PairRow): void {
  const { f } = context;
  const { rotation, shift } = row.pose;
  store(f, ROT, rotation.x);
  store(f, ROT + 3, rotation.y);
  store(f, ROT + 6, rotation.z);
  store(f, SHIFT, shift);
  f[SIZE] = row.size;
}

/** `measure` for a row whose frame is stored. Leaves the simplex in the scratch. */
export function measureCores(context: PairContext, row: PairRow, search: Search, result: PairResult): void {
  const { f, i, overlapOnly } = context;
  const { radii } = row;
  if (search.ending === CONTAINED) storeSimplex(context, search);
  f[FAR] = overlapOnly ? radii : context.maxDistance + radii;
  f[NEAR2] = overlapOnly ? radii * radii : -1;
  i[END] = search.ending;
  const { geometry: geometryA } = context.a;
  const { geometry: geometryB } = context.b;
  const depth = context.depth && !overlapOnly;
  result.proven = exactDistance(context.scratch, geometryA, row.a.shape, geometryB, row.b.shape, depth);
  search.ending = i[END];
  search.vv = f[VV];
  loadResult(context, result);
}

/** Loads a result from the scratch. */
export function loadResult(context: PairContext, result: PairResult): void {
  const { f } = context;
  load(result.normal, f, NORMAL);
  result.distance = f[DISTANCE];
  result.bound = f[BOUND];
  load(result.witness, f, WITNESS);
}

/** Stores the last simplex of the search. The weights of four points are in the scratch already. */
function storeSimplex(context: PairContext, search: Search): void {
  const { f, i } = context;
  const { count, idP, idQ, idR, idS } = search;
  i[COUNT] = count;
  i[ID_A] = idP & 0xffff;
  i[ID_B] = idP >>> 16;
  i[ID_A + 1] = idQ & 0xffff;
  i[ID_B + 1] = idQ >>> 16;
  i[ID_A + 2] = idR & 0xffff;
  i[ID_B + 2] = idR >>> 16;
  i[ID_A + 3] = idS & 0xffff;
  i[ID_B + 3] = idS >>> 16;
  store(f, Y, search.p);
  store(f, Y + 3, search.q);
  store(f, Y + 6, search.r);
  f[VV] = idS !== -1 || count === 0 ? 0 : search.vv;
  if (idS !== -1) return;
  f[WEIGHT] = search.weightP;
  f[WEIGHT + 1] = search.weightQ;
  f[WEIGHT + 2] = search.weightR;
}

/**
 * Rays of the table, one after the other: the nearest hit of each, or whether there is one. The block stops at each
 * body that the host tests; the host takes it into the numbers of the ray, and calls `castOn`.
 *
 *   reads    the context, rays, colliders, shapes, bounds, half-spaces, the twin of the tree
 *   writes   status, ids, t and normals of the rays
 */
import { RayStatus } from '../../../queries/rays/statusTable.ts';
import { BEST_BOUND, BEST_ID, BEST_INSIDE, BEST_NORMAL, BEST_T } from '../../scalar/rays/places.ts';
import {
  RAY_IDS,
  RAY_IGNORED,
  RAY_MASKS,
  RAY_MODE,
  RAY_NORMALS,
  RAY_STATUS,
  RAY_T,
  RAY_WORDS,
  TILE_BYTES,
} from '../context.ts';
import {
  addressOf,
  bytesAt,
  type Double,
  type Doubles,
  doublesAt,
  float,
  floatsAt,
  type Int,
  type Ints,
  int,
  intsAt,
  shortsAt,
  tableAt,
} from '../lanes.ts';
import { ANY, QUERY_GROUPS } from './codes.ts';
import { castHalfSpaces } from './halfSpaces.ts';
import { loadRay, shorten } from './loadRay.ts';
import { seekBody, startSearch } from './seekBody.ts';
import { BEGUN, END, IGNORED, RAY, type RayTables, SEEN } from './tables.ts';

const INFINITE = 1 / 0;
const NOT_A_NUMBER = 0 / 0;

/** Starts the ray in the numbers of the thread's scratch, for a search of all hits. */
export function beginRay(context: Ints): void {
  const tables = tableAt<RayTables>(addressOf(context) + TILE_BYTES);
  startSearch(context, tables, doublesAt(tables.numbers.values));
}

/** @returns the row of the next body that the ray may meet before its end, or −1 */
export function seekLeaf(context: Ints): Int {
  const tables = tableAt<RayTables>(addressOf(context) + TILE_BYTES);
  return seekBody(context, tables, doublesAt(tables.numbers.values));
}

/** Casts rows [begin, end) of the ray table. @returns the row of a body that the host tests, or −1: all are cast */
export function castRays(context: Ints, begin: Int, end: Int): Int {
  const tables = tableAt<RayTables>(addressOf(context) + TILE_BYTES);
  const state = tables.state.words;
  state[RAY] = begin;
  state[END] = end;
  state[BEGUN] = 0;
  return castNext(context, tables);
}

/** Goes on after a test of the host. @returns as castRays */
export function castOn(context: Ints): Int {
  const tables = tableAt<RayTables>(addressOf(context) + TILE_BYTES);
  return castNext(context, tables);
}

function castNext(context: Ints, tables: RayTables): Int {
  const state = tables.state.words;
  const f = doublesAt(tables.numbers.values);
  const end = state[END];
  let ray = state[RAY];
  let isBegun = state[BEGUN];
  while (ray < end) {
    if (isBegun === 0) {
      const isValid = loadRay(context, f, ray);
      if (isValid === 0) {
        writeNone(context, ray, RayStatus.Invalid, INFINITE);
        ray += 1;
        continue;
      }
      beginSearch(context, tables, f, ray);
    }
    // any hit is enough
    let row: Int = -1;
    if (context[RAY_MODE] !== ANY || f[BEST_ID] < 0) row = seekBody(context, tables, f);
    if (row >= 0) {
      state[RAY] = ray;
      state[BEGUN] = 1;
      return row;
    }
    writeResult(context, f, ray);
    isBegun = 0;
    ray += 1;
  }
  return -1;
}

function beginSearch(context: Ints, tables: RayTables, f: Doubles, ray: Int): void {
  const state = tables.state.words;
  state[SEEN] = shortsAt(context[RAY_MASKS])[ray] & intsAt(context[RAY_WORDS])[QUERY_GROUPS];
  state[IGNORED] = intsAt(context[RAY_IGNORED])[ray];
  castHalfSpaces(context, state, f);
  shorten(f);
  startSearch(context, tables, f);
}

function writeResult(context: Ints, f: Doubles, ray: Int): void {
  if (f[BEST_ID] < 0) {
    writeNone(context, ray, RayStatus.Miss, INFINITE);
    return;
  }
  if (context[RAY_MODE] === ANY) {
    // which body is found first depends on the tree
    writeNone(context, ray, RayStatus.Hit, NOT_A_NUMBER);
    return;
  }
  const isInside = f[BEST_INSIDE] === 1;
  bytesAt(context[RAY_STATUS])[ray] = isInside ? RayStatus.StartsInside : RayStatus.Hit;
  intsAt(context[RAY_IDS])[ray] = int(f[BEST_ID]);
  doublesAt(context[RAY_T])[ray] = isInside ? 0 : f[BEST_T];
  const normal = floatsAt(context[RAY_NORMALS] + 16 * ray);
  normal[0] = float(f[BEST_NORMAL]);
  normal[1] = float(f[BEST_NORMAL + 1]);
  normal[2] = float(f[BEST_NORMAL + 2]);
  normal[3] = float(f[BEST_BOUND]);
}

function writeNone(context: Ints, ray: Int, status: Int, t: Double): void {
  bytesAt(context[RAY_STATUS])[ray] = status;
  intsAt(context[RAY_IDS])[ray] = -1;
  doublesAt(context[RAY_T])[ray] = t;
  const normal = floatsAt(context[RAY_NORMALS] + 16 * ray);
  normal[0] = 0;
  normal[1] = 0;
  normal[2] = 0;
  normal[3] = 0;
}

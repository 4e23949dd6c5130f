/** Casts that the wide kernel leaves, in f64: kernels/casts/castRow.ts. */
import {
  addressOf,
  type Doubles,
  type Int,
  type Ints,
  intsAt,
  type Table,
  tableAt,
  wordsAt,
} from '../../language/lanes.ts';
import { DEFERRED_BYTES, IDS, type MOST_EXACT_BYTES, TILE_BYTES } from '../../tables/kernelContext.ts';
import type { Cast } from '../casts/cast.ts';
import { writeProbe } from '../casts/castColumns.ts';
import type { CastNumbers } from '../casts/castNumbers.ts';
import { castPair, castProbe } from '../casts/castRow.ts';
import { type CastTables, castTables, resultsAt, sceneAt } from '../casts/lanes/castTables.ts';
import type { CoreScratch } from '../cores/scratch.ts';
import { type PartStack, poolsOf } from '../rows/lanes/pools.ts';

/** The memory of casts, at the place of the tables of a tile. */
interface CastScratch extends Table<4, typeof MOST_EXACT_BYTES> {
  /** Those of the wide kernel, whose search goes on after a cast. */
  readonly wide: CastTables;
  readonly numbers: CastNumbers;
  readonly scratch: CoreScratch;
  readonly points: PartStack;
  readonly maxDistance: Doubles;
}

/**
 * Casts the first `count` deferred pairs.
 * @returns how many of them are left, which begin the list then: their searches need more room
 */
export function exactCasts(context: Ints, count: Int): Int {
  const cast = castAt(context);
  const scene = sceneAt(context);
  const results = resultsAt(context);
  const ids = wordsAt(context[IDS]);
  const deferred = intsAt(addressOf(context) + DEFERRED_BYTES);
  let left: Int = 0;
  for (let k: Int = 0; k < count; k += 1) {
    const row = deferred[k];
    cast.scratch.pair.isFull = 0;
    castPair(cast, scene, results, ids, row);
    if (cast.scratch.pair.isFull === 0) continue;
    deferred[left] = row;
    left += 1;
  }
  return left;
}

/** Casts the shape of a search against a collider. @returns 1, or 0 if its searches need more room */
export function exactCast(context: Ints, collider: Int): Int {
  const search = castTables(context).search;
  const cast = castAt(context);
  const scene = sceneAt(context);
  const results = resultsAt(context);
  cast.scratch.pair.isFull = 0;
  const status = castProbe(cast, scene, results, search.result, search.row, collider);
  if (cast.scratch.pair.isFull === 1) return 0;
  writeProbe(results, search.result, cast.c, status, collider);
  return 1;
}

function castAt(context: Ints): Cast {
  const tables = tableAt<CastScratch>(addressOf(context) + TILE_BYTES);
  const pools = poolsOf(context, tables.points);
  const maxDistance = tables.maxDistance;
  maxDistance[0] = Infinity;
  return {
    c: tables.numbers,
    scratch: tables.scratch,
    params: { overlapOnly: false, depth: true, maxDistance },
    poolsA: pools,
    poolsB: pools,
  };
}

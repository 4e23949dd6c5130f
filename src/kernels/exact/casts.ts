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

/** Casts the first `count` deferred pairs. */
export function exactCasts(context: Ints, count: Int): void {
  const cast = castAt(context);
  const scene = sceneAt(context);
  const results = resultsAt(context);
  const ids = wordsAt(context[IDS]);
  const deferred = intsAt(addressOf(context) + DEFERRED_BYTES);
  for (let k: Int = 0; k < count; k += 1) castPair(cast, scene, results, ids, deferred[k]);
}

/** Casts the shape of a search against a collider. */
export function exactCast(context: Ints, collider: Int): void {
  const search = castTables(context).search;
  const cast = castAt(context);
  const scene = sceneAt(context);
  const results = resultsAt(context);
  const status = castProbe(cast, scene, results, search.result, search.row, collider);
  writeProbe(results, search.result, cast.c, status, collider);
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

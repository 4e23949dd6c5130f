/** Casts that the wide kernel leaves, in f64: kernels/casts/castRow.ts. */
import type { Cast } from '../casts/bodies.ts';
import { type CastColumns, type CastScene, castPair, castProbe, writeProbe } from '../casts/castRow.ts';
import { type CastTables, castTables } from '../casts/lanes/castTables.ts';
import type { CastNumbers } from '../casts/tables.ts';
import type { CoreScratch } from '../cores/scratch.ts';
import {
  addressOf,
  bytesAt,
  type Doubles,
  doublesAt,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  type Table,
  tableAt,
  wordsAt,
} from '../lanes.ts';
import { poseColumns } from '../rows/lanes/columns.ts';
import {
  CAST_IDS,
  CAST_MOTIONS,
  CAST_MOVES,
  CAST_NORMALS,
  CAST_OFFSETS_A,
  CAST_OFFSETS_B,
  CAST_OPTIONS,
  CAST_PIVOTS,
  CAST_STATUS,
  CAST_T,
  CAST_TURNS,
  CAST_WORDS,
  DEFERRED_BYTES,
  IDS,
  type MOST_EXACT_BYTES,
  ROW_COUNT,
  SHAPE_COUNT,
  TILE_BYTES,
} from '../rows/lanes/context.ts';
import { type PartStack, poolsOf } from './pools.ts';

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

function sceneAt(context: Ints): CastScene {
  const search = castTables(context).search;
  return {
    placed: poseColumns(context),
    casts: {
      motions: doublesAt(context[CAST_MOTIONS]),
      pivots: doublesAt(context[CAST_PIVOTS]),
      moves: doublesAt(context[CAST_MOVES]),
      turns: doublesAt(context[CAST_TURNS]),
      options: doublesAt(context[CAST_OPTIONS]),
      words: intsAt(context[CAST_WORDS]),
    },
    firstProbe: search.row - search.probe,
    rowCount: context[ROW_COUNT],
    shapeCount: context[SHAPE_COUNT],
  };
}

function resultsAt(context: Ints): CastColumns {
  return {
    status: bytesAt(context[CAST_STATUS]),
    ids: intsAt(context[CAST_IDS]),
    t: doublesAt(context[CAST_T]),
    normals: floatsAt(context[CAST_NORMALS]),
    offsetsA: floatsAt(context[CAST_OFFSETS_A]),
    offsetsB: floatsAt(context[CAST_OFFSETS_B]),
  };
}

/** Distances of the rows that a tile defers, in f64: kernels/rows/distanceRow.ts. */
import {
  addressOf,
  bytesAt,
  doublesAt,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  shortsAt,
  type Table,
  tableAt,
  wordsAt,
} from '../../language/lanes.ts';
import {
  DEFERRED_BYTES,
  DEPTH,
  FROM,
  IDS,
  MAX_DISTANCE_AT,
  type MOST_EXACT_BYTES,
  OFFSET_A,
  OFFSET_B,
  OVERLAP_ONLY,
  ROW_COUNT,
  SEPARATION,
  SHAPE_COUNT,
  STATUS,
  TILE_BYTES,
  TO,
} from '../../tables/kernelContext.ts';
import type { CoreScratch } from '../cores/scratch.ts';
import { type Context, sideOf } from '../rows/context.ts';
import { distanceRow } from '../rows/distanceRow.ts';
import { poseColumns } from '../rows/lanes/columns.ts';
import { type PartStack, poolsOf } from '../rows/lanes/pools.ts';

/** The memory of the careful path, at the place of the tables of a tile. */
interface DistanceScratch extends Table<4, typeof MOST_EXACT_BYTES> {
  readonly scratch: CoreScratch;
  readonly points: PartStack;
}

/** Computes the first `count` deferred rows. */
export function exactRows(context: Ints, count: Int): void {
  const rows = contextAt(context);
  const deferred = intsAt(addressOf(context) + DEFERRED_BYTES);
  for (let k: Int = 0; k < count; k += 1) distanceRow(rows, deferred[k]);
}

function contextAt(context: Ints): Context {
  const tables = tableAt<DistanceScratch>(addressOf(context) + TILE_BYTES);
  const scratch = tables.scratch;
  const { positions, rotations, shapes } = poseColumns(context);
  const pools = sideOf(poolsOf(context, tables.points));
  const pair = scratch.pair;
  return {
    positions,
    rotations,
    overlapOnly: context[OVERLAP_ONLY] === 1,
    depth: context[DEPTH] === 1,
    maxDistance: doublesAt(context[MAX_DISTANCE_AT])[0],
    scratch,
    pair,
    direction: pair.direction,
    a: pools,
    b: pools,
    ids: wordsAt(context[IDS]),
    shapes,
    rowCount: context[ROW_COUNT],
    shapeCount: context[SHAPE_COUNT],
    from: shortsAt(context[FROM]),
    to: shortsAt(context[TO]),
    status: bytesAt(context[STATUS]),
    separation: floatsAt(context[SEPARATION]),
    offsetA: floatsAt(context[OFFSET_A]),
    offsetB: floatsAt(context[OFFSET_B]),
  };
}

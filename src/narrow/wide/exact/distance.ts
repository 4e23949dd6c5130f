/** Distances of the rows that a tile defers, in f64: scalar/distanceRow.ts. */
import { type Context, poolsOf } from '../../scalar/context.ts';
import { distanceRow } from '../../scalar/distanceRow.ts';
import type { CoreScratch } from '../../scalar/scratch.ts';
import {
  COLLIDER_SHAPES,
  DEFERRED_BYTES,
  DEPTH,
  FROM,
  IDS,
  MAX_DISTANCE_PLACE,
  type MOST_EXACT_BYTES,
  OFFSET_A,
  OFFSET_B,
  OVERLAP_ONLY,
  POSITIONS,
  ROTATIONS,
  ROW_COUNT,
  SEPARATION,
  SHAPE_COUNT,
  STATUS,
  TILE_BYTES,
  TO,
} from '../context.ts';
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
} from '../lanes.ts';
import { hasComposite, poolsAt } from './pools.ts';

/** The memory of the careful path, at the place of the tables of a tile. */
interface DistanceScratch extends Table<4, typeof MOST_EXACT_BYTES> {
  readonly scratch: CoreScratch;
}

/**
 * Computes the first `count` deferred rows.
 * @returns how many of them are left, which begin the list then: rows of composites, and searches that need more room
 */
export function exactRows(context: Ints, count: Int): Int {
  const rows = contextAt(context);
  const deferred = intsAt(addressOf(context) + DEFERRED_BYTES);
  let left: Int = 0;
  for (let k: Int = 0; k < count; k += 1) {
    const row = deferred[k];
    if (!hasComposite(context, row)) {
      rows.pair.isFull = 0;
      distanceRow(rows, row);
      if (rows.pair.isFull === 0) continue;
    }
    deferred[left] = row;
    left += 1;
  }
  return left;
}

function contextAt(context: Ints): Context {
  const scratch = tableAt<DistanceScratch>(addressOf(context) + TILE_BYTES).scratch;
  const pools = poolsOf(poolsAt(context));
  const pair = scratch.pair;
  return {
    positions: doublesAt(context[POSITIONS]),
    rotations: floatsAt(context[ROTATIONS]),
    overlapOnly: context[OVERLAP_ONLY] === 1,
    depth: context[DEPTH] === 1,
    maxDistance: doublesAt(context[MAX_DISTANCE_PLACE])[0],
    scratch,
    pair,
    direction: pair.direction,
    a: pools,
    b: pools,
    ids: wordsAt(context[IDS]),
    shapes: wordsAt(context[COLLIDER_SHAPES]),
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

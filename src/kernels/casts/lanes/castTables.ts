/** The memory of casts of one thread, in the tables of a tile, and the columns of their query. */

import {
  addressOf,
  bytesAt,
  doublesAt,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  type Table,
  type Tables,
  tableAt,
} from '../../../language/lanes.ts';
import type { CastSweep } from '../../../tables/castSweep.ts';
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
  type MOST_TILE_BYTES,
  ROW_COUNT,
  SHAPE_COUNT,
  TILE_BYTES,
} from '../../../tables/kernelContext.ts';
import type { Axis } from '../../rays/lanes/slabs.ts';
import { poseColumns } from '../../rows/lanes/columns.ts';
import type { WideStack } from '../../tree/lanes/descend.ts';
import type { TreeStack } from '../../tree/tables.ts';
import type { CastScene } from '../castColumns.ts';
import type { CastNumbers } from '../castNumbers.ts';
import type { CastColumns } from '../castResults.ts';

/** A search for the colliders on the sweep of a shape. */
interface CastSearch extends Table<4> {
  /** Row of the results. */
  result: Int;
  /** Row of the shape, its number among the probes, mask and ignored row. */
  row: Int;
  probe: Int;
  mask: Int;
  ignored: Int;
  /** 1 if it goes down the f32 tree. */
  isWide: Int;
}

export interface CastTables extends Table<4, typeof MOST_TILE_BYTES> {
  /** Written by the host. */
  readonly sweep: CastSweep;
  readonly numbers: CastNumbers;
  readonly search: CastSearch;
  readonly stack: TreeStack;
  readonly axes: Tables<Axis, 3>;
  /** Of the f32 tree. */
  readonly children: WideStack;
}

export function castTables(context: Ints): CastTables {
  return tableAt<CastTables>(addressOf(context) + TILE_BYTES);
}

export function sceneAt(context: Ints): CastScene {
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

export function resultsAt(context: Ints): CastColumns {
  return {
    status: bytesAt(context[CAST_STATUS]),
    ids: intsAt(context[CAST_IDS]),
    t: doublesAt(context[CAST_T]),
    normals: floatsAt(context[CAST_NORMALS]),
    offsetsA: floatsAt(context[CAST_OFFSETS_A]),
    offsetsB: floatsAt(context[CAST_OFFSETS_B]),
  };
}

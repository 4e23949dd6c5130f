/** The memory of casts of one thread, in the tables of a tile, and the columns of their query. */
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
  type Tables,
  tableAt,
} from '../../../language/lanes.ts';
import type { CastWay } from '../../../tables/castWay.ts';
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
import type { Axis, Pending } from '../../rays/lanes/descent.ts';
import { poseColumns } from '../../rows/lanes/columns.ts';
import type { CastColumns, CastScene } from '../castColumns.ts';
import type { CastNumbers } from '../castNumbers.ts';

/**
 * Pending boxes: their places in the tree, their levels, and the times at which the way enters them. Up to TAIL leaves
 * to start with, then three per level.
 */
interface CastStack extends Table<256> {
  readonly places: Ints;
  readonly levels: Ints;
  readonly entries: Doubles;
}

/** A search for the colliders on the way of a shape. */
interface CastSearch extends Table<4> {
  /** Height of the stack. */
  height: Int;
  /** Row of the results. */
  result: Int;
  /** Row of the shape, its number among the probes, mask and ignored row. */
  row: Int;
  probe: Int;
  mask: Int;
  ignored: Int;
  /** 1 if the tree has a twin. */
  twin: Int;
  /** Along each axis: the side of a box through which the way enters, and the one through which it leaves. */
  readonly near: Ints;
  readonly far: Ints;
}

export interface CastTables extends Table<4, typeof MOST_TILE_BYTES> {
  /** Written by the host. */
  readonly way: CastWay;
  readonly numbers: CastNumbers;
  readonly search: CastSearch;
  readonly stack: CastStack;
  readonly axes: Tables<Axis, 3>;
  /** Of the twin. */
  readonly children: Pending;
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

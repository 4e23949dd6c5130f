/** The memory of casts of one thread, in the tables of a tile. */
import type { CastWay } from '../../../queries/casts/wayTable.ts';
import { addressOf, type Doubles, type Int, type Ints, type Table, type Tables, tableAt } from '../../lanes.ts';
import type { Axis, Pending } from '../../rays/lanes/descent.ts';
import { type MOST_TILE_BYTES, TILE_BYTES } from '../../rows/lanes/context.ts';
import type { CastNumbers } from '../tables.ts';

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
  /** Row of the shape, its number among the probes, mask and ignored row; 1 if it turns. */
  row: Int;
  probe: Int;
  mask: Int;
  ignored: Int;
  turns: Int;
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

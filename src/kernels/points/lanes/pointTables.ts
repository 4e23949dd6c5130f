/** The tables of one thread's point, at the place of a tile's tables. */

import {
  addressOf,
  type Column,
  type Floats,
  type Int,
  type Ints,
  type Table,
  tableAt,
} from '../../../language/lanes.ts';
import { type MOST_TILE_BYTES, TILE_BYTES } from '../../../tables/kernelContext.ts';
import type { WideStack } from '../../tree/lanes/descend.ts';
import type { PointSearch } from '../pointSearch.ts';

/** Bodies that wait, and the lower bounds of their distances (m). */
interface Waiting extends Table<32> {
  readonly rows: Ints;
  readonly lower: Floats;
}

/** The four bodies of a leaf. */
interface Four extends Table<4> {
  readonly lower: Column;
  readonly upper: Column;
}

/** Where the search is. */
interface PointState extends Table<4> {
  /** Bodies that wait. */
  count: Int;
  /** The point of the table, the end of the block, and how far the search of the point is. */
  point: Int;
  end: Int;
  phase: Int;
  /** Groups of which a body must have one. */
  mask: Int;
}

export interface PointTables extends Table<4, typeof MOST_TILE_BYTES> {
  /** Hosts read and write it. */
  readonly search: PointSearch;
  /** A key is that of the child's box, as an integer with the same order. */
  readonly stack: WideStack;
  readonly waiting: Waiting;
  readonly four: Four;
  readonly state: PointState;
}

/** Bodies that may wait at the same time: four more come at once. */
export const MOST_WAITING = 28;

// phases
export const NOT_BEGUN = 0;
/** At a body that is to be measured. */
export const STOPPED = 1;
/** The host has searched the tree. */
export const SEARCHED = 2;

export function pointTables(context: Ints): PointTables {
  return tableAt<PointTables>(addressOf(context) + TILE_BYTES);
}

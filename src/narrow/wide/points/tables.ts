/** The tables of one thread's point, at the place of a tile's tables. */
import { type MOST_TILE_BYTES, TILE_BYTES } from '../context.ts';
import { addressOf, type Column, type IntColumn, type Ints, type Table, tableAt } from '../lanes.ts';
import type { Pending } from '../rays/descent.ts';

/** Numbers of the point, f64 (scalar/points/codes.ts). */
interface PointNumbers extends Table<112> {
  readonly values: Column;
}

/** Bodies that wait, and the lower bounds of their distances (m). */
interface Waiting extends Table<32> {
  readonly rows: IntColumn;
  readonly lower: Column;
}

/** The four bodies of a leaf. */
interface Four extends Table<4> {
  readonly lower: Column;
  readonly upper: Column;
}

export interface PointTables extends Table<8, typeof MOST_TILE_BYTES> {
  readonly numbers: PointNumbers;
  /** A key is that of the child's box, as an integer with the same order. */
  readonly stack: Pending;
  readonly waiting: Waiting;
  readonly four: Four;
  readonly state: IntColumn;
}

/** Bodies that may wait at the same time: four more come at once. */
export const MOST_WAITING = 28;

// words of the state
/** Height of the stack, and bodies that wait. */
export const TOP = 0;
export const COUNT = 1;
/** The point of the table, the end of the block, and how far the search of the point is. */
export const POINT = 2;
export const END = 3;
export const PHASE = 4;
/** Groups of which a body must have one. */
export const MASK = 5;

// phases
export const NOT_BEGUN = 0;
export const SEEKING = 1;
/** The host has searched the tree. */
export const SEARCHED = 2;

export function pointTables(context: Ints): PointTables {
  return tableAt<PointTables>(addressOf(context) + TILE_BYTES);
}

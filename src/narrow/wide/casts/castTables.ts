/** The memory of casts of one thread, in the tables of a tile. */
import { type MOST_TILE_BYTES, TILE_BYTES } from '../context.ts';
import { addressOf, type Column, type IntColumn, type Ints, type Table, type Tables, tableAt } from '../lanes.ts';
import type { Axis, Pending } from '../rays/descent.ts';

/** Numbers of a cast, f64 (scalar/cast/places.ts). */
interface CastNumbers extends Table<780> {
  readonly values: Column;
}

/** Pending boxes: their places in the tree and their levels. Up to TAIL leaves to start with, then three per level. */
interface CastStack extends Table<256> {
  readonly places: IntColumn;
  readonly levels: IntColumn;
}

/** The times at which the way enters them, f64. */
interface CastEntries extends Table<512> {
  readonly values: Column;
}

export interface CastTables extends Table<4, typeof MOST_TILE_BYTES> {
  readonly numbers: CastNumbers;
  readonly stack: CastStack;
  readonly entries: CastEntries;
  readonly axes: Tables<Axis, 3>;
  /** Of the twin. */
  readonly children: Pending;
  /** Height of the stack; result row, row, mask and ignored row of the shape; whether it turns, and has a twin. */
  readonly state: IntColumn;
  readonly more: IntColumn;
  /** Traits of the cores of A and B. */
  readonly traits: IntColumn;
  /** Along each axis: the plane of a box through which the way enters, and the one through which it leaves. */
  readonly near: IntColumn;
  readonly far: IntColumn;
}

export function castTables(context: Ints): CastTables {
  return tableAt<CastTables>(addressOf(context) + TILE_BYTES);
}

// state
export const HEIGHT = 0;
export const RESULT = 1;
export const ROW = 2;
export const MASK = 3;
// more
export const IGNORED = 0;
export const TURNS = 1;
export const TWIN = 2;

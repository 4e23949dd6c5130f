/** Tables of rows that keep their manifolds, in a thread's tile: of four pairs. */
import type { Column, ColumnOf, IntColumn, Table } from '../lanes.ts';
import type { Mat3, Vec3 } from '../vectors.ts';

/** Words of the last rows of a range. */
export interface Tail extends Table<8> {
  readonly words: IntColumn;
}

/** How the points of each pair follow its motion. */
export interface Paths extends Table<4> {
  /** Rotation A → world. */
  readonly rotation: ColumnOf<Mat3>;
  /** World, from A to B. */
  readonly normal: ColumnOf<Vec3>;
  /** Position of B minus position of A, world axes. */
  readonly offset: ColumnOf<Vec3>;
  /** The separation of an anchor p is `factor` times that at the stamp, plus `opened` + `back` · p. */
  readonly back: ColumnOf<Vec3>;
  readonly factor: Column;
  readonly opened: Column;
}

/** Separations of the points of each pair: row 4 · lane. */
export interface FoundSeparations extends Table<16> {
  readonly values: Column;
}

/** What a stamp needs of each pair. */
export interface Marks extends Table<4> {
  /** A, the smaller id. */
  readonly base: IntColumn;
  /** 1 = A is the second of the caller's pair. */
  readonly swapped: IntColumn;
  readonly reach: Column;
}

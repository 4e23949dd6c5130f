/** Tables of recycled rows, in a thread's tile: of four pairs. */
import type { Column, ColumnOf, IntColumn, Table } from '../../../language/lanes.ts';
import type { Mat3, Vec3 } from '../../../math/lanes/vectors.ts';

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

/** Four numbers of each pair, at row 4 · lane. */
export interface PairRows extends Table<16> {
  /** Separations of its points. */
  readonly gaps: Column;
  /** Position of B in A's frame, and NaN; rotation. */
  readonly positions: Column;
  readonly turns: Column;
  /** Normal in A's frame, and gap. */
  readonly normals: Column;
}

/** What a stamp needs of each pair. */
export interface Marks extends Table<4> {
  readonly row: IntColumn;
  /** A, the smaller id. */
  readonly base: IntColumn;
  /** 1 = A is the second of the caller's pair. */
  readonly swapped: IntColumn;
  readonly reach: Column;
}

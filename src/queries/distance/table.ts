/**
 * What came out, row p for pair p.
 *
 *   column      type   unit  meaning
 *   status      u8           a `Status`
 *   separation  f32×4  1, m  normal from A to B (x y z, world), signed distance: > 0 gap, < 0 minus the depth
 *   offsetA     f32×4  m     witness point on A minus A's position, world axes; fourth: error bound of the distance
 *   offsetB     f32×4  m     witness point on B minus B's position, world axes; fourth: spare, 0
 *   simplexEven u16×8        vertex ids of A (4) and of B (4) on which GJK ended, UNUSED in empty slots.
 *   simplexOdd  u16×8        Queries read one of the two as the start and write the other, in turn, so that a row done
 *                            twice (a worker died) starts from the same simplex and gives the same bytes.
 */
import { bindColumns, type Columns, column, columnsBytes } from '../../memory/columns.ts';

/** What a query can say about a pair. */
export const Status = {
  /** The shapes do not touch. */
  Separated: 0,
  /** The shapes touch or overlap: signed distance ≤ 0. */
  Overlapping: 1,
  /** Farther apart than `maxDistance`; `separation` holds a separating direction and a lower bound of the distance. */
  BeyondMaxDistance: 2,
  /**
   * The iteration cap was reached: the row holds the best answer found and its error bound. Never seen in our tests.
   */
  NotConverged: 3,
  /** An id out of range, removed, or equal to the other; a pose with NaN or a zero quaternion. All columns are NaN. */
  Invalid: 4,
} as const;

export type StatusCode = (typeof Status)[keyof typeof Status];

/** Marks an empty slot of a simplex. */
export const UNUSED = 0xffff;
/** Elements of `simplexEven` and `simplexOdd` per row: 4 vertex ids of A, then 4 of B. */
export const SIMPLEX_STRIDE = 8;

/** @internal */
const SCHEMA = {
  status: column(Uint8Array),
  separation: column(Float32Array, 4),
  offsetA: column(Float32Array, 4),
  offsetB: column(Float32Array, 4),
  simplexEven: column(Uint16Array, SIMPLEX_STRIDE),
  simplexOdd: column(Uint16Array, SIMPLEX_STRIDE),
};

/** @internal */
export type ResultTable = Columns<typeof SCHEMA> & {
  /** The simplex columns again, to be copied by whole words. */
  readonly simplexWordsEven: Uint32Array;
  readonly simplexWordsOdd: Uint32Array;
};

/** Bytes a table of `capacity` rows takes. @internal */
export function resultTableBytes(capacity: number): number {
  return columnsBytes(SCHEMA, capacity);
}

/** Views over a table that lies at `byteOffset`. @internal */
export function bindResults(buffer: ArrayBufferLike, byteOffset: number, capacity: number): ResultTable {
  const table = bindColumns(SCHEMA, buffer, byteOffset, capacity);
  const wordsOf = ({ byteOffset: at, length }: Uint16Array) => new Uint32Array(buffer, at, length / 2);
  return { ...table, simplexWordsEven: wordsOf(table.simplexEven), simplexWordsOdd: wordsOf(table.simplexOdd) };
}

/**
 * The results of distance queries, row p for pair p.
 *
 *   column      type   unit  meaning
 *   status      u8           a `Status`
 *   separation  f32×4  1, m  normal from A to B (x y z, world), signed distance: > 0 gap, < 0 minus the depth
 *   offsetA     f32×4  m     witness point on A minus A's position, world axes; fourth: error bound of the distance
 *   offsetB     f32×4  m     witness point on B minus B's position, world axes; fourth: spare, 0
 *   simplexEven u16×8        vertex ids of A (4) and of B (4) at the end of GJK, UNUSED in empty slots.
 *   simplexOdd  u16×8        Queries read one of the two as the start and write the other, in turn: a row that runs
 *                            twice (a worker died) starts from the same simplex and gives the same bytes.
 *   childA      i32          the child of A, by the user's number, that the row is about; −1: A is convex
 *   childB      i32          the same of B
 */
import { bindColumns, type Columns, column, columnsBytes } from '../memory/columns.ts';
import { SIMPLEX_STRIDE } from './simplexWords.ts';

/** @internal */
const SCHEMA = {
  status: /* @__PURE__ */ column(Uint8Array),
  separation: /* @__PURE__ */ column(Float32Array, 4),
  offsetA: /* @__PURE__ */ column(Float32Array, 4),
  offsetB: /* @__PURE__ */ column(Float32Array, 4),
  simplexEven: /* @__PURE__ */ column(Uint16Array, SIMPLEX_STRIDE),
  simplexOdd: /* @__PURE__ */ column(Uint16Array, SIMPLEX_STRIDE),
  childA: /* @__PURE__ */ column(Int32Array),
  childB: /* @__PURE__ */ column(Int32Array),
};

/** @internal */
export type ResultTable = Columns<typeof SCHEMA> & {
  /** The simplex columns as 32-bit words, for fast copies. */
  readonly simplexWordsEven: Uint32Array;
  readonly simplexWordsOdd: Uint32Array;
};

/** Bytes of a table of `capacity` rows. @internal */
export function resultTableBytes(capacity: number): number {
  return columnsBytes(SCHEMA, capacity);
}

/** Views over a table that lies at `byteOffset`. @internal */
export function bindResults(buffer: ArrayBufferLike, byteOffset: number, capacity: number): ResultTable {
  const table = bindColumns(SCHEMA, buffer, byteOffset, capacity);
  const wordsOf = ({ byteOffset: at, length }: Uint16Array) => new Uint32Array(buffer, at, length / 2);
  return { ...table, simplexWordsEven: wordsOf(table.simplexEven), simplexWordsOdd: wordsOf(table.simplexOdd) };
}

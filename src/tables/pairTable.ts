/**
 * One pair list: the colliders of each pair.
 *
 *   column       type   meaning
 *   ids          u32×2  collider ids (a, b)
 *   carried      i32    row of the pair in the previous list, or −1
 *   previousIds  u32×2  the previous list, while the next one is made
 */
import { bindColumns, type Columns, column, columnsBytes } from '../memory/columns.ts';

const SCHEMA = {
  ids: column(Uint32Array, 2),
  carried: column(Int32Array),
  previousIds: column(Uint32Array, 2),
};

export type PairTable = Columns<typeof SCHEMA>;

/** Bytes of a table of `capacity` pairs. */
export function pairTableBytes(capacity: number): number {
  return columnsBytes(SCHEMA, capacity);
}

/** Views over a table that lies at `byteOffset`. */
export function bindPairs(buffer: ArrayBufferLike, byteOffset: number, capacity: number): PairTable {
  return bindColumns(SCHEMA, buffer, byteOffset, capacity);
}

/**
 * The polytopes of a list's first rows: of pairs whose cores overlapped in the last query with depth.
 *
 *   column  type    meaning
 *   even    u32×64  a polytope (polytopeWords.ts). Queries with depth read one of the two columns and write the other,
 *   odd     u32×64  in turn, as simplexes. A row is read only if its simplex has four points, and so is not cleared
 *   flags   u32×16  once: 1 = some row was ever written. It lies last: reads of 16 bytes go past the last row
 */
import { bindColumns, type Columns, column, columnsBytes } from '../memory/columns.ts';
import { CACHE_LINE_BYTES } from '../memory/units.ts';
import { POLYTOPE_WORDS } from './polytopeWords.ts';

const SCHEMA = { even: column(Uint32Array, POLYTOPE_WORDS), odd: column(Uint32Array, POLYTOPE_WORDS) };
const FLAGS = { flags: column(Uint32Array, CACHE_LINE_BYTES / Uint32Array.BYTES_PER_ELEMENT) };

export type PolytopeTable = Columns<typeof SCHEMA> & Columns<typeof FLAGS>;

/** Bytes of a table of `capacity` rows. */
export function polytopeTableBytes(capacity: number): number {
  return columnsBytes(FLAGS, 1) + columnsBytes(SCHEMA, capacity);
}

/** Views over a table that lies at `byteOffset`. */
export function bindPolytopes(buffer: ArrayBufferLike, byteOffset: number, capacity: number): PolytopeTable {
  const flags = bindColumns(FLAGS, buffer, byteOffset + columnsBytes(SCHEMA, capacity), 1);
  return { ...flags, ...bindColumns(SCHEMA, buffer, byteOffset, capacity) };
}

/** Rows of a table that fit into `bytes`. */
export function polytopeRowsIn(bytes: number): number {
  const perRow = polytopeTableBytes(1) - polytopeTableBytes(0);
  return Math.max(0, Math.floor((bytes - polytopeTableBytes(0)) / perRow));
}

/**
 * Layout of tables. A table has a schema: column name → element type and elements per row. Size and views follow from
 * the schema and the capacity alone, so all threads and both kernels agree without messages.
 *
 *   | column 0, capacity × perRow elements | pad to 64 B | column 1 … | pad to 64 B |
 */
import { alignUp, CACHE_LINE_BYTES } from './units.ts';

export type ColumnArray = Float64Array | Float32Array | Uint32Array | Int32Array | Uint16Array | Uint8Array;

export interface ColumnType<T extends ColumnArray> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): T;
}

export interface Column<T extends ColumnArray> {
  readonly type: ColumnType<T>;
  readonly perRow: number;
}

type Schema = Readonly<Record<string, Column<ColumnArray>>>;

/** The views of a table with this schema. */
export type Columns<S extends Schema> = {
  readonly [K in keyof S]: S[K] extends Column<infer T> ? T : never;
} & { readonly capacity: number };

/**
 * Declares one column: element type and elements per row. Callers mark their calls as pure, so that bundlers drop
 * schemas without users: esbuild does not see the mark below from another file.
 * @__NO_SIDE_EFFECTS__
 */
export function column<T extends ColumnArray>(type: ColumnType<T>, perRow = 1): Column<T> {
  return { type, perRow };
}

function columnBytes({ type, perRow }: Column<ColumnArray>, capacity: number): number {
  return alignUp(capacity * perRow * type.BYTES_PER_ELEMENT, CACHE_LINE_BYTES);
}

/** Bytes of a table of `capacity` rows. */
export function columnsBytes(schema: Schema, capacity: number): number {
  return Object.values(schema).reduce((bytes, c) => bytes + columnBytes(c, capacity), 0);
}

/** Views of a table at `byteOffset`. Copies nothing. */
export function bindColumns<S extends Schema>(
  schema: S,
  buffer: ArrayBufferLike,
  byteOffset: number,
  capacity: number,
): Columns<S> {
  const table: Record<string, unknown> = { capacity };
  let at = byteOffset;
  for (const [name, c] of Object.entries(schema)) {
    table[name] = new c.type(buffer, at, capacity * c.perRow);
    at += columnBytes(c, capacity);
  }
  return table as Columns<S>;
}

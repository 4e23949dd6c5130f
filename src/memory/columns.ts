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

/** Columns of a table that have the same number of rows. */
interface ColumnGroup<Capacity, S extends Schema> {
  readonly schema: S;
  readonly rows: (capacity: Capacity) => number;
}

/** @param rows of the columns, of the capacities of an engine */
export function columnGroup<Capacity, S extends Schema>(
  schema: S,
  rows: (capacity: Capacity) => number,
): ColumnGroup<Capacity, S> {
  return { schema, rows };
}

/** Where the columns of a table lie. Pure: every thread computes the same. */
export interface TableLayout<in Capacity, out Table> {
  bytes(capacity: Capacity): number;
  /** Views over a table at `byteOffset`. Its capacity is that of the first group. */
  bind(buffer: ArrayBufferLike, byteOffset: number, capacity: Capacity): Table;
}

type AnyGroup = ColumnGroup<never, Schema>;
type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;
type CapacityOf<Group> = Group extends ColumnGroup<infer Capacity, Schema> ? (capacity: Capacity) => void : never;
type ViewsOf<Group> = Group extends ColumnGroup<never, infer S> ? Omit<Columns<S>, 'capacity'> : never;
type Parameter<F> = F extends (given: infer Given) => void ? Given : never;

/** Lays groups of columns one after the other. @__NO_SIDE_EFFECTS__ */
export function tableLayout<const Groups extends readonly AnyGroup[]>(
  ...groups: Groups
): TableLayout<
  Parameter<Intersection<CapacityOf<Groups[number]>>>,
  Intersection<ViewsOf<Groups[number]>> & { readonly capacity: number }
> {
  const bytesOf = ({ schema, rows }: AnyGroup, capacity: never) => columnsBytes(schema, rows(capacity));
  return {
    bytes: (capacity) => groups.reduce((bytes, group) => bytes + bytesOf(group, capacity as never), 0),
    bind(buffer, byteOffset, capacity) {
      let at = byteOffset;
      const parts = groups.map((group) => {
        const part = bindColumns(group.schema, buffer, at, group.rows(capacity as never));
        at += bytesOf(group, capacity as never);
        return part;
      });
      return Object.assign({}, ...parts, { capacity: parts[0].capacity });
    },
  };
}

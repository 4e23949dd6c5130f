/**
 * The table of shapes: a row of words each (shapeWords.ts), as integers and as floats over the same bytes.
 */
import { bindColumns, type Columns, column, columnsBytes } from '../memory/columns.ts';
import { SHAPE_STRIDE } from './shapeWords.ts';

const SCHEMA = { words: column(Uint32Array, SHAPE_STRIDE) };

/** Rows of shapes: the same bytes as integers and as floats. */
export interface ShapeRows {
  readonly words: Uint32Array;
  readonly reals: Float32Array;
}

export interface ShapeTable extends ShapeRows {
  readonly capacity: number;
}

/** Bytes of a table of `capacity` shapes. */
export function shapeTableBytes(capacity: number, guests = 0): number {
  return columnsBytes(SCHEMA, capacity + guests);
}

/** Views over a table that lies at `byteOffset`. @param guests rows behind those of the scene (guestTable.ts) */
export function bindShapes(buffer: ArrayBufferLike, byteOffset: number, capacity: number, guests = 0): ShapeTable {
  const { words }: Columns<typeof SCHEMA> = bindColumns(SCHEMA, buffer, byteOffset, capacity + guests);
  return { capacity, words, reals: new Float32Array(buffer, byteOffset, words.length) };
}

/**
 * World bounding boxes: of colliders, written by the bounds pass before each broad phase, and behind them of probes,
 * written by their queries.
 *
 *   column  type   unit  meaning
 *   boxes   f64×6  m     min x y z, max x y z; NaN for a row without a collider or with an invalid pose;
 *                        infinite for one without bounds (broad/unbounded.ts)
 *   origins f64×3  m     position, rotation, and 1 + shape of the row for which the box was made: while they are the
 *   turns   f32×4        same, the box is. 0: made for none
 *   known   u32
 *   renewed u32          by first row of a block: how often a pass has written a box of the block anew
 *
 * f64, so that gaps 1e7 m from the origin are as exact as near it.
 */
import { bindColumns, type Columns, column, columnsBytes } from '../memory/columns.ts';
import { BOUNDS_STRIDE } from './boundsWords.ts';

export * from './boundsWords.ts';

const SCHEMA = {
  boxes: column(Float64Array, BOUNDS_STRIDE),
  origins: column(Float64Array, 3),
  turns: column(Float32Array, 4),
  known: column(Uint32Array),
  renewed: column(Uint32Array),
};

export type BoundsTable = Columns<typeof SCHEMA>;

/** Bytes a table of `capacity` bounds takes. */
export function boundsTableBytes(capacity: number): number {
  return columnsBytes(SCHEMA, capacity);
}

/** Views over a table that lies at `byteOffset`. */
export function bindBounds(buffer: ArrayBufferLike, byteOffset: number, capacity: number): BoundsTable {
  return bindColumns(SCHEMA, buffer, byteOffset, capacity);
}

/** The cells of a height field near a box, in the frame of the field. */
import type { ChildTable } from '../tables/childTable.ts';
import { type BlockRange, FieldWalk } from './fieldWalk.ts';

/** Rounding of a place, as a part of a cell. */
const ROUNDING = 1e-6;

export class CellsNearBox extends FieldWalk {
  readonly #box: Float64Array;

  /** @param box low x y z, high x y z (m). @param limit of distances (m) */
  constructor(children: ChildTable, box: Float64Array, limit: Float64Array) {
    super(children, limit);
    this.#box = box;
  }

  protected writeRange(range: BlockRange): void {
    this.#writeAlong(range, 0, 2, this.field.rows);
    this.#writeAlong(range, 2, 0, this.field.columns);
  }

  /** Writes range[to], range[to + 1]: the cells along an axis. */
  #writeAlong(range: BlockRange, to: number, axis: number, cells: number): void {
    const spacing = this.field.spacing[axis >> 1];
    const limit = this.limit[0];
    const low = (this.#box[axis] - limit) / spacing + 0.5 * cells;
    const high = (this.#box[3 + axis] + limit) / spacing + 0.5 * cells;
    range[to] = Math.min(Math.max(Math.floor(low - ROUNDING), 0), cells);
    range[to + 1] = Math.max(Math.min(Math.floor(high + ROUNDING), cells - 1), -1);
  }

  protected gap(): number {
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      const above = this.block[axis] - this.#box[3 + axis];
      const below = this.#box[axis] - this.block[3 + axis];
      const gap = Math.max(above, below, 0);
      square += gap * gap;
    }
    return Math.sqrt(square);
  }
}

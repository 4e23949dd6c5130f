/**
 * The cells of a height field whose boxes a ray meets, in the frame of the field. `limit` is a time along the ray, in
 * lengths of its direction. Boxes are grown by more than the rounding of the ray, so none is missed.
 */
import type { ChildTable } from '../tables/childTable.ts';
import { type BlockRange, FieldWalk } from './fieldWalk.ts';

/** Rounding of a ray in the frame of the field, and of times, as a part of the coordinates. */
const ROUNDING = 2 ** -44;

export class CellsOnRay extends FieldWalk {
  /** Origin x y z (m), and direction, not 0. */
  readonly origin = new Float64Array(3);
  readonly direction = new Float64Array(3);

  constructor(children: ChildTable) {
    super(children, new Float64Array(1));
  }

  protected writeRange(range: BlockRange): void {
    range[0] = 0;
    range[1] = this.field.rows - 1;
    range[2] = 0;
    range[3] = this.field.columns - 1;
  }

  /** When the ray enters the block. */
  protected gap(): number {
    const { block, origin, direction } = this;
    let enter = 0;
    let leave = Infinity;
    for (let axis = 0; axis < 3; axis++) {
      const from = origin[axis];
      const way = direction[axis];
      const low = block[axis];
      const high = block[3 + axis];
      if (low > high) return Infinity;
      const slack = ROUNDING * (Math.abs(from) + Math.abs(low) + Math.abs(high));
      if (way === 0) {
        if (from < low - slack || from > high + slack) return Infinity;
        continue;
      }
      const first = ((way > 0 ? low : high) - from) / way;
      const last = ((way > 0 ? high : low) - from) / way;
      const more = slack / Math.abs(way);
      enter = Math.max(enter, first - more);
      leave = Math.min(leave, last + more);
    }
    return enter <= leave ? enter : Infinity;
  }
}

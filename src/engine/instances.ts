/** Instance data for renderers. */
import { NO_SHAPE } from '../tables/colliderTable.ts';

/** Numbers per row of `out`. */
export const INSTANCE_STRIDE = 8;

/** The columns that are copied. */
export interface InstanceColumns {
  readonly rows: number;
  readonly positions: Float64Array;
  readonly rotations: Float32Array;
  readonly shapes: Uint32Array;
}

/** Writes x y z minus (originX, originY, originZ), shape id or −1, and quaternion x y z w of each row to `out`. */
export function writeInstances(
  out: Float32Array,
  { rows, positions, rotations, shapes }: InstanceColumns,
  originX: number,
  originY: number,
  originZ: number,
): void {
  for (let row = 0; row < rows; row++) {
    const p = 4 * row;
    const at = INSTANCE_STRIDE * row;
    out[at] = positions[p] - originX;
    out[at + 1] = positions[p + 1] - originY;
    out[at + 2] = positions[p + 2] - originZ;
    out[at + 3] = shapes[row] === NO_SHAPE ? -1 : shapes[row];
    out[at + 4] = rotations[p];
    out[at + 5] = rotations[p + 1];
    out[at + 6] = rotations[p + 2];
    out[at + 7] = rotations[p + 3];
  }
}

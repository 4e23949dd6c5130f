/** Half extents of boxes, from rows of the shape table to the scratch. */
import { HALF_X, SHAPE_STRIDE } from '../../../shapes/codes.ts';
import type { ShapeRows } from '../../../shapes/shapeTable.ts';
import { HALF_A, HALF_B } from '../places.ts';

/** Writes the half extents of two boxes to f[HALF_A …] and f[HALF_B …]. */
export function storeHalves(f: Float64Array, shapesA: ShapeRows, rowA: number, shapesB: ShapeRows, rowB: number): void {
  for (let c = 0; c < 3; c++) {
    f[HALF_A + c] = shapesA.reals[SHAPE_STRIDE * rowA + HALF_X + c];
    f[HALF_B + c] = shapesB.reals[SHAPE_STRIDE * rowB + HALF_X + c];
  }
}

/** The corners of the triangles of a height field. */
import { type FieldPools, type FieldView, heightAt, placeX, placeZ } from '../kernels/fields/fieldView.ts';

/** Writes the three corners of a triangle (m), counter-clockwise seen from above. */
export function writeCorners(to: Float64Array, view: FieldView, { heights }: FieldPools, child: number): void {
  const cell = child >> 1;
  const row = Math.floor(cell / view.columns);
  const column = cell - row * view.columns;
  // corners 0 1 2 of the cell, or 3 2 1
  const last = 3 * (child & 1);
  for (let k = 0; k < 3; k++) {
    const corner = Math.abs(last - k);
    const z = row + (corner & 1);
    const x = column + (corner >> 1);
    to[3 * k] = placeX(view, x);
    to[3 * k + 1] = heightAt(view, heights, z, x);
    to[3 * k + 2] = placeZ(view, z);
  }
}

/** The corners of the triangles of a height field. Hosts and wasm compile this file, with the same bits. */
import type { Doubles, Floats, Int } from '../../language/lanes.ts';
import { type FieldView, writeVertex } from './fieldView.ts';

/** Writes the three corners of a triangle (m), counter-clockwise seen from above: nine numbers. */
export function writeFieldCorners(to: Doubles, view: FieldView, heights: Floats, child: Int): void {
  const cell = child >> 1;
  const row = Math.trunc(Number(cell) / Number(view.columns));
  const column = cell - row * view.columns;
  for (let k: Int = 0; k < 3; k++) {
    // 0 1 2 of the cell, or 3 2 1
    const corner: Int = (child & 1) === 0 ? k : 3 - k;
    const z = row + (corner & 1);
    const x = column + (corner >> 1);
    writeVertex(to, 3 * k, view, heights, z, x);
  }
}

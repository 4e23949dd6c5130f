import type { PlacedTable } from './colliderTable.ts';
import type { ShapeRows } from './shapeTable.ts';
import { MANY, SHAPE_STRIDE, TRAITS } from './shapeWords.ts';

/** Whether the shape of a row has children. @param row of a collider or a probe that exists */
export function hasChildren(placed: Pick<PlacedTable, 'shapes'>, { words }: ShapeRows, row: number): boolean {
  return (words[SHAPE_STRIDE * placed.shapes[row] + TRAITS] & MANY) !== 0;
}

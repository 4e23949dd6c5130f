/** What the shape of a row is, by its traits. */
import type { ShapeRows } from './shapeTable.ts';
import { COMPOUND, CORE, MANY, SHAPE_STRIDE, TRAITS } from './shapeWords.ts';

/** Whether a shape has children. @param shape the id of a shape that exists */
export function hasChildren({ words }: ShapeRows, shape: number): boolean {
  return (words[SHAPE_STRIDE * shape + TRAITS] & MANY) !== 0;
}

/** Whether a shape is a surface, which does not move. */
export function isSurface(shapes: ShapeRows, shape: number): boolean {
  return hasChildren(shapes, shape) && shapes.words[SHAPE_STRIDE * shape + CORE] !== COMPOUND;
}

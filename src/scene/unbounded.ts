/**
 * The list of the colliders without bounds of a scene: their rows, ascending. They are static and few, because every
 * search tests each of them besides the tree.
 *
 *   reads   shapes, colliders.shapes
 *   writes  colliders.unbounded, counts[UNBOUNDED_COUNT]
 */
import { type ColliderTable, NO_SHAPE } from '../tables/colliderTable.ts';
import { ROWS, type SceneCounts, UNBOUNDED_COUNT } from '../tables/countTable.ts';
import type { ShapeRows } from '../tables/shapeTable.ts';
import { SHAPE_STRIDE, TRAITS, UNBOUNDED } from '../tables/shapeWords.ts';

interface Tables {
  readonly shapes: ShapeRows;
  readonly colliders: ColliderTable;
  readonly counts: SceneCounts;
}

/** Whether a shape row has no bounds. */
export function isUnboundedShape({ words }: ShapeRows, shape: number): boolean {
  return (words[SHAPE_STRIDE * shape + TRAITS] & UNBOUNDED) !== 0;
}

/** Whether the collider in `row` has no bounds. */
function isInRow({ shapes, colliders }: Tables, row: number): boolean {
  const shape = colliders.shapes[row];
  return shape !== NO_SHAPE && isUnboundedShape(shapes, shape);
}

/** Adds the collider in `row` to the list if it has no bounds. */
export function addUnbounded(tables: Tables, row: number): void {
  if (!isInRow(tables, row)) return;
  const { colliders, counts } = tables;
  const { unbounded } = colliders;
  let at = counts[UNBOUNDED_COUNT]++;
  for (; at > 0 && unbounded[at - 1] > row; at--) unbounded[at] = unbounded[at - 1];
  unbounded[at] = row;
}

/** Removes the collider in `row` from the list. Call it before the row is given back. */
export function removeUnbounded(tables: Tables, row: number): void {
  if (!isInRow(tables, row)) return;
  const { colliders, counts } = tables;
  const { unbounded } = colliders;
  const at = unbounded.indexOf(row);
  unbounded.copyWithin(at, at + 1, counts[UNBOUNDED_COUNT]--);
}

/** Makes the list of a restored scene, whose number of half-spaces is checked. */
export function listUnbounded(tables: Tables): void {
  const { counts } = tables;
  counts[UNBOUNDED_COUNT] = 0;
  for (let row = 0; row < counts[ROWS]; row++) addUnbounded(tables, row);
}

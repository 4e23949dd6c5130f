/**
 * The list of the colliders without bounds of a scene: their rows, ascending. They are static and few, because every
 * search tests each of them besides the tree.
 *
 *   reads   shapes, colliders.shapes
 *   writes  colliders.unbounded, counts[UNBOUNDED_COUNT]
 */
import { fail } from '../errors.ts';
import { MOST_UNBOUNDED } from '../memory/capacity.ts';
import { type ColliderTable, NO_SHAPE } from '../tables/colliderTable.ts';
import { ROWS, type SceneCounts, UNBOUNDED_COUNT } from '../tables/countTable.ts';
import type { ShapeRows } from '../tables/shapeTable.ts';
import { COMPOUND, CORE, HEIGHT_FIELD, MANY, SHAPE_STRIDE, TRAITS, UNBOUNDED } from '../tables/shapeWords.ts';

interface Tables {
  readonly shapes: ShapeRows;
  readonly colliders: ColliderTable;
  readonly counts: SceneCounts;
}

/** Whether a shape row has no bounds. */
export function isUnboundedShape({ words }: ShapeRows, shape: number): boolean {
  return (words[SHAPE_STRIDE * shape + TRAITS] & UNBOUNDED) !== 0;
}

/** Whether a shape row is a surface, which does not move. */
export function isSurface({ words }: ShapeRows, shape: number): boolean {
  const word = SHAPE_STRIDE * shape;
  return (words[word + TRAITS] & MANY) !== 0 && words[word + CORE] !== COMPOUND;
}

/** What errors call a surface. */
export function surfaceName({ words }: ShapeRows, shape: number): string {
  return words[SHAPE_STRIDE * shape + CORE] === HEIGHT_FIELD ? 'a height field' : 'a mesh';
}

/** Whether the collider in `row` has no bounds. */
function isInRow({ shapes, colliders }: Tables, row: number): boolean {
  const shape = colliders.shapes[row];
  return shape !== NO_SHAPE && isUnboundedShape(shapes, shape);
}

/** Fails if the shape is one that does not move, and the collider moves; or a half-space too many. */
export function checkFixed(where: string, { shapes, counts }: Tables, shape: number, isStatic: boolean): void {
  checkStatic(`${where}: static`, shapes, shape, isStatic);
  if (!isUnboundedShape(shapes, shape)) return;
  if (counts[UNBOUNDED_COUNT] < MOST_UNBOUNDED) return;
  fail(`${where}: half-spaces`, `at most ${MOST_UNBOUNDED} in a scene`, counts[UNBOUNDED_COUNT] + 1);
}

/** Fails if the shape is one that does not move, and `isStatic` is false. */
export function checkStatic(where: string, shapes: ShapeRows, shape: number, isStatic: boolean): void {
  if (isStatic) return;
  if (isUnboundedShape(shapes, shape)) fail(where, 'true for a half-space, which does not move', isStatic);
  if (isSurface(shapes, shape)) fail(where, `true for ${surfaceName(shapes, shape)}, which does not move`, isStatic);
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

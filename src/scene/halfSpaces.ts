/**
 * The list of the half-spaces of a scene: their rows, ascending. Half-spaces are static and few, because every search
 * tests each of them besides the tree.
 *
 *   reads   shapes, colliders.shapes
 *   writes  colliders.halfSpaces, counts[HALF_SPACES]
 */
import { fail } from '../errors.ts';
import { MOST_HALF_SPACES } from '../memory/capacity.ts';
import { CORE, HALF_SPACE, SHAPE_STRIDE } from '../shapes/codes.ts';
import type { ShapeRows } from '../shapes/shapeTable.ts';
import { type ColliderTable, NO_SHAPE } from './colliderTable.ts';
import { HALF_SPACES, ROWS, type SceneCounts } from './countTable.ts';

interface Tables {
  readonly shapes: ShapeRows;
  readonly colliders: ColliderTable;
  readonly counts: SceneCounts;
}

/** Whether a shape row is a half-space. */
export function isHalfSpace({ words }: ShapeRows, shape: number): boolean {
  return words[SHAPE_STRIDE * shape + CORE] === HALF_SPACE;
}

/** Whether the collider in `row` is a half-space. */
function isInRow({ shapes, colliders }: Tables, row: number): boolean {
  const shape = colliders.shapes[row];
  return shape !== NO_SHAPE && isHalfSpace(shapes, shape);
}

/** Fails if the shape is a half-space, and cannot be that of one more collider. */
export function checkHalfSpace(where: string, { shapes, counts }: Tables, shape: number, isStatic: boolean): void {
  if (!isHalfSpace(shapes, shape)) return;
  checkStatic(`${where}: static`, isStatic);
  if (counts[HALF_SPACES] < MOST_HALF_SPACES) return;
  fail(`${where}: half-spaces`, `at most ${MOST_HALF_SPACES} in a scene`, counts[HALF_SPACES] + 1);
}

/** Fails if the collider in `row` is a half-space, and `isStatic` is false. */
export function checkStaysStatic(where: string, tables: Tables, row: number, isStatic: boolean): void {
  if (isInRow(tables, row)) checkStatic(where, isStatic);
}

function checkStatic(where: string, isStatic: boolean): void {
  if (!isStatic) fail(where, 'true for a half-space, which does not move', isStatic);
}

/** Adds the collider in `row` to the list if it is a half-space. */
export function addHalfSpace(tables: Tables, row: number): void {
  if (!isInRow(tables, row)) return;
  const { colliders, counts } = tables;
  const { halfSpaces } = colliders;
  let at = counts[HALF_SPACES]++;
  for (; at > 0 && halfSpaces[at - 1] > row; at--) halfSpaces[at] = halfSpaces[at - 1];
  halfSpaces[at] = row;
}

/** Removes the collider in `row` from the list. Call it before the row is given back. */
export function removeHalfSpace(tables: Tables, row: number): void {
  if (!isInRow(tables, row)) return;
  const { colliders, counts } = tables;
  const { halfSpaces } = colliders;
  const at = halfSpaces.indexOf(row);
  halfSpaces.copyWithin(at, at + 1, counts[HALF_SPACES]--);
}

/** Makes the list of a restored scene, whose number of half-spaces is checked. */
export function listHalfSpaces(tables: Tables): void {
  const { counts } = tables;
  counts[HALF_SPACES] = 0;
  for (let row = 0; row < counts[ROWS]; row++) addHalfSpace(tables, row);
}

/** Rows of the collider table: how they are taken, given back and written. `Scene` has checked the arguments. */
import { type ColliderTable, isPlanar, NO_SHAPE } from '../tables/colliderTable.ts';
import { FREE_ROWS, ROWS, type SceneCounts } from '../tables/countTable.ts';
import type { ShapeRows } from '../tables/shapeTable.ts';
import { BOX, CORE, HALF_X, RADIUS, SHAPE_STRIDE } from '../tables/shapeWords.ts';
import type { Traits } from './colliderTraits.ts';

/** Rows that `takeRow` can still take. */
export function freeRowCount(table: ColliderTable, counts: SceneCounts): number {
  return table.capacity - counts[ROWS] + counts[FREE_ROWS];
}

/** Takes one row: the last row that was given back, or else the next unused one. */
export function takeRow(table: ColliderTable, counts: SceneCounts): number {
  const free = counts[FREE_ROWS];
  if (free > 0) {
    counts[FREE_ROWS] = free - 1;
    return table.freeRows[free - 1];
  }
  return takeRun(counts, 1);
}

/** Takes `count` consecutive unused rows. @returns the first */
export function takeRun(counts: SceneCounts, count: number): number {
  const first = counts[ROWS];
  counts[ROWS] = first + count;
  return first;
}

/** Gives a row back. It holds no collider then. */
export function giveRow(table: ColliderTable, counts: SceneCounts, row: number): void {
  table.shapes[row] = NO_SHAPE;
  table.halfExtents.fill(Number.NaN, 4 * row, 4 * row + 4);
  table.userIds[row] = 0;
  table.freeRows[counts[FREE_ROWS]] = row;
  counts[FREE_ROWS]++;
}

/** Writes a collider to a row, at the origin. */
export function writeCollider(
  table: ColliderTable,
  shapes: ShapeRows,
  row: number,
  shape: number,
  traits: Traits,
): void {
  table.shapes[row] = shape;
  writeHalfExtents(table, shapes, row);
  if (isPlanar(table)) writePlanarPose(table, row, [0, 0], 0);
  else writePose(table, row, [0, 0, 0], [0, 0, 0, 1]);
  writeGroups(table, row, traits.membership, traits.mask);
  table.statics[row] = traits.static ? 1 : 0;
  table.userIds[row] = traits.userId;
}

/** Writes the half extents of a row from its shape. */
export function writeHalfExtents(table: ColliderTable, { words, reals }: ShapeRows, row: number): void {
  if (isPlanar(table)) return;
  const { halfExtents, shapes } = table;
  const at = SHAPE_STRIDE * shapes[row];
  const isBox = shapes[row] !== NO_SHAPE && words[at + CORE] === BOX && reals[at + RADIUS] === 0;
  halfExtents[4 * row] = isBox ? 0 : Number.NaN;
  for (let c = 0; c < 3; c++) halfExtents[4 * row + 1 + c] = isBox ? reals[at + HALF_X + c] : Number.NaN;
}

/** Writes the collision groups of a collider. */
export function writeGroups({ groups }: ColliderTable, row: number, membership: number, mask: number): void {
  groups[2 * row] = membership;
  groups[2 * row + 1] = mask;
}

/** Writes the pose of a collider in space. */
export function writePose(
  { positions, rotations }: ColliderTable,
  row: number,
  position: ArrayLike<number>,
  rotation: ArrayLike<number>,
): void {
  for (let c = 0; c < 3; c++) positions[4 * row + c] = position[c];
  for (let c = 0; c < 4; c++) rotations[4 * row + c] = rotation[c];
}

/** Writes the pose of a collider of a planar scene. @param angle (rad) */
export function writePlanarPose(
  { positions, angles }: ColliderTable,
  row: number,
  position: ArrayLike<number>,
  angle: number,
): void {
  positions[2 * row] = position[0];
  positions[2 * row + 1] = position[1];
  angles[row] = angle;
}

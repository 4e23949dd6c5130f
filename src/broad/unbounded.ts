/**
 * Colliders without bounds: a list that every search asks besides the tree, where they have no place. Their bounds and
 * fat boxes are infinite; the half-space that holds a collider stands for them.
 *
 *   planes  f64×8  per collider  outward unit normal x y z, a point of the plane x y z (world, m), its row, and the
 *                                rounding of a plane that is far from its point (m)
 *
 * A box comes near a plane if its lowest corner does: no other is lower along the normal. The rounded gap of a box
 * never exceeds that of a box inside, so no candidate is missed.
 */
import type { ColliderTable } from '../tables/colliderTable.ts';
import { type SceneCounts, UNBOUNDED_COUNT } from '../tables/countTable.ts';
import { PLANE_COUNT, PLANE_ROOM, PLANE_ROW, PLANE_STRIDE, type TreeTable } from '../tables/treeTable.ts';
import { isNearPlane } from './planeGaps.ts';
import { type BroadScratch, growRows } from './scratch.ts';

/** Rounding of bounds, generously, as a part of their coordinates. */
export const SLACK = 2 ** -44;

/** The plane of a collider before it is compared with the one of the last call. */
const next = /* @__PURE__ */ new Float64Array(PLANE_STRIDE);
/** The margin of a search, with room for a plane (m). */
const margin = /* @__PURE__ */ new Float64Array(1);

/**
 * Updates the planes from the poses of their colliders, on the calling thread. A collider whose plane has changed is
 * added to the `count` moved rows, unless it is one of them.
 *
 *   writes   tree.planes, words[PLANE_COUNT], moved, movedRows
 *   returns  the number of moved rows
 */
export function followPlanes(tree: TreeTable, colliders: ColliderTable, counts: SceneCounts, count: number): number {
  const { planes, moved, movedRows, words } = tree;
  let end = count;
  for (let k = 0; k < counts[UNBOUNDED_COUNT]; k++) {
    const row = colliders.unbounded[k];
    readPlane(colliders, row);
    const at = PLANE_STRIDE * k;
    let isSame = k < words[PLANE_COUNT];
    for (let c = 0; c < PLANE_STRIDE; c++) {
      // NaN counts as a change
      if (planes[at + c] !== next[c]) isSame = false;
      planes[at + c] = next[c];
    }
    if (isSame || moved[row] === 1) continue;
    moved[row] = 1;
    movedRows[end++] = row;
  }
  words[PLANE_COUNT] = counts[UNBOUNDED_COUNT];
  return end;
}

/** Writes the plane of a collider, that of its local y ≤ 0, to `next`; NaN for an invalid pose. */
function readPlane({ positions, rotations }: ColliderTable, row: number): void {
  const at = 4 * row;
  const x = rotations[at];
  const y = rotations[at + 1];
  const z = rotations[at + 2];
  const w = rotations[at + 3];
  const s = 2 / (x * x + y * y + z * z + w * w);
  // the rotated y axis
  next[0] = s * (x * y - z * w);
  next[1] = 1 - s * (x * x + z * z);
  next[2] = s * (y * z + x * w);
  let reach = 0;
  for (let c = 0; c < 3; c++) {
    next[3 + c] = positions[at + c];
    reach += Math.abs(next[3 + c]);
  }
  next[PLANE_ROW] = row;
  next[PLANE_ROOM] = SLACK * reach;
}

/**
 * Adds the colliders near the box of a search to its rows.
 *
 *   reads   scratch.target, as `findNear` does
 *   writes  scratch.rows, from `count` on
 *   returns the new number of rows
 *
 * @param hasRoom whether the margin has room for the rounding of planes
 */
export function findPlanes(
  { planes, words }: TreeTable,
  scratch: BroadScratch,
  count: number,
  hasRoom: boolean,
): number {
  const { target } = scratch;
  const planeCount = words[PLANE_COUNT];
  if (scratch.rows.length < count + planeCount) growRows(scratch, count + planeCount);
  const { rows } = scratch;
  let end = count;
  for (let k = 0; k < planeCount; k++) {
    margin[0] = target[6];
    if (hasRoom) margin[0] += planes[PLANE_STRIDE * k + PLANE_ROOM];
    rows[end] = planes[PLANE_STRIDE * k + PLANE_ROW];
    end += isNearPlane(planes, k, target, 0, margin, 0);
  }
  return end;
}

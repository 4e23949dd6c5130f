/**
 * The planes of half-spaces: a list that every search asks besides the tree. Half-spaces have no place in the tree;
 * their bounds and fat boxes are infinite.
 *
 *   planes  f64×8  per half-space  outward unit normal x y z, a point of the plane x y z (world, m), its row, spare
 *
 * A box comes near a half-space if its lowest corner does: no other is lower along the normal. The rounded gap of a box
 * never exceeds that of a box inside, so no candidate is missed.
 */
import type { ColliderTable } from '../scene/colliderTable.ts';
import { HALF_SPACES, type SceneCounts } from '../scene/countTable.ts';
import { isNearPlane } from './planeGaps.ts';
import { type BroadScratch, growRows } from './scratch.ts';
import { PLANE_COUNT, PLANE_ROW, PLANE_STRIDE, type TreeTable } from './tree/treeTable.ts';

export { isNearPlane } from './planeGaps.ts';
export { PLANE_ROW } from './tree/treeTable.ts';

/** The plane of a collider before it is compared with the one of the last call. */
const next = /* @__PURE__ */ new Float64Array(PLANE_STRIDE);

/**
 * Updates the planes from the poses of the half-spaces, on the calling thread. A half-space whose plane has changed is
 * added to the `count` moved rows, unless it is one of them.
 *
 *   writes   tree.planes, words[PLANE_COUNT], moved, movedRows
 *   returns  the number of moved rows
 */
export function followPlanes(tree: TreeTable, colliders: ColliderTable, counts: SceneCounts, count: number): number {
  const { planes, moved, movedRows, words } = tree;
  let end = count;
  for (let k = 0; k < counts[HALF_SPACES]; k++) {
    const row = colliders.halfSpaces[k];
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
  words[PLANE_COUNT] = counts[HALF_SPACES];
  return end;
}

/** Writes the plane of a half-space to `next`; NaN for an invalid pose. */
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
  for (let c = 0; c < 3; c++) next[3 + c] = positions[at + c];
  next[PLANE_ROW] = row;
}

/**
 * Adds the half-spaces near the box of a search to its rows.
 *
 *   reads   scratch.target, as `findNear` does
 *   writes  scratch.rows, from `count` on
 *   returns the new number of rows
 */
export function findPlanes({ planes, words }: TreeTable, scratch: BroadScratch, count: number): number {
  const { target } = scratch;
  const planeCount = words[PLANE_COUNT];
  if (scratch.rows.length < count + planeCount) growRows(scratch, count + planeCount);
  const { rows } = scratch;
  let end = count;
  for (let k = 0; k < planeCount; k++) {
    rows[end] = planes[PLANE_STRIDE * k + PLANE_ROW];
    end += isNearPlane(planes, k, target, 0, target, 6);
  }
  return end;
}

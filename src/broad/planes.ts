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
import { type BroadScratch, growRows } from './scratch.ts';
import { BEGIN, END, LEVEL, NODE_WORDS, nextBoxes, startDescent } from './tree/descent.ts';
import { FAT_STRIDE, PLANE_COUNT, PLANE_STRIDE, type TreeTable } from './tree/treeTable.ts';

/** Index of the row in a plane. */
export const PLANE_ROW = 6;

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

/** How high the lowest corner of a box lies over plane `k` (m). V8 inlines it. */
export function gapOverPlane(
  planes: Float64Array,
  k: number,
  lowX: number,
  lowY: number,
  lowZ: number,
  highX: number,
  highY: number,
  highZ: number,
): number {
  const at = PLANE_STRIDE * k;
  const x = planes[at];
  const y = planes[at + 1];
  const z = planes[at + 2];
  // a box may be infinite: 0 · ∞ is not a number
  return (
    (x > 0 ? x * (lowX - planes[at + 3]) : x < 0 ? x * (highX - planes[at + 3]) : 0) +
    (y > 0 ? y * (lowY - planes[at + 4]) : y < 0 ? y * (highY - planes[at + 4]) : 0) +
    (z > 0 ? z * (lowZ - planes[at + 5]) : z < 0 ? z * (highZ - planes[at + 5]) : 0)
  );
}

/** The plane of the half-space in `row`, or −1. */
export function planeOf({ planes, words }: TreeTable, row: number): number {
  for (let k = 0; k < words[PLANE_COUNT]; k++) if (planes[PLANE_STRIDE * k + PLANE_ROW] === row) return k;
  return -1;
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
    const gap = gapOverPlane(planes, k, target[0], target[1], target[2], target[3], target[4], target[5]);
    end += Number(gap <= target[6]);
  }
  return end;
}

/** `findNear` for plane `k`: the rows whose fat boxes come within scratch.target[FAT_STRIDE] (m) of the half-space. */
export function findUnder(tree: TreeTable, scratch: BroadScratch, k: number): number {
  const { boxes, order, planes } = tree;
  const { target, stack } = scratch;
  const margin = target[FAT_STRIDE];
  let count = 0;
  let top = startDescent(tree, stack);
  do {
    const level = stack[LEVEL];
    const begin = stack[BEGIN];
    const end = stack[END];
    if (level === 0 && scratch.rows.length < count + (end - begin)) growRows(scratch, count + (end - begin));
    const { rows } = scratch;
    for (let place = begin; place < end; place++) {
      const at = FAT_STRIDE * place;
      const gap = gapOverPlane(
        planes,
        k,
        boxes[at],
        boxes[at + 1],
        boxes[at + 2],
        boxes[at + 3],
        boxes[at + 4],
        boxes[at + 5],
      );
      const near = Number(gap <= margin);
      if (level === 0) {
        rows[count] = order[place];
        count += near;
      } else {
        stack[top] = place;
        stack[top + 1] = level;
        top += NODE_WORDS * near;
      }
    }
    top = nextBoxes(tree, stack, top);
  } while (top > 0);
  return count;
}

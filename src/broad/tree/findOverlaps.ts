/**
 * Colliders whose bounds overlap volumes: the tree says who may, the bounds decide.
 *
 *   findOverlaps   reads   overlaps.volumes, words; tree, bounds.boxes, colliders.groups
 *                  writes  overlaps.staging from the cursor on, counts, places
 *   placeOverlaps  reads   these, and starts of the kind that is asked
 *                  writes  ids of that kind
 *
 * A box overlaps bounds that it touches. A sphere does if their nearest point is at most the radius from the centre, both squared
 * in f64. The tree is asked for the box around the sphere, a hair larger, so that it hides nobody.
 *
 * NaN is near nothing.
 *
 * The two searches, and that of findMore.ts, go down the tree in the same way and differ in what they test at a node. They are written out: a test that
 * is handed in would be a call for each box, and V8 allocates for the doubles it takes.
 */

import { GROUPS, KIND, type OverlapTable, SPHERES, STAGED, VOLUME_STRIDE } from '../../queries/overlaps/table.ts';
import type { ColliderTable } from '../../scene/colliderTable.ts';
import { BOUNDS_STRIDE, type BoundsTable } from '../bounds/boundsTable.ts';
import { sortRows } from '../candidates/sortRows.ts';
import { type BroadScratch, growFound, within } from '../scratch.ts';
import type { TreeTable } from './treeTable.ts';
import { FAT_STRIDE, LEAVES, LEVEL_BEGIN, LEVEL_COUNT, TAIL_COUNT, TOP, WIDTH } from './treeTable.ts';

/** Part by which a number may exceed another of the same rounded square; generously. */
const SLACK = 2 ** -40;

/** Volumes [begin, end). Counts all ids; stores them while there is room. */
export function findOverlaps(
  overlaps: OverlapTable,
  tree: TreeTable,
  bounds: BoundsTable,
  { groups }: ColliderTable,
  scratch: BroadScratch,
  begin: number,
  end: number,
): void {
  const { volumes, counts, places, staging, words } = overlaps;
  const room = staging.length;
  const bits = 32 - Math.clz32(bounds.capacity);
  const isSphere = words[KIND] === SPHERES;
  let total = 0;
  for (let k = begin; k < end; k++) {
    // beyond the room ids are only counted
    const at = total > room ? 0 : total;
    const from = VOLUME_STRIDE * k;
    const last = isSphere
      ? searchSphere(tree, bounds, groups, words[GROUPS], scratch, volumes, from, at)
      : searchBox(tree, bounds, groups, words[GROUPS], scratch, volumes, from, at);
    sortRows(scratch.found, at, last, bits, scratch.stack);
    counts[k] = last - at;
    total += last - at;
  }
  // adding to a cursor that is beyond the end already could wrap around
  if (Atomics.load(words, STAGED) > room) return;
  let at = Atomics.add(words, STAGED, Math.min(total, room + 1));
  if (at + total > room) return;
  const { found } = scratch;
  for (let k = 0; k < total; k++) staging[at + k] = found[k];
  for (let k = begin; k < end; k++) {
    places[k] = at;
    at += counts[k];
  }
}

/** Rows that overlap the box at volumes[from], to found[at …], in no order. @returns the end */
function searchBox(
  { boxes, order, words }: TreeTable,
  { boxes: exact }: BoundsTable,
  groups: Uint16Array,
  mask: number,
  scratch: BroadScratch,
  volumes: Float64Array,
  from: number,
  at: number,
): number {
  const { stack } = scratch;
  const lowX = volumes[from];
  const lowY = volumes[from + 1];
  const lowZ = volumes[from + 2];
  const highX = volumes[from + 3];
  const highY = volumes[from + 4];
  const highZ = volumes[from + 5];
  let next = at;
  let top = 0;
  // the tail first, as one wide node without a box; then from the root down
  stack[top++] = words[TOP];
  stack[top++] = 0;
  let below = 0;
  let begin = words[LEAVES];
  let end = begin + words[TAIL_COUNT];
  for (;;) {
    const first = words[LEVEL_BEGIN + below];
    if (below === 0 && scratch.found.length < next + (end - begin)) growFound(scratch, next + (end - begin));
    const { found } = scratch;
    for (let k = begin; k < end; k++) {
      const box = FAT_STRIDE * (first + k);
      const near =
        Number(boxes[box] <= highX) &
        Number(boxes[box + 3] >= lowX) &
        Number(boxes[box + 1] <= highY) &
        Number(boxes[box + 4] >= lowY) &
        Number(boxes[box + 2] <= highZ) &
        Number(boxes[box + 5] >= lowZ);
      if (below > 0) {
        stack[top] = below;
        stack[top + 1] = k;
        top += 2 * near;
      } else if (near === 1) {
        const row = order[k];
        const own = BOUNDS_STRIDE * row;
        found[next] = row;
        next +=
          Number(exact[own] <= highX) &
          Number(exact[own + 3] >= lowX) &
          Number(exact[own + 1] <= highY) &
          Number(exact[own + 4] >= lowY) &
          Number(exact[own + 2] <= highZ) &
          Number(exact[own + 5] >= lowZ) &
          Number((groups[2 * row] & mask) !== 0);
      }
    }
    if (top === 0) return next;
    const node = stack[--top];
    below = stack[--top] - 1;
    if (below < 0) return next; // a tree without leaves
    begin = WIDTH * node;
    end = Math.min(begin + WIDTH, words[LEVEL_COUNT + below]);
  }
}

/** The same for the sphere at volumes[from]. */
function searchSphere(
  { boxes, order, words }: TreeTable,
  { boxes: exact }: BoundsTable,
  groups: Uint16Array,
  mask: number,
  scratch: BroadScratch,
  volumes: Float64Array,
  from: number,
  at: number,
): number {
  const { stack } = scratch;
  const x = volumes[from];
  const y = volumes[from + 1];
  const z = volumes[from + 2];
  const reach = volumes[from + 3];
  // whose square is at most that of the radius when both are rounded
  const margin = reach + reach * SLACK;
  let next = at;
  let top = 0;
  stack[top++] = words[TOP];
  stack[top++] = 0;
  let below = 0;
  let begin = words[LEAVES];
  let end = begin + words[TAIL_COUNT];
  for (;;) {
    const first = words[LEVEL_BEGIN + below];
    if (below === 0 && scratch.found.length < next + (end - begin)) growFound(scratch, next + (end - begin));
    const { found } = scratch;
    for (let k = begin; k < end; k++) {
      const box = FAT_STRIDE * (first + k);
      const near =
        within(boxes[box] - x, margin) &
        within(x - boxes[box + 3], margin) &
        within(boxes[box + 1] - y, margin) &
        within(y - boxes[box + 4], margin) &
        within(boxes[box + 2] - z, margin) &
        within(z - boxes[box + 5], margin);
      if (below > 0) {
        stack[top] = below;
        stack[top + 1] = k;
        top += 2 * near;
      } else if (near === 1) {
        const row = order[k];
        const own = BOUNDS_STRIDE * row;
        const dx = Math.max(exact[own] - x, x - exact[own + 3], 0);
        const dy = Math.max(exact[own + 1] - y, y - exact[own + 4], 0);
        const dz = Math.max(exact[own + 2] - z, z - exact[own + 5], 0);
        found[next] = row;
        next += Number(dx * dx + dy * dy + dz * dz <= reach * reach) & Number((groups[2 * row] & mask) !== 0);
      }
    }
    if (top === 0) return next;
    const node = stack[--top];
    below = stack[--top] - 1;
    if (below < 0) return next;
    begin = WIDTH * node;
    end = Math.min(begin + WIDTH, words[LEVEL_COUNT + below]);
  }
}

/** Ids of volumes [begin, end) to where they belong. */
export function placeOverlaps(overlaps: OverlapTable, begin: number, end: number): void {
  const { counts, places, staging, words } = overlaps;
  const isSphere = words[KIND] === SPHERES;
  const starts = isSphere ? overlaps.startsOfSpheres : overlaps.startsOfBoxes;
  const ids = isSphere ? overlaps.idsOfSpheres : overlaps.idsOfBoxes;
  for (let k = begin; k < end; k++) {
    const from = places[k];
    const to = starts[k];
    const count = counts[k];
    for (let e = 0; e < count; e++) ids[to + e] = staging[from + e];
  }
}

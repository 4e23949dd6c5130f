/**
 * Finds the colliders whose bounds overlap volumes: the tree gives candidates, the bounds decide, or then the
 * shapes (exactOverlaps.ts). Colliders without bounds are tested by their planes.
 *
 *   pass               items     reads → writes
 *   FIND_OVERLAPS      volumes   volumes, words; tree, bounds, groups → staging from the cursor on, counts, stagedAt
 *   SCATTER_OVERLAPS   volumes   these, and the starts of the kind → ids of that kind
 *
 * A box overlaps bounds that it touches. A sphere does if their nearest point is at most the radius from the center,
 * both squared in f64. The tree is searched with the box around the sphere, enlarged by more than the rounding error,
 * so that it misses none.
 */

import { sortRows } from '../../broad/candidates/sortRows.ts';
import { keepNear } from '../../broad/keepNear.ts';
import { reserve } from '../../broad/reserve.ts';
import { type BroadScratch, growFound } from '../../broad/scratch.ts';
import { findNear } from '../../broad/tree/findNear.ts';
import { findPlanes } from '../../broad/unbounded.ts';
import type { QueryPass, Search, ThreadTools } from '../../narrow/threadTools.ts';
import { BOUNDS_STRIDE } from '../../tables/boundsTable.ts';
import { SEES_SENSORS } from '../../tables/colliderWords.ts';
import { type Frame, ownTable } from '../../tables/frame.ts';
import { type ProbeCapacity, probeSearch } from '../probes/search.ts';
import { exactOverlaps } from './exactOverlaps.ts';
import {
  EXACT,
  GROUPS,
  KIND,
  OVERLAP_TABLE,
  type OverlapCapacity,
  type OverlapTable,
  SPHERES,
  STAGED,
  VOLUME_STRIDE,
} from './table.ts';

/** Relative difference of two numbers with the same rounded square, generously. */
const SLACK = 2 ** -40;

/** @internal */
export const FIND_OVERLAPS: QueryPass = {
  name: 'findOverlaps',
  run(tools, _, begin, end) {
    findOverlaps(tools, ownTable(tools.frame, OVERLAP_TABLE), begin, end);
  },
};

/** @internal */
export const SCATTER_OVERLAPS: QueryPass = {
  name: 'scatterOverlaps',
  run({ frame }, _, begin, end) {
    scatterOverlaps(ownTable(frame, OVERLAP_TABLE), begin, end);
  },
};

/** Searches volumes [begin, end). Counts all ids; stores them while there is room. */
function findOverlaps(tools: ThreadTools, overlaps: OverlapTable, begin: number, end: number): void {
  const { frame, search: scratch } = tools;
  const { counts, stagedAt, staging, volumes, words } = overlaps;
  const exact = words[EXACT] === 1 ? tools.part(exactOverlaps) : undefined;
  const room = staging.length;
  const bits = 32 - Math.clz32(frame.colliders.capacity);
  const isSphere = words[KIND] === SPHERES;
  let total = 0;
  for (let k = begin; k < end; k++) {
    // ids that do not fit are only counted
    const at = total > room ? 0 : total;
    const from = VOLUME_STRIDE * k;
    let last = isSphere
      ? findInSphere(frame, overlaps, scratch, from, at)
      : findInBox(frame, overlaps, scratch, from, at);
    if (exact) last = exact.keep(volumes, from, isSphere, scratch.found, at, last);
    sortRows(scratch.found, at, last, bits, scratch.stack.nodes);
    counts[k] = last - at;
    total += last - at;
  }
  let at = reserve(words, STAGED, total, room);
  if (at < 0) return;
  const { found } = scratch;
  for (let k = 0; k < total; k++) staging[at + k] = found[k];
  for (let k = begin; k < end; k++) {
    stagedAt[k] = at;
    at += counts[k];
  }
}

/**
 * Writes the rows in the box at volumes[from] and in a group of the query to found[at …], in no order. @returns the end
 */
function findInBox(
  { bounds, colliders, tree }: Frame,
  { volumes, words }: OverlapTable,
  scratch: BroadScratch,
  from: number,
  at: number,
): number {
  const { target } = scratch;
  for (let c = 0; c < VOLUME_STRIDE; c++) target[c] = volumes[from + c];
  target[VOLUME_STRIDE] = 0;
  const near = findPlanes(tree, scratch, findNear(tree, scratch), false);
  const count = keepNear(bounds.boxes, colliders, scratch, near, words[GROUPS] | SEES_SENSORS, -1);
  if (scratch.found.length < at + count) growFound(scratch, at + count);
  const { found, rows } = scratch;
  const { sensors } = colliders;
  const sees = Number((words[GROUPS] & SEES_SENSORS) !== 0);
  let next = at;
  for (let k = 0; k < count; k++) {
    const row = rows[k];
    found[next] = row;
    next += sees | Number(sensors[row] === 0);
  }
  return next;
}

/** The same for the sphere at volumes[from]. */
function findInSphere(
  { bounds, colliders, tree }: Frame,
  { volumes, words }: OverlapTable,
  scratch: BroadScratch,
  from: number,
  at: number,
): number {
  const { boxes } = bounds;
  const { groups, sensors } = colliders;
  const mask = words[GROUPS];
  const { target } = scratch;
  const x = volumes[from];
  const y = volumes[from + 1];
  const z = volumes[from + 2];
  const radius = volumes[from + 3];
  for (let c = 0; c < 3; c++) {
    target[c] = volumes[from + c];
    target[3 + c] = volumes[from + c];
  }
  // a gap beyond this margin has a larger square than the radius, both rounded
  target[6] = radius + radius * SLACK;
  let near = findNear(tree, scratch);
  target[6] = radius;
  near = findPlanes(tree, scratch, near, false);
  if (scratch.found.length < at + near) growFound(scratch, at + near);
  const { found, rows } = scratch;
  const sees = Number((mask & SEES_SENSORS) !== 0);
  let next = at;
  for (let k = 0; k < near; k++) {
    const row = rows[k];
    const own = BOUNDS_STRIDE * row;
    const dx = Math.max(boxes[own] - x, x - boxes[own + 3], 0);
    const dy = Math.max(boxes[own + 1] - y, y - boxes[own + 4], 0);
    const dz = Math.max(boxes[own + 2] - z, z - boxes[own + 5], 0);
    found[next] = row;
    next +=
      Number(dx * dx + dy * dy + dz * dz <= radius * radius) &
      Number((groups[2 * row] & mask) !== 0) &
      (sees | Number(sensors[row] === 0));
  }
  return next;
}

/** Moves the ids of volumes [begin, end) from the staging to their columns. */
function scatterOverlaps(overlaps: OverlapTable, begin: number, end: number): void {
  const { counts, stagedAt, staging, words } = overlaps;
  const isSphere = words[KIND] === SPHERES;
  const starts = isSphere ? overlaps.startsOfSpheres : overlaps.startsOfBoxes;
  const ids = isSphere ? overlaps.idsOfSpheres : overlaps.idsOfBoxes;
  for (let k = begin; k < end; k++) {
    const from = stagedAt[k];
    const to = starts[k];
    const count = counts[k];
    for (let e = 0; e < count; e++) ids[to + e] = staging[from + e];
  }
}

/** @internal */
export const overlapSearch: Search<OverlapCapacity & ProbeCapacity> = {
  name: 'overlaps',
  capacity: { volumes: { default: 16_384 }, overlaps: { default: 1_048_576 } },
  passes: [FIND_OVERLAPS, SCATTER_OVERLAPS],
  needs: [probeSearch],
  table: OVERLAP_TABLE,
  mostItems: ({ volumes }) => volumes,
};

/**
 * Finds the colliders that come within a margin of probes: the tree gives candidates, the pair kernels decide.
 *
 *   pass             items    reads → writes
 *   FIND_SHAPES      probes   probes, tree, bounds, query.maxDistance (the margin), words → staging of overlap
 *                             queries from the cursor on; counts, stagedAt, verdicts
 *   SCATTER_SHAPES   probes   these, and the starts → ids, status
 *
 * With a margin of 0, `intersect` decides. Else a distance does: where its error bound leaves it open, the distance in
 * f64.
 */

import { findAround } from '../../broad/around.ts';
import type { PlacedKernel } from '../../broad/placedKernel.ts';
import { reserve } from '../../broad/reserve.ts';
import { type BroadScratch, growFound } from '../../broad/scratch.ts';
import type { QueryPass, Search, ThreadTools } from '../../narrow/threadTools.ts';
import { BOUNDS_STRIDE } from '../../tables/boundsTable.ts';
import { SEES_SENSORS } from '../../tables/colliderWords.ts';
import { Status } from '../../tables/distanceStatus.ts';
import { type Frame, ownTable } from '../../tables/frame.ts';
import { ProbeStatus } from '../../tables/probeStatus.ts';
import { PLACED_PAIRS } from '../../tables/probeTable.ts';
import { HAS_F32_TREE } from '../../tables/rayTree.ts';
import { EXTENT, RADIUS, SHAPE_STRIDE } from '../../tables/shapeWords.ts';
import { overlapSearch } from '../overlaps/search.ts';
import { OVERLAP_TABLE, type OverlapCapacity } from '../overlaps/table.ts';
import { type ProbeCapacity, probeSearch } from '../probes/search.ts';
import { rayTables } from '../rays/tables.ts';
import { FIRST, GROUPS, OVERLAP_ONLY, SHAPE_OVERLAP_TABLE, STAGED } from './table.ts';

/** Rounding of the f32 bound with which the wide kernel ends a row beyond the limit, generously: a part of the size. */
const BEYOND_ROUNDING = 1e-5;

/** @internal */
export const FIND_SHAPES: QueryPass = {
  name: 'findShapes',
  run(tools, _, begin, end) {
    findShapes(tools, begin, end);
  },
};

/** @internal */
export const SCATTER_SHAPES: QueryPass = {
  name: 'scatterShapes',
  run({ frame }, _, begin, end) {
    scatterShapes(frame, begin, end);
  },
};

/** Searches probes [begin, end) of the list. Counts all ids; stores them while there is room. */
function findShapes({ frame, search, wide, writeBounds, placed }: ThreadTools, begin: number, end: number): void {
  const { bounds, colliders, probes, query } = frame;
  const overlaps = ownTable(frame, OVERLAP_TABLE);
  const shapeOverlaps = ownTable(frame, SHAPE_OVERLAP_TABLE);
  const { counts, stagedAt, verdicts, words } = shapeOverlaps;
  const { ids } = placed.list.pairs;
  const first = words[FIRST];
  const firstRow = colliders.capacity + first;
  const room = overlaps.staging.length;
  const f32 = frame.rays.words[HAS_F32_TREE] === 1 ? wide?.searches : undefined;
  let pairs = 0;
  let total = 0;
  for (let k = begin; k < end; k++) {
    const row = firstRow + k;
    counts[k] = 0;
    writeBounds(row, row + 1);
    const side = bounds.boxes[BOUNDS_STRIDE * row];
    // NaN and the infinite box of a half-space are no probes
    verdicts[k] = side - side === 0 ? ProbeStatus.Answered : ProbeStatus.Invalid;
    if (verdicts[k] === ProbeStatus.Invalid) continue;
    const mask = words[GROUPS] & (probes.masks[first + k] | SEES_SENSORS);
    const near = findAround(frame, search, row, query.maxDistance, mask, probes.ignored[first + k], f32);
    for (let n = 0; n < near; n++) {
      if (pairs === PLACED_PAIRS) {
        total = keepNear(frame, placed, search, pairs, total, room);
        pairs = 0;
      }
      ids[2 * pairs] = search.rows[n];
      ids[2 * pairs + 1] = row;
      pairs++;
    }
  }
  total = keepNear(frame, placed, search, pairs, total, room);
  let at = reserve(words, STAGED, total, room);
  if (at < 0) return;
  const { found } = search;
  for (let k = 0; k < total; k++) overlaps.staging[at + k] = found[k];
  for (let k = begin; k < end; k++) {
    stagedAt[k] = at;
    at += counts[k];
  }
}

/** Computes `pairs` pairs, and appends the ids of those within the margin to found[total …]. @returns the new total */
function keepNear(
  frame: Frame,
  placed: PlacedKernel,
  scratch: BroadScratch,
  pairs: number,
  total: number,
  room: number,
): number {
  if (pairs === 0) return total;
  const { counts, verdicts, words } = ownTable(frame, SHAPE_OVERLAP_TABLE);
  const { ids } = placed.list.pairs;
  const overlapOnly = words[OVERLAP_ONLY] === 1;
  const firstRow = frame.colliders.capacity + words[FIRST];
  placed.compute(overlapOnly, pairs);
  const stored = Math.min(total, room);
  if (scratch.found.length < stored + pairs) growFound(scratch, stored + pairs);
  const { status } = placed.list.results;
  let next = total;
  for (let p = 0; p < pairs; p++) {
    const isOpen = status[p] === Status.NotConverged;
    if (!isOpen && !isWithin(frame, placed, overlapOnly, p)) continue;
    const k = ids[2 * p + 1] - firstRow;
    if (isOpen) verdicts[k] = ProbeStatus.Unresolved;
    counts[k]++;
    // ids that do not fit are only counted
    if (next < room) scratch.found[next] = ids[2 * p];
    next++;
  }
  return next;
}

/** Whether pair `p`, which is computed, comes within the margin. */
function isWithin(frame: Frame, placed: PlacedKernel, overlapOnly: boolean, p: number): boolean {
  const { ids } = placed.list.pairs;
  const { status, separation, offsetA } = placed.list.results;
  if (overlapOnly || status[p] === Status.Overlapping) return status[p] === Status.Overlapping;
  if (status[p] === Status.Invalid) return false;
  const margin = frame.query.maxDistance[0];
  const distance = separation[4 * p + 3];
  if (status[p] === Status.Separated) {
    const bound = offsetA[4 * p + 3];
    if (distance + bound <= margin) return true;
    if (distance - bound > margin) return false;
  } else if (distance - BEYOND_ROUNDING * sizeOf(frame, ids[2 * p], ids[2 * p + 1]) > margin) return false;
  return placed.isWithin(p);
}

/** The sum of the extents of two rows, with their radii (m). */
function sizeOf({ placed, shapes }: Frame, a: number, b: number): number {
  const { reals } = shapes;
  const wordA = SHAPE_STRIDE * placed.shapes[a];
  const wordB = SHAPE_STRIDE * placed.shapes[b];
  return reals[wordA + EXTENT] + reals[wordA + RADIUS] + reals[wordB + EXTENT] + reals[wordB + RADIUS];
}

/** Moves the ids of probes [begin, end) from the staging to their columns. */
function scatterShapes(frame: Frame, begin: number, end: number): void {
  const { counts, stagedAt, starts, ids, status, verdicts } = ownTable(frame, SHAPE_OVERLAP_TABLE);
  const { staging } = ownTable(frame, OVERLAP_TABLE);
  for (let k = begin; k < end; k++) {
    for (let e = 0; e < counts[k]; e++) ids[starts[k] + e] = staging[stagedAt[k] + e];
    status[k] = verdicts[k];
  }
}

/** @internal */
export const shapeOverlapSearch: Search<OverlapCapacity & ProbeCapacity> = {
  name: 'overlapShapes',
  needs: [overlapSearch, probeSearch, rayTables],
  passes: [FIND_SHAPES, SCATTER_SHAPES],
  table: SHAPE_OVERLAP_TABLE,
};

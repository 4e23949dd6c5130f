/**
 * Finds the colliders that come within a margin of probes: the tree gives candidates, the pair kernels decide.
 *
 *   pass             items    reads → writes
 *   FIND_SHAPES      probes   probes, tree, bounds, query.maxDistance (the margin), words → staging of overlap
 *                             queries from the cursor on; counts, stagedAt, verdicts
 *   SCATTER_SHAPES   probes   these, and the starts → ids, child, status
 *
 * With a margin of 0, `intersect` decides. Else a distance does: where its error bound leaves it open, the distance in
 * f64. Children of colliders that are found are searched after that.
 */

import { findAround } from '../../broad/around.ts';
import type { PlacedKernel } from '../../broad/placedKernel.ts';
import { reserve } from '../../broad/reserve.ts';
import { type BroadScratch, growFound } from '../../broad/scratch.ts';
import { type PlacedChildren, placedChildren } from '../../narrow/placedChildren.ts';
import type { QueryPass, Search, ThreadTools } from '../../narrow/threadTools.ts';
import { BOUNDS_STRIDE } from '../../tables/boundsTable.ts';
import { NO_CHILD } from '../../tables/childWords.ts';
import { SEES_SENSORS } from '../../tables/colliderWords.ts';
import { Status } from '../../tables/distanceStatus.ts';
import { type Frame, ownTable } from '../../tables/frame.ts';
import { ProbeStatus } from '../../tables/probeStatus.ts';
import { PLACED_PAIRS } from '../../tables/probeTable.ts';
import { HAS_F32_TREE } from '../../tables/rayTree.ts';
import { isSurface } from '../../tables/shapeKinds.ts';
import { EXTENT, RADIUS, SHAPE_STRIDE } from '../../tables/shapeWords.ts';
import { overlapSearch } from '../overlaps/search.ts';
import { OVERLAP_TABLE, type OverlapCapacity } from '../overlaps/table.ts';
import { type ProbeCapacity, probeSearch } from '../probes/search.ts';
import { rayTables } from '../rays/tables.ts';
import { CHILDREN, FIRST, GROUPS, OVERLAP_ONLY, SHAPE_OVERLAP_TABLE, STAGED } from './table.ts';

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
function findShapes(tools: ThreadTools, begin: number, end: number): void {
  const { frame, search, wide, writeBounds } = tools;
  const { bounds, colliders, probes, query } = frame;
  const finder = tools.part(shapeFinder);
  const { placed } = finder;
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
    // NaN, the infinite box of a half-space, and surfaces are no probes
    const isProbe = side - side === 0 && !isSurface(frame.shapes, frame.placed.shapes[row]);
    verdicts[k] = isProbe ? ProbeStatus.Answered : ProbeStatus.Invalid;
    if (!isProbe) continue;
    const mask = words[GROUPS] & (probes.masks[first + k] | SEES_SENSORS);
    const near = findAround(frame, search, row, query.maxDistance, mask, probes.ignored[first + k], f32);
    for (let n = 0; n < near; n++) {
      if (pairs === PLACED_PAIRS) {
        total = finder.keep(pairs, total, room);
        pairs = 0;
      }
      ids[2 * pairs] = search.rows[n];
      ids[2 * pairs + 1] = row;
      pairs++;
    }
  }
  total = finder.keep(pairs, total, room);
  let at = reserve(words, STAGED, total, room);
  if (at < 0) return;
  const { found } = search;
  for (let k = 0; k < total; k++) overlaps.staging[at + k] = found[k];
  if (words[CHILDREN] === 1) for (let k = 0; k < total; k++) shapeOverlaps.staging[at + k] = finder.children[k];
  for (let k = begin; k < end; k++) {
    stagedAt[k] = at;
    at += counts[k];
  }
}

const shapeFinder = (tools: ThreadTools): ShapeFinder => new ShapeFinder(tools);

/** What a thread finds. */
class ShapeFinder {
  readonly placed: PlacedKernel;
  /** Children of the rows that are found, or −1. */
  children = new Int32Array(0);
  readonly #frame: Frame;
  readonly #scratch: BroadScratch;
  readonly #near: PlacedChildren;

  constructor(tools: ThreadTools) {
    this.#frame = tools.frame;
    this.placed = tools.placed;
    this.#near = tools.part(placedChildren);
    this.#scratch = tools.search;
  }

  /** Computes `pairs` pairs, and appends the ids of those within the margin. @returns the new total */
  keep(pairs: number, total: number, room: number): number {
    if (pairs === 0) return total;
    const { placed } = this;
    const frame = this.#frame;
    const { counts, verdicts, words } = ownTable(frame, SHAPE_OVERLAP_TABLE);
    const { ids } = placed.list.pairs;
    const overlapOnly = words[OVERLAP_ONLY] === 1;
    const firstRow = frame.colliders.capacity + words[FIRST];
    placed.compute(overlapOnly, pairs);
    const { status } = placed.list.results;
    let next = total;
    for (let p = 0; p < pairs; p++) {
      const isOpen = status[p] === Status.NotConverged;
      if (!isOpen && !isWithin(frame, placed, overlapOnly, p)) continue;
      const k = ids[2 * p + 1] - firstRow;
      if (isOpen) verdicts[k] = ProbeStatus.Unresolved;
      const children = words[CHILDREN] === 1 ? this.#near.find(overlapOnly, p) : 0;
      const entries = Math.max(children, 1);
      counts[k] += entries;
      // ids that do not fit are only counted
      this.#append(ids[2 * p], children, next, Math.min(entries, room - next));
      next += entries;
    }
    return next;
  }

  /** Writes `entries` of an id, with its children if there are any. */
  #append(id: number, children: number, at: number, entries: number): void {
    if (entries <= 0) return;
    const scratch = this.#scratch;
    if (scratch.found.length < at + entries) growFound(scratch, at + entries);
    for (let k = 0; k < entries; k++) scratch.found[at + k] = id;
    if (ownTable(this.#frame, SHAPE_OVERLAP_TABLE).words[CHILDREN] === 0) return;
    if (this.children.length < scratch.found.length) {
      const { children: before } = this;
      this.children = new Int32Array(scratch.found.length);
      this.children.set(before);
    }
    const { found } = this.#near;
    for (let k = 0; k < entries; k++) this.children[at + k] = children > 0 ? found[k] : NO_CHILD;
  }
}

/** Whether pair `p`, which is computed, comes within the margin. */
function isWithin(frame: Frame, placed: PlacedKernel, overlapOnly: boolean, p: number): boolean {
  const { status, separation, offsetA } = placed.list.results;
  if (overlapOnly || status[p] === Status.Overlapping) return status[p] === Status.Overlapping;
  if (status[p] === Status.Invalid) return false;
  const margin = frame.query.maxDistance[0];
  const distance = separation[4 * p + 3];
  if (status[p] === Status.Separated) {
    const bound = offsetA[4 * p + 3];
    if (distance + bound <= margin) return true;
    if (distance - bound > margin) return false;
  } else if (isBeyond(frame, placed, p)) return false;
  return placed.isWithin(p);
}

/** Whether pair `p`, which has no exact distance, is farther apart than the margin for certain. */
function isBeyond({ placed, query, shapes }: Frame, { list }: PlacedKernel, p: number): boolean {
  const { ids } = list.pairs;
  const { reals } = shapes;
  const a = SHAPE_STRIDE * placed.shapes[ids[2 * p]];
  const b = SHAPE_STRIDE * placed.shapes[ids[2 * p + 1]];
  const size = reals[a + EXTENT] + reals[a + RADIUS] + reals[b + EXTENT] + reals[b + RADIUS];
  return list.results.separation[4 * p + 3] - BEYOND_ROUNDING * size > query.maxDistance[0];
}

/** Moves the ids of probes [begin, end) from the staging to their columns. */
function scatterShapes(frame: Frame, begin: number, end: number): void {
  const shapeOverlaps = ownTable(frame, SHAPE_OVERLAP_TABLE);
  const { child, counts, stagedAt, starts, ids, status, verdicts, words } = shapeOverlaps;
  const { staging } = ownTable(frame, OVERLAP_TABLE);
  const hasChildren = words[CHILDREN] === 1;
  for (let k = begin; k < end; k++) {
    for (let e = 0; e < counts[k]; e++) {
      ids[starts[k] + e] = staging[stagedAt[k] + e];
      child[starts[k] + e] = hasChildren ? shapeOverlaps.staging[stagedAt[k] + e] : NO_CHILD;
    }
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

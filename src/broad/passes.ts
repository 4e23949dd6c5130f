/**
 * The passes of the broad phase by number, so that a job can name them. Each is a pure function of tables over a half-open
 * range of items, and may be run twice: a dead worker's blocks are done again.
 *
 *   pass     items                reads → writes
 *   BOUNDS   rows                 poses → bounds; which rows left their fat boxes or have another filter
 *   FATTEN   rows                 bounds → fat boxes
 *   NODES    level-1 nodes        fat boxes, order → boxes of leaves and level 1
 *   FIND     level-1 nodes        tree → all candidates, in no order
 *   ROWS     blocks               candidates, pair list → row of each candidate in the list
 *   MORE     rows that moved      tree → fresh candidates, in no order
 *   MERGE    blocks               candidates, fresh ones → candidates
 *   FILTER   blocks               candidates, bounds → which are pairs
 *   PLACE    blocks               these → pair list
 *   SEEK     volumes              tree, bounds → who overlaps them, in no order of volumes
 *   SETTLE   volumes              these → overlap results
 */

import type { Geometry, Scratch } from '../narrow/scalar/scratch.ts';
import type { PairTable } from '../pairs/pairTable.ts';
import type { OverlapTable } from '../queries/overlaps/table.ts';
import type { ColliderTable } from '../scene/colliderTable.ts';
import type { SceneCounts } from '../scene/countTable.ts';
import { boundsRows } from './bounds/bounds.ts';
import type { BoundsTable } from './bounds/boundsTable.ts';
import type { CandidateTable } from './candidates/candidateTable.ts';
import { filterBlocks, findRows, placeBlocks } from './candidates/filter.ts';
import { mergeBlocks } from './candidates/merge.ts';
import { storeFilters } from './candidates/pairable.ts';
import type { BroadScratch } from './scratch.ts';
import { fattenRows, findMoved } from './tree/fatBoxes.ts';
import { findGroups } from './tree/findAll.ts';
import { findMore } from './tree/findMore.ts';
import { findOverlaps, placeOverlaps } from './tree/findOverlaps.ts';
import { boxGroups } from './tree/nodes.ts';
import type { TreeTable } from './tree/treeTable.ts';

export const BOUNDS = 32;
export const FATTEN = 33;
export const NODES = 34;
export const FIND = 35;
export const ROWS = 36;
export const FIND_MOVED = 37;
export const MERGE = 38;
export const FILTER = 39;
export const WRITE_PAIRS = 40;
export const FIND_OVERLAPS = 41;
export const SCATTER_OVERLAPS = 42;

export interface BroadTables {
  readonly bounds: BoundsTable;
  readonly colliders: ColliderTable;
  readonly counts: SceneCounts;
  readonly tree: TreeTable;
  readonly candidates: CandidateTable;
  readonly overlaps: OverlapTable;
}

/** Whether an operation is one of the above. */
export function isBroad(operation: number): boolean {
  return operation >= BOUNDS && operation <= SCATTER_OVERLAPS;
}

/** Runs items [begin, end) of a pass: block number `block` of its job. */
export function runPass(
  operation: number,
  { bounds, colliders, counts, tree, candidates, overlaps }: BroadTables,
  pairs: PairTable,
  geometry: Geometry,
  scratch: Scratch,
  search: BroadScratch,
  block: number,
  begin: number,
  end: number,
): void {
  switch (operation) {
    case BOUNDS:
      tree.blockInvalid[block] = boundsRows(bounds, colliders, counts, geometry, scratch, begin, end);
      tree.blockMoved[block] = findMoved(tree, bounds, colliders, begin, end);
      break;
    case FATTEN:
      fattenRows(tree, bounds, begin, end);
      storeFilters(tree, colliders, begin, end);
      break;
    case NODES:
      boxGroups(tree, begin, end);
      break;
    case FIND:
      findGroups(candidates, tree, search, block, begin, end);
      break;
    case ROWS:
      findRows(candidates, pairs, begin, end);
      break;
    case FIND_MOVED:
      findMore(candidates, tree, search, block, begin, end);
      break;
    case MERGE:
      mergeBlocks(candidates, tree, begin, end);
      break;
    case FILTER:
      filterBlocks(candidates, bounds, tree, begin, end);
      break;
    case WRITE_PAIRS:
      placeBlocks(candidates, pairs, begin, end);
      break;
    case FIND_OVERLAPS:
      findOverlaps(overlaps, tree, bounds, colliders, search, begin, end);
      break;
    case SCATTER_OVERLAPS:
      placeOverlaps(overlaps, begin, end);
  }
}

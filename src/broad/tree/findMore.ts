/**
 * Candidates of bodies that moved, asked one by one.
 *
 *   reads   tree
 *   writes  candidates.staging, pairs from the cursor on, in no order; tree.foundCounts: how many, by block
 */
import type { CandidateTable } from '../candidates/candidateTable.ts';
import { keepPairable } from '../candidates/pairable.ts';
import { stagePairs } from '../candidates/stagePairs.ts';
import { type BroadScratch, growFound, within } from '../scratch.ts';
import {
  FAT_STRIDE,
  LEAVES,
  LEVEL_BEGIN,
  LEVEL_COUNT,
  TAIL_COUNT,
  TOP,
  type TreeTable,
  WIDE_MARGIN,
  WIDTH,
} from './treeTable.ts';

/** Candidates of rows movedRows[begin … end). A pair of two that moved is found by the smaller id. */
export function findMore(
  candidates: CandidateTable,
  tree: TreeTable,
  scratch: BroadScratch,
  block: number,
  begin: number,
  end: number,
): void {
  const { movedRows, moved, fat } = tree;
  const room = candidates.staging.length >> 1;
  let total = 0;
  for (let m = begin; m < end && total <= room; m++) {
    const row = movedRows[m];
    if (Number.isNaN(fat[FAT_STRIDE * row])) continue;
    const last = searchRow(tree, scratch, row, 2 * total);
    const { found } = scratch;
    const at = total;
    // a pair takes two words: the search left every other one free
    for (let k = 2 * total; k < last; k += 2) {
      const other = found[k];
      if (other === row || (moved[other] === 1 && other < row)) continue;
      found[2 * total] = Math.min(row, other);
      found[2 * total + 1] = Math.max(row, other);
      total++;
    }
    total = at + keepPairable(tree, found, at, total - at);
  }
  tree.foundCounts[block] = total;
  stagePairs(candidates, scratch.found, total);
}

/** Rows near `row`, and itself, to found[at], found[at + 2], …. @returns the end */
function searchRow(
  { boxes, fat, order, words, reals }: TreeTable,
  scratch: BroadScratch,
  row: number,
  at: number,
): number {
  const { stack } = scratch;
  const margin = reals[WIDE_MARGIN];
  const own = FAT_STRIDE * row;
  const lowX = fat[own];
  const lowY = fat[own + 1];
  const lowZ = fat[own + 2];
  const highX = fat[own + 3];
  const highY = fat[own + 4];
  const highZ = fat[own + 5];
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
    if (below === 0 && scratch.found.length < next + 2 * (end - begin)) growFound(scratch, next + 2 * (end - begin));
    const { found } = scratch;
    for (let k = begin; k < end; k++) {
      const box = FAT_STRIDE * (first + k);
      const near =
        within(boxes[box] - highX, margin) &
        within(lowX - boxes[box + 3], margin) &
        within(boxes[box + 1] - highY, margin) &
        within(lowY - boxes[box + 4], margin) &
        within(boxes[box + 2] - highZ, margin) &
        within(lowZ - boxes[box + 5], margin);
      if (below === 0) {
        found[next] = order[k];
        next += 2 * near;
      } else {
        stack[top] = below;
        stack[top + 1] = k;
        top += 2 * near;
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

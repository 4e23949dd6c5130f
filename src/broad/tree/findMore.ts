/**
 * Finds candidates of the colliders that moved, one collider after the other.
 *
 *   reads   tree
 *   writes  candidates.staging, pairs from the cursor on, in no order; tree.foundCounts, by block
 */
import type { CandidateTable } from '../candidates/candidateTable.ts';
import { keepPairable } from '../candidates/pairable.ts';
import { stagePairs } from '../candidates/stagePairs.ts';
import { findPlanes, findUnder, planeOf } from '../planes.ts';
import { type BroadScratch, growFound } from '../scratch.ts';
import { findNear } from './findNear.ts';
import { FAT_STRIDE, isBounded, type TreeTable, WIDE_MARGIN } from './treeTable.ts';

/** Finds candidates of rows movedRows[begin … end). A pair of two moved rows is found from the smaller id. */
export function findMore(
  candidates: CandidateTable,
  tree: TreeTable,
  scratch: BroadScratch,
  block: number,
  begin: number,
  end: number,
): void {
  const { movedRows, moved, fat, reals } = tree;
  const { target } = scratch;
  const room = candidates.staging.length >> 1;
  let total = 0;
  target[FAT_STRIDE] = reals[WIDE_MARGIN];
  for (let m = begin; m < end && total <= room; m++) {
    const row = movedRows[m];
    if (Number.isNaN(fat[FAT_STRIDE * row])) continue;
    const at = total;
    let near = 0;
    if (isBounded(fat, row)) {
      for (let c = 0; c < FAT_STRIDE; c++) target[c] = fat[FAT_STRIDE * row + c];
      near = findPlanes(tree, scratch, findNear(tree, scratch));
    } else near = findUnder(tree, scratch, planeOf(tree, row));
    if (scratch.found.length < 2 * (total + near)) growFound(scratch, 2 * (total + near));
    const { found, rows } = scratch;
    for (let k = 0; k < near; k++) {
      const other = rows[k];
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

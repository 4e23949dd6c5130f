/**
 * Selects the candidates that are pairs: their bounds come within the margin. The order stays.
 *
 *   filterBlocks   reads   candidates (the side in use), bounds.boxes, tree.reals[MARGIN], tree.planes
 *                  writes  candidates.staging: kept candidates of a block, from its begin on; .kept: their number
 *   placeBlocks    reads   these, candidates.outs and rows
 *                  writes  pairs.ids, pairs.carried; the other side of rows
 *   findRows       reads   pairs.ids, ascending, as many as words[BEFORE]
 *                  writes  candidates.rows: the row of each candidate in the list
 */

import type { PairTable } from '../../pairs/pairTable.ts';
import { BOUNDS_STRIDE, type BoundsTable } from '../bounds/boundsTable.ts';
import { isNear } from '../near.ts';
import { gapOverPlane, planeOf } from '../planes.ts';
import { MARGIN, PLANE_COUNT, type TreeTable } from '../tree/treeTable.ts';
import { BEFORE, type CandidateTable, ODD_IDS, ODD_ROWS } from './candidateTable.ts';

export function filterBlocks(
  candidates: CandidateTable,
  { boxes }: BoundsTable,
  tree: TreeTable,
  begin: number,
  end: number,
): void {
  const { staging, kept, words } = candidates;
  const isOdd = words[ODD_IDS] === 1;
  const ids = isOdd ? candidates.idsOdd : candidates.idsEven;
  const begins = isOdd ? candidates.beginOdd : candidates.beginEven;
  const counts = isOdd ? candidates.countOdd : candidates.countEven;
  const margin = tree.reals[MARGIN];
  for (let block = begin; block < end; block++) {
    const first = begins[block];
    const last = first + counts[block];
    let next = first;
    let row = -1;
    let lowX = 0;
    let lowY = 0;
    let lowZ = 0;
    let highX = 0;
    let highY = 0;
    let highZ = 0;
    for (let e = first; e < last; e++) {
      const a = ids[2 * e];
      const at = BOUNDS_STRIDE * ids[2 * e + 1];
      if (a !== row) {
        row = a;
        const own = BOUNDS_STRIDE * a;
        lowX = boxes[own];
        lowY = boxes[own + 1];
        lowZ = boxes[own + 2];
        highX = boxes[own + 3];
        highY = boxes[own + 4];
        highZ = boxes[own + 5];
      }
      staging[next] = e;
      next += isNear(boxes, at, lowX, lowY, lowZ, highX, highY, highZ, margin);
    }
    if (tree.words[PLANE_COUNT] > 0) next = dropFar(staging, first, next, ids, boxes, tree);
    kept[block] = next - first;
  }
}

/**
 * Drops the candidates with a half-space whose bounds do not come within the margin of its plane: bounds of half-spaces
 * are infinite. @returns the end of the kept ones
 */
function dropFar(
  staging: Uint32Array,
  first: number,
  last: number,
  ids: Uint32Array,
  boxes: Float64Array,
  tree: TreeTable,
): number {
  const { planes, reals } = tree;
  const margin = reals[MARGIN];
  let next = first;
  let plane = -1;
  let planeRow = -1;
  for (let k = first; k < last; k++) {
    const e = staging[k];
    const a = ids[2 * e];
    const b = ids[2 * e + 1];
    staging[next] = e;
    const isA = boxes[BOUNDS_STRIDE * a] === -Infinity;
    if (!isA && boxes[BOUNDS_STRIDE * b] !== -Infinity) {
      next++;
      continue;
    }
    const row = isA ? a : b;
    if (row !== planeRow) {
      planeRow = row;
      plane = planeOf(tree, row);
    }
    const at = BOUNDS_STRIDE * (isA ? b : a);
    const gap = gapOverPlane(
      planes,
      plane,
      boxes[at],
      boxes[at + 1],
      boxes[at + 2],
      boxes[at + 3],
      boxes[at + 4],
      boxes[at + 5],
    );
    next += Number(gap <= margin);
  }
  return next;
}

export function placeBlocks(candidates: CandidateTable, pairs: PairTable, begin: number, end: number): void {
  const { staging, kept, outs, words } = candidates;
  const isOdd = words[ODD_IDS] === 1;
  const ids = isOdd ? candidates.idsOdd : candidates.idsEven;
  const begins = isOdd ? candidates.beginOdd : candidates.beginEven;
  const counts = isOdd ? candidates.countOdd : candidates.countEven;
  const isOddRow = words[ODD_ROWS] === 1;
  const rows = isOddRow ? candidates.rowsOdd : candidates.rowsEven;
  const toRows = isOddRow ? candidates.rowsEven : candidates.rowsOdd;
  const { ids: toIds, carried } = pairs;
  for (let block = begin; block < end; block++) {
    const first = begins[block];
    const last = first + kept[block];
    let out = outs[block];
    toRows.fill(-1, first, first + counts[block]);
    for (let k = first; k < last; k++) {
      const e = staging[k];
      toIds[2 * out] = ids[2 * e];
      toIds[2 * out + 1] = ids[2 * e + 1];
      carried[out] = rows[e];
      toRows[e] = out++;
    }
  }
}

export function findRows(candidates: CandidateTable, pairs: PairTable, begin: number, end: number): void {
  const { words } = candidates;
  const isOdd = words[ODD_IDS] === 1;
  const ids = isOdd ? candidates.idsOdd : candidates.idsEven;
  const begins = isOdd ? candidates.beginOdd : candidates.beginEven;
  const counts = isOdd ? candidates.countOdd : candidates.countEven;
  const rows = words[ODD_ROWS] === 1 ? candidates.rowsOdd : candidates.rowsEven;
  const before = words[BEFORE];
  const list = pairs.ids;
  for (let block = begin; block < end; block++) {
    const first = begins[block];
    const last = first + counts[block];
    let q = first < last ? lowerBound(list, before, ids[2 * first], ids[2 * first + 1]) : before;
    for (let e = first; e < last; e++) {
      const a = ids[2 * e];
      const b = ids[2 * e + 1];
      while (q < before && (list[2 * q] < a || (list[2 * q] === a && list[2 * q + 1] < b))) q++;
      rows[e] = q < before && list[2 * q] === a && list[2 * q + 1] === b ? q : -1;
    }
  }
}

/** Index of the first of `count` ascending pairs that is not less than (a, b). */
export function lowerBound(pairs: Uint32Array, count: number, a: number, b: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (pairs[2 * middle] < a || (pairs[2 * middle] === a && pairs[2 * middle + 1] < b)) low = middle + 1;
    else high = middle;
  }
  return low;
}

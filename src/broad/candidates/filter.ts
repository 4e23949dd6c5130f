/**
 * Selects the candidates that are pairs: their bounds come within the margin. The order stays.
 *
 *   filterBlocks   reads   candidates (the side in use), bounds.boxes, tree.reals[MARGIN], tree.planes
 *                  writes  candidates.staging: candidates of a block that pass, from its begin on; .passed: their
 *                  number; .starts
 *   placeBlocks    reads   these, candidates.outs and rows
 *                  writes  pairs.ids, pairs.carried; the other side of rows
 *   findRows       reads   pairs.ids, ascending, as many as words[BEFORE]
 *                  writes  candidates.rows: the row of each candidate in the list
 *
 * Host and wide kernel compile this file.
 */
import type { Doubles, Int, Ints, Words } from '../../language/lanes.ts';
import { BOUNDS_STRIDE } from '../../tables/boundsWords.ts';
import { BEFORE, ODD_IDS, ODD_ROWS } from '../../tables/candidateWords.ts';
import { MARGIN, PLANE_COUNT } from '../../tables/treeWords.ts';
import type { BoundsColumns, CandidateColumns, TreeColumns } from '../columns.ts';
import { isNear } from '../near.ts';
import { isNearPlane, planeOf } from '../planeGaps.ts';
import { copyTwo, setBits } from '../words.ts';
import { lowerBound } from './lowerBound.ts';

export function filterBlocks(
  candidates: CandidateColumns,
  bounds: BoundsColumns,
  tree: TreeColumns,
  begin: Int,
  end: Int,
): void {
  const boxes = bounds.boxes;
  const staging = candidates.staging;
  const isOdd = candidates.words[ODD_IDS] === 1;
  const ids = isOdd ? candidates.idsOdd : candidates.idsEven;
  const begins = isOdd ? candidates.beginOdd : candidates.beginEven;
  const counts = isOdd ? candidates.countOdd : candidates.countEven;
  const rows = candidates.words[ODD_ROWS] === 1 ? candidates.rowsOdd : candidates.rowsEven;
  const margin = tree.reals[MARGIN];
  for (let block: Int = begin; block < end; block++) {
    const first = begins[block];
    const last = first + counts[block];
    let next: Int = first;
    let e: Int = first;
    while (e < last) {
      // a run of pairs with the same first id
      const a = ids[2 * e];
      const own = BOUNDS_STRIDE * a;
      const lowX = boxes[own];
      const lowY = boxes[own + 1];
      const lowZ = boxes[own + 2];
      const highX = boxes[own + 3];
      const highY = boxes[own + 4];
      const highZ = boxes[own + 5];
      while (e < last && ids[2 * e] === a) {
        const at = BOUNDS_STRIDE * ids[2 * e + 1];
        staging[next] = e;
        next += isNear(boxes, at, lowX, lowY, lowZ, highX, highY, highZ, margin);
        e++;
      }
    }
    if (tree.words[PLANE_COUNT] > 0) next = dropFar(staging, first, next, ids, boxes, tree);
    candidates.passed[block] = next - first;
    candidates.starts[block] = startOf(staging, rows, first, next);
  }
}

/** The row of the first candidate that passes, if the rows of the others follow it one by one; else −1. */
function startOf(staging: Words, rows: Ints, first: Int, last: Int): Int {
  if (first === last) return -1;
  const start = rows[staging[first]];
  let k: Int = first + 1;
  while (k < last && rows[staging[k]] === start + k - first) k++;
  return k < last ? -1 : start;
}

/**
 * Drops the candidates with a collider without bounds if those of the other do not come within the margin of its plane.
 * @returns the end of those that pass
 */
function dropFar(staging: Words, first: Int, last: Int, ids: Words, boxes: Doubles, tree: TreeColumns): Int {
  const planes = tree.planes;
  let next: Int = first;
  let plane: Int = -1;
  let planeRow: Int = -1;
  for (let k: Int = first; k < last; k++) {
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
      plane = planeOf(planes, tree.words, row);
    }
    const at = BOUNDS_STRIDE * (isA ? b : a);
    next += isNearPlane(planes, plane, boxes, at, tree.reals, MARGIN);
  }
  return next;
}

/** @param toIds ids of the pair list @param carried those of the list */
export function placeBlocks(candidates: CandidateColumns, toIds: Words, carried: Ints, begin: Int, end: Int): void {
  const staging = candidates.staging;
  const isOdd = candidates.words[ODD_IDS] === 1;
  const ids = isOdd ? candidates.idsOdd : candidates.idsEven;
  const begins = isOdd ? candidates.beginOdd : candidates.beginEven;
  const counts = isOdd ? candidates.countOdd : candidates.countEven;
  const isOddRow = candidates.words[ODD_ROWS] === 1;
  const rows = isOddRow ? candidates.rowsOdd : candidates.rowsEven;
  const toRows = isOddRow ? candidates.rowsEven : candidates.rowsOdd;
  for (let block: Int = begin; block < end; block++) {
    const first = begins[block];
    const last = first + candidates.passed[block];
    const rowsEnd = first + counts[block];
    let out: Int = candidates.outs[block];
    setBits(toRows, first, rowsEnd);
    for (let k: Int = first; k < last; k++) {
      const e = staging[k];
      copyTwo(toIds, 2 * out, ids, 2 * e);
      carried[out] = rows[e];
      toRows[e] = out;
      out++;
    }
  }
}

/** @param list ids of the pair list */
export function findRows(candidates: CandidateColumns, list: Words, begin: Int, end: Int): void {
  const isOdd = candidates.words[ODD_IDS] === 1;
  const ids = isOdd ? candidates.idsOdd : candidates.idsEven;
  const begins = isOdd ? candidates.beginOdd : candidates.beginEven;
  const counts = isOdd ? candidates.countOdd : candidates.countEven;
  const rows = candidates.words[ODD_ROWS] === 1 ? candidates.rowsOdd : candidates.rowsEven;
  const before = candidates.words[BEFORE];
  for (let block: Int = begin; block < end; block++) {
    const first = begins[block];
    const last = first + counts[block];
    if (first === last) continue;
    let q: Int = lowerBound(list, before, ids[2 * first], ids[2 * first + 1]);
    for (let e: Int = first; e < last; e++) {
      const a = ids[2 * e];
      const b = ids[2 * e + 1];
      while (q < before && (list[2 * q] < a || (list[2 * q] === a && list[2 * q + 1] < b))) q++;
      rows[e] = q < before && list[2 * q] === a && list[2 * q + 1] === b ? q : -1;
    }
  }
}

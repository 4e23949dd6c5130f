/**
 * Signed distance for pairs [begin, end).
 *
 *   reads   pairs.ids, colliders, shapes, `from` (the simplex each row starts from)
 *   writes  results.status, .separation, .offsetA, .offsetB, `to` (the simplex each row ended on)
 *
 * Allocates nothing, throws nothing, writes no row outside [begin, end). A row's answer depends on that row alone.
 */
import type { PairTable } from '../../pairs/pairTable.ts';
import { type ResultTable, Status } from '../../results/resultTable.ts';
import type { ColliderTable } from '../../scene/colliderTable.ts';
import type { SceneCounts } from '../../scene/countTable.ts';
import { measure } from './measure.ts';
import { clearSimplex, gatherTile, INVALID_PAIR, loadSimplex, storeSimplex } from './pairRow.ts';
import { placeAnswer } from './place.ts';
import { POSE_STRIDE, relatePoses } from './relative.ts';
import {
  BOUND,
  DISTANCE,
  type Geometry,
  LIMIT,
  NORMAL,
  OFFSET_A,
  OFFSET_B,
  TILE_PAIRS,
  TILE_STRIDE,
  type Workbench,
} from './scratch.ts';

/** What a distance query asks besides the pairs. */
export interface DistanceQuestion {
  /** One number: rows proven farther apart than this (m) stop early. An array, because a field would allocate. */
  readonly limit: Float64Array;
  /** Whether penetration is measured. */
  readonly depth: boolean;
  /** Simplex column to start from, and to write. */
  readonly from: Uint16Array;
  readonly to: Uint16Array;
}

export function distanceRows(
  results: ResultTable,
  pairs: PairTable,
  colliders: ColliderTable,
  counts: SceneCounts,
  geometry: Geometry,
  workbench: Workbench,
  question: DistanceQuestion,
  begin: number,
  end: number,
): void {
  const { status } = results;
  const { ids } = pairs;
  const { from, to, depth, limit } = question;
  const { scratch, polytope } = workbench;
  const { f, poses, tile } = scratch;
  for (let first = begin; first < end; first += TILE_PAIRS) {
    const last = Math.min(first + TILE_PAIRS, end);
    gatherTile(scratch, colliders, counts, geometry, ids, first, last);
    for (let p = first; p < last; p++) {
      const at = TILE_STRIDE * (p - first);
      const rowA = tile[at]!;
      if (rowA === INVALID_PAIR || !relatePoses(f, poses, POSE_STRIDE * (p - first))) {
        status[p] = Status.Invalid;
        clearSimplex(to, p);
        writeInvalid(results, p);
        continue;
      }
      const rowB = tile[at + 1]!;
      const swapped = tile[at + 2]!;
      loadSimplex(scratch, geometry, from, p, rowA, rowB, swapped);
      f[LIMIT] = limit[0]!;
      status[p] = measure(scratch, polytope, geometry, rowA, geometry, rowB, depth);
      placeAnswer(f);
      storeSimplex(scratch, to, p, swapped);
      writeAnswer(results, p, f, swapped === 1);
    }
  }
}

function writeAnswer(results: ResultTable, p: number, f: Float64Array, swapped: boolean): void {
  const { separation, offsetA, offsetB } = results;
  const at = 4 * p;
  const sign = swapped ? -1 : 1;
  const first = swapped ? OFFSET_B : OFFSET_A;
  const second = swapped ? OFFSET_A : OFFSET_B;
  separation[at] = sign * f[NORMAL]!;
  separation[at + 1] = sign * f[NORMAL + 1]!;
  separation[at + 2] = sign * f[NORMAL + 2]!;
  separation[at + 3] = f[DISTANCE]!;
  offsetA[at] = f[first]!;
  offsetA[at + 1] = f[first + 1]!;
  offsetA[at + 2] = f[first + 2]!;
  offsetA[at + 3] = f[BOUND]!;
  offsetB[at] = f[second]!;
  offsetB[at + 1] = f[second + 1]!;
  offsetB[at + 2] = f[second + 2]!;
  offsetB[at + 3] = 0;
}

function writeInvalid({ separation, offsetA, offsetB }: ResultTable, p: number): void {
  for (let k = 4 * p; k < 4 * p + 4; k++) {
    separation[k] = Number.NaN;
    offsetA[k] = Number.NaN;
    offsetB[k] = Number.NaN;
  }
}

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
import { conclude, seek } from './measure.ts';
import { clearSimplex, gatherTile, loadSimplex, storeSimplex } from './pairRow.ts';
import { placeAnswer } from './place.ts';
import { relatePoses } from './relative.ts';
import {
  BOUND,
  DISTANCE,
  type Geometry,
  INVALID_PAIR,
  LIMIT,
  NORMAL,
  OFFSET_A,
  OFFSET_B,
  ROW_A,
  ROW_B,
  type Scratch,
  SWAPPED,
  TILE_PAIRS,
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
  const { tile, polytope } = workbench;
  for (let first = begin; first < end; first += TILE_PAIRS) {
    const count = Math.min(TILE_PAIRS, end - first);
    gatherTile(tile, colliders, counts, geometry, ids, first, first + count);
    for (let k = 0; k < count; k++) {
      const scratch = tile[k]!;
      if (scratch.i[ROW_A] === INVALID_PAIR) continue;
      if (relatePoses(scratch.f)) loadSimplex(scratch, geometry, from, first + k);
      else scratch.i[ROW_A] = INVALID_PAIR;
    }
    for (let k = 0; k < count; k++) {
      const scratch = tile[k]!;
      const { f, i } = scratch;
      if (i[ROW_A] === INVALID_PAIR) continue;
      f[LIMIT] = limit[0]!;
      seek(scratch, geometry, i[ROW_A]!, geometry, i[ROW_B]!);
    }
    for (let k = 0; k < count; k++) {
      const scratch = tile[k]!;
      const { i } = scratch;
      if (i[ROW_A] === INVALID_PAIR) continue;
      status[first + k] = conclude(scratch, polytope, geometry, i[ROW_A]!, geometry, i[ROW_B]!, depth);
    }
    for (let k = 0; k < count; k++) {
      const scratch = tile[k]!;
      const p = first + k;
      if (scratch.i[ROW_A] === INVALID_PAIR) {
        writeInvalid(results, to, p);
        continue;
      }
      placeAnswer(scratch.f);
      storeSimplex(scratch, to, p);
      writeAnswer(results, p, scratch);
    }
  }
}

function writeAnswer(results: ResultTable, p: number, { f, i }: Scratch): void {
  const { separation, offsetA, offsetB } = results;
  const at = 4 * p;
  const swapped = i[SWAPPED] === 1;
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

function writeInvalid({ status, separation, offsetA, offsetB }: ResultTable, to: Uint16Array, p: number): void {
  status[p] = Status.Invalid;
  clearSimplex(to, p);
  for (let k = 4 * p; k < 4 * p + 4; k++) {
    separation[k] = Number.NaN;
    offsetA[k] = Number.NaN;
    offsetB[k] = Number.NaN;
  }
}

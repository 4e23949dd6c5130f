/** Counts a library's wrong answers against the truth. All errors are in units of the pair's size. */
import type { Workload } from '../workloads.ts';
import type { Answers, Query } from './peer.ts';
import { overlapAlong, type Truth } from './truth.ts';

export interface Verdict {
  /** Pairs judged: those with a certified truth. */
  readonly judged: number;
  /** Flag wrong, or no answer, although |signed distance| > 1e-4 of the size. */
  readonly wrongFlags: number;
  /**
   * Over pairs whose flag is right, gap or depth > 1e-4 of the size:
   *   distance   of separated pairs: the gap, and the gap between the witness points
   *   depth      of overlapping pairs: the depth, and how far B must truly move along the normal
   */
  readonly worstError?: number;
  /** Pairs whose error is over 1e-3 of the size, or not a number. */
  readonly badErrors?: number;
}

const CLEAR = 1e-4;
const BAD = 1e-3;

export function checkAnswers(workload: Workload, truth: Truth, query: Query, answers: Answers, count: number): Verdict {
  let judged = 0;
  let wrongFlags = 0;
  let worstError = 0;
  let badErrors = 0;
  for (let p = 0; p < count; p++) {
    const signed = truth.signed[p];
    const size = workload.sizes[p];
    if (Number.isNaN(signed)) continue;
    judged++;
    const overlaps = signed <= 0;
    if (Math.abs(signed) <= CLEAR * size) continue;
    if (answers.overlap[p] !== (overlaps ? 1 : 0)) {
      wrongFlags++;
      continue;
    }
    if (query === 'intersect' || overlaps !== (query === 'depth')) continue;
    const error = (overlaps ? depthError(workload, answers, p, signed) : gapError(answers, p, signed)) / size;
    if (!(error <= BAD)) badErrors++;
    if (!(error <= worstError)) worstError = Number.isNaN(error) ? Number.POSITIVE_INFINITY : error;
  }
  return query === 'intersect' ? { judged, wrongFlags } : { judged, wrongFlags, worstError, badErrors };
}

function gapError({ distance, pointA, pointB }: Answers, p: number, signed: number): number {
  const between = Math.hypot(
    pointB[3 * p] - pointA[3 * p],
    pointB[3 * p + 1] - pointA[3 * p + 1],
    pointB[3 * p + 2] - pointA[3 * p + 2],
  );
  return Math.max(Math.abs(distance[p] - signed), Math.abs(between - signed));
}

function depthError(workload: Workload, { distance, normal }: Answers, p: number, signed: number): number {
  const along = overlapAlong(workload, p, normal.subarray(3 * p, 3 * p + 3));
  return Math.max(Math.abs(distance[p] - signed), Math.abs(along + signed));
}

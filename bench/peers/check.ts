/** Counts a library's wrong answers against the truth. Errors are in units of the pair's size. */
import type { Workload } from '../workloads.ts';
import { type Answers, MAX_POINTS, type Query } from './peer.ts';
import { overlapAlong, type Truth } from './truth.ts';

export interface Verdict {
  /** Judged pairs: those with a certified truth. */
  readonly judged: number;
  /**
   * Pairs with a wrong flag, or without an answer, where |signed distance| > 1e-4 of the size. For `contacts`: overlaps
   * deeper than that without a point.
   */
  readonly wrongFlags: number;
  /**
   * Over pairs with the right flag, and a gap or depth > 1e-4 of the size:
   *   distance   of separated pairs: the gap, and the gap between the witness points
   *   depth      of overlapping pairs: the depth, and how far B must move along the normal to separate
   *   signed     of separated pairs as distance, of overlapping ones as depth
   *   contacts   of overlapping pairs with points: the separation of the deepest point
   */
  readonly worstError?: number;
  /** Pairs whose error is above 1e-3 of the size, or NaN. */
  readonly badErrors?: number;
  /** For `contacts`: pairs with points, and all of their points. */
  readonly withPoints?: number;
  readonly points?: number;
}

const CLEAR = 1e-4;
const BAD = 1e-3;

export function checkAnswers(workload: Workload, truth: Truth, query: Query, answers: Answers, count: number): Verdict {
  if (query === 'contacts') return checkContacts(workload, truth, answers, count);
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
    if (query === 'intersect' || (query !== 'signed' && overlaps !== (query === 'depth'))) continue;
    const error = (overlaps ? depthError(workload, answers, p, signed) : gapError(answers, p, signed)) / size;
    if (!(error <= BAD)) badErrors++;
    if (!(error <= worstError)) worstError = Number.isNaN(error) ? Number.POSITIVE_INFINITY : error;
  }
  return query === 'intersect' ? { judged, wrongFlags } : { judged, wrongFlags, worstError, badErrors };
}

function checkContacts(workload: Workload, truth: Truth, answers: Answers, count: number): Verdict {
  const verdict = { judged: 0, wrongFlags: 0, worstError: 0, badErrors: 0, withPoints: 0, points: 0 };
  for (let p = 0; p < count; p++) {
    const signed = truth.signed[p];
    const size = workload.sizes[p];
    const points = answers.pointCount[p];
    if (points > 0) verdict.withPoints++;
    verdict.points += points;
    if (Number.isNaN(signed)) continue;
    verdict.judged++;
    if (signed >= -CLEAR * size) continue;
    if (points === 0) {
      verdict.wrongFlags++;
      continue;
    }
    let deepest = Number.POSITIVE_INFINITY;
    for (let k = 0; k < Math.min(points, MAX_POINTS); k++) {
      deepest = Math.min(deepest, answers.points[4 * (MAX_POINTS * p + k) + 3]);
    }
    const error = Math.abs(deepest - signed) / size;
    if (!(error <= BAD)) verdict.badErrors++;
    if (!(error <= verdict.worstError)) verdict.worstError = Number.isNaN(error) ? Number.POSITIVE_INFINITY : error;
  }
  return verdict;
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

/** A queue of hulls that threads build: each thread claims the next one until none is left. */
import type { PreparedShape } from '../shapes/cores/core.ts';
import { prepareHullWithFaces } from '../shapes/cores/hull.ts';
import type { HullShape } from '../shapes/hull/prepareHull.ts';

/** Points and counts lie in shared memory. */
export interface HullQueue {
  readonly hulls: readonly HullShape[];
  /** Number of claimed hulls, number of finished or failed hulls. */
  readonly counts: Int32Array;
}

/** A built hull of the queue, as tables store it. */
export interface BuiltHull {
  readonly index: number;
  readonly shape: PreparedShape;
}

/**
 * Claims hulls and adds them to `built`, one at least, until none is left or the time is `end`. Skips hulls that cannot
 * be built: the engine builds them again and reports the error.
 * @param end by `performance.now()` (ms)
 * @returns whether none is left
 */
export function buildClaimed({ hulls, counts }: HullQueue, built: BuiltHull[], end = Infinity): boolean {
  do {
    const index = Atomics.add(counts, 0, 1);
    if (index >= hulls.length) return true;
    const hull = hulls[index];
    try {
      built.push({ index, shape: prepareHullWithFaces('', hull, hull.radius) });
    } catch {
      // skipped
    }
    Atomics.add(counts, 1, 1);
  } while (end === Infinity || performance.now() < end);
  return false;
}

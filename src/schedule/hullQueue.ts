/** Hulls that threads build between them: each claims the next one until none is left. */
import type { PreparedShape } from '../shapes/cores/core.ts';
import { prepareHullWithFaces } from '../shapes/cores/hull.ts';
import type { HullShape } from '../shapes/hull/prepareHull.ts';

/** Points and counts are shared memory. */
export interface HullQueue {
  readonly hulls: readonly HullShape[];
  /** Hulls that were claimed, hulls that were tried. */
  readonly counts: Int32Array;
}

/** A hull of a queue, as tables can hold it. */
export interface BuiltHull {
  readonly index: number;
  readonly shape: PreparedShape;
}

/**
 * Claims hulls and adds them to `built`, one at least, until none is left or it is `end`. Hulls that cannot be built
 * are left out: the engine tries them again, and says what is wrong.
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
      // left out
    }
    Atomics.add(counts, 1, 1);
  } while (end === Infinity || performance.now() < end);
  return false;
}

/**
 * The interface of a library for the table of broad phases: finds all candidate pairs of a scene in which every pose
 * moves.
 */
import type { Workload } from '../workloads.ts';
import type { Poses } from './motion.ts';

export interface PairFinder {
  readonly name: string;
  readonly version: string;
  /** The measured stages, and the bounds that are compared. Printed under the table. */
  readonly includes: string;
  setup(workload: Workload): void | Promise<void>;
  /** Not measured. */
  move(poses: Poses): void;
  find(): void;
  /** Time of the last `find` (ns) by the library's own clock, for a stage that has no call of its own. */
  ownClock?(): number;
  /** Pairs of the last `find`; undefined if the library does not tell. */
  count?(): number;
  dispose(): void | Promise<void>;
}

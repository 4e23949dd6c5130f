/**
 * What one library must offer for the table of broad phases: all candidate pairs of one scene, again and again, with every
 * pose moved before each call.
 */
import type { Workload } from '../workloads.ts';
import type { Poses } from './motion.ts';

export interface PairFinder {
  readonly name: string;
  readonly version: string;
  /** What the clock sees, and whose bounds it compares: printed under the table. */
  readonly includes: string;
  setup(workload: Workload): void | Promise<void>;
  /** Untimed. */
  move(poses: Poses): void;
  find(): void;
  /** ns that the last `find` took by the library's own clock, where it keeps one of a stage that cannot be called by itself. */
  ownClock?(): number;
  /** Pairs that the last `find` found; undefined where the library does not tell. */
  count?(): number;
  dispose(): void | Promise<void>;
}

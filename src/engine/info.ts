/** What runs, and why. */
import type { RunningKernel } from '../narrow/runningKernel.ts';

export type { RunningKernel };

export interface EngineInfo {
  /** The kernel that answers queries, on every thread. If it is not the one asked for, `fallbacks` says why. */
  readonly kernel: RunningKernel;
  /**
   * Pairs that a wide kernel ('simd', 'relaxed') left to the scalar one, since the engine was made: answers that f32 could
   * not prove, and pairs that need what only the scalar kernel does. 0 with kernel 'scalar'.
   */
  readonly refined: number;
  /** Threads that answer queries now, the calling one included: a worker that died is not, its successor is as soon as it has started. */
  readonly threads: number;
  /** Whether the memory is shared between threads. */
  readonly shared: boolean;
  /** Why there can be no workers here, and what to do about it: one sentence. Undefined if there can be. */
  readonly whyNoWorkers: string | undefined;
  /** One sentence for each thing that is missing though it was asked for or is usual. Workers that could not be replaced are among them. */
  readonly fallbacks: readonly string[];
  /** Workers that died and were replaced. */
  readonly restarts: number;
  /** Pairs each thread did in the last query; the calling thread is entry 0. */
  readonly pairsByThread: readonly number[];
  /** Live colliders that the last `findPairs` or overlap query left out, because their pose holds NaN, infinity or a zero quaternion. */
  readonly invalidColliders: number;
}

/** What an engine runs on, and why. */
import type { RunningKernel } from '../narrow/runningKernel.ts';
import type { GpuInfo } from '../queries/gpu.ts';

export type { GpuInfo, RunningKernel };

/** Where an `intersect` or a `distance` ran. */
export interface LastQuery {
  /** The GPU, or the kernel of the threads. */
  readonly on: 'gpu' | RunningKernel;
  /** Pairs of the list. */
  readonly rows: number;
  /** Rows that the GPU could not prove: the threads have computed them. */
  readonly left: number;
  /** Why the query did not run on the GPU. Undefined: it did, or the engine has none. */
  readonly why: string | undefined;
}

export interface EngineInfo {
  /** The kernel of all threads. If it is not the kernel that you asked for, `fallbacks` says why. */
  readonly kernel: RunningKernel;
  /**
   * Rows that a wide kernel ('simd', 'relaxed') has deferred to the scalar kernel since the engine was created: f32
   * could not prove their answers, or only the scalar kernel handles them. 0 with kernel 'scalar'.
   */
  readonly refined: number;
  /**
   * Threads that answer queries now, with the calling thread. A worker counts when it has started and joined
   * (`EngineOptions.workers`), and one that died counts again when its successor has.
   */
  readonly threads: number;
  /** Whether threads share the memory. */
  readonly shared: boolean;
  /** Why there can be no workers here, and what to do about it: one sentence. Undefined if there can be workers. */
  readonly whyNoWorkers: string | undefined;
  /** One sentence for each feature that is missing, and for each worker that could not be replaced. */
  readonly fallbacks: readonly string[];
  /** The GPU that computes rows of boxes. Undefined: none, see `fallbacks`. */
  readonly gpu: GpuInfo | undefined;
  /** Where the last `intersect` or `distance` ran. Undefined before the first one. */
  readonly lastQuery: LastQuery | undefined;
  /** Workers that died and were replaced. */
  readonly restarts: number;
  /** Pairs that each thread answered in the last query. Entry 0 is the calling thread. */
  readonly pairsByThread: readonly number[];
  /**
   * Live colliders that the last `findPairs` or overlap query left out, because their pose has NaN, infinity or a zero
   * quaternion.
   */
  readonly invalidColliders: number;
}

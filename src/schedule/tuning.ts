/** How an engine shares work, and how long its threads wait for each other. */
import { BLOCK_ROWS } from './stageDescription.ts';
import { DEFAULT_LIMITS } from './waiting.ts';

export interface EngineTuning {
  /** Pairs per block that a thread claims. Default 256. Results do not depend on it. */
  readonly blockPairs: number;
  /**
   * A query wakes one worker per this many pairs, and none for fewer than twice as many. Default 1,000, because waking
   * a worker takes 10–50 µs, and as long again passes until it takes part. 0: every query wakes all workers.
   */
  readonly shareFrom: number;
  /**
   * Rows of a list from which a GPU computes it. Default: what is measured when the engine is created, and none on a
   * software adapter. 1: all lists of boxes.
   */
  readonly gpuFrom: number | undefined;
  /** Whether a software adapter may stand for a GPU: for tests, which have no other. Default: false. */
  readonly gpuOnSoftware: boolean;
  /** Most rows that a GPU computes in one go. Default 2²⁰. Results do not depend on it. */
  readonly gpuRows: number;
  /**
   * Time after which a worker that has not started counts as failed, and is started again (ms). Code of `loadPasses`
   * that has not loaded by then is refused. Default 30,000.
   */
  readonly startLimit: number;
  /**
   * Time after which a worker is terminated and replaced, if it has not finished its block and no other thread makes
   * progress (ms). Default 5,000. A query then runs the worker's blocks again. `passes.run` rejects. `passes.runSync`
   * cannot tell an endless loop from a dead worker, and runs the program again.
   */
  readonly silenceLimit: number;
  /**
   * Time after which a terminated worker that has not ended counts as running forever (ms). From then on no work is
   * shared with workers. Default 10,000.
   */
  readonly endLimit: number;
}

/** @internal */
export const DEFAULT_TUNING: EngineTuning = {
  blockPairs: BLOCK_ROWS,
  shareFrom: 1000,
  gpuFrom: undefined,
  gpuOnSoftware: false,
  gpuRows: 2 ** 20,
  ...DEFAULT_LIMITS,
};

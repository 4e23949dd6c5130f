/** What queries know of a GPU: `src/gpu` computes rows of lists on one. */
import type { GpuBuffer, Read } from './gpu.ts';
import type { ListState } from './pairLists.ts';

/** A query on a list, with checked options. @internal */
export interface GpuQuery {
  readonly where: string;
  readonly state: ListState;
  /** Whether it computes only whether pairs overlap. */
  readonly overlapOnly: boolean;
  readonly read: Read;
  readonly moved: readonly [begin: number, end: number] | undefined;
  readonly poses: GpuBuffer | undefined;
}

/** Where the last `intersect` or `distance` ran. @internal */
export interface LastRun {
  /** Rows of the list. −1: there was no such query. */
  rows: number;
  isOnGpu: boolean;
  /** Rows that a GPU left to the threads. */
  left: number;
  /** Why the query did not run on the GPU. */
  why: string | undefined;
}

/** What the threads do for a query on a GPU. @internal */
export interface GpuHelp {
  /** Sets the list and the parameters of the query. */
  begin(): void;
  /** Computes the first rows of `frame.listedRows`. */
  runListed(rows: number): Promise<void>;
}

/** Computes rows on a GPU. @internal */
export interface GpuRows {
  /**
   * Computes all rows of a list, in an asynchronous call.
   * @returns how many rows were left to the threads; or why the threads are to compute all of them
   */
  run(query: GpuQuery, help: GpuHelp): Promise<number | string>;
  close(): void;
}

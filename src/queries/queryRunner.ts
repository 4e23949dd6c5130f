/**
 * What all kinds of queries run on: the one job of an engine, which they describe, and the threads that are woken for it. Who calls
 * has seen to it that no other query is running (queryQueue.ts). The synchronous half allocates nothing.
 */

import type { EngineTuning } from '../engine/options.ts';
import type { Scene } from '../engine/scene.ts';
import type { Frame } from '../memory/frame.ts';
import type { Dispatcher } from '../schedule/dispatcher.ts';
import { DISTANCE, type Job } from '../schedule/job.ts';
import type { ListState, PairLists } from './pairLists.ts';
import type { QueryQueue } from './queryQueue.ts';

/** What every kind of query works with. */
export interface QueryTools {
  readonly frame: Frame;
  readonly scene: Scene;
  readonly lists: PairLists;
  readonly queue: QueryQueue;
  readonly runner: QueryRunner;
}

/** What searches the tree, job by job: PairFinder and OverlapFinder. */
export interface Finder {
  /** Describes the next job; false if there is none. */
  next(job: Job): boolean;
}

/** More workers than any engine has. */
const ALL = 2 ** 20;

export class QueryRunner {
  /** What runs next. */
  readonly job: Job;
  /** Pairs that each thread did in the last query, the calling thread first. */
  readonly pairsByThread: number[];
  readonly #dispatcher: Dispatcher;
  readonly #tuning: EngineTuning;

  /** @param state any list: a job has one from the start */
  constructor(dispatcher: Dispatcher, threads: number, tuning: EngineTuning, state: ListState) {
    this.#dispatcher = dispatcher;
    this.#tuning = tuning;
    this.pairsByThread = new Array<number>(threads).fill(0);
    this.job = {
      operation: DISTANCE,
      list: state.tables,
      rows: 0,
      blockRows: tuning.blockPairs,
      evenToOdd: true,
      depth: true,
      limit: new Float64Array([Infinity]),
      contacts: undefined,
      contactsEvenToOdd: true,
      touching: new Float64Array(1),
    };
  }

  /** Makes the job one of all rows of a list. */
  describe(state: ListState, operation: number): void {
    const { job } = this;
    job.operation = operation;
    job.list = state.tables;
    job.rows = state.list.count;
    job.blockRows = this.#tuning.blockPairs;
    job.evenToOdd = state.even;
  }

  /** Runs the job that was described. Resolves when every row is final. */
  run(): Promise<void> {
    return this.#dispatcher.run(this.job, this.#helpers(this.job.rows));
  }

  /** The same, before it returns. */
  runSync(): void {
    this.#dispatcher.runSync(this.job, this.#helpers(this.job.rows));
  }

  /** After a job of all rows of a list: books what it wrote. */
  finish(state: ListState): void {
    state.distances.wroteOdd(state.even);
    state.even = !state.even;
    this.#dispatcher.rowsByThread(this.pairsByThread);
  }

  /** Runs the jobs of a search, one after the other. @param worth pairs that it is worth when workers are woken */
  async runPasses(finder: Finder, worth: number): Promise<void> {
    const { job } = this;
    const helpers = this.#helpers(worth);
    while (finder.next(job)) await this.#dispatcher.run(job, helpers);
  }

  /** The same, before it returns. */
  runPassesSync(finder: Finder, worth: number): void {
    const { job } = this;
    const helpers = this.#helpers(worth);
    while (finder.next(job)) this.#dispatcher.runSync(job, helpers);
  }

  /** Workers that are worth waking for so many pairs. */
  #helpers(pairs: number): number {
    const { shareFrom } = this.#tuning;
    return shareFrom === 0 ? ALL : Math.trunc(pairs / shareFrom);
  }
}

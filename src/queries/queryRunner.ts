/**
 * Queries as programs: their stages follow one by one, behind one wake of the workers. One query runs at a time
 * (queryQueue.ts). The synchronous half allocates nothing.
 */
import { passNumber } from '../broad/pass.ts';
import type { TreeUpdater } from '../broad/tree/treeUpdater.ts';
import type { SceneChanges } from '../scene/sceneChanges.ts';
import type { Dispatcher, Program } from '../schedule/dispatcher.ts';
import { rowsByThread } from '../schedule/service.ts';
import { blockRowsFor, helpersFor, type StageDescription } from '../schedule/stageDescription.ts';
import type { EngineTuning } from '../schedule/tuning.ts';
import type { Frame } from '../tables/frame.ts';
import { ARGUMENT, PASS, STAGE_BLOCK_ROWS, STAGE_ROWS, STAGE_STRIDE } from '../tables/programTable.ts';
import { DEPTH, setList, setPolytopes } from '../tables/queryTable.ts';
import { INTERSECT } from './distance/search.ts';
import type { PairStages } from './findPairs/stages.ts';
import type { GpuRows, LastRun } from './gpuRows.ts';
import type { ListState, PairLists } from './pairLists.ts';
import type { PassLoaderParts } from './passes/loader.ts';
import type { QueryQueue } from './queryQueue.ts';

/** What queries use of the scene. */
export interface QueryScene {
  /** Rows in use, with or without a collider. */
  readonly rows: number;
  readonly changes: SceneChanges;
}

/** The parts of an engine that its queries use. */
export interface QueryTools {
  readonly frame: Frame;
  readonly scene: QueryScene;
  readonly lists: PairLists;
  readonly queue: QueryQueue;
  readonly runner: QueryRunner;
  readonly treeUpdater: TreeUpdater;
  /** Fills the engine's own pair list. */
  readonly pairStages: PairStages;
  /** Computes rows of boxes. Undefined: there is none, or the engine is not to use it. */
  readonly gpu: GpuRows | undefined;
  /** Where the last `intersect` or `distance` ran. */
  readonly lastRun: LastRun;
  /** Whether the engine has a wide kernel. */
  readonly isWide: boolean;
  /** Most manifolds of a call of `contacts`. */
  readonly contactCapacity: number;
  /** For `loadPasses`. */
  readonly passLoading: PassLoaderParts;
  /** What `make` returned at its first call: what a few queries share. */
  readonly part: <T>(make: (tools: QueryTools) => T) => T;
}

/** The stages of a query, one by one. */
export interface QueryStages {
  /** Sets the next stage; false if there is none. The previous one is finished. */
  next(stage: StageDescription): boolean;
}

export class QueryRunner implements Program {
  /** The next stage. */
  readonly stage: StageDescription = { pass: 0, rows: 0, blockRows: 1, worth: 0 };
  /** Pairs that each thread ran in the last query, the calling thread first. */
  readonly pairsByThread: number[];
  readonly redo = 'block';
  readonly stages = new Int32Array(STAGE_STRIDE);
  length = 0;
  helpers = 0;
  readonly #dispatcher: Dispatcher;
  readonly #frame: Frame;
  readonly #lists: PairLists;
  readonly #tuning: EngineTuning;
  /** The number of the pass that writes no depth. */
  readonly #intersect: number;
  /** Whether the last stage over all rows of a list writes depths. */
  #isMeasured = false;
  #queryStages: QueryStages | undefined;

  constructor(dispatcher: Dispatcher, frame: Frame, lists: PairLists, threads: number, tuning: EngineTuning) {
    this.#lists = lists;
    this.#dispatcher = dispatcher;
    this.#frame = frame;
    this.#tuning = tuning;
    this.#intersect = passNumber(frame, INTERSECT);
    this.pairsByThread = new Array<number>(threads).fill(0);
  }

  /** Sets a stage over all rows of a list. */
  setStage(state: ListState, pass: number): void {
    const { stage } = this;
    this.#isMeasured = pass !== this.#intersect;
    stage.pass = pass;
    stage.rows = state.list.count;
    stage.blockRows = this.#tuning.blockPairs;
    stage.worth = state.list.count;
    this.setList(state);
  }

  /** Sets the list of the query. */
  setList(state: ListState): void {
    const { tables, even, polytopes } = state;
    this.#lists.begin(state);
    setList(this.#frame.query, tables, tables.pairs.capacity, even);
    setPolytopes(this.#frame.query, polytopes, polytopes.table.capacity, polytopes.even);
  }

  /** Runs `stages`, or the one that `setStage` has set. Resolves when every row is final. */
  run(stages?: QueryStages): Promise<void> {
    this.#begin(stages);
    return this.#dispatcher.run(this);
  }

  /** `run` that blocks until the end. */
  runSync(stages?: QueryStages): void {
    this.#begin(stages);
    this.#dispatcher.runSync(this);
  }

  /**
   * After a stage over all rows of a list: swaps the simplex columns, and those of polytopes if the query has written
   * them, and reads the row counts of the threads.
   */
  finish(state: ListState): void {
    state.distances.wroteOdd(state.even);
    state.even = !state.even;
    const hasDepth = this.#isMeasured && this.#frame.query.words[DEPTH] === 1;
    if (hasDepth) state.polytopes.even = !state.polytopes.even;
    rowsByThread(this.#frame.program, this.pairsByThread);
  }

  /** For the dispatcher: writes the next stage of the query. */
  next(): boolean {
    if (!this.#queryStages?.next(this.stage)) return false;
    this.#write();
    return true;
  }

  #begin(stages: QueryStages | undefined): void {
    this.#queryStages = stages;
    if (stages) this.length = 0;
    else this.#write();
  }

  /** Writes the description to the program. */
  #write(): void {
    const { pass, rows, blockRows, worth } = this.stage;
    const { stages } = this;
    const perBlock = blockRowsFor(rows, blockRows);
    stages[PASS] = pass;
    stages[STAGE_ROWS] = rows;
    stages[STAGE_BLOCK_ROWS] = perBlock;
    stages[ARGUMENT] = perBlock;
    this.length = 1;
    this.helpers = helpersFor(worth, this.#tuning.shareFrom);
  }
}

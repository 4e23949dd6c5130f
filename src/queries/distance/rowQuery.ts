/** A query with an answer for every row of a list, `intersect` or `distance`: on the threads, or on a GPU. */
import { passNumber } from '../../broad/pass.ts';
import type { QueryPass } from '../../narrow/threadTools.ts';
import type { StageDescription } from '../../schedule/stageDescription.ts';
import { NODES } from '../../tables/countTable.ts';
import type { Read } from '../gpu.ts';
import type { GpuQuery } from '../gpuRows.ts';
import type { ListState } from '../pairLists.ts';
import type { QueryStages, QueryTools } from '../queryRunner.ts';
import { listChildRows, setChildStage } from './childStage.ts';
import type { ReadColumns } from './readColumns.ts';
import { INTERSECT } from './search.ts';

/** What is different in the two queries. */
export interface RowQueryKind {
  /** Passes over all rows, over listed ones, and over those whose shapes have children. */
  readonly all: QueryPass;
  readonly listed: QueryPass;
  readonly children: QueryPass;
  /** Its results. */
  columnsOf(state: ListState): ReadColumns;
}

/** A stage over all rows of a list, then one over the rows whose shapes have children. */
export class RowQuery implements QueryStages {
  readonly #tools: QueryTools;
  readonly #kind: RowQueryKind;
  readonly #pass: number;
  readonly #listedPass: number;
  readonly #childPass: number;
  #state: ListState;
  /** Stages that are set. */
  #count = 0;

  constructor(tools: QueryTools, kind: RowQueryKind) {
    this.#tools = tools;
    this.#kind = kind;
    this.#pass = passNumber(tools.frame, kind.all);
    this.#listedPass = passNumber(tools.frame, kind.listed);
    this.#childPass = passNumber(tools.frame, kind.children);
    this.#state = tools.lists.own;
  }

  /** Runs the query in an asynchronous call. */
  async run(query: GpuQuery): Promise<void> {
    const { state } = query;
    const { gpu, lastRun, runner } = this.#tools;
    const done = await gpu?.run(query, {
      begin: () => runner.setStage(state, this.#listedPass),
      runListed: (rows) => this.#runListed(rows),
    });
    if (typeof done !== 'number') await runner.run(this.begin(state));
    lastRun.isOnGpu = typeof done === 'number';
    lastRun.left = typeof done === 'number' ? done : 0;
    lastRun.why = typeof done === 'number' ? undefined : done;
  }

  /** @returns the stages; undefined for the one stage of a scene without such shapes, which is set */
  begin(state: ListState): QueryStages | undefined {
    const { frame, gpu, lastRun, runner } = this.#tools;
    lastRun.isOnGpu = false;
    lastRun.left = 0;
    lastRun.why = gpu ? 'the call is synchronous' : undefined;
    if (frame.counts[NODES] === 0) {
      state.distances.willWriteChildren(false);
      runner.setStage(state, this.#pass);
      return undefined;
    }
    this.#state = state;
    this.#count = 0;
    return this;
  }

  /** After the query. */
  finish(state: ListState, read: Read): void {
    const { lastRun, runner } = this.#tools;
    lastRun.rows = state.list.count;
    // flags on a GPU change no simplexes
    if (!lastRun.isOnGpu || this.#kind.all !== INTERSECT) runner.finish(state);
    if (!lastRun.isOnGpu) this.#kind.columnsOf(state).finish(read, undefined);
  }

  next(stage: StageDescription): boolean {
    const { frame, runner } = this.#tools;
    this.#count++;
    if (this.#count === 1) runner.setStage(this.#state, this.#pass);
    if (this.#count !== 2) return this.#count === 1;
    return setChildStage(stage, listChildRows(frame, this.#state), this.#childPass);
  }

  /** Runs the first rows of `listedRows`. The list is set. */
  #runListed(rows: number): Promise<void> {
    const { runner } = this.#tools;
    runner.stage.rows = rows;
    runner.stage.worth = rows;
    return runner.run();
  }
}

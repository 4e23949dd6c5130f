/** A query that has an answer for every row of a list: `intersect` and `distance`. */
import { passNumber } from '../../broad/pass.ts';
import type { QueryPass } from '../../narrow/threadTools.ts';
import type { StageDescription } from '../../schedule/stageDescription.ts';
import { NODES } from '../../tables/countTable.ts';
import type { ListState } from '../pairLists.ts';
import type { QueryStages, QueryTools } from '../queryRunner.ts';
import { listChildRows, setChildStage } from './childStage.ts';

/** Its passes: over all rows, and over the rows whose shapes have children. */
export interface RowPasses {
  readonly all: QueryPass;
  readonly children: QueryPass;
}

/** A stage over all rows of a list, then one over the rows whose shapes have children. */
export class RowQuery implements QueryStages {
  readonly #tools: QueryTools;
  readonly #pass: number;
  readonly #childPass: number;
  #state: ListState;
  /** Stages that are set. */
  #count = 0;

  constructor(tools: QueryTools, { all, children }: RowPasses) {
    this.#tools = tools;
    this.#pass = passNumber(tools.frame, all);
    this.#childPass = passNumber(tools.frame, children);
    this.#state = tools.lists.own;
  }

  /** Runs the query in an asynchronous call. */
  run(state: ListState): Promise<void> {
    return this.#tools.runner.run(this.begin(state));
  }

  /** @returns the stages; undefined for the one stage of a scene without such shapes, which is set */
  begin(state: ListState): QueryStages | undefined {
    const { frame, runner } = this.#tools;
    if (frame.counts[NODES] === 0) {
      state.distances.willWriteChildren(false);
      runner.setStage(state, this.#pass);
      return undefined;
    }
    this.#state = state;
    this.#count = 0;
    return this;
  }

  /** After the stages. */
  finish(state: ListState): void {
    this.#tools.runner.finish(state);
  }

  next(stage: StageDescription): boolean {
    const { frame, runner } = this.#tools;
    this.#count++;
    if (this.#count === 1) runner.setStage(this.#state, this.#pass);
    if (this.#count !== 2) return this.#count === 1;
    return setChildStage(stage, listChildRows(frame, this.#state), this.#childPass);
  }
}

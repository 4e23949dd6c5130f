/** The calls of `moveAndSlide`, and its stages. engine/moverQueries.ts has the contract. */
import type { Stage } from '../../broad/pass.ts';
import type { TreeKeeper } from '../../broad/tree/treeKeeper.ts';
import { fail } from '../../errors.ts';
import { StageList } from '../../schedule/stageList.ts';
import type { CastList } from '../casts/castList.ts';
import { CAST_SHAPES } from '../casts/passes.ts';
import { checkCasts } from '../casts/shapeQueries.ts';
import { CAST_BLOCK, type CastOptions, describeCasts } from '../casts/shapeStages.ts';
import { passNumber } from '../passList.ts';
import type { QueryTools } from '../queryRunner.ts';
import { type SlideOptions, SlideOptionsReader } from './options.ts';
import { SlideResults } from './results.ts';
import { endSlides, slideAll, startSlides } from './slide.ts';

/** Work of a cast as a number of pairs: it decides how many workers wake. */
const CAST_WORTH = 40;

export class SlideQueries {
  readonly #tools: QueryTools;
  readonly #keeper: TreeKeeper;
  readonly #options = new SlideOptionsReader();
  readonly #results: SlideResults;
  readonly #stages: StageList;
  #movers: CastList | undefined;
  /** Slides that are left. */
  #slides = 0;
  /** Whether an asynchronous query is running. */
  #isRunning = false;

  constructor(tools: QueryTools, keeper: TreeKeeper) {
    this.#tools = tools;
    this.#keeper = keeper;
    this.#results = new SlideResults(tools.frame.slides);
    const cast: Stage = {
      operation: passNumber(CAST_SHAPES),
      blockRows: CAST_BLOCK,
      prepare: () => this.#movers!.count,
    };
    const slide = () => {
      const isLast = this.#slides-- === 0;
      return slideAll(tools.frame, this.#movers!, isLast) ? cast : undefined;
    };
    this.#stages = new StageList([...keeper.follow, ...keeper.remake, cast, slide]);
  }

  async moveAndSlide(where: string, movers: CastList, options: SlideOptions | undefined): Promise<SlideResults> {
    const { frame, queue, runner } = this.#tools;
    queue.checkOpen(where);
    checkCasts(where, ': movers', frame, movers);
    this.#options.read(where, options);
    // the reader is used again before this query starts
    const { leaving, mask, slides } = this.#options;
    const own = { lengths: this.#options.lengths.slice(), leaving, mask };
    if (this.#isRunning) fail(where, 'results that no query is filling', 'those of one that is running');
    movers.lock(`${where}: movers`);
    this.#isRunning = true;
    return queue.enqueue(async () => {
      this.#begin(movers, own, slides);
      try {
        await runner.run(this.#stages);
      } finally {
        this.#end(movers);
        movers.unlock();
        this.#isRunning = false;
      }
      return this.#results;
    });
  }

  moveAndSlideSync(where: string, movers: CastList, options: SlideOptions | undefined): SlideResults {
    const { frame, queue, runner } = this.#tools;
    queue.checkIdle(where);
    checkCasts(where, ': movers', frame, movers);
    this.#options.read(where, options);
    this.#begin(movers, this.#options, this.#options.slides);
    try {
      runner.runSync(this.#stages);
    } finally {
      this.#end(movers);
    }
    return this.#results;
  }

  #begin(movers: CastList, options: CastOptions, slides: number): void {
    const { frame, runner, scene } = this.#tools;
    this.#movers = movers;
    this.#slides = slides;
    describeCasts(frame, movers, options, true);
    startSlides(frame, movers);
    this.#keeper.begin(false);
    this.#stages.begin();
    runner.stage.worth = Math.max(scene.rows, CAST_WORTH * movers.count);
  }

  #end(movers: CastList): void {
    endSlides(this.#tools.frame, movers);
    this.#results.answered(movers.count);
  }
}

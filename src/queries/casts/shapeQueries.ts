/** `castShapes`: shapeStages.ts has its passes in order, engine/sceneQueries.ts the contract of the public methods. */
import type { TreeKeeper } from '../../broad/tree/treeKeeper.ts';
import { describe, fail } from '../../errors.ts';
import type { Frame } from '../../tables/frame.ts';
import type { QueryTools } from '../queryRunner.ts';
import { CastList } from './castList.ts';
import { CastOptionsReader, type CastShapesOptions } from './options.ts';
import type { CastShapeResults } from './results.ts';
import { type CastOptions, CastShapesFinder } from './shapeStages.ts';

/** Work of a cast as a number of pairs: it decides how many workers wake. */
const CAST_WORTH = 40;

export class CastShapeQueries {
  readonly #tools: QueryTools;
  readonly #finder: CastShapesFinder;
  readonly #options = new CastOptionsReader(true);
  #isRunning = false;

  /** @param isWide whether the engine has a wide kernel */
  constructor(tools: QueryTools, keeper: TreeKeeper, isWide: boolean) {
    this.#tools = tools;
    this.#finder = new CastShapesFinder(tools.frame, keeper, isWide);
  }

  async cast(where: string, list: CastList, options: CastShapesOptions | undefined): Promise<CastShapeResults> {
    const { queue, runner } = this.#tools;
    queue.checkOpen(where);
    checkCasts(where, ': casts', this.#tools.frame, list);
    this.#options.read(where, options);
    // the reader is used again before this query starts
    const { leaving, mask } = this.#options;
    const own = { lengths: this.#options.lengths.slice(), leaving, mask };
    if (this.#isRunning) fail(where, 'results that no query is filling', 'those of one that is running');
    list.lock(where);
    this.#isRunning = true;
    return queue.enqueue(async () => {
      try {
        this.#begin(list, own);
        await runner.run(this.#finder);
        return this.#finder.results;
      } finally {
        this.#isRunning = false;
        list.unlock();
      }
    });
  }

  castSync(where: string, list: CastList, options: CastShapesOptions | undefined): CastShapeResults {
    const { queue, runner } = this.#tools;
    queue.checkIdle(where);
    checkCasts(where, ': casts', this.#tools.frame, list);
    this.#options.read(where, options);
    this.#begin(list, this.#options);
    runner.runSync(this.#finder);
    return this.#finder.results;
  }

  #begin(list: CastList, options: CastOptions): void {
    const { runner, scene } = this.#tools;
    this.#finder.begin(list, options);
    runner.stage.worth = Math.max(scene.rows, CAST_WORTH * list.count);
  }
}

/** Fails unless `list` is a cast list of the engine with these tables. @param part its name, such as `': casts'` */
export function checkCasts(where: string, part: string, frame: Frame, list: CastList): void {
  if (CastList.is(list) && list.isOf(frame)) return;
  fail(where + part, 'a cast list of this engine', CastList.is(list) ? "another engine's" : describe(list));
}

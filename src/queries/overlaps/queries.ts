/**
 * `overlapBox` and `overlapSphere`: one query for two kinds of volumes, each with its own results. stages.ts has its
 * passes in order; engine.ts has the contract of the public methods.
 */
import type { TreeKeeper } from '../../broad/tree/treeKeeper.ts';
import { fail } from '../../errors.ts';
import { VOLUME_STRIDE } from '../../tables/overlapTable.ts';
import type { QueryTools } from '../queryRunner.ts';
import { countVolumes, type OverlapOptions, OverlapOptionsReader, readVolumes } from './options.ts';
import type { OverlapResults } from './results.ts';
import { OverlapFinder } from './stages.ts';

/** Work of a volume as a number of pairs: it decides how many workers wake. */
const VOLUME_WORTH = 20;

export class OverlapQueries {
  readonly #tools: QueryTools;
  readonly #finder: OverlapFinder;
  readonly #options = new OverlapOptionsReader();
  /** By kind: whether an asynchronous query is running. */
  readonly #isRunning = [false, false];

  constructor(tools: QueryTools, keeper: TreeKeeper) {
    this.#tools = tools;
    this.#finder = new OverlapFinder(tools.frame, keeper);
  }

  /**
   * @param kind BOXES or SPHERES
   * @param given numbers of the volumes, copied before the first await
   */
  async overlap(
    where: string,
    kind: number,
    given: ArrayLike<number>,
    options: OverlapOptions | undefined,
  ): Promise<OverlapResults> {
    const { frame, queue, runner } = this.#tools;
    queue.checkOpen(where);
    const { overlaps } = frame;
    const mask = this.#options.readMask(where, options);
    const count = countVolumes(where, kind, given, overlaps.capacity);
    const volumes = new Float64Array(VOLUME_STRIDE * count);
    readVolumes(where, kind, volumes, given, count);
    if (this.#isRunning[kind]) fail(where, 'results that no query is filling', 'those of one that is running');
    this.#isRunning[kind] = true;
    return queue.enqueue(async () => {
      try {
        overlaps.volumes.set(volumes);
        this.#finder.begin(where, kind, count, mask);
        runner.stage.worth = this.#worth(count);
        await runner.run(this.#finder);
        return this.#finder.results[kind];
      } finally {
        this.#isRunning[kind] = false;
      }
    });
  }

  overlapSync(
    where: string,
    kind: number,
    given: ArrayLike<number>,
    options: OverlapOptions | undefined,
  ): OverlapResults {
    const { frame, queue, runner } = this.#tools;
    queue.checkIdle(where);
    const { overlaps } = frame;
    const mask = this.#options.readMask(where, options);
    const count = countVolumes(where, kind, given, overlaps.capacity);
    readVolumes(where, kind, overlaps.volumes, given, count);
    this.#finder.begin(where, kind, count, mask);
    runner.stage.worth = this.#worth(count);
    runner.runSync(this.#finder);
    return this.#finder.results[kind];
  }

  /** Work of a query as a number of pairs: its volumes, and the bounds of all colliders. */
  #worth(count: number): number {
    return Math.max(this.#tools.scene.rows, VOLUME_WORTH * count);
  }
}

/** `castRays`. stages.ts has its passes in order; the engine has the contract of the public methods. */
import type { TreeKeeper } from '../../broad/tree/treeKeeper.ts';
import { fail } from '../../errors.ts';
import { isPlanar } from '../../tables/colliderTable.ts';
import type { QueryTools } from '../queryRunner.ts';
import type { RayList } from './list.ts';
import { type RayOptions, RayOptionsReader } from './options.ts';
import { RayLists } from './rayLists.ts';
import { type AllRayHits, RayHits } from './results.ts';
import { RayCaster } from './stages.ts';

/** Work of a ray as a number of pairs: it decides how many workers wake. */
const RAY_WORTH = 20;

export class RayQueries {
  readonly #tools: QueryTools;
  readonly #caster: RayCaster;
  readonly #lists: RayLists<RayHits>;
  readonly #options = new RayOptionsReader();
  /** Whether an asynchronous query for all hits is pending. */
  #fillsAll = false;

  /** @param isWide whether the engine has a wide kernel */
  constructor(tools: QueryTools, keeper: TreeKeeper, isWide: boolean) {
    const { rays } = tools.frame;
    this.#tools = tools;
    this.#caster = new RayCaster(tools.frame, keeper, isWide);
    this.#lists = new RayLists(rays, tools.queue, (list) => new RayHits(list, rays));
  }

  createList(where: string, capacity: number): RayList {
    if (isPlanar(this.#tools.frame.colliders)) {
      fail(where, 'an engine in space', 'a planar one (hullstorm/pair2d has castRay)');
    }
    return this.#lists.create(where, capacity);
  }

  async castRays(where: string, rays: RayList, options: RayOptions | undefined): Promise<RayHits | AllRayHits> {
    const { queue, runner } = this.#tools;
    queue.checkOpen(where);
    this.#options.read(where, options);
    const { hits, skipsInside, mask } = this.#options;
    const own = this.#lists.resultsOf(where, rays);
    const isAll = hits === 'all';
    if (isAll && this.#fillsAll) fail(where, 'results that no query is filling', 'those of one that is running');
    rays.lock(where);
    if (isAll) this.#fillsAll = true;
    return queue.enqueue(async () => {
      try {
        this.#caster.begin(where, rays, hits, skipsInside, mask);
        runner.stage.worth = this.#worth(rays.count);
        await runner.run(this.#caster);
        return this.#answered(rays, own, isAll);
      } finally {
        rays.unlock();
        if (isAll) this.#fillsAll = false;
      }
    });
  }

  castRaysSync(where: string, rays: RayList, options: RayOptions | undefined): RayHits | AllRayHits {
    const { queue, runner } = this.#tools;
    queue.checkIdle(where);
    const reader = this.#options;
    reader.read(where, options);
    const own = this.#lists.resultsOf(where, rays);
    this.#caster.begin(where, rays, reader.hits, reader.skipsInside, reader.mask);
    runner.stage.worth = this.#worth(rays.count);
    runner.runSync(this.#caster);
    return this.#answered(rays, own, reader.hits === 'all');
  }

  #answered(rays: RayList, own: RayHits, isAll: boolean): RayHits | AllRayHits {
    const { all } = this.#caster;
    if (isAll) all.answered(rays, rays.count);
    else own.answered(rays.count);
    return isAll ? all : own;
  }

  /** Work of a query as a number of pairs: its rays, and the bounds of all colliders. */
  #worth(count: number): number {
    return Math.max(this.#tools.scene.rows, RAY_WORTH * count);
  }
}

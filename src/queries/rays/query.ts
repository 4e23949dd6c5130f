/** `castRays`: what each ray of a list hits. search.ts has its passes. */
import { passNumber, type Stage } from '../../broad/pass.ts';
import { fail } from '../../errors.ts';
import { RAYS_WASM } from '../../narrow/wasmPieces.ts';
import { isPlanar } from '../../tables/colliderTable.ts';
import { FIRST, STAGED } from '../../tables/rayTable.ts';
import { QUERY_GROUPS, SKIP_INSIDE } from '../../tables/rayTree.ts';
import { callsOf, defineQuery, type Input } from '../define.ts';
import { boolean, GROUPS, type OptionKinds, oneOf, searchMask } from '../options.ts';
import { StagedSearch } from '../staging.ts';
import { treeSearch } from '../treeSearch.ts';
import type { RayList } from './list.ts';
import { RayLists } from './rayLists.ts';
import { AllRayHits, RayHits } from './results.ts';
import { CAST_ALL, CAST_ANY, CAST_CLOSEST, PLACE_RAY_HITS, raySearch } from './search.ts';
import type { RayCapacity } from './tables.ts';

/** The parameters of `castRays` besides the rays. */
export interface RayOptions {
  /**
   * 'closest': the first collider that each ray hits; of equal t, the smallest id. 'any': only whether it hits one,
   * which is faster. 'all': all colliders that it hits, by t, then by id. Default: 'closest'.
   */
  readonly hits?: 'closest' | 'any' | 'all' | undefined;
  /**
   * Colliders in which the ray starts. 'hit': they are hit at t = 0, with a zero normal. 'skip': the ray does not see
   * them. Default: 'hit'.
   */
  readonly inside?: 'hit' | 'skip' | undefined;
  /**
   * Groups to search, one per bit: a ray meets colliders whose membership has one of them, and one of the ray's own
   * mask. An integer in 0..65535, default 0xffff.
   */
  readonly mask?: number | undefined;
  /** Whether sensors are met, too. Default: false. */
  readonly sensors?: boolean | undefined;
}

/** The options of `castRays` that find all hits. */
export interface AllRayOptions extends RayOptions {
  readonly hits: 'all';
}

export interface RayCalls {
  /**
   * Creates a list of rays. It lives as long as the engine.
   * @param capacity most rays of the list
   * @throws QueryError when the lists together would need more than `capacity.rays` rows, in a planar engine, and after
   *   `close`
   *
   * @example
   * ```ts
   * const rays = engine.createRayList(2);
   * rays.set([0, 5, 0, 1, 5, 0], [0, -1, 0, 0, -1, 0]); // two rays down
   * const hits = await engine.castRays(rays);
   * ```
   */
  createRayList(capacity: number): RayList;

  /**
   * What each ray of a list hits. Exact for the shapes, not their bounds: f64, with an error bound for each hit. The
   * answer depends on the scene alone: of colliders that a ray enters at the same t, the smallest id is hit. A ray that
   * touches a collider within rounding hits it, so none passes between two colliders that touch. Colliders with an
   * invalid pose are never hit.
   *
   * One call reads the poses of all colliders, so cast many rays at once. See docs/rays.md.
   * @throws QueryError for a bad option, a list of another engine or one that is being queried, more hits of 'all' than
   *   `capacity.rayHits`, while another query for all hits runs, and after `close`
   *
   * @example
   * ```ts
   * const { status, ids, t } = await engine.castRays(rays, { mask: 0b0010 });
   * if (status[0] === RayStatus.Hit) console.log(`collider ${ids[0]} at ${t[0]}`);
   * ```
   */
  castRays(rays: RayList, options: AllRayOptions): Promise<AllRayHits>;
  castRays(
    rays: RayList,
    options?: RayOptions & {
      readonly hits?: 'closest' | 'any' | undefined;
    },
  ): Promise<RayHits>;
  /**
   * `castRays` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws as `castRays`
   */
  castRaysSync(rays: RayList, options: AllRayOptions): AllRayHits;
  castRaysSync(
    rays: RayList,
    options?: RayOptions & {
      readonly hits?: 'closest' | 'any' | undefined;
    },
  ): RayHits;
}

/** Rays per block. */
const RAY_BLOCK = 64;
/** Work of a ray as a number of pairs. */
const RAY_WORTH = 20;

const OPTIONS = {
  hits: oneOf("'closest', 'any' or 'all'", 'closest', 'any', 'all'),
  inside: oneOf("'hit' or 'skip'", 'hit', 'skip'),
  mask: GROUPS,
  sensors: boolean(false),
} satisfies OptionKinds<RayOptions>;

/** A list, and the results that belong to it. */
class Rays implements Input<typeof OPTIONS> {
  list!: RayList;
  results!: RayHits;
  readonly #lists: RayLists<RayHits>;

  constructor(lists: RayLists<RayHits>) {
    this.#lists = lists;
  }

  check(where: string, list: RayList): void {
    this.results = this.#lists.resultsOf(where, list);
    this.list = list;
  }

  lock(where: string): void {
    this.list.lock(where);
  }

  unlock(): void {
    this.list.unlock();
  }
}

export const rayQuery = defineQuery<RayCalls, RayCapacity>({
  search: raySearch,
  wasm: [RAYS_WASM],
  open(tools) {
    const { frame, queue } = tools;
    const { rays } = frame;
    const { counts, staged, starts, words } = rays;
    const all = new AllRayHits(rays);
    const lists = new RayLists(rays, queue, (list) => new RayHits(list, rays));
    let hits = 'closest';
    let count = 0;
    const cast = (which: string, pass: number): Stage => ({
      pass,
      blockRows: RAY_BLOCK,
      prepare: () => (hits === which ? count : 0),
    });
    const search = new StagedSearch(tools.frame, {
      counts,
      words,
      cursor: STAGED,
      room: staged.ids.length,
      what: 'hits',
      capacity: 'rayHits',
      find: CAST_ALL,
      place: PLACE_RAY_HITS,
      blockRows: RAY_BLOCK,
    });
    const start = treeSearch(
      tools,
      [cast('closest', passNumber(frame, CAST_CLOSEST)), cast('any', passNumber(frame, CAST_ANY)), ...search.stages],
      () => count > 0,
    );
    return {
      createRayList(capacity: number) {
        const where = 'engine.createRayList';
        if (isPlanar(frame.colliders)) {
          fail(where, 'an engine in space', 'a planar one (hullstorm/pair2d has castRay)');
        }
        return lists.create(where, capacity);
      },
      ...callsOf(tools, 'castRays', {
        given: ['rays', 'options'],
        options: OPTIONS,
        input: () => new Rays(lists),
        isOfList: ({ options }) => options.hits !== 'all',
        begin({ where, input: { list }, options }) {
          hits = options.hits;
          count = list.count;
          words[FIRST] = list.first;
          words[QUERY_GROUPS] = searchMask(options);
          words[SKIP_INSIDE] = options.inside === 'skip' ? 1 : 0;
          search.begin(where, count, hits === 'all' ? starts : undefined);
          return start(RAY_WORTH * count);
        },
        read({ input: { list, results }, options }): RayHits | AllRayHits {
          if (options.hits === 'all') {
            all.answered(list, list.count);
            return all;
          }
          results.answered(list.count);
          return results;
        },
      }),
    };
  },
});

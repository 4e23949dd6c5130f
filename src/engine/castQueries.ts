/** The queries of an engine that cast rays and shapes into its scene. `src/queries` holds a folder for each. */
import type { CastList } from '../queries/casts/castList.ts';
import type { CastShapesOptions } from '../queries/casts/options.ts';
import type { CastShapeResults } from '../queries/casts/results.ts';
import { CastShapeQueries } from '../queries/casts/shapeQueries.ts';
import type { ProbeLists } from '../queries/probes/probeLists.ts';
import type { RayList } from '../queries/rays/list.ts';
import type { AllRayOptions, RayOptions } from '../queries/rays/options.ts';
import { RayQueries } from '../queries/rays/queries.ts';
import type { AllRayHits, RayHits } from '../queries/rays/results.ts';
import type { BaseScene } from './baseScene.ts';
import type { EngineTools } from './engineTools.ts';
import { SceneQueries } from './sceneQueries.ts';

/** Rays and moving shapes. Part of `Engine`. */
export class CastQueries extends SceneQueries {
  readonly #rays: RayQueries;
  readonly #probes: ProbeLists;
  readonly #casts: CastShapeQueries;

  /** @internal */
  constructor(tools: EngineTools<BaseScene>) {
    super(tools);
    this.#rays = new RayQueries(tools, tools.keeper, tools.isWide);
    this.#probes = tools.probes;
    this.#casts = new CastShapeQueries(tools, tools.keeper, tools.isWide);
  }

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
  createRayList(capacity: number): RayList {
    return this.#rays.createList('engine.createRayList', capacity);
  }

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
  castRays(rays: RayList, options?: RayOptions & { readonly hits?: 'closest' | 'any' | undefined }): Promise<RayHits>;
  castRays(rays: RayList, options?: RayOptions): Promise<RayHits | AllRayHits> {
    return this.#rays.castRays('engine.castRays', rays, options);
  }

  /**
   * `castRays` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws as `castRays`
   */
  castRaysSync(rays: RayList, options: AllRayOptions): AllRayHits;
  castRaysSync(rays: RayList, options?: RayOptions & { readonly hits?: 'closest' | 'any' | undefined }): RayHits;
  castRaysSync(rays: RayList, options?: RayOptions): RayHits | AllRayHits {
    return this.#rays.castRaysSync('engine.castRaysSync', rays, options);
  }

  /**
   * Creates a list of casts: shapes that move against the scene. It lives as long as the engine.
   * @param capacity most casts of the list
   * @throws QueryError for more than `capacity.casts`, when probe and cast lists together would need more than
   *   `capacity.probes` rows, in a planar scene, and after `close`
   *
   * @example
   * ```ts
   * const casts = engine.createCastList(1);
   * casts.set(ball, [0, 10, 0]); // a shape id, and a position
   * casts.moves.set([0, -20, 0]);
   * ```
   */
  createCastList(capacity: number): CastList {
    return this.#probes.createCasts('engine.createCastList', capacity);
  }

  /**
   * What each of many moving and turning shapes meets first: colliders are at rest. No contact is passed over, however
   * fast the motion is: before `t` the shape is proven to be farther than `skin` from all colliders that it sees. Of
   * colliders met at the same time, the one with the smallest id counts. Motions that are not finite or turn by more
   * than 64 rad, half-spaces, and invalid poses give the row the status `Invalid`.
   * @throws QueryError for a bad option, a list that is being queried, while another `castShapes` runs, and after
   *   `close`
   *
   * @example
   * ```ts
   * const hits = await engine.castShapes(casts, { skin: 0.01 });
   * if (hits.status[0] === CastStatus.Hit) console.log(hits.ids[0], hits.t[0]);
   * ```
   */
  castShapes(casts: CastList, options?: CastShapesOptions): Promise<CastShapeResults> {
    return this.#casts.cast('engine.castShapes', casts, options);
  }

  /**
   * `castShapes` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws as `castShapes`
   */
  castShapesSync(casts: CastList, options?: CastShapesOptions): CastShapeResults {
    return this.#casts.castSync('engine.castShapesSync', casts, options);
  }
}

/** The queries of an engine on its whole scene. `src/queries` holds a folder for each. */

import type { OverlapOptions } from '../queries/overlaps/options.ts';
import { OverlapQueries } from '../queries/overlaps/queries.ts';
import type { OverlapResults } from '../queries/overlaps/results.ts';
import { BOXES, SPHERES } from '../queries/overlaps/table.ts';
import type { ProbeList } from '../queries/probes/probeList.ts';
import type { ProbeLists } from '../queries/probes/probeLists.ts';
import type { RayList } from '../queries/rays/list.ts';
import type { AllRayOptions, RayOptions } from '../queries/rays/options.ts';
import { RayQueries } from '../queries/rays/queries.ts';
import type { AllRayHits, RayHits } from '../queries/rays/results.ts';
import type { BaseScene } from './baseScene.ts';
import type { EngineTools } from './engineTools.ts';
import { PairQueries } from './pairQueries.ts';

/** Queries on the whole scene. Part of `Engine`. */
export class SceneQueries extends PairQueries {
  readonly #overlaps: OverlapQueries;
  readonly #rays: RayQueries;
  readonly #probes: ProbeLists;

  /** @internal */
  constructor(tools: EngineTools<BaseScene>) {
    super(tools);
    this.#overlaps = new OverlapQueries(tools, tools.keeper);
    this.#rays = new RayQueries(tools, tools.keeper, tools.isWide);
    this.#probes = tools.probes;
  }

  /**
   * Creates a list of probes: shapes that ask and are not in the scene. It lives as long as the engine.
   * @param capacity most probes of the list
   * @throws QueryError when the lists together would need more than `capacity.probes` rows, in a planar scene, and
   *   after `close`
   *
   * @example
   * ```ts
   * const probes = engine.createProbeList(1);
   * probes.set(ball, [0, 1, 0]); // a shape id, and a position
   * ```
   */
  createProbeList(capacity: number): ProbeList {
    return this.#probes.create('engine.createProbeList', capacity);
  }

  /**
   * Finds the colliders whose world bounding boxes overlap each of many boxes. Touching counts as overlap.
   *
   * The bounding boxes are tight (f64), but they are not the shapes. For exact results add a collider of the box's
   * shape, put it and the found ids into a pair list, and call `intersect` or `distance`. One call reads the poses of
   * all colliders, so pass many boxes at once. Colliders with an invalid pose are never found.
   * @param boxes 6 per box: min x y z, max x y z (m, world; max ≥ min, infinity is allowed). Copied
   * @throws QueryError for a bad box or option, more boxes than `capacity.volumes`, more ids than `capacity.overlaps`,
   *   while another `overlapBox` runs, and after `close`; earlier results then stay as they are
   *
   * @example
   * ```ts
   * const found = await engine.overlapBox([-1, 0, -1, 1, 2, 1]);
   * const ids = found.ids.subarray(found.starts[0], found.starts[1]); // colliders in the first box
   * ```
   */
  overlapBox(boxes: ArrayLike<number>, options?: OverlapOptions): Promise<OverlapResults> {
    return this.#overlaps.overlap('engine.overlapBox', BOXES, boxes, options);
  }

  /**
   * `overlapBox` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws as `overlapBox`
   */
  overlapBoxSync(boxes: ArrayLike<number>, options?: OverlapOptions): OverlapResults {
    return this.#overlaps.overlapSync('engine.overlapBoxSync', BOXES, boxes, options);
  }

  /**
   * Finds the colliders whose world bounding boxes are within the radius of each of many centers. The distance is that
   * from the center to the nearest point of the bounding box; see `overlapBox`.
   * @param spheres 4 per sphere: center x y z, radius ≥ 0 (m, world, finite). Copied
   * @throws QueryError as `overlapBox`
   *
   * @example
   * ```ts
   * const found = await engine.overlapSphere([0, 1, 0, 5, 10, 1, 0, 5]);
   * const second = found.ids.subarray(found.starts[1], found.starts[2]); // colliders near (10, 1, 0)
   * ```
   */
  overlapSphere(spheres: ArrayLike<number>, options?: OverlapOptions): Promise<OverlapResults> {
    return this.#overlaps.overlap('engine.overlapSphere', SPHERES, spheres, options);
  }

  /**
   * `overlapSphere` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws QueryError as `overlapBox`
   */
  overlapSphereSync(spheres: ArrayLike<number>, options?: OverlapOptions): OverlapResults {
    return this.#overlaps.overlapSync('engine.overlapSphereSync', SPHERES, spheres, options);
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
  castRays(rays: RayList, options?: RayOptions & { readonly hits?: 'closest' | 'any' }): Promise<RayHits>;
  castRays(rays: RayList, options?: RayOptions): Promise<RayHits | AllRayHits> {
    return this.#rays.castRays('engine.castRays', rays, options);
  }

  /**
   * `castRays` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws as `castRays`
   */
  castRaysSync(rays: RayList, options: AllRayOptions): AllRayHits;
  castRaysSync(rays: RayList, options?: RayOptions & { readonly hits?: 'closest' | 'any' }): RayHits;
  castRaysSync(rays: RayList, options?: RayOptions): RayHits | AllRayHits {
    return this.#rays.castRaysSync('engine.castRaysSync', rays, options);
  }
}

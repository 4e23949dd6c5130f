/** The queries of an engine on its whole scene. `src/queries` holds a folder for each. */

import type { CastList } from '../queries/casts/castList.ts';
import type { CastShapesOptions } from '../queries/casts/options.ts';
import type { CastShapeResults } from '../queries/casts/results.ts';
import { CastShapeQueries } from '../queries/casts/shapeQueries.ts';
import type { OverlapOptions } from '../queries/overlaps/options.ts';
import { OverlapQueries } from '../queries/overlaps/queries.ts';
import type { OverlapResults } from '../queries/overlaps/results.ts';
import { BOXES, SPHERES } from '../queries/overlaps/table.ts';
import type { ProbeList } from '../queries/probes/probeList.ts';
import type { ProbeLists } from '../queries/probes/probeLists.ts';
import type { BaseScene } from './baseScene.ts';
import type { EngineTools } from './engineTools.ts';
import { PairQueries } from './pairQueries.ts';

/** Queries on the whole scene. Part of `Engine`. */
export class SceneQueries extends PairQueries {
  readonly #overlaps: OverlapQueries;
  readonly #probes: ProbeLists;
  readonly #casts: CastShapeQueries;

  /** @internal */
  constructor(tools: EngineTools<BaseScene>) {
    super(tools);
    this.#overlaps = new OverlapQueries(tools, tools.keeper);
    this.#probes = tools.probes;
    this.#casts = new CastShapeQueries(tools, tools.keeper);
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

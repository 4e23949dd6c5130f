/** The queries of an engine on its whole scene. `src/queries` holds a folder for each. */
import type { ClosestOptions } from '../queries/closestPoints/options.ts';
import { ClosestQueries } from '../queries/closestPoints/queries.ts';
import type { ClosestResults } from '../queries/closestPoints/results.ts';
import type { OverlapShapesOptions } from '../queries/overlapShapes/options.ts';
import { ShapeOverlapQueries } from '../queries/overlapShapes/queries.ts';
import type { ShapeOverlapResults } from '../queries/overlapShapes/results.ts';
import type { OverlapOptions } from '../queries/overlaps/options.ts';
import { OverlapQueries } from '../queries/overlaps/queries.ts';
import type { OverlapResults } from '../queries/overlaps/results.ts';
import type { ProbeList } from '../queries/probes/probeList.ts';
import type { ProbeLists } from '../queries/probes/probeLists.ts';
import { BOXES, SPHERES } from '../tables/overlapTable.ts';
import type { BaseScene } from './baseScene.ts';
import type { EngineTools } from './engineTools.ts';
import { PairQueries } from './pairQueries.ts';

/** Queries on the whole scene. Part of `Engine`. */
export class SceneQueries extends PairQueries {
  readonly #overlaps: OverlapQueries;
  readonly #probes: ProbeLists;
  readonly #shapeOverlaps: ShapeOverlapQueries;
  readonly #closest: ClosestQueries;

  /** @internal */
  constructor(tools: EngineTools<BaseScene>) {
    super(tools);
    this.#overlaps = new OverlapQueries(tools, tools.keeper);
    this.#probes = tools.probes;
    this.#shapeOverlaps = new ShapeOverlapQueries(tools, tools.keeper, tools.probes, tools.isWide);
    this.#closest = new ClosestQueries(tools, tools.keeper, tools.isWide);
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
   * Finds the colliders that come within a margin of each probe. The shapes decide, not their bounding boxes: rows are
   * exact up to the error bounds of the kernels in f64. Half-spaces are found, too. Colliders with an invalid pose are
   * never found.
   * @param probes a list of this engine; each probe sees the groups that its mask and the option `mask` have in common
   * @throws QueryError for a bad option, more ids than `capacity.overlaps`, a list that is being queried, while another
   *   `overlapShapes` runs, and after `close`; earlier results then stay as they are
   *
   * @example
   * ```ts
   * const near = await engine.overlapShapes(probes, { margin: 0.5 });
   * const ids = near.ids.subarray(near.starts[0], near.starts[1]); // colliders within 0.5 m of the first probe
   * ```
   */
  overlapShapes(probes: ProbeList, options?: OverlapShapesOptions): Promise<ShapeOverlapResults> {
    return this.#shapeOverlaps.overlap('engine.overlapShapes', probes, options);
  }

  /**
   * `overlapShapes` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws QueryError as `overlapShapes`
   */
  overlapShapesSync(probes: ProbeList, options?: OverlapShapesOptions): ShapeOverlapResults {
    return this.#shapeOverlaps.overlapSync('engine.overlapShapesSync', probes, options);
  }

  /**
   * The closest collider of each of many points: signed distance, normal, and the closest point of its surface. Inside
   * of colliders the distance is negative, and the collider in which the point is deepest is the closest. Of colliders
   * at the same distance the one with the smallest id is the closest. Distances are f64.
   * @param points 3 per point: x y z (m, world). Copied. A point that is not finite has status `Invalid`
   * @throws QueryError for a bad option, more points than `capacity.points`, while another `closestPoints` runs, in a
   *   planar scene, and after `close`
   *
   * @example
   * ```ts
   * const closest = await engine.closestPoints([0, 2, 0, 5, 2, 0], { maxDistance: 10 });
   * console.log(closest.ids[0], closest.distances[0]); // the collider that is closest to (0, 2, 0)
   * ```
   */
  closestPoints(points: ArrayLike<number>, options?: ClosestOptions): Promise<ClosestResults> {
    return this.#closest.find('engine.closestPoints', points, options);
  }

  /**
   * `closestPoints` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws QueryError as `closestPoints`
   */
  closestPointsSync(points: ArrayLike<number>, options?: ClosestOptions): ClosestResults {
    return this.#closest.findSync('engine.closestPointsSync', points, options);
  }
}

/**
 * `hullstorm/pair`: synchronous queries on one pair, in plain TypeScript, without threads, wasm or an engine. It runs
 * the `scalar` kernel of the engine. Use it for tools, tests and single queries.
 */
import { checkKeys, type Keys, unreadable } from './checks.ts';
import { flag, refuse } from './errors.ts';
import type { SupportShape } from './shapes/cores/userSupport.ts';
import type { Shape } from './shapes/shape.ts';
import { loadPose, type Pose } from './single/poses.ts';
import { beginQuery, endQuery, geometryOf, params, runQuery } from './single/query.ts';
import { checkColumns } from './single/results.ts';
import { OVERLAPPING, SEPARATED, type StatusCode } from './tables/distanceStatus.ts';

export type { QuatLike, Vec3Like } from './checks.ts';
export { QueryError } from './errors.ts';
export { type SupportFunction, type SupportShape, support } from './shapes/cores/userSupport.ts';
export * from './shapes/spec.ts';
export {
  castRay,
  createRayHit,
  type RayHit,
  type RayOptions,
  RayStatus,
  type RayStatusCode,
} from './single/castRay.ts';
export { type CastHit, type CastOptions, castShape, createCastHit, type Motion } from './single/castShape.ts';
export type { Pose } from './single/poses.ts';
export { CastStatus, type CastStatusCode } from './tables/castStatus.ts';
export { Status, type StatusCode } from './tables/distanceStatus.ts';

/** What queries on one pair take: the shapes of engines, and shapes of your own. */
export type PairShape = Shape | SupportShape;

/** The result of `distance`. */
export interface PairDistance {
  /** `Separated`, `Overlapping`, `BeyondMaxDistance` or `NotConverged`. */
  status: StatusCode;
  /** Signed distance (m): > 0 is a gap, < 0 is minus the penetration depth. */
  distance: number;
  /** Unit normal from A to B, world axes. Moving B by −distance · normal makes the two touch. */
  readonly normal: Float64Array;
  /** Witness point on A minus A's position, world axes (m). */
  readonly offsetA: Float64Array;
  /** Witness point on B minus B's position, world axes (m). */
  readonly offsetB: Float64Array;
  /** Error bound of `distance` (m). */
  errorBound: number;
}

export interface PairOptions {
  /** Stop when the pair is proven to be farther apart than this (m). Default: Infinity. */
  readonly maxDistance?: number | undefined;
  /** Measure penetration. Default: true. With false a touch or overlap has distance 0, and NaN for the rest. */
  readonly depth?: boolean | undefined;
}

const OPTIONS: Keys<PairOptions> = { maxDistance: 0, depth: 0 };
const COLUMNS = ['normal', 'offsetA', 'offsetB'] as const;

/** A query for the overlap writes no result. */
const NO_RESULT = /* @__PURE__ */ createPairDistance();

/** Creates a result for `distance`. If you pass the same one to each call, the calls allocate nothing. */
export function createPairDistance(): PairDistance {
  return {
    status: SEPARATED,
    distance: 0,
    normal: new Float64Array(3),
    offsetA: new Float64Array(3),
    offsetB: new Float64Array(3),
    errorBound: 0,
  };
}

/**
 * Whether two shapes touch or overlap.
 * @throws QueryError for a bad shape, and a pose with NaN or a zero quaternion
 *
 * @example
 * ```ts
 * const ball = sphere(1);
 * intersect(ball, { position: [0, 0, 0] }, ball, { position: [1.5, 0, 0] }); // true
 * ```
 */
export function intersect(shapeA: PairShape, poseA: Pose, shapeB: PairShape, poseB: Pose): boolean {
  beginQuery('intersect');
  try {
    const a = geometryOf('intersect: shapeA', shapeA);
    const b = geometryOf('intersect: shapeB', shapeB);
    loadPose('intersect: poseA', 0, poseA);
    loadPose('intersect: poseB', 1, poseB);
    params.overlapOnly = true;
    return runQuery('intersect', a, b, NO_RESULT) === OVERLAPPING;
  } finally {
    endQuery();
  }
}

/**
 * Signed distance, normal and witness points of two shapes.
 * @param out written and returned. Default: a new one
 * @throws QueryError for a bad shape, a pose with NaN or a zero quaternion, a bad option, and a bad `out`
 *
 * @example
 * ```ts
 * const ball = sphere(1);
 * distance(ball, { position: [0, 0, 0] }, ball, { position: [3, 0, 0] }).distance; // 1
 * ```
 */
export function distance(
  shapeA: PairShape,
  poseA: Pose,
  shapeB: PairShape,
  poseB: Pose,
  out: PairDistance = createPairDistance(),
  options?: PairOptions,
): PairDistance {
  beginQuery('distance');
  try {
    const a = geometryOf('distance: shapeA', shapeA);
    const b = geometryOf('distance: shapeB', shapeB);
    loadPose('distance: poseA', 0, poseA);
    loadPose('distance: poseB', 1, poseB);
    readOptions(options);
    checkColumns('distance: out', 'createPairDistance', out, COLUMNS);
    params.overlapOnly = false;
    out.status = runQuery('distance', a, b, out);
    return out;
  } finally {
    endQuery();
  }
}

/** Checks options, and writes them to `params`. */
function readOptions(options: PairOptions | undefined): void {
  params.maxDistance[0] = Infinity;
  params.depth = true;
  if (options === undefined) return;
  checkKeys('distance: options', options, OPTIONS);
  try {
    const { maxDistance = Infinity, depth = true } = options;
    if (!(typeof maxDistance === 'number' && maxDistance >= 0)) {
      refuse('distance: maxDistance', 'a number ≥ 0 (m)', maxDistance);
    }
    params.depth = flag('distance: depth', depth);
    params.maxDistance[0] = maxDistance;
  } catch (cause) {
    unreadable('distance: options', cause);
  }
}

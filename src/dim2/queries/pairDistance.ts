/** `intersect` and `distance` of a pair in the plane. */
import { checkKeys, type Keys, unreadable } from '../../checks.ts';
import { flag, refuse } from '../../errors.ts';
import { Status, type StatusCode } from '../../tables/distanceStatus.ts';
import { compareCircles, loadFrame, SURELY_TOUCHING, UNKNOWN } from '../pair/frame.ts';
import { measure, touches } from '../pair/measure.ts';
import { bodyA, bodyB } from '../pair/pairState.ts';
import type { Shape } from '../pair/shapes.ts';
import { loadPose, type Pose } from './poses.ts';
import { isColumn, writeRow } from './results.ts';
import { geometryOf } from './shapeGeometry.ts';

/** The result of `distance`. */
export interface PairDistance {
  /** `Separated`, `Overlapping` or `BeyondMaxDistance`; no pair stays open. */
  status: StatusCode;
  /** Signed distance (m): > 0 is a gap, < 0 is minus the penetration depth. Beyond `maxDistance` a lower bound. */
  distance: number;
  /** Unit normal x y from A to B, world axes. Moving B by −distance · normal makes the two touch. */
  readonly normal: Float64Array;
  /** Witness point on A minus A's position, world axes (m). Undefined beyond `maxDistance`. */
  readonly offsetA: Float64Array;
  /** Witness point on B minus B's position, world axes (m). Undefined beyond `maxDistance`. */
  readonly offsetB: Float64Array;
  /** Error bound of `distance` (m). Infinity beyond `maxDistance`. */
  errorBound: number;
}

export interface PairOptions {
  /** Stop when the pair is proven to be farther apart than this (m). Default: Infinity. */
  readonly maxDistance?: number | undefined;
  /** Measure penetration. Default: true. With false a touch or overlap has distance 0, and NaN for the rest. */
  readonly depth?: boolean | undefined;
}

const A_RESULT = 'what createPairDistance() makes';
const OPTIONS: Keys<PairOptions> = { maxDistance: 0, depth: 0 };

/** Creates a result for `distance`. If you pass the same one to each call, the calls allocate nothing. */
export function createPairDistance(): PairDistance {
  return {
    status: Status.Separated,
    distance: 0,
    normal: new Float64Array(2),
    offsetA: new Float64Array(2),
    offsetB: new Float64Array(2),
    errorBound: 0,
  };
}

/**
 * Whether two shapes touch or overlap.
 * @throws QueryError for a bad shape, and a pose that is not finite
 *
 * @example
 * ```ts
 * const coin = circle(1);
 * intersect(coin, { x: 0, y: 0 }, coin, { x: 1.5, y: 0 }); // true
 * ```
 */
export function intersect(shapeA: Shape, poseA: Pose, shapeB: Shape, poseB: Pose): boolean {
  const a = geometryOf('intersect: shapeA', shapeA);
  const b = geometryOf('intersect: shapeB', shapeB);
  loadPose('intersect: poseA', bodyA, poseA);
  loadPose('intersect: poseB', bodyB, poseB);
  const sure = compareCircles(a, b);
  if (sure !== UNKNOWN) return sure === SURELY_TOUCHING;
  const swapped = loadFrame('intersect', a, b, 0);
  return touches(swapped ? b : a, swapped ? a : b);
}

/**
 * Signed distance, normal and witness points of two shapes.
 * @param out written and returned. Default: a new one
 * @throws QueryError for a bad shape, a pose that is not finite, a bad option, and a bad `out`
 *
 * @example
 * ```ts
 * const coin = circle(1);
 * distance(coin, { x: 0, y: 0 }, coin, { x: 3, y: 0 }).distance; // 1
 * ```
 */
export function distance(
  shapeA: Shape,
  poseA: Pose,
  shapeB: Shape,
  poseB: Pose,
  out: PairDistance = createPairDistance(),
  options?: PairOptions,
): PairDistance {
  const a = geometryOf('distance: shapeA', shapeA);
  const b = geometryOf('distance: shapeB', shapeB);
  loadPose('distance: poseA', bodyA, poseA);
  loadPose('distance: poseB', bodyB, poseB);
  let maxDistance = Infinity;
  let depth = true;
  if (options !== undefined) {
    checkKeys('distance: options', options, OPTIONS);
    try {
      ({ maxDistance = Infinity, depth = true } = options);
    } catch (cause) {
      unreadable('distance: options', cause);
    }
    if (!(typeof maxDistance === 'number' && maxDistance >= 0)) {
      refuse('distance: maxDistance', 'a number ≥ 0 (m)', maxDistance);
    }
    flag('distance: depth', depth);
  }
  if (!isResult(out)) refuse('distance: out', A_RESULT, out);
  const swapped = loadFrame('distance', a, b, maxDistance);
  const status = measure(swapped ? b : a, swapped ? a : b, depth);
  try {
    out.status = status;
    writeRow(out, swapped, swapped ? bodyB : bodyA);
  } catch {
    refuse('distance: out', A_RESULT, out); // frozen
  }
  return out;
}

function isResult(out: PairDistance): boolean {
  try {
    return isColumn(out.normal, 2) && isColumn(out.offsetA, 2) && isColumn(out.offsetB, 2);
  } catch {
    return false;
  }
}

/** `castShape` of `hullstorm/pair`. */

import { type Keys, numbers, readOptions, type Vec3Like } from '../checks.ts';
import { fail, flag, refuse } from '../errors.ts';
import { isUnbounded, offsetPivots } from '../kernels/casts/bodies.ts';
import type { Cast } from '../kernels/casts/cast.ts';
import type { CastBody } from '../kernels/casts/castNumbers.ts';
import { createCast } from '../kernels/casts/createCast.ts';
import { measureCast } from '../kernels/casts/measure.ts';
import { runCast } from '../kernels/casts/runCast.ts';
import type { Geometry } from '../kernels/cores/geometry.ts';
import type { SupportShape } from '../shapes/cores/userSupport.ts';
import type { Shape } from '../shapes/shape.ts';
import { CastStatus, type CastStatusCode } from '../tables/castStatus.ts';
import { MOST_TURN } from '../tables/castWords.ts';
import { TRAITS } from '../tables/shapeWords.ts';
import { loadPose, type Pose, poses } from './poses.ts';
import { beginQuery, endQuery, geometryOf, threadScratch } from './query.ts';
import { checkColumns } from './results.ts';

/** The motion of a body while t goes from 0 to 1, at constant speed. */
export interface Motion {
  /** Displacement x y z of the pivot (m), world. Default: none. */
  readonly move?: Vec3Like | undefined;
  /**
   * Rotation vector x y z (rad), world: the axis of the turn about the pivot, as long as its angle, which is at most
   * 64. Default: no turn.
   */
  readonly turn?: Vec3Like | undefined;
  /**
   * The point x y z about which the body turns (m), from its position along its own axes. Default: the position. A free
   * body turns about its center of mass.
   */
  readonly pivot?: Vec3Like | undefined;
}

/** The result of `castShape`. */
export interface CastHit {
  status: CastStatusCode;
  /** Time of the hit, in [0, 1]; 1 if there is none. The shapes are proven to be farther apart than `skin` before. */
  t: number;
  /** Signed distance at `t` (m). */
  distance: number;
  /** Unit normal from A to B at `t`, world axes. */
  readonly normal: Float64Array;
  /** Witness point on A minus A's position at `t`, world axes (m). */
  readonly offsetA: Float64Array;
  /** Witness point on B minus B's position at `t`, world axes (m). */
  readonly offsetB: Float64Array;
  /** Error bound of `distance` (m). */
  errorBound: number;
}

export interface CastOptions {
  /** The distance at which the shapes count as touching (m). Default: 0. */
  readonly skin?: number | undefined;
  /** How much farther apart than `skin` a hit may be (m). Default: 1e-6 of the extents of both shapes. */
  readonly tolerance?: number | undefined;
  /**
   * Shapes without a turn that touch, and come no nearer than at the start, or than where they would meet, by more than
   * the tolerance, are `Free`: a box that slides on the tiles of its floor. At the start their distance is at least
   * −skin. Default: false.
   */
  readonly leaving?: boolean | undefined;
}

/** Of two keys that are equally near to a typo the first is named. */
const MOTIONS: Keys<Motion> = { move: 0, turn: 0, pivot: 0 };
const OPTIONS: Keys<CastOptions> = { skin: 0, tolerance: 0, leaving: 0 };
const ZERO = [0, 0, 0];

let running: Cast | undefined;

/** Creates a result for `castShape`. */
export function createCastHit(): CastHit {
  return {
    status: CastStatus.Free,
    t: 1,
    distance: 0,
    normal: new Float64Array(3),
    offsetA: new Float64Array(3),
    offsetB: new Float64Array(3),
    errorBound: 0,
  };
}

/**
 * When two shapes that move and turn meet first. No contact is passed over, however fast the motion is. A cast never
 * ends late: before `t` the distance is proven to be more than `skin`.
 * @param motionA the motion of A from `poseA`, which is its pose at t = 0
 * @param motionB the same of B
 * @param out written and returned. Default: a new one
 * @throws QueryError for a bad shape, a pose or motion that is not finite, a half-space that turns, a bad option, and a
 *   bad `out`
 *
 * @example
 * ```ts
 * const ball = sphere(1);
 * castShape(ball, { position: [0, 0, 0] }, { move: [8, 0, 0] }, ball, { position: [6, 0, 0] }, {}).t; // 0.5
 * ```
 */
export function castShape(
  shapeA: Shape | SupportShape,
  poseA: Pose,
  motionA: Motion,
  shapeB: Shape | SupportShape,
  poseB: Pose,
  motionB: Motion,
  out: CastHit = createCastHit(),
  options?: CastOptions,
): CastHit {
  beginQuery('castShape');
  try {
    const a = geometryOf('castShape: shapeA', shapeA);
    const b = geometryOf('castShape: shapeB', shapeB);
    loadPose('castShape: poseA', 0, poseA);
    loadPose('castShape: poseB', 1, poseB);
    if (isUnbounded(a.shapes.words[TRAITS] & b.shapes.words[TRAITS])) {
      fail('castShape: shapes', 'at most one half-space', 'two');
    }
    const pair = loadCast(a, b);
    const { c } = pair;
    c.move.fill(0);
    loadMotion('castShape: motionA', motionA, c.move, c.a, -1, a);
    loadMotion('castShape: motionB', motionB, c.move, c.b, 1, b);
    offsetPivots(c);
    const { skin = 0, tolerance, leaving = false } = readOptions('castShape: options', options, OPTIONS);
    c.skin = checkLength('castShape: skin', skin);
    c.tolerance = tolerance === undefined ? Number.NaN : checkLength('castShape: tolerance', tolerance);
    flag('castShape: leaving', leaving);
    checkColumns('castShape: out', 'createCastHit', out, ['normal', 'offsetA', 'offsetB']);
    out.status = runCast(pair, leaving) as CastStatusCode;
    if (out.status === CastStatus.Invalid)
      fail('castShape: poses', 'poses nearer to each other', 'farther than f64 holds');
    if (out.status === CastStatus.Free) measureCast(pair);
    const { found } = c;
    out.t = c.time;
    out.distance = found.distance;
    out.errorBound = found.errorBound + c.rounding;
    for (let k = 0; k < 3; k++) {
      // no −0
      out.normal[k] = found.normal[k] + 0;
      out.offsetA[k] = found.offsetA[k] + 0;
      out.offsetB[k] = found.offsetB[k] + 0;
    }
    return out;
  } finally {
    endQuery();
  }
}

/** @internal Loads the shapes, and the loaded poses: rows 0 and 1. */
export function loadCast(a: Geometry, b: Geometry): Cast {
  running ??= createCast(threadScratch(), a, b);
  const { c } = running;
  const { positions, rotations } = poses;
  running.poolsA = a;
  running.poolsB = b;
  c.limit = 1;
  c.a.pivot.fill(0);
  c.b.pivot.fill(0);
  for (let k = 0; k < 3; k++) c.offset[k] = positions[4 + k] - positions[k];
  for (let k = 0; k < 4; k++) {
    c.a.rotation[k] = rotations[k];
    c.b.rotation[k] = rotations[4 + k];
  }
  return running;
}

/** Checks a motion, and writes it; `sign` · the displacement is that of B seen from A. */
function loadMotion(
  where: string,
  motion: Motion,
  move: Float64Array,
  body: CastBody,
  sign: number,
  { shapes }: Geometry,
): void {
  if (motion === undefined) fail(where, 'an object', 'undefined');
  const { move: given = ZERO, turn = ZERO, pivot = ZERO } = readOptions(where, motion, MOTIONS);
  const displacement = numbers(`${where}: move`, 'x y z (m)', given, 3);
  const axis = numbers(`${where}: turn`, 'a rotation vector x y z (rad)', turn, 3);
  const center = numbers(`${where}: pivot`, 'x y z (m)', pivot, 3);
  const angle = Math.hypot(...axis);
  if (!(angle <= MOST_TURN)) fail(`${where}: turn`, `a length of at most ${MOST_TURN} (rad)`, angle);
  if (angle > 0 && isUnbounded(shapes.words[TRAITS])) fail(`${where}: turn`, 'none of a half-space', angle);
  for (let k = 0; k < 3; k++) {
    move[k] += sign * displacement[k];
    body.turn[k] = axis[k];
    body.pivot[k] = center[k];
  }
}

function checkLength(where: string, value: unknown): number {
  if (!(typeof value === 'number' && value >= 0 && value < Infinity)) refuse(where, 'a finite number ≥ 0 (m)', value);
  return value as number;
}

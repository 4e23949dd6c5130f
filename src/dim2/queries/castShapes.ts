/** `castShapes` of a pair in the plane. */
import { type Keys, readOptions } from '../../checks.ts';
import { fail, finite, flag } from '../../errors.ts';
import { isSwapped } from '../pair/frame.ts';
import { bodyA, bodyB } from '../pair/pairState.ts';
import type { Shape } from '../pair/shapes.ts';
import { type CastBody, CastStatus, type CastStatusCode, cast, castA, castB, state } from './cast.ts';
import { loadPose, type Pose } from './poses.ts';
import { checkResult, readLengths, writeRow } from './results.ts';
import { geometryOf } from './shapeGeometry.ts';

/** The motion of a body while t goes from 0 to 1, at constant speed. */
export interface Motion {
  /** Displacement of the position (m). Default: 0. */
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  /** Turn about the position (rad), counter-clockwise, −64 … 64. Default: 0. */
  readonly turn?: number | undefined;
}

/** The result of `castShapes`. */
export interface CastHit {
  status: CastStatusCode;
  /** Time of the hit, in [0, 1]; 1 if there is none. The shapes are proven to be farther apart than `skin` before. */
  t: number;
  /** Signed distance at `t` (m). */
  distance: number;
  /** Unit normal x y from A to B at `t`, world axes. */
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
  /** How much farther apart than `skin` a hit may be (m). Default: 1e-6 of the size of the pair. */
  readonly tolerance?: number | undefined;
  /**
   * Shapes that only touch at the start (distance ≥ −skin) are `Free`, if there is no turn and the motion leads away
   * from or along a line between them: they cannot meet later. Default: false.
   */
  readonly leaving?: boolean | undefined;
}

/** Of two keys that are equally near to a typo the first is named. */
const MOTIONS: Keys<Motion> = { y: 0, x: 0, turn: 0 };
const OPTIONS: Keys<CastOptions> = { skin: 0, tolerance: 0, leaving: 0 };
const LENGTHS = { skin: 0, tolerance: Number.NaN };
const COLUMNS = { normal: 2, offsetA: 2, offsetB: 2 };
/** Default of `tolerance`, as a part of the size of the pair. */
const TOLERANCE = 1e-6;
/** Largest turn (rad). */
const MOST_TURN = 64;

/** Creates a result for `castShapes`. */
export function createCastHit(): CastHit {
  return {
    status: CastStatus.Free,
    t: 1,
    distance: 0,
    normal: new Float64Array(2),
    offsetA: new Float64Array(2),
    offsetB: new Float64Array(2),
    errorBound: 0,
  };
}

/**
 * When two shapes that move and turn meet first. No contact is passed over, however fast the motion is. A cast never
 * ends late: at `t` the distance is at least `skin`.
 * @param motionA the motion of A from `poseA`, which is its pose at t = 0
 * @param motionB the same of B
 * @param out written and returned. Default: a new one
 * @throws QueryError for a bad shape, a pose or motion that is not finite, a bad option, and a bad `out`
 *
 * @example
 * ```ts
 * const coin = circle(1);
 * castShapes(coin, { x: 0, y: 0 }, { x: 8 }, coin, { x: 6, y: 0 }, {}).t; // 0.5
 * ```
 */
export function castShapes(
  shapeA: Shape,
  poseA: Pose,
  motionA: Motion,
  shapeB: Shape,
  poseB: Pose,
  motionB: Motion,
  out: CastHit = createCastHit(),
  options?: CastOptions,
): CastHit {
  const a = geometryOf('castShapes: shapeA', shapeA);
  const b = geometryOf('castShapes: shapeB', shapeB);
  loadPose('castShapes: poseA', bodyA, poseA);
  loadPose('castShapes: poseB', bodyB, poseB);
  loadMotion('castShapes: motionA', castA, motionA);
  loadMotion('castShapes: motionB', castB, motionB);
  const { leaving = false, ...lengths } = readOptions('castShapes: options', options, OPTIONS);
  flag('castShapes: leaving', leaving);
  const { skin, tolerance } = readLengths('castShapes: options', lengths, LENGTHS);
  if (skin === Infinity) fail('castShapes: skin', 'a finite number (m)', skin);
  checkResult('castShapes: out', 'createCastHit', out, COLUMNS);
  const size = a.extent + a.radius + b.extent + b.radius;
  const swapped = isSwapped(a, b);
  castA.geometry = a;
  castB.geometry = b;
  state.first = swapped ? castB : castA;
  state.second = swapped ? castA : castB;
  state.skin = skin;
  state.tolerance = tolerance >= 0 ? tolerance : TOLERANCE * size;
  out.status = cast(leaving);
  out.t = state.time;
  writeRow(out, swapped, state.first.now);
  return out;
}

function loadMotion(where: string, body: CastBody, motion: Motion): void {
  if (motion === undefined) fail(where, 'an object', 'undefined');
  const { x = 0, y = 0, turn = 0 } = readOptions(where, motion, MOTIONS);
  body.x = finite(`${where}: x`, x);
  body.y = finite(`${where}: y`, y);
  body.turn = finite(`${where}: turn`, turn);
  if (Math.abs(turn) > MOST_TURN) fail(`${where}: turn`, `a number in ${-MOST_TURN}..${MOST_TURN} (rad)`, turn);
}

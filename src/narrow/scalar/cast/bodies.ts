/** The two bodies of a cast, and where they are at a time. */
import { writeTurnOf } from '../../../planar/turn.ts';
import { CAST_TOLERANCE } from '../../../queries/casts/table.ts';
import { CORE, EXTENT, HALF_X, RADIUS, UNBOUNDED } from '../../../shapes/codes.ts';
import type { CoreScratch, Geometry } from '../../../shapes/cores/core.ts';
import type { PairOut } from '../pairResult.ts';
import { F64_ROUNDING } from '../rounding.ts';
import {
  ANGLE,
  BODY_A,
  BODY_B,
  CAST_PLACES,
  EXTENT_A,
  EXTENT_B,
  HALF_A,
  HALF_B,
  MATRIX_A,
  MATRIX_B,
  OFFSET,
  PAIR_SIZE,
  PHASE,
  PLACE,
  PLACED,
  RADII,
  RADIUS_A,
  ROTATION,
  ROUNDING,
  TIME,
  TOLERANCE,
  TURN,
  VELOCITY,
} from './places.ts';

/** A cast: its shapes, each in row 0 of its tables, the thread's scratch, and numbers (places.ts). */
export interface Cast {
  readonly thread: CoreScratch;
  readonly c: Float64Array;
  /** A at the origin in row 0, B in row 1, where they are placed. */
  readonly poses: { readonly positions: Float64Array; readonly rotations: Float64Array };
  /** The last distance. */
  readonly found: PairOut;
  geometryA: Geometry;
  geometryB: Geometry;
}

export function createCast(thread: CoreScratch, geometryA: Geometry, geometryB: Geometry): Cast {
  const vector = () => new Float64Array(3);
  return {
    thread,
    c: new Float64Array(CAST_PLACES),
    poses: { positions: new Float64Array(8), rotations: new Float64Array(8) },
    found: { distance: 0, errorBound: 0, normal: vector(), offsetA: vector(), offsetB: vector() },
    geometryA,
    geometryB,
  };
}

/** Largest turn (rad). */
export const MOST_TURN = 64;

/**
 * Writes the constants of a cast from its shapes and what the caller has written. A tolerance of NaN is the default.
 * @returns whether the pair can be cast: numbers are finite, turns at most MOST_TURN, and at most one of the shapes has
 *   no bounds and does not turn
 */
export function beginCast(cast: Cast): boolean {
  const { c, geometryA, geometryB } = cast;
  const { reals: realsA, words: wordsA } = geometryA.shapes;
  const { reals: realsB, words: wordsB } = geometryB.shapes;
  for (let at = BODY_A; at <= BODY_B; at += BODY_B - BODY_A) {
    const x = c[at + TURN];
    const y = c[at + TURN + 1];
    const z = c[at + TURN + 2];
    c[at + ANGLE] = Math.sqrt(x * x + y * y + z * z);
  }
  const angleA = c[BODY_A + ANGLE];
  const angleB = c[BODY_B + ANGLE];
  c[EXTENT_A] = realsA[EXTENT];
  c[EXTENT_B] = realsB[EXTENT];
  c[RADIUS_A] = realsA[RADIUS];
  c[RADII] = realsA[RADIUS] + realsB[RADIUS];
  for (let k = 0; k < 3; k++) {
    c[HALF_A + k] = realsA[HALF_X + k];
    c[HALF_B + k] = realsB[HALF_X + k];
  }
  c[PAIR_SIZE] = c[EXTENT_A] + c[EXTENT_B];
  if (!(c[TOLERANCE] >= 0)) c[TOLERANCE] = CAST_TOLERANCE * (c[PAIR_SIZE] + c[RADII]);
  let way = 0;
  for (let k = 0; k < 3; k++) way += Math.abs(c[OFFSET + k]) + Math.abs(c[VELOCITY + k]);
  // the offset is rounded on its way from the start, and an angle as a part of itself
  c[ROUNDING] = F64_ROUNDING * (c[PAIR_SIZE] * (1 + angleA + angleB) + c[RADII] + way);
  c[PLACED] = -1;
  const isTwice = (wordsA[CORE] & wordsB[CORE] & UNBOUNDED) !== 0;
  const turnsUnbounded =
    (angleA > 0 && (wordsA[CORE] & UNBOUNDED) !== 0) || (angleB > 0 && (wordsB[CORE] & UNBOUNDED) !== 0);
  writeMatrices(c);
  return way * way < Infinity && angleA <= MOST_TURN && angleB <= MOST_TURN && !turnsUnbounded && !isTwice;
}

/** Writes the rotations of both bodies at the start to c[MATRIX_A …] and c[MATRIX_B …]. */
function writeMatrices(c: Float64Array): void {
  for (let body = BODY_A; body <= BODY_B; body += BODY_B - BODY_A) {
    const to = body === BODY_A ? MATRIX_A : MATRIX_B;
    const x = c[body + ROTATION];
    const y = c[body + ROTATION + 1];
    const z = c[body + ROTATION + 2];
    const w = c[body + ROTATION + 3];
    const s = 2 / (x * x + y * y + z * z + w * w);
    const sx = s * x;
    const sy = s * y;
    const sz = s * z;
    c[to] = 1 - sy * y - sz * z;
    c[to + 1] = sx * y - sz * w;
    c[to + 2] = sx * z + sy * w;
    c[to + 3] = sx * y + sz * w;
    c[to + 4] = 1 - sx * x - sz * z;
    c[to + 5] = sy * z - sx * w;
    c[to + 6] = sx * z - sy * w;
    c[to + 7] = sy * z + sx * w;
    c[to + 8] = 1 - sx * x - sy * y;
  }
}

/** Places both bodies as they are at c[TIME], for a distance query. */
export function placeBodies({ c, poses }: Cast): void {
  const t = c[TIME];
  for (let k = 0; k < 3; k++) {
    c[PLACE + k] = c[OFFSET + k] + t * c[VELOCITY + k];
    poses.positions[4 + k] = c[PLACE + k];
  }
  const isFirst = c[PLACED] < 0;
  c[PLACED] = t;
  // a body that does not turn is placed once
  if (isFirst || c[BODY_A + ANGLE] > 0) turnBody(c, poses.rotations, 0, BODY_A);
  if (isFirst || c[BODY_B + ANGLE] > 0) turnBody(c, poses.rotations, 4, BODY_B);
}

/** Writes the rotation of a body at time c[PLACED] to rotations[at …]. */
function turnBody(c: Float64Array, rotations: Float64Array, at: number, body: number): void {
  const angle = c[body + ANGLE];
  c[PHASE] = 0.5 * angle * c[PLACED];
  writeTurnOf(c, PHASE + 1, c, PHASE);
  const w = c[PHASE + 1];
  const share = angle > 0 ? c[PHASE + 2] / angle : 0;
  const x = share * c[body + TURN];
  const y = share * c[body + TURN + 1];
  const z = share * c[body + TURN + 2];
  const bx = c[body + ROTATION];
  const by = c[body + ROTATION + 1];
  const bz = c[body + ROTATION + 2];
  const bw = c[body + ROTATION + 3];
  // the turn after the rotation at the start
  rotations[at] = w * bx + x * bw + y * bz - z * by;
  rotations[at + 1] = w * by - x * bz + y * bw + z * bx;
  rotations[at + 2] = w * bz + x * by - y * bx + z * bw;
  rotations[at + 3] = w * bw - x * bx - y * by - z * bz;
}

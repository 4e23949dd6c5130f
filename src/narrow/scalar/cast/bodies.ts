/** The two bodies of a cast, and where they are at a time. */
import { CORE, EXTENT, HALF_X, RADIUS, UNBOUNDED } from '../../../shapes/codes.ts';
import type { CoreScratch, Geometry } from '../../../shapes/cores/core.ts';
import type { PairOut } from '../pairResult.ts';
import { beginNumbers } from './begin.ts';
import {
  ANGLE,
  BODY_A,
  BODY_B,
  CAST_PLACES,
  EXTENT_A,
  EXTENT_B,
  HALF_A,
  HALF_B,
  OFFSET,
  PLACE,
  PLACED,
  QUATERNION,
  RADIUS_A,
  RADIUS_B,
  TIME,
  VELOCITY,
} from './places.ts';
import { writeTurned } from './turned.ts';

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

/**
 * Writes the constants of a cast from its shapes and what the caller has written.
 * @returns whether the pair can be cast: numbers are finite, turns at most MOST_TURN, and at most one of the shapes has
 *   no bounds and does not turn
 */
export function beginCast({ c, geometryA, geometryB }: Cast): boolean {
  const { reals: realsA, words: wordsA } = geometryA.shapes;
  const { reals: realsB, words: wordsB } = geometryB.shapes;
  c[EXTENT_A] = realsA[EXTENT];
  c[EXTENT_B] = realsB[EXTENT];
  c[RADIUS_A] = realsA[RADIUS];
  c[RADIUS_B] = realsB[RADIUS];
  for (let k = 0; k < 3; k++) {
    c[HALF_A + k] = realsA[HALF_X + k];
    c[HALF_B + k] = realsB[HALF_X + k];
  }
  if (beginNumbers(c) === 0) return false;
  const codeA = wordsA[CORE] & UNBOUNDED;
  const codeB = wordsB[CORE] & UNBOUNDED;
  const turnsUnbounded = (c[BODY_A + ANGLE] > 0 && codeA !== 0) || (c[BODY_B + ANGLE] > 0 && codeB !== 0);
  return !turnsUnbounded && (codeA & codeB) === 0;
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
  writeTurned(c, body, PLACED);
  for (let k = 0; k < 4; k++) rotations[at + k] = c[QUATERNION + k];
}

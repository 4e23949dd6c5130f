/** The two bodies of a cast, and where they are at a time. */
import { EXTENT, HALF_X, RADIUS, TRAITS, UNBOUNDED } from '../../../shapes/codes.ts';
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
  PIVOT_A,
  PIVOT_B,
  PLACE,
  PLACED,
  QUATERNION,
  RADIUS_A,
  RADIUS_B,
  ROTATION,
  TIME,
  TURN,
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
  // no point is farther from the pivot
  c[EXTENT_A] = realsA[EXTENT] + lengthAt(c, PIVOT_A);
  c[EXTENT_B] = realsB[EXTENT] + lengthAt(c, PIVOT_B);
  c[RADIUS_A] = realsA[RADIUS];
  c[RADIUS_B] = realsB[RADIUS];
  for (let k = 0; k < 3; k++) {
    c[HALF_A + k] = realsA[HALF_X + k];
    c[HALF_B + k] = realsB[HALF_X + k];
  }
  if (beginNumbers(c) === 0) return false;
  const isUnboundedA = (wordsA[TRAITS] & UNBOUNDED) !== 0;
  const isUnboundedB = (wordsB[TRAITS] & UNBOUNDED) !== 0;
  const turnsUnbounded = (c[BODY_A + ANGLE] > 0 && isUnboundedA) || (c[BODY_B + ANGLE] > 0 && isUnboundedB);
  return !turnsUnbounded && !(isUnboundedA && isUnboundedB);
}

/** The length of the vector at c[at …]: of a pivot, how far it is from the position of its body (m). */
export function lengthAt(c: Float64Array, at: number): number {
  // Math.hypot allocates
  return Math.sqrt(c[at] ** 2 + c[at + 1] ** 2 + c[at + 2] ** 2);
}

/** Makes c[OFFSET …] that of the pivots, once they and the turns are written. A body that does not turn has none. */
export function offsetPivots({ c, poses }: Cast): void {
  if (lengthAt(c, BODY_A + TURN) === 0) c.fill(0, PIVOT_A, PIVOT_A + 3);
  if (lengthAt(c, BODY_B + TURN) === 0) c.fill(0, PIVOT_B, PIVOT_B + 3);
  for (let k = 0; k < 3; k++) poses.positions[4 + k] = c[OFFSET + k];
  for (let k = 0; k < 4; k++) {
    poses.rotations[k] = c[BODY_A + ROTATION + k];
    poses.rotations[4 + k] = c[BODY_B + ROTATION + k];
  }
  addArm(poses, 0, c, PIVOT_A, -1);
  addArm(poses, 4, c, PIVOT_B, 1);
  for (let k = 0; k < 3; k++) c[OFFSET + k] = poses.positions[4 + k];
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
  addArm(poses, 0, c, PIVOT_A, 1);
  addArm(poses, 4, c, PIVOT_B, -1);
}

/** Writes the rotation of a body at time c[PLACED] to rotations[at …]. */
function turnBody(c: Float64Array, rotations: Float64Array, at: number, body: number): void {
  writeTurned(c, body, PLACED);
  for (let k = 0; k < 4; k++) rotations[at + k] = c[QUATERNION + k];
}

/** Adds the arm of a pivot, turned as the body is, to the position of B: `sign` times. @param at of the rotation */
function addArm(
  { positions, rotations }: Cast['poses'],
  at: number,
  c: Float64Array,
  pivot: number,
  sign: number,
): void {
  const px = c[pivot];
  const py = c[pivot + 1];
  const pz = c[pivot + 2];
  if (px === 0 && py === 0 && pz === 0) return;
  const x = rotations[at];
  const y = rotations[at + 1];
  const z = rotations[at + 2];
  const w = rotations[at + 3];
  // q p q⁻¹ = p + 2 (q × (q × p + w p)) / |q|²
  const s = 2 / (x * x + y * y + z * z + w * w);
  const ux = y * pz - z * py + w * px;
  const uy = z * px - x * pz + w * py;
  const uz = x * py - y * px + w * pz;
  positions[4] += sign * (px + s * (y * uz - z * uy));
  positions[5] += sign * (py + s * (z * ux - x * uz));
  positions[6] += sign * (pz + s * (x * uy - y * ux));
}

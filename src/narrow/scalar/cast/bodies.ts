/** The two bodies of a cast, and where they are at a time. */
import { EXTENT, HALF_X, RADIUS, TRAITS, UNBOUNDED } from '../../../shapes/codes.ts';
import type { Geometry } from '../../../shapes/cores/core.ts';
import { doubles } from '../../wide/members.ts';
import type { PairOut } from '../pairOut.ts';
import type { CoreScratch } from '../scratch.ts';
import { beginNumbers } from './begin.ts';
import { writePlace } from './boxPose.ts';
import { writePhase } from './phase.ts';
import { type CastBody, CastNumbers } from './tables.ts';
import { lengthOf } from './vectors.ts';

/** A cast: its shapes, each in row 0 of its tables, the thread's scratch, and numbers. */
export interface Cast {
  readonly thread: CoreScratch;
  readonly c: CastNumbers;
  /** A at the origin in row 0, B in row 1, where they are placed. */
  readonly poses: { readonly positions: Float64Array; readonly rotations: Float64Array };
  /** The last distance. */
  readonly found: PairOut;
  geometryA: Geometry;
  geometryB: Geometry;
}

export function createCast(thread: CoreScratch, geometryA: Geometry, geometryB: Geometry): Cast {
  return {
    thread,
    c: new CastNumbers(),
    poses: { positions: doubles(8), rotations: doubles(8) },
    found: { distance: 0, errorBound: 0, normal: doubles(3), offsetA: doubles(3), offsetB: doubles(3) },
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
  const { a, b } = c;
  loadShape(a, geometryA);
  loadShape(b, geometryB);
  if (beginNumbers(c) === 0) return false;
  const turnsUnbounded = (a.angle > 0 && isUnbounded(a.traits)) || (b.angle > 0 && isUnbounded(b.traits));
  return !turnsUnbounded && !isUnbounded(a.traits & b.traits);
}

function loadShape(body: CastBody, { shapes: { reals, words } }: Geometry): void {
  body.traits = words[TRAITS];
  // no point is farther from the pivot
  body.extent = reals[EXTENT] + lengthOf(body.pivot);
  body.radius = reals[RADIUS];
  for (let k = 0; k < 3; k++) body.half[k] = reals[HALF_X + k];
}

export function isUnbounded(traits: number): boolean {
  return (traits & UNBOUNDED) !== 0;
}

/** Makes the offset that of the pivots, once they and the turns are written. A body that does not turn has none. */
export function offsetPivots(c: CastNumbers): void {
  offsetPivot(c, c.a, -1);
  offsetPivot(c, c.b, 1);
}

function offsetPivot({ offset }: CastNumbers, { pivot, rotation, turn }: CastBody, sign: number): void {
  if (lengthOf(turn) === 0) pivot.fill(0);
  addArm(offset, rotation, 0, pivot, sign);
}

/** Places both bodies as they are at c.time, for a distance query. */
export function placeBodies({ c, poses: { positions, rotations } }: Cast): void {
  c.at = c.time;
  writePlace(c);
  placeBody(c, c.a, rotations, 0, 1);
  placeBody(c, c.b, rotations, 4, -1);
  positions.set(c.place, 4);
  c.placed = c.at;
}

/** Writes the rotation of a body at time c.at, a quaternion, to q[at …], and adds its arm, `sign` times. */
function placeBody(c: CastNumbers, body: CastBody, q: Float64Array, at: number, sign: number): void {
  const { angle, turn, rotation } = body;
  // a body that does not turn is turned once
  if (c.placed < 0 || angle > 0) {
    c.angle = 0.5 * angle * c.at;
    writePhase(c);
    const w = c.cos;
    const share = angle > 0 ? c.sin / angle : 0;
    const x = share * turn[0];
    const y = share * turn[1];
    const z = share * turn[2];
    const bx = rotation[0];
    const by = rotation[1];
    const bz = rotation[2];
    const bw = rotation[3];
    // the turn after the rotation at the start
    q[at] = w * bx + x * bw + y * bz - z * by;
    q[at + 1] = w * by - x * bz + y * bw + z * bx;
    q[at + 2] = w * bz + x * by - y * bx + z * bw;
    q[at + 3] = w * bw - x * bx - y * by - z * bz;
  }
  addArm(c.place, q, at, body.pivot, sign);
}

/** Adds the arm of a pivot, turned by the quaternion q[at …], to a vector: `sign` times. */
function addArm(to: Float64Array, q: Float64Array, at: number, pivot: Float64Array, sign: number): void {
  const px = pivot[0];
  const py = pivot[1];
  const pz = pivot[2];
  if (px === 0 && py === 0 && pz === 0) return;
  const x = q[at];
  const y = q[at + 1];
  const z = q[at + 2];
  const w = q[at + 3];
  // q p q⁻¹ = p + 2 (q × (q × p + w p)) / |q|²
  const s = 2 / (x * x + y * y + z * z + w * w);
  const ux = y * pz - z * py + w * px;
  const uy = z * px - x * pz + w * py;
  const uz = x * py - y * px + w * pz;
  to[0] += sign * (px + s * (y * uz - z * uy));
  to[1] += sign * (py + s * (z * ux - x * uz));
  to[2] += sign * (pz + s * (x * uy - y * ux));
}

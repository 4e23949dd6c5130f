/** The two bodies of a cast, and where they are at a time. Hosts and wasm compile this file, with the same bits. */
import type { Double, Doubles, Flag, Int } from '../../language/lanes.ts';
import { EXTENT, HALF_X, HALF_Y, HALF_Z, MANY, RADIUS, TRAITS, UNBOUNDED } from '../../tables/shapeWords.ts';
import type { VertexPools } from '../cores/enginePools.ts';
import { beginNumbers, writeAngle } from './begin.ts';
import { writePlace } from './boxPose.ts';
import type { CastBody, CastNumbers } from './castNumbers.ts';
import { writePhase } from './phase.ts';
import { clear, lengthOf } from './vectors.ts';

/**
 * Writes the constants of a cast from its shapes and what the caller has written.
 * @returns whether the pair can be cast: both shapes are convex, numbers are finite, turns at most MOST_TURN, and at
 *   most one of the shapes has no bounds and does not turn
 */
export function beginCast(c: CastNumbers, poolsA: VertexPools, poolsB: VertexPools): Flag {
  const { a, b } = c;
  loadShape(a, poolsA);
  loadShape(b, poolsB);
  const isGood = beginNumbers(c);
  const turning = (a.angle > 0 ? a.traits : 0) | (b.angle > 0 ? b.traits : 0);
  return isGood === 1 && (((turning | (a.traits & b.traits)) & UNBOUNDED) | ((a.traits | b.traits) & MANY)) === 0;
}

function loadShape(body: CastBody, pools: VertexPools): void {
  const { words, reals } = pools.shapes;
  const { word } = body;
  body.traits = words[word + TRAITS];
  // no point is farther from the pivot
  body.extent = Number(reals[word + EXTENT]) + lengthOf(body.pivot);
  body.radius = Number(reals[word + RADIUS]);
  body.half[0] = Number(reals[word + HALF_X]);
  body.half[1] = Number(reals[word + HALF_Y]);
  body.half[2] = Number(reals[word + HALF_Z]);
}

export function isUnbounded(traits: Int): Flag {
  return (traits & UNBOUNDED) !== 0;
}

/** Makes the offset that of the pivots, once they and the turns are written. A body that does not turn has none. */
export function offsetPivots(c: CastNumbers): void {
  offsetPivot(c, c.a, -1);
  offsetPivot(c, c.b, 1);
}

function offsetPivot(c: CastNumbers, body: CastBody, sign: Double): void {
  writeAngle(body);
  if (body.angle === 0) clear(body.pivot);
  addArm(c.offset, body.rotation, 0, body.pivot, sign);
}

/** Places both bodies as they are at c.time, for a distance query. */
export function placeBodies(c: CastNumbers): void {
  const { positions, rotations } = c.poses;
  c.at = c.time;
  writePlace(c);
  placeBody(c, c.a, rotations, 0, 1);
  placeBody(c, c.b, rotations, 4, -1);
  for (let k: Int = 0; k < 3; k++) {
    positions[k] = 0;
    positions[4 + k] = c.place[k];
  }
  c.placed = c.at;
}

/** Writes the rotation of a body at time c.at, a quaternion, to q[at …], and adds its arm, `sign` times. */
function placeBody(c: CastNumbers, body: CastBody, q: Doubles, at: Int, sign: Double): void {
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
function addArm(to: Doubles, q: Doubles, at: Int, pivot: Doubles, sign: Double): void {
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

/** The result of a row, and how it is written to the columns. Hosts and wasm compile this file, with the same bits. */
import type { Double, Flag, Int } from '../../language/lanes.ts';
import { asFloat } from '../../math/asFloat.ts';
import { F32_ROUNDING, F64_ROUNDING } from '../../math/rounding.ts';
import { storeFloats, storeNothing, type Vec3, zero } from '../../math/vectors.ts';
import { Status } from '../../tables/distanceStatus.ts';
import { SIMPLEX_STRIDE, UNUSED } from '../../tables/simplexWords.ts';
import type { Search } from '../gjk/search.ts';
import { BEYOND, CONTAINED, CONVERGED, UNPROVEN } from '../gjk/search.ts';
import { toWorld } from '../poses/relativePose.ts';
import type { Context } from './context.ts';
import type { PairRow, Row } from './row.ts';

/** A result for the cores of a row, in frame A. */
export interface PairResult {
  /** Unit vector from A to B. */
  readonly normal: Vec3;
  distance: Double;
  /** Error bound: how much smaller the true distance can be (m). */
  bound: Double;
  /** Witness point on A. */
  readonly witness: Vec3;
  proven: Flag;
}

export function noResult(): PairResult {
  return { normal: zero(), distance: 0, bound: 0, witness: zero(), proven: true };
}

/**
 * Writes the simplex: vertex ids of A, then of B, in the order of the caller's pair. An OR with UNUSED (all ones)
 * empties a slot.
 */
export function writeSimplex(context: Context, row: Row, search: Search): void {
  const { to } = context;
  const { swapped } = row;
  const { count, idP, idQ, idR, idS } = search;
  const toA = SIMPLEX_STRIDE * row.pair - 4 * swapped;
  const toB = SIMPLEX_STRIDE * row.pair + 4 + 4 * swapped;
  const none0: Int = count < 1 ? UNUSED : 0;
  const none1: Int = count < 2 ? UNUSED : 0;
  const none2: Int = count < 3 ? UNUSED : 0;
  to[toA] = idP | none0;
  to[toA + 1] = idQ | none1;
  to[toA + 2] = idR | none2;
  to[toA + 3] = idS;
  to[toB] = (idP >>> 16) | none0;
  to[toB + 1] = (idQ >>> 16) | none1;
  to[toB + 2] = (idR >>> 16) | none2;
  to[toB + 3] = idS >>> 16;
}

/** The status of an overlap query. */
export function verdictOf(row: PairRow, search: Search, result: PairResult): Int {
  const { ending } = search;
  const { radii } = row;
  const apart =
    ending === BEYOND ||
    (ending === CONVERGED && search.vv > radii * radii) ||
    (ending === UNPROVEN && result.distance > radii);
  return result.proven ? (apart ? Status.Separated : Status.Overlapping) : Status.NotConverged;
}

/** Whether the shapes of a query without depth touch or overlap. Cores that overlap have no result. */
export function overlaps(row: PairRow, search: Search, result: PairResult): Flag {
  const { ending } = search;
  return ending === CONTAINED || (ending !== BEYOND && result.proven && result.distance <= row.radii);
}

/** Writes an overlap without depth: the distance is 0; normal, offsets and error bound are NaN. */
export function writeOverlap(context: Context, pair: Int): void {
  const { separation, offsetA, offsetB } = context;
  const at = 4 * pair;
  context.status[pair] = Status.Overlapping;
  storeNothing(separation, at);
  storeNothing(offsetA, at);
  storeNothing(offsetB, at);
  separation[at + 3] = 0;
  offsetB[at + 3] = 0;
}

/** Grows the cores by their radii, rotates the result to world axes, and writes it. */
export function writeResult(context: Context, row: Row, search: Search, result: PairResult): void {
  const { status, separation, offsetA, offsetB } = context;
  const { pair, swapped } = row;
  const world = inWorld(row, result);
  const { normal, pointA, pointB, distance } = world;
  status[pair] = statusOf(search, result, distance);
  const at = 4 * pair;
  const sign = Number(1 + 2 * swapped);
  separation[at] = asFloat(sign * normal.x);
  separation[at + 1] = asFloat(sign * normal.y);
  separation[at + 2] = asFloat(sign * normal.z);
  separation[at + 3] = asFloat(distance);
  const onA = swapped === 0 ? offsetA : offsetB;
  const onB = swapped === 0 ? offsetB : offsetA;
  storeFloats(onA, at, pointA);
  storeFloats(onB, at, pointB);
  offsetA[at + 3] = asFloat(boundOf(row, result, distance));
  offsetB[at + 3] = 0;
}

/** A result in world axes. */
interface WorldResult {
  readonly normal: Vec3;
  readonly pointA: Vec3;
  readonly pointB: Vec3;
  readonly distance: Double;
}

/** Grows the cores by their radii, and rotates the result to world axes. */
export function inWorld(row: PairRow, result: PairResult): WorldResult {
  const { offset, quatA, scaleA } = row.pose;
  const { witness } = result;
  const distance = result.distance - row.radii;
  const radiusA = row.a.radius;
  witness.x += radiusA * result.normal.x;
  witness.y += radiusA * result.normal.y;
  witness.z += radiusA * result.normal.z;
  const normal = toWorld(quatA, scaleA, result.normal);
  const pointA = toWorld(quatA, scaleA, witness);
  const pointB: Vec3 = {
    x: pointA.x + distance * normal.x - offset.x,
    y: pointA.y + distance * normal.y - offset.y,
    z: pointA.z + distance * normal.z - offset.z,
  };
  return { normal, pointA, pointB, distance };
}

export function statusOf(search: Search, result: PairResult, distance: Double): Int {
  return search.ending === BEYOND
    ? Status.BeyondMaxDistance
    : !result.proven
      ? Status.NotConverged
      : distance > 0
        ? Status.Separated
        : Status.Overlapping;
}

/** The error bound of the distance, rounded to f32. */
export function boundOf(row: PairRow, result: PairResult, distance: Double): Double {
  return result.bound + F32_ROUNDING * Math.abs(distance) + F64_ROUNDING * row.size;
}

/** The result of a row, and how it is written to the columns. */
import { SIMPLEX_STRIDE, Status, type StatusCode, UNUSED } from '../../queries/distance/table.ts';
import type { Context } from './context.ts';
import type { Search } from './gjk/search.ts';
import { BEYOND, CONTAINED, CONVERGED, UNPROVEN } from './gjk/search.ts';
import { toWorld } from './relativePose.ts';
import { F32_ROUNDING, F64_ROUNDING } from './rounding.ts';
import type { PairRow, Row } from './row.ts';
import { store, zero } from './vectors.ts';

/** A result for the cores of a row, in frame A. */
export function noResult() {
  return {
    /** Unit vector from A to B. */
    normal: zero(),
    distance: 0,
    /** Error bound: how much smaller the true distance can be (m). */
    bound: 0,
    /** Witness point on A. */
    witness: zero(),
    proven: true,
  };
}

export type PairResult = ReturnType<typeof noResult>;

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
  const none0 = count < 1 ? UNUSED : 0;
  const none1 = count < 2 ? UNUSED : 0;
  const none2 = count < 3 ? UNUSED : 0;
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
export function verdictOf(row: PairRow, search: Search, result: PairResult): StatusCode {
  const { ending } = search;
  const { radii } = row;
  const apart =
    ending === BEYOND ||
    (ending === CONVERGED && search.vv > radii * radii) ||
    (ending === UNPROVEN && result.distance > radii);
  return result.proven ? (apart ? Status.Separated : Status.Overlapping) : Status.NotConverged;
}

/** Whether the shapes of a query without depth touch or overlap. Cores that overlap have no result. */
export function overlaps(row: PairRow, search: Search, result: PairResult): boolean {
  const { ending } = search;
  return ending === CONTAINED || (ending !== BEYOND && result.proven && result.distance <= row.radii);
}

/** Writes an overlap without depth: the distance is 0; normal, offsets and error bound are NaN. */
export function writeOverlap(context: Context, pair: number): void {
  const { separation, offsetA, offsetB } = context;
  const at = 4 * pair;
  const nothing = Number.NaN;
  context.status[pair] = Status.Overlapping;
  separation[at] = nothing;
  separation[at + 1] = nothing;
  separation[at + 2] = nothing;
  separation[at + 3] = 0;
  offsetA[at] = nothing;
  offsetA[at + 1] = nothing;
  offsetA[at + 2] = nothing;
  offsetA[at + 3] = nothing;
  offsetB[at] = nothing;
  offsetB[at + 1] = nothing;
  offsetB[at + 2] = nothing;
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
  const sign = 1 + 2 * swapped;
  separation[at] = sign * normal.x;
  separation[at + 1] = sign * normal.y;
  separation[at + 2] = sign * normal.z;
  separation[at + 3] = distance;
  const onA = swapped === 0 ? offsetA : offsetB;
  const onB = swapped === 0 ? offsetB : offsetA;
  store(onA, at, pointA);
  store(onB, at, pointB);
  offsetA[at + 3] = boundOf(row, result, distance);
  offsetB[at + 3] = 0;
}

/** Grows the cores by their radii, and rotates the result to world axes. */
function inWorld(row: PairRow, result: PairResult) {
  const { offset, quatA, scaleA } = row.pose;
  const { witness } = result;
  const distance = result.distance - row.radii;
  const radiusA = row.a.radius;
  witness.x += radiusA * result.normal.x;
  witness.y += radiusA * result.normal.y;
  witness.z += radiusA * result.normal.z;
  const normal = toWorld(quatA, scaleA, result.normal);
  const pointA = toWorld(quatA, scaleA, witness);
  const pointB = {
    x: pointA.x + distance * normal.x - offset.x,
    y: pointA.y + distance * normal.y - offset.y,
    z: pointA.z + distance * normal.z - offset.z,
  };
  return { normal, pointA, pointB, distance };
}

function statusOf(search: Search, result: PairResult, distance: number): StatusCode {
  return search.ending === BEYOND
    ? Status.BeyondMaxDistance
    : !result.proven
      ? Status.NotConverged
      : distance > 0
        ? Status.Separated
        : Status.Overlapping;
}

/** The error bound of the distance, rounded to f32. */
function boundOf(row: PairRow, result: PairResult, distance: number): number {
  return result.bound + F32_ROUNDING * Math.abs(distance) + F64_ROUNDING * row.size;
}

/** The result for one pair, f64. */
export interface PairOut {
  distance: number;
  errorBound: number;
  readonly normal: Float64Array;
  readonly offsetA: Float64Array;
  readonly offsetB: Float64Array;
}

/** `writeResult` for one pair. @returns its status */
export function writePair(out: PairOut, row: PairRow, search: Search, result: PairResult): StatusCode {
  const world = inWorld(row, result);
  const { normal, pointA, pointB, distance } = world;
  store(out.normal, 0, normal);
  store(out.offsetA, 0, pointA);
  store(out.offsetB, 0, pointB);
  out.distance = distance;
  out.errorBound = boundOf(row, result, distance);
  return statusOf(search, result, distance);
}

/** `writeOverlap` for one pair. */
export function writePairOverlap(out: PairOut): void {
  out.normal.fill(Number.NaN, 0, 3);
  out.offsetA.fill(Number.NaN, 0, 3);
  out.offsetB.fill(Number.NaN, 0, 3);
  out.distance = 0;
  out.errorBound = Number.NaN;
}

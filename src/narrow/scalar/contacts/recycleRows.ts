/**
 * Rows that keep the manifold of an earlier query, with the scalar kernel: the twin of wide/recycle, which describes
 * the method. One row at a time, f64.
 *
 *   reads   pairs.ids, colliders, shapes, contacts.lastRow; stamps, anchors and features of the last query
 *   writes  contacts.recycled, stamps; all columns of a row that keeps its manifold
 */
import { MAX_POINTS, NO_FEATURE } from '../../../queries/contacts/featureIds.ts';
import {
  GAP,
  MOST_MOTION,
  MOTION_ROUNDING,
  NORMAL,
  REACH,
  ROTATION,
  STAMP_STRIDE,
  TURN_A,
  TURN_B,
  TURN_SHIFT,
} from '../../../queries/contacts/stamps.ts';
import { type ContactTable, POINT_STRIDE } from '../../../queries/contacts/table.ts';
import { Status } from '../../../queries/distance/table.ts';
import { CORE, EXTENT, RADIUS, SEGMENT, SHAPE_STRIDE, SMOOTH, UNBOUNDED } from '../../../shapes/codes.ts';
import type { SceneGeometry } from '../../../shapes/cores/core.ts';
import type { Poses, ResultColumns } from '../queryParams.ts';
import type { ContactParams } from './match.ts';

/** The columns and parameters of rows that keep their manifolds. */
export interface RecycleParams {
  /** Stamps of the last query, and those to write. */
  readonly from: Float32Array;
  readonly to: Float32Array;
  /** Anchors, likewise. */
  readonly anchorsFrom: Float32Array;
  readonly anchorsTo: Float32Array;
  /** The number of the query by which each row has got its stamp, likewise; and that of this query. */
  readonly stampedFrom: Int32Array;
  readonly stampedTo: Int32Array;
  readonly query: number;
  /** Whether the last query wrote stamps. */
  readonly isStamped: boolean;
  /** The rows of this turn get fresh manifolds. */
  readonly turn: number;
  /** One number: the largest motion of a row that keeps its points, as a part of its smaller shape. */
  readonly share: Float64Array;
}

/** Points from which a round shape lies on a face. */
const FACE = 3;

// ---- places in the scratch: vectors, and quaternions ----------------------------------------------------------------
/** Position of B minus that of A, world axes; the same in A's frame; rotation of A, and of B in A's frame. */
const OFFSET = 0;
const POSITION = 3;
const QUAT_A = 6;
const QUAT = 10;
/** The motion since the stamp: shift, and rotation. */
const SHIFT = 14;
const TURN = 17;
const ARM = 21;
const MOVED = 24;
const POINT = 27;
const UP = 30;
/** Upper bounds: the way of the smaller shape, and the part that the rotation has in it (m). */
const WAY = 33;
const TURN_WAY = 34;
const RECYCLE_NUMBERS = 35;

export function createRecycleScratch(): Float64Array {
  return new Float64Array(RECYCLE_NUMBERS);
}

/** The tables of a query, as both functions read them. */
export interface RecycleTables {
  readonly contacts: ContactTable;
  readonly results: ResultColumns;
  readonly ids: Uint32Array;
  readonly poses: Poses & { readonly rotations: Float32Array };
  readonly geometry: SceneGeometry;
}

/**
 * Writes row p from its last manifold, if it keeps it, and its stamp.
 * @param rows legal ids are below
 * @returns whether it keeps its manifold
 */
export function recycleRow(
  tables: RecycleTables,
  f: Float64Array,
  features: ContactParams,
  recycling: RecycleParams,
  rows: number,
  p: number,
): boolean {
  const { contacts, ids, poses } = tables;
  const { from, to, stampedFrom, stampedTo, query } = recycling;
  const a = Math.min(ids[2 * p], ids[2 * p + 1]);
  const b = Math.max(ids[2 * p], ids[2 * p + 1]);
  const last = contacts.lastRow[p];
  const isSound = b < rows && a !== b && place(f, poses, a, b);
  // a stamp of this query is of a run of this block that was broken off
  const isKnown = recycling.isStamped && last >= 0 && stampedFrom[last] !== query;
  const keeps = isSound && isKnown && keep(tables, f, features, recycling, p, last);
  contacts.recycled[p] = keeps ? 1 : 0;
  const at = STAMP_STRIDE * p;
  if (keeps) {
    if (to === from) return true;
    for (let k = 0; k < STAMP_STRIDE; k++) to[at + k] = from[STAMP_STRIDE * last + k];
    stampedTo[p] = stampedFrom[last];
  } else {
    for (let k = 0; k < 3; k++) to[at + k] = f[POSITION + k];
    for (let k = 0; k < 4; k++) to[at + ROTATION + k] = f[QUAT + k];
    to[at + REACH] = Number.NaN;
    stampedTo[p] = query;
  }
  return keeps;
}

/** Writes what a fresh manifold gives to the stamp of row p. */
export function stampRow(
  { contacts, results, ids, poses, geometry }: RecycleTables,
  f: Float64Array,
  { margin }: ContactParams,
  { to, anchorsTo }: RecycleParams,
  p: number,
): void {
  const { status, separation } = results;
  const { words, reals } = geometry.shapes;
  if (status[p] === Status.Invalid || status[p] === Status.NotConverged) return;
  const isSwapped = ids[2 * p] > ids[2 * p + 1];
  const a = isSwapped ? ids[2 * p + 1] : ids[2 * p];
  const b = isSwapped ? ids[2 * p] : ids[2 * p + 1];
  const atA = SHAPE_STRIDE * poses.shapes[a];
  const atB = SHAPE_STRIDE * poses.shapes[b];
  const core = words[atA + CORE] | words[atB + CORE];
  const count = contacts.pointCount[p];
  const isRound =
    (core & SMOOTH) !== 0 ||
    reals[atA + RADIUS] + reals[atB + RADIUS] > 0 ||
    Math.min(words[atA + CORE], words[atB + CORE]) <= SEGMENT;
  if ((core & UNBOUNDED) !== 0 || (isRound && count > 0 && count < FACE)) return;
  if (count === 0 && !(separation[4 * p + 3] > margin[0])) return;
  const extentA = reals[atA + EXTENT] + reals[atA + RADIUS];
  const extentB = reals[atB + EXTENT] + reals[atB + RADIUS];
  const reach = Math.min(extentA, extentB);
  if (reach === 0) return;
  const at = STAMP_STRIDE * p;
  const sign = isSwapped ? -1 : 1;
  place(f, poses, a, b);
  to[at + REACH] = extentA < extentB ? -reach : reach;
  for (let k = 0; k < 3; k++) f[POINT + k] = sign * separation[4 * p + k];
  toLocal(f, POINT);
  for (let k = 0; k < 3; k++) to[at + NORMAL + k] = f[POINT + k];
  to[at + GAP] = separation[4 * p + 3];
  const onA = isSwapped ? contacts.pointsB : contacts.pointsA;
  for (let point = POINT_STRIDE * p; point < POINT_STRIDE * p + 4 * count; point += 4) {
    for (let k = 0; k < 3; k++) f[POINT + k] = onA[point + k];
    toLocal(f, POINT);
    const anchor = POINT_STRIDE * p + (point - POINT_STRIDE * p) / 4;
    for (let k = 0; k < 3; k++) anchorsTo[anchor + 4 * k] = f[POINT + k];
    anchorsTo[anchor + 12] = contacts.pointsA[point + 3];
  }
}

/** Writes the pose of B relative to A. @returns whether it is finite */
function place(f: Float64Array, { positions, rotations }: RecycleTables['poses'], a: number, b: number): boolean {
  for (let k = 0; k < 3; k++) f[OFFSET + k] = positions[4 * b + k] - positions[4 * a + k];
  // no Math.hypot: V8 allocates for its result
  let squareA = 0;
  let squareB = 0;
  for (let k = 0; k < 4; k++) {
    squareA += rotations[4 * a + k] ** 2;
    squareB += rotations[4 * b + k] ** 2;
  }
  const lengthA = Math.sqrt(squareA);
  const lengthB = Math.sqrt(squareB);
  for (let k = 0; k < 4; k++) f[QUAT_A + k] = rotations[4 * a + k] / lengthA;
  const bx = rotations[4 * b] / lengthB;
  const by = rotations[4 * b + 1] / lengthB;
  const bz = rotations[4 * b + 2] / lengthB;
  const bw = rotations[4 * b + 3] / lengthB;
  const ax = f[QUAT_A];
  const ay = f[QUAT_A + 1];
  const az = f[QUAT_A + 2];
  const aw = f[QUAT_A + 3];
  f[QUAT] = aw * bx - ax * bw - ay * bz + az * by;
  f[QUAT + 1] = aw * by - ay * bw - az * bx + ax * bz;
  f[QUAT + 2] = aw * bz - az * bw - ax * by + ay * bx;
  f[QUAT + 3] = aw * bw + ax * bx + ay * by + az * bz;
  for (let k = 0; k < 3; k++) f[POSITION + k] = f[OFFSET + k];
  toLocal(f, POSITION);
  return (
    lengthA > 0 && lengthB > 0 && lengthA + lengthB + Math.abs(f[POSITION] + f[POSITION + 1] + f[POSITION + 2]) < 1e18
  );
}

/** Rotates a vector of the scratch into A's frame. */
function toLocal(f: Float64Array, at: number): void {
  rotate(f, at, QUAT_A, -1);
}

/** Rotates a vector of the scratch by a unit quaternion; by its inverse with `sign` −1. */
function rotate(f: Float64Array, at: number, quat: number, sign: number): void {
  const ux = sign * f[quat];
  const uy = sign * f[quat + 1];
  const uz = sign * f[quat + 2];
  const w = f[quat + 3];
  const cx = 2 * (uy * f[at + 2] - uz * f[at + 1]);
  const cy = 2 * (uz * f[at] - ux * f[at + 2]);
  const cz = 2 * (ux * f[at + 1] - uy * f[at]);
  f[at] += w * cx + uy * cz - uz * cy;
  f[at + 1] += w * cy + uz * cx - ux * cz;
  f[at + 2] += w * cz + ux * cy - uy * cx;
}

/** Writes how far the motion takes the end of the vector at `arm`, from the stamp's position of B. */
function move(f: Float64Array, arm: number): void {
  for (let k = 0; k < 3; k++) f[MOVED + k] = f[arm + k];
  rotate(f, MOVED, TURN, 1);
  for (let k = 0; k < 3; k++) f[MOVED + k] += f[SHIFT + k] - f[arm + k];
}

/** Writes the motion since stamp `at`, and the bounds of it. */
function findWay(f: Float64Array, from: Float32Array, at: number): void {
  const x = from[at + ROTATION];
  const y = from[at + ROTATION + 1];
  const z = from[at + ROTATION + 2];
  const w = from[at + ROTATION + 3];
  const qx = f[QUAT];
  const qy = f[QUAT + 1];
  const qz = f[QUAT + 2];
  const qw = f[QUAT + 3];
  f[TURN] = w * qx - qw * x + y * qz - z * qy;
  f[TURN + 1] = w * qy - qw * y + z * qx - x * qz;
  f[TURN + 2] = w * qz - qw * z + x * qy - y * qx;
  f[TURN + 3] = w * qw + x * qx + y * qy + z * qz;
  let far = 0;
  for (let k = 0; k < 3; k++) {
    f[SHIFT + k] = f[POSITION + k] - from[at + k];
    f[ARM + k] = -from[at + k];
    far += Math.abs(from[at + k]);
  }
  const isSmaller = from[at + REACH] < 0;
  if (isSmaller) move(f, ARM);
  const way = isSmaller ? MOVED : SHIFT;
  const reach = Math.abs(from[at + REACH]);
  f[TURN_WAY] =
    2 * reach * Math.sqrt(f[TURN] ** 2 + f[TURN + 1] ** 2 + f[TURN + 2] ** 2) + MOTION_ROUNDING * (far + reach);
  f[WAY] = Math.sqrt(f[way] ** 2 + f[way + 1] ** 2 + f[way + 2] ** 2) + f[TURN_WAY];
}

/** Writes row p from row `last` of the last query, if it keeps its manifold. @returns whether it does */
function keep(
  { contacts, results, ids }: RecycleTables,
  f: Float64Array,
  features: ContactParams,
  { from, anchorsFrom, anchorsTo, turn, share }: RecycleParams,
  p: number,
  last: number,
): boolean {
  const at = STAMP_STRIDE * last;
  findWay(f, from, at);
  const way = f[WAY];
  let count = 0;
  while (count < MAX_POINTS && features.from[MAX_POINTS * last + count] !== NO_FEATURE) count++;
  const a = Math.min(ids[2 * p], ids[2 * p + 1]);
  const b = Math.max(ids[2 * p], ids[2 * p + 1]);
  const margin = features.margin[0];
  const left = from[at + GAP] - way;
  const bound = Math.min(share[0] * Math.abs(from[at + REACH]), MOST_MOTION);
  if (count === 0) {
    if (!(left > margin)) return false;
  } else {
    const isDue = (Math.imul(a, TURN_A) + Math.imul(b, TURN_B)) >>> TURN_SHIFT === turn;
    if (isDue || !(way <= bound)) return false;
  }
  const isSwapped = ids[2 * p] > ids[2 * p + 1];
  for (let k = 0; k < 3; k++) f[UP + k] = from[at + NORMAL + k];
  rotate(f, UP, QUAT_A, 1);
  const { separation } = results;
  const sign = isSwapped ? -1 : 1;
  for (let k = 0; k < 3; k++) separation[4 * p + k] = sign * f[UP + k];
  let lowest = Infinity;
  for (let n = 0; n < count; n++) {
    const anchor = POINT_STRIDE * last + n;
    const before = anchorsFrom[anchor + 12];
    for (let k = 0; k < 3; k++) {
      f[POINT + k] = anchorsFrom[anchor + 4 * k];
      f[ARM + k] = f[POINT + k] + before * from[at + NORMAL + k] - from[at + k];
    }
    move(f, ARM);
    let opened = 0;
    for (let k = 0; k < 3; k++) opened += f[MOVED + k] * from[at + NORMAL + k];
    const now = Math.fround(before + opened);
    if (now > margin) return false;
    lowest = Math.min(lowest, now);
    rotate(f, POINT, QUAT_A, 1);
    const to = POINT_STRIDE * p + 4 * n;
    const onA = isSwapped ? contacts.pointsB : contacts.pointsA;
    const onB = isSwapped ? contacts.pointsA : contacts.pointsB;
    for (let k = 0; k < 3; k++) {
      onA[to + k] = f[POINT + k];
      onB[to + k] = f[POINT + k] + now * f[UP + k] - f[OFFSET + k];
    }
    contacts.pointsA[to + 3] = now;
    contacts.pointsB[to + 3] = 0;
    if (anchorsTo === anchorsFrom) continue;
    for (let k = 0; k < 4; k++) anchorsTo[POINT_STRIDE * p + n + 4 * k] = anchorsFrom[anchor + 4 * k];
  }
  if (count > 0) {
    // how far the distance may be from that of a fresh manifold: wide/recycle/motion.ts
    const change = lowest - from[at + GAP];
    if (Math.max(way - change, Math.min(way + change, 2 * f[TURN_WAY])) > bound) return false;
  }
  separation[4 * p + 3] = count > 0 ? lowest : left;
  results.status[p] = count === 0 ? Status.BeyondMaxDistance : lowest > 0 ? Status.Separated : Status.Overlapping;
  contacts.pointCount[p] = count;
  features.touches[p] = count > 0 && lowest <= features.touching[0] ? 1 : 0;
  for (let k = 0; k < MAX_POINTS; k++) {
    features.to[MAX_POINTS * p + k] = features.from[MAX_POINTS * last + k] | 0;
    contacts.previous[MAX_POINTS * p + k] = k < count ? MAX_POINTS * last + k : -1;
  }
  return true;
}

/**
 * Stamps of rows with a fresh manifold, four at a time (queries/contacts/stamps.ts). `recycleRows` has written the
 * poses; this adds what the manifold gives: reach, normal, gap and anchors.
 *
 * Some rows get no stamp: half-spaces, whose positions may be far away; invalid rows; and round shapes on one point or
 * two, which may roll, so that no part of their surface stays in contact.
 */
import { NORMAL, REACH, STAMP_STRIDE } from '../../../queries/contacts/stamps.ts';
import { Status } from '../../../queries/distance/status.ts';
import { EXTENT, FACED, RADIUS, SHAPE_BYTES, TRAITS, UNBOUNDED } from '../../../shapes/codes.ts';
import {
  ANCHORS_TO,
  COLLIDER_SHAPES,
  IDS,
  LISTED_BYTES,
  MARGIN,
  POINT_COUNT,
  POINTS_A,
  ROTATIONS,
  SEPARATION,
  SHAPE_WORDS,
  STAMPS_TO,
  STATUS,
} from '../context.ts';
import { rowsAt } from '../gather.ts';
import {
  addressOf,
  bytesAt,
  columnAt,
  type Float,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  LANES,
  type Lane,
  max,
  min,
  select,
  splat,
  transpose,
} from '../lanes.ts';
import { fromWorld } from '../relativePose.ts';
import { recycleTables } from '../tile.ts';
import { dot, type Quat, scale, type Vec3 } from '../vectors.ts';

/** The reach of a row without a stamp. */
const NONE: Float = 0;
/** Points from which a round shape lies on a face. */
const FACE = 3;

/** Writes the stamps of the `count` listed rows, at most TILE_ROWS. */
export function stampRows(context: Ints, count: Int): void {
  for (let k: Int = 0; k < count; k += LANES) stampFour(context, k, count - 1);
}

/** Stamps rows k … k + 3 of the list, as far as `last`. */
function stampFour(context: Ints, k: Int, last: Int): void {
  const tables = recycleTables(context);
  const listed = intsAt(addressOf(context) + LISTED_BYTES);
  const reaches = floatsAt(tables.marks.reach);
  const bases = intsAt(tables.marks.base);
  const swaps = intsAt(tables.marks.swapped);
  const ids = intsAt(context[IDS]);
  let marked: Int = 0;
  for (let lane: Int = 0; lane < LANES; lane += 1) {
    const row = listed[min(k + lane, last)];
    const reach = reachOf(context, row);
    reaches[lane] = reach;
    bases[lane] = 0;
    swaps[lane] = 0;
    if (reach !== NONE) {
      const first = ids[2 * row];
      const second = ids[2 * row + 1];
      bases[lane] = min(first, second);
      if (first > second) swaps[lane] = 1;
      marked = 1;
    }
  }
  if (marked === 1)
    writeStamps(context, listed[k], listed[min(k + 1, last)], listed[min(k + 2, last)], listed[min(k + 3, last)]);
}

/** The reach of a row's stamp, NONE if it gets none. */
function reachOf(context: Ints, row: Int): Float {
  const status = bytesAt(context[STATUS])[row];
  if (status === Status.Invalid || status === Status.NotConverged) return NONE;
  const shapes = intsAt(context[COLLIDER_SHAPES]);
  const first = intsAt(context[IDS])[2 * row];
  const second = intsAt(context[IDS])[2 * row + 1];
  const wordsA = intsAt(context[SHAPE_WORDS] + SHAPE_BYTES * shapes[min(first, second)]);
  const wordsB = intsAt(context[SHAPE_WORDS] + SHAPE_BYTES * shapes[max(first, second)]);
  if (((wordsA[TRAITS] | wordsB[TRAITS]) & UNBOUNDED) !== 0) return NONE;
  const count = bytesAt(context[POINT_COUNT])[row];
  if (count === 0) {
    if (floatsAt(context[SEPARATION])[4 * row + 3] <= floatsAt(context)[MARGIN]) return NONE;
  } else if (count < FACE) {
    if ((wordsA[TRAITS] & wordsB[TRAITS] & FACED) === 0 || (wordsA[RADIUS] | wordsB[RADIUS]) !== 0) return NONE;
  }
  const extentA = floatsAt(wordsA)[EXTENT] + floatsAt(wordsA)[RADIUS];
  const extentB = floatsAt(wordsB)[EXTENT] + floatsAt(wordsB)[RADIUS];
  if (extentA < extentB) return -extentA;
  return extentB;
}

/** Writes the stamps of four rows. */
function writeStamps(context: Ints, r0: Int, r1: Int, r2: Int, r3: Int): void {
  const tables = recycleTables(context);
  const bases = intsAt(tables.marks.base);
  const rotations = context[ROTATIONS];
  const rows = rowsAt(
    rotations + 16 * bases[0],
    rotations + 16 * bases[1],
    rotations + 16 * bases[2],
    rotations + 16 * bases[3],
  );
  const a: Quat = { x: rows.a, y: rows.b, z: rows.c, w: rows.d };
  const scaleA = 2 / (a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w);
  const swapped = tables.marks.swapped[0] !== 0;
  const sign: Lane = select(swapped, -1, 1);
  const from = context[SEPARATION];
  const separation = rowsAt(from + 16 * r0, from + 16 * r1, from + 16 * r2, from + 16 * r3);
  const normal: Vec3 = { x: sign * separation.a, y: sign * separation.b, z: sign * separation.c };
  const turned = fromWorld(a, scaleA, normal);
  // one Newton step: a unit vector to the last bit of f32
  const local = scale(1.5 - 0.5 * dot(turned, turned), turned);
  const normals = transpose({ a: local.x, b: local.y, c: local.z, d: separation.d });
  const reaches = floatsAt(tables.marks.reach);
  const swaps = intsAt(tables.marks.swapped);
  putNormal(context, r0, normals.a, reaches[0]);
  putNormal(context, r1, normals.b, reaches[1]);
  putNormal(context, r2, normals.c, reaches[2]);
  putNormal(context, r3, normals.d, reaches[3]);
  writeAnchors(context, bases[0], r0, reaches[0], swaps[0]);
  writeAnchors(context, bases[1], r1, reaches[1], swaps[1]);
  writeAnchors(context, bases[2], r2, reaches[2], swaps[2]);
  writeAnchors(context, bases[3], r3, reaches[3], swaps[3]);
}

/** Writes the anchors of a row with a reach: its points in A's frame. A lane is a point here. */
function writeAnchors(context: Ints, a: Int, row: Int, reach: Float, swapped: Int): void {
  if (reach !== NONE && bytesAt(context[POINT_COUNT])[row] > 0) {
    const onA = columnAt(context[POINTS_A + swapped] + 64 * row);
    const points = transpose({ a: onA[0], b: onA[4], c: onA[8], d: onA[12] });
    const caller = columnAt(context[POINTS_A] + 64 * row);
    const gaps = transpose({ a: caller[0], b: caller[4], c: caller[8], d: caller[12] });
    const q = floatsAt(context[ROTATIONS] + 16 * a);
    const quat: Quat = { x: splat(q[0]), y: splat(q[1]), z: splat(q[2]), w: splat(q[3]) };
    const scaleA = 2 / (quat.x * quat.x + quat.y * quat.y + quat.z * quat.z + quat.w * quat.w);
    const anchors = fromWorld(quat, scaleA, { x: points.a, y: points.b, z: points.c });
    const to = columnAt(context[ANCHORS_TO] + 64 * row);
    to[0] = anchors.x;
    to[4] = anchors.y;
    to[8] = anchors.z;
    to[12] = gaps.d;
  }
}

/** Writes the normal, the gap and the reach of a stamp. */
function putNormal(context: Ints, row: Int, normal: Lane, reach: Float): void {
  const stamp = context[STAMPS_TO] + 4 * STAMP_STRIDE * row;
  columnAt(stamp)[NORMAL] = normal;
  if (reach !== NONE) floatsAt(stamp)[REACH] = reach;
}

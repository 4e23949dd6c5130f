/**
 * Stamps of rows with a fresh manifold, four at a time (tables/contactStamps.ts). `recycleRows` has written the
 * poses; this adds what the manifold gives: reach, normal, gap and anchors.
 */
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
} from '../../../language/lanes.ts';
import { dot, type Quat, scale, type Vec3 } from '../../../math/lanes/vectors.ts';
import { NORMAL, REACH, STAMP_STRIDE } from '../../../tables/contactStamps.ts';
import {
  ANCHORS_TO,
  IDS,
  LISTED_BYTES,
  MARGIN,
  POINT_COUNT,
  POINTS_A,
  ROTATIONS,
  SEPARATION,
  STAMPS_TO,
} from '../../../tables/kernelContext.ts';
import { EXTENT, RADIUS, SHAPE_STRIDE } from '../../../tables/shapeWords.ts';
import { fromWorld, squareOf } from '../../poses/lanes/relativePose.ts';
import { distanceColumns, poseColumns, shapePools } from '../../rows/lanes/columns.ts';
import { quatsOf, rowsOf, storeRows } from '../../rows/lanes/gather.ts';
import { recycleTables } from '../../rows/lanes/tile.ts';
import { mayRecycle } from '../mayRecycle.ts';

/** The reach of a row without a stamp. */
const NONE: Float = 0;

/** Writes the stamps of the `count` listed rows, at most TILE_ROWS. */
export function stampRows(context: Ints, count: Int): void {
  for (let k: Int = 0; k < count; k += LANES) stampFour(context, k, count - 1);
}

/** Stamps rows k … k + 3 of the list, as far as `last`. */
function stampFour(context: Ints, k: Int, last: Int): void {
  const listed = intsAt(addressOf(context) + LISTED_BYTES);
  const marks = recycleTables(context).marks;
  let marked: Int = 0;
  for (let lane: Int = 0; lane < LANES; lane += 1) {
    const row = listed[min(k + lane, last)];
    const reach = reachOf(context, row);
    const first = intsAt(context[IDS])[2 * row];
    const second = intsAt(context[IDS])[2 * row + 1];
    intsAt(marks.row)[lane] = row;
    floatsAt(marks.reach)[lane] = reach;
    intsAt(marks.base)[lane] = 0;
    intsAt(marks.swapped)[lane] = 0;
    if (reach !== NONE) {
      intsAt(marks.base)[lane] = min(first, second);
      if (first > second) intsAt(marks.swapped)[lane] = 1;
      marked = 1;
    }
  }
  if (marked === 0) return;
  writeNormals(context);
  for (let lane: Int = 0; lane < LANES; lane += 1) writeStamp(context, lane);
}

/** The reach of a row's stamp, NONE if it gets none. */
function reachOf(context: Ints, row: Int): Float {
  const shapes = shapePools(context);
  const poses = poseColumns(context);
  const rows = distanceColumns(context);
  const margin = Number(floatsAt(context)[MARGIN]);
  const isRecycled = mayRecycle(shapes, poses, rows, bytesAt(context[POINT_COUNT])[row], margin, row);
  if (!isRecycled) return NONE;
  const first = rows.ids[2 * row];
  const second = rows.ids[2 * row + 1];
  const a = SHAPE_STRIDE * poses.shapes[min(first, second)];
  const b = SHAPE_STRIDE * poses.shapes[max(first, second)];
  const extentA = shapes.reals[a + EXTENT] + shapes.reals[a + RADIUS];
  const extentB = shapes.reals[b + EXTENT] + shapes.reals[b + RADIUS];
  if (extentA < extentB) return -extentA;
  return extentB;
}

/** Writes the normals of four rows in A's frame, and their gaps, to the tables. */
function writeNormals(context: Ints): void {
  const marks = recycleTables(context).marks;
  const a = quatsOf(context, marks.base[0]);
  const sign: Lane = select(marks.swapped[0] !== 0, -1, 1);
  const separation = rowsOf(context[SEPARATION], marks.row[0]);
  const normal: Vec3 = { x: sign * separation.a, y: sign * separation.b, z: sign * separation.c };
  const turned = fromWorld(a, 2 / squareOf(a), normal);
  // one Newton step: a unit vector to the last bit of f32
  const local = scale(1.5 - 0.5 * dot(turned, turned), turned);
  storeRows(recycleTables(context).found.normals, transpose({ a: local.x, b: local.y, c: local.z, d: separation.d }));
}

/** Writes the normal, the gap and the reach of pair `lane`, and its anchors: its points in A's frame. */
function writeStamp(context: Ints, lane: Int): void {
  const marks = recycleTables(context).marks;
  const row = intsAt(marks.row)[lane];
  const reach = floatsAt(marks.reach)[lane];
  const stamp = context[STAMPS_TO] + 4 * STAMP_STRIDE * row;
  columnAt(stamp)[NORMAL] = recycleTables(context).found.normals[4 * lane];
  if (reach === NONE) return;
  floatsAt(stamp)[REACH] = reach;
  if (bytesAt(context[POINT_COUNT])[row] === 0) return;
  // a lane is a point here
  const onA = columnAt(context[POINTS_A + intsAt(marks.swapped)[lane]] + 64 * row);
  const points = transpose({ a: onA[0], b: onA[4], c: onA[8], d: onA[12] });
  const caller = columnAt(context[POINTS_A] + 64 * row);
  const gaps = transpose({ a: caller[0], b: caller[4], c: caller[8], d: caller[12] });
  const q = floatsAt(context[ROTATIONS] + 16 * intsAt(marks.base)[lane]);
  const quat: Quat = { x: splat(q[0]), y: splat(q[1]), z: splat(q[2]), w: splat(q[3]) };
  const anchors = fromWorld(quat, 2 / squareOf(quat), { x: points.a, y: points.b, z: points.c });
  const to = columnAt(context[ANCHORS_TO] + 64 * row);
  storeRows(to, { a: anchors.x, b: anchors.y, c: anchors.z, d: gaps.d });
}

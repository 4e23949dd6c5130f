/** Stamps: what a row of a later query has to know to recycle its manifold. */
import type { Flag, Int } from '../../language/lanes.ts';
import { GAP, NORMAL, REACH, STAMP_STRIDE } from '../../tables/contactStamps.ts';
import { MAX_POINTS } from '../../tables/featureIds.ts';
import { EXTENT, RADIUS, SHAPE_STRIDE } from '../../tables/shapeWords.ts';
import type { DistanceColumns, ManifoldColumns, PoseColumns, ShapePools } from '../contacts/columns.ts';
import { mayRecycle } from './mayRecycle.ts';
import { place, rotate } from './motion.ts';
import { loadPair } from './recycleRow.ts';
import type { RecycleColumns, Recycling } from './recycleTables.ts';

/** f32 per row of a column of points, and of anchors. */
const POINT_STRIDE = 4 * MAX_POINTS;

/** Writes the reach of row p with a fresh manifold. @returns whether the row gets a stamp */
export function findReach(
  r: Recycling,
  shapes: ShapePools,
  poses: PoseColumns,
  rows: DistanceColumns,
  columns: ManifoldColumns,
  p: Int,
): Flag {
  if (!mayRecycle(shapes, poses, rows, columns.pointCount[p], r.margin, p)) return false;
  loadPair(r, rows, p);
  const a = SHAPE_STRIDE * poses.shapes[r.a];
  const b = SHAPE_STRIDE * poses.shapes[r.b];
  const extentA = Number(shapes.reals[a + EXTENT]) + Number(shapes.reals[a + RADIUS]);
  const extentB = Number(shapes.reals[b + EXTENT]) + Number(shapes.reals[b + RADIUS]);
  r.reach = extentA < extentB ? -extentA : extentB;
  return r.reach !== 0;
}

/** Writes what a fresh manifold gives to the stamp of row p, after `findReach`. */
export function stampRow(
  r: Recycling,
  poses: PoseColumns,
  rows: DistanceColumns,
  columns: ManifoldColumns,
  stampColumns: RecycleColumns,
  p: Int,
): void {
  const at = STAMP_STRIDE * p;
  const count = columns.pointCount[p];
  place(r, poses);
  stampColumns.to.stamps[at + REACH] = Math.fround(r.reach);
  for (let k: Int = 0; k < 3; k++) r.up[k] = r.sign * Number(rows.separation[4 * p + k]);
  rotate(r.up, r.quatA, -1);
  for (let k: Int = 0; k < 3; k++) stampColumns.to.stamps[at + NORMAL + k] = Math.fround(r.up[k]);
  stampColumns.to.stamps[at + GAP] = rows.separation[4 * p + 3];
  const onA = r.sign < 0 ? columns.pointsB : columns.pointsA;
  for (let n: Int = 0; n < count; n++) {
    const from = POINT_STRIDE * p + 4 * n;
    const to = POINT_STRIDE * p + n;
    for (let k: Int = 0; k < 3; k++) r.point[k] = Number(onA[from + k]);
    rotate(r.point, r.quatA, -1);
    for (let k: Int = 0; k < 3; k++) stampColumns.to.anchors[to + 4 * k] = Math.fround(r.point[k]);
    stampColumns.to.anchors[to + 12] = columns.pointsA[from + 3];
  }
}

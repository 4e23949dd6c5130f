/**
 * The contact manifold of a row, from its signed distance. The contact patch is the intersection of the two faces in
 * contact, projected along the normal. A manifold has at most four of its corners. The witness points are added if no
 * corner is as deep.
 *
 * Pairs are in canonical order, with the smaller id as A: (a, b) and (b, a) get mirrored points. The manifold of a row
 * depends on that row alone, and on the features of its last manifold.
 *
 * The projected faces of a pair are convex polygons, and separation is linear over their intersection, so its corners
 * hold the extremes. The method of Box2D and Box3D, but with heights along the pair's normal and not a face's: each
 * point lies on both surfaces, and their difference is separation × normal.
 */
import type { Double, Doubles, Int } from '../../language/lanes.ts';
import { Status } from '../../tables/distanceStatus.ts';
import { MAX_POINTS, WITNESS_FEATURE } from '../../tables/featureIds.ts';
import { EXTENT, RADIUS, SHAPE_STRIDE } from '../../tables/shapeWords.ts';
import { clip, load } from './clip.ts';
import type { DistanceColumns, ManifoldColumns, PoseColumns, ShapePools } from './columns.ts';
import { loadFeature } from './feature.ts';
import { writeRim } from './frustumFeature.ts';
import { CORNER, type Manifold, type Side, WHOLE_PLANE } from './manifoldTables.ts';
import { matchFeatures } from './match.ts';
import { dropStraight, fillPatch } from './patch.ts';
import { reducePatch } from './reduce.ts';
import { alongSegments } from './segments.ts';
import { AS_DEEP_SHARE, DEEPER_SHARE, SNAP_SHARE } from './tolerances.ts';

/**
 * A point beyond the side of a face by at most this part of the larger extent is on it: rounding of an f32 normal and
 * of poses.
 */
const WIDER_SHARE = 1e-6;
/** f32 per row of a column of points. */
const POINT_STRIDE = 4 * MAX_POINTS;

/** Writes what stays the same in the tables of a manifold. */
export function prepareManifold(m: Manifold): void {
  m.a.sign = 1;
  m.b.sign = -1;
  writeRim(m.cosines, m.sines);
}

/** Writes the manifold of row p. Reads the limits `margin` and `touching`. */
export function writeManifold(
  m: Manifold,
  shapes: ShapePools,
  poses: PoseColumns,
  rows: DistanceColumns,
  columns: ManifoldColumns,
  p: Int,
): void {
  const distance = Number(rows.separation[4 * p + 3]);
  const code = rows.status[p];
  columns.touches[p] = code !== Status.BeyondMaxDistance && distance <= m.touching ? 1 : 0;
  const lastRow = columns.lastRow[p];
  let count: Int = 0;
  if (code !== Status.Invalid && code !== Status.BeyondMaxDistance && distance <= m.margin) {
    const first = rows.ids[2 * p];
    const second = rows.ids[2 * p + 1];
    const isSwapped: Int = first > second ? 1 : 0;
    count = fillCorners(m, shapes, poses, rows, p, isSwapped);
    count = addWitness(m, count);
    count = reducePatch(m, count, columns.features.from, lastRow < 0 ? -1 : MAX_POINTS * lastRow);
    writePoints(m, columns, p, count, isSwapped);
  }
  columns.pointCount[p] = count;
  matchFeatures(columns.features, m.patch.features, 0, lastRow, p, count);
}

/**
 * Fills the patch of row p with the corners of its faces, without the witness points.
 * @param isSwapped 1 if the second collider of the row is A, else 0
 * @returns the number of corners
 */
export function fillCorners(
  m: Manifold,
  shapes: ShapePools,
  poses: PoseColumns,
  rows: DistanceColumns,
  p: Int,
  isSwapped: Int,
): Int {
  const first = rows.ids[2 * p];
  const second = rows.ids[2 * p + 1];
  const sign: Double = isSwapped === 1 ? -1 : 1;
  writeFrame(m, rows, p, isSwapped);
  for (let c: Int = 0; c < 3; c++) {
    m.offset[c] = sign * (poses.positions[4 * second + c] - poses.positions[4 * first + c]);
  }
  const count = findPatch(m, shapes, poses, isSwapped === 1 ? second : first, isSwapped === 1 ? first : second);
  return dropStraight(m, count);
}

/** Writes the axes of the contact frame of row p, its distance, and its witness point on A. */
function writeFrame(m: Manifold, rows: DistanceColumns, p: Int, isSwapped: Int): void {
  const axes = m.axes;
  const separation = rows.separation;
  const sign: Double = isSwapped === 1 ? -1 : 1;
  const nx = sign * Number(separation[4 * p]);
  const ny = sign * Number(separation[4 * p + 1]);
  const nz = sign * Number(separation[4 * p + 2]);
  // f32 stores the length to 1e-7, too inaccurate for a basis
  const inverse = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
  axes[6] = nx * inverse;
  axes[7] = ny * inverse;
  axes[8] = nz * inverse;
  spanPlane(axes);
  m.distance = Number(separation[4 * p + 3]);
  const witness = isSwapped === 1 ? rows.offsetB : rows.offsetA;
  const wx = Number(witness[4 * p]);
  const wy = Number(witness[4 * p + 1]);
  const wz = Number(witness[4 * p + 2]);
  for (let k: Int = 0; k < 3; k++) m.witness[k] = wx * axes[3 * k] + wy * axes[3 * k + 1] + wz * axes[3 * k + 2];
}

/** Writes the first two axes of a contact frame, whose third one is known. */
export function spanPlane(axes: Doubles): void {
  const x = axes[6];
  const y = axes[7];
  const z = axes[8];
  // Duff et al., Building an orthonormal basis, revisited, 2017
  const side: Double = z < 0 ? -1 : 1;
  const c = -1 / (side + z);
  const d = x * y * c;
  axes[0] = 1 + side * x * x * c;
  axes[1] = side * d;
  axes[2] = -side * x;
  axes[3] = d;
  axes[4] = side + y * y * c;
  axes[5] = -y;
}

/** Fills the patch of colliders a and b. @returns the number of its corners */
function findPatch(m: Manifold, shapes: ShapePools, poses: PoseColumns, a: Int, b: Int): Int {
  const wordA = SHAPE_STRIDE * poses.shapes[a];
  const wordB = SHAPE_STRIDE * poses.shapes[b];
  m.a.radius = Number(shapes.reals[wordA + RADIUS]);
  m.b.radius = Number(shapes.reals[wordB + RADIUS]);
  const extentA = Number(shapes.reals[wordA + EXTENT]) + m.a.radius;
  const extentB = Number(shapes.reals[wordB + EXTENT]) + m.b.radius;
  const large = Math.max(extentA, extentB);
  // a shape without bounds has the extent 0, and takes that of the other one
  const least = Math.min(extentA, extentB);
  m.snap = SNAP_SHARE * (least === 0 ? large : least);
  m.deeper = DEEPER_SHARE * large;
  m.asDeep = AS_DEEP_SHARE * large;
  m.wider = WIDER_SHARE * large;
  m.a.count = loadFeature(m, m.a, shapes, poses, a);
  if (m.a.count === 0) return 0;
  m.b.count = loadFeature(m, m.b, shapes, poses, b);
  if (m.b.count === 0) return 0;
  if (m.b.count === WHOLE_PLANE) return clippedPatch(m, m.a, m.b);
  if (m.a.count === WHOLE_PLANE || m.a.count > 2) return clippedPatch(m, m.b, m.a);
  if (m.b.count > 2) return clippedPatch(m, m.a, m.b);
  return alongSegments(m);
}

/** Fills the patch with the feature of one side, clipped by the face or the whole plane of the other. */
function clippedPatch(m: Manifold, subject: Side, clipper: Side): Int {
  let count: Int = 0;
  if (clipper.count === WHOLE_PLANE) count = load(m, subject);
  else count = clip(m, subject, clipper);
  return fillPatch(m, count, subject, clipper);
}

/** Adds the witness points as a corner, if no corner is as deep. @returns the number of corners */
export function addWitness(m: Manifold, count: Int): Int {
  const corners = m.patch.corners;
  let at = count;
  let nearest = m.snap;
  for (let k: Int = 0; k < count; k++) {
    const here = CORNER * k;
    if (corners[here + 3] - corners[here + 2] <= m.distance + m.deeper) return count;
    // they replace a corner at the same position, and keep its feature id
    const aside = Math.abs(corners[here] - m.witness[0]) + Math.abs(corners[here + 1] - m.witness[1]);
    if (aside < nearest) {
      nearest = aside;
      at = k;
    }
  }
  for (let c: Int = 0; c < 3; c++) corners[CORNER * at + c] = m.witness[c];
  corners[CORNER * at + 3] = m.witness[2] + m.distance;
  if (at < count) return count;
  m.patch.features[count] = WITNESS_FEATURE;
  return count + 1;
}

/** Writes the points of row p, in the caller's order of the pair. */
export function writePoints(m: Manifold, columns: ManifoldColumns, p: Int, count: Int, isSwapped: Int): void {
  const corners = m.patch.corners;
  const axes = m.axes;
  const first = isSwapped === 1 ? columns.pointsB : columns.pointsA;
  const second = isSwapped === 1 ? columns.pointsA : columns.pointsB;
  for (let k: Int = 0; k < count; k++) {
    const from = CORNER * k;
    const to = POINT_STRIDE * p + 4 * k;
    for (let c: Int = 0; c < 3; c++) {
      const across = corners[from] * axes[c] + corners[from + 1] * axes[3 + c];
      first[to + c] = Math.fround(across + corners[from + 2] * axes[6 + c]);
      second[to + c] = Math.fround(across + corners[from + 3] * axes[6 + c] - m.offset[c]);
    }
    columns.pointsA[to + 3] = Math.fround(corners[from + 3] - corners[from + 2]);
    columns.pointsB[to + 3] = 0;
  }
}

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
import { MAX_POINTS, WITNESS_FEATURE } from '../../../queries/contacts/featureIds.ts';
import { Status } from '../../../queries/distance/status.ts';
import { EXTENT, RADIUS, SHAPE_STRIDE } from '../../../shapes/codes.ts';
import type { Double, Int } from '../../wide/lanes.ts';
import { clip, load } from './clip.ts';
import {
  A,
  ACROSS_1,
  ACROSS_2,
  AS_DEEP,
  B,
  DEEPER,
  DISTANCE,
  type DistanceColumns,
  FEATURES,
  MARGIN,
  type Manifold,
  type ManifoldColumns,
  NORMAL,
  OFFSET,
  PATCH,
  PATCH_STRIDE,
  type PoseColumns,
  RADIUS_A,
  RADIUS_B,
  type ShapePools,
  SNAP,
  TOUCHING,
  WHOLE_PLANE,
  WIDER,
  WITNESS,
} from './contactScratch.ts';
import { loadFeature } from './feature.ts';
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

/** Writes the manifold of row p. Reads f[MARGIN] and f[TOUCHING]. */
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
  columns.touches[p] = code !== Status.BeyondMaxDistance && distance <= m.f[TOUCHING] ? 1 : 0;
  const lastRow = columns.lastRow[p];
  let count: Int = 0;
  if (code !== Status.Invalid && code !== Status.BeyondMaxDistance && distance <= m.f[MARGIN]) {
    const first = rows.ids[2 * p];
    const second = rows.ids[2 * p + 1];
    const isSwapped: Int = first > second ? 1 : 0;
    const a = isSwapped === 1 ? second : first;
    const b = isSwapped === 1 ? first : second;
    writeFrame(m, rows, p, isSwapped);
    const sign: Double = isSwapped === 1 ? -1 : 1;
    for (let c: Int = 0; c < 3; c++) {
      m.f[OFFSET + c] = sign * (poses.positions[4 * second + c] - poses.positions[4 * first + c]);
    }
    count = findPatch(m, shapes, poses, a, b);
    count = dropStraight(m, count);
    count = addWitness(m, count);
    count = reducePatch(m, count, columns.features.from, lastRow < 0 ? -1 : MAX_POINTS * lastRow);
    writePoints(m, columns, p, count, isSwapped);
  }
  columns.pointCount[p] = count;
  matchFeatures(columns.features, m.i, FEATURES, lastRow, p, count);
}

/** Writes the axes of the contact frame of row p, its distance, and its witness point on A. */
function writeFrame(m: Manifold, rows: DistanceColumns, p: Int, isSwapped: Int): void {
  const f = m.f;
  const separation = rows.separation;
  const sign: Double = isSwapped === 1 ? -1 : 1;
  const nx = sign * Number(separation[4 * p]);
  const ny = sign * Number(separation[4 * p + 1]);
  const nz = sign * Number(separation[4 * p + 2]);
  // f32 stores the length to 1e-7, too inaccurate for a basis
  const inverse = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
  const x = nx * inverse;
  const y = ny * inverse;
  const z = nz * inverse;
  f[NORMAL] = x;
  f[NORMAL + 1] = y;
  f[NORMAL + 2] = z;
  // Duff et al., Building an orthonormal basis, revisited, 2017
  const side: Double = z < 0 ? -1 : 1;
  const c = -1 / (side + z);
  const d = x * y * c;
  f[ACROSS_1] = 1 + side * x * x * c;
  f[ACROSS_1 + 1] = side * d;
  f[ACROSS_1 + 2] = -side * x;
  f[ACROSS_2] = d;
  f[ACROSS_2 + 1] = side + y * y * c;
  f[ACROSS_2 + 2] = -y;
  f[DISTANCE] = Number(separation[4 * p + 3]);
  const witness = isSwapped === 1 ? rows.offsetB : rows.offsetA;
  const wx = Number(witness[4 * p]);
  const wy = Number(witness[4 * p + 1]);
  const wz = Number(witness[4 * p + 2]);
  f[WITNESS] = wx * f[ACROSS_1] + wy * f[ACROSS_1 + 1] + wz * f[ACROSS_1 + 2];
  f[WITNESS + 1] = wx * f[ACROSS_2] + wy * f[ACROSS_2 + 1] + wz * f[ACROSS_2 + 2];
  f[WITNESS + 2] = wx * x + wy * y + wz * z;
}

/** Fills the patch of colliders a and b. @returns the number of its corners */
function findPatch(m: Manifold, shapes: ShapePools, poses: PoseColumns, a: Int, b: Int): Int {
  const f = m.f;
  const wordA = SHAPE_STRIDE * poses.shapes[a];
  const wordB = SHAPE_STRIDE * poses.shapes[b];
  f[RADIUS_A] = Number(shapes.reals[wordA + RADIUS]);
  f[RADIUS_B] = Number(shapes.reals[wordB + RADIUS]);
  const extentA = Number(shapes.reals[wordA + EXTENT]) + f[RADIUS_A];
  const extentB = Number(shapes.reals[wordB + EXTENT]) + f[RADIUS_B];
  const large = Math.max(extentA, extentB);
  // a half-space has the extent 0, and takes that of the other shape
  const least = Math.min(extentA, extentB);
  f[SNAP] = SNAP_SHARE * (least === 0 ? large : least);
  f[DEEPER] = DEEPER_SHARE * large;
  f[AS_DEEP] = AS_DEEP_SHARE * large;
  f[WIDER] = WIDER_SHARE * large;
  const countA = loadFeature(m, shapes, poses, a, A);
  if (countA === 0) return 0;
  const countB = loadFeature(m, shapes, poses, b, B);
  if (countB === 0) return 0;
  if (countB === WHOLE_PLANE) return clippedPatch(m, A, countA, countB);
  if (countA === WHOLE_PLANE || countA > 2) return clippedPatch(m, B, countB, countA);
  if (countB > 2) return clippedPatch(m, A, countA, countB);
  return alongSegments(m);
}

/** Fills the patch with the feature of one side, clipped by the face or the whole plane of the other. */
function clippedPatch(m: Manifold, subject: Int, count: Int, clipperCount: Int): Int {
  let left: Int = 0;
  if (clipperCount === WHOLE_PLANE) left = load(m, subject, count);
  else left = clip(m, subject, count, 1 - subject, clipperCount);
  return fillPatch(m, left, subject, count, Math.max(clipperCount, 0));
}

/** Adds the witness points as a corner, if no corner is as deep. @returns the number of corners */
function addWitness(m: Manifold, count: Int): Int {
  const f = m.f;
  const distance = f[DISTANCE];
  let at = count;
  let nearest = f[SNAP];
  for (let k: Int = 0; k < count; k++) {
    const here = PATCH + PATCH_STRIDE * k;
    if (f[here + 3] - f[here + 2] <= distance + f[DEEPER]) return count;
    // they replace a corner at the same position, and keep its feature id
    const aside = Math.abs(f[here] - f[WITNESS]) + Math.abs(f[here + 1] - f[WITNESS + 1]);
    if (aside < nearest) {
      nearest = aside;
      at = k;
    }
  }
  const to = PATCH + PATCH_STRIDE * at;
  f[to] = f[WITNESS];
  f[to + 1] = f[WITNESS + 1];
  f[to + 2] = f[WITNESS + 2];
  f[to + 3] = f[WITNESS + 2] + distance;
  if (at < count) return count;
  m.i[FEATURES + count] = WITNESS_FEATURE;
  return count + 1;
}

/** Writes the points of row p, in the caller's order of the pair. */
function writePoints(m: Manifold, columns: ManifoldColumns, p: Int, count: Int, isSwapped: Int): void {
  const f = m.f;
  const first = isSwapped === 1 ? columns.pointsB : columns.pointsA;
  const second = isSwapped === 1 ? columns.pointsA : columns.pointsB;
  for (let k: Int = 0; k < count; k++) {
    const from = PATCH + PATCH_STRIDE * k;
    const to = POINT_STRIDE * p + 4 * k;
    for (let c: Int = 0; c < 3; c++) {
      const across = f[from] * f[ACROSS_1 + c] + f[from + 1] * f[ACROSS_2 + c];
      first[to + c] = Math.fround(across + f[from + 2] * f[NORMAL + c]);
      second[to + c] = Math.fround(across + f[from + 3] * f[NORMAL + c] - f[OFFSET + c]);
    }
    columns.pointsA[to + 3] = Math.fround(f[from + 3] - f[from + 2]);
    columns.pointsB[to + 3] = 0;
  }
}

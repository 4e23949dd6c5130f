/**
 * Contact manifolds of rows [begin, end), from their signed distances. The contact patch is the intersection of the two
 * faces in contact, projected along the normal. A manifold has at most four of its corners. The witness points are
 * added if no corner is as deep.
 *
 *   reads   pairs.ids, colliders, shapes, results.status, .separation, .offsetA, .offsetB, contacts.lastRow, params
 *   writes  contacts.pointCount, .pointsA, .pointsB, .previous, params.to, params.touches
 *
 * Pairs are in canonical order, with the smaller id as A: (a, b) and (b, a) get mirrored points. The manifold of a row
 * depends on that row alone, and on the features of its last manifold.
 *
 * The projected faces of a pair are convex polygons, and separation is linear over their intersection, so its corners
 * hold the extremes. The method of Box2D and Box3D, but with heights along the pair's normal and not a face's: each
 * point lies on both surfaces, and their difference is separation × normal.
 */
import { MAX_POINTS, WITNESS_FEATURE } from '../../../queries/contacts/featureIds.ts';
import { POINT_STRIDE } from '../../../queries/contacts/table.ts';
import { Status } from '../../../queries/distance/table.ts';
import { EXTENT, RADIUS, SHAPE_STRIDE } from '../../../shapes/codes.ts';
import type { SceneGeometry } from '../../../shapes/cores/core.ts';
import type { Poses, ResultColumns } from '../queryParams.ts';
import { clip, load } from './clip.ts';
import {
  A,
  ACROSS_1,
  ACROSS_2,
  AS_DEEP,
  B,
  DEEPER,
  DISTANCE,
  FEATURES,
  MARGIN,
  type ManifoldScratch,
  NORMAL,
  OFFSET,
  PATCH,
  PATCH_STRIDE,
  RADIUS_A,
  RADIUS_B,
  SNAP,
  WHOLE_PLANE,
  WIDER,
  WITNESS,
} from './contactScratch.ts';
import { loadFeature } from './feature.ts';
import { type ContactParams, matchFeatures } from './match.ts';
import { dropStraight, fillPatch } from './patch.ts';
import { reducePatch } from './reduce.ts';
import { alongSegments } from './segments.ts';
import { AS_DEEP_SHARE, DEEPER_SHARE, SNAP_SHARE } from './tolerances.ts';

/** Columns of the contact table that manifolds are written to. */
export interface Manifolds {
  readonly pointCount: Uint8Array;
  readonly pointsA: Float32Array;
  readonly pointsB: Float32Array;
  readonly previous: Int32Array;
  readonly lastRow: Int32Array;
}

/**
 * A point beyond the side of a face by at most this part of the larger extent is on it: rounding of an f32 normal and
 * of poses.
 */
const WIDER_SHARE = 1e-6;

export function contactRows(
  contacts: Manifolds,
  results: ResultColumns,
  ids: Uint32Array,
  poses: Poses & { readonly rotations: Float32Array },
  geometry: SceneGeometry,
  scratch: ManifoldScratch,
  params: ContactParams,
  begin: number,
  end: number,
): void {
  const { status, separation } = results;
  const margin = params.margin[0];
  const touching = params.touching[0];
  for (let p = begin; p < end; p++) {
    const distance = separation[4 * p + 3];
    const code = status[p];
    params.touches[p] = code !== Status.BeyondMaxDistance && distance <= touching ? 1 : 0;
    const near = code !== Status.Invalid && code !== Status.BeyondMaxDistance && distance <= margin;
    let count = 0;
    if (near) {
      const a = ids[2 * p];
      const b = ids[2 * p + 1];
      const swapped = a > b;
      frame(scratch, results, poses.positions, a, b, p, swapped);
      scratch.f[MARGIN] = margin;
      count = findPoints(scratch, geometry, poses, swapped ? b : a, swapped ? a : b, params.from, contacts.lastRow[p]);
      writePoints(contacts, scratch, p, count, swapped);
    }
    contacts.pointCount[p] = count;
    matchFeatures(contacts.previous, scratch.i, FEATURES, params, contacts.lastRow[p], p, count);
  }
}

/** Computes the contact frame of row p, and its witness point on A. */
function frame(
  { f }: ManifoldScratch,
  { separation, offsetA, offsetB }: ResultColumns,
  positions: Float64Array,
  a: number,
  b: number,
  p: number,
  swapped: boolean,
): void {
  const sign = swapped ? -1 : 1;
  let x = sign * separation[4 * p];
  let y = sign * separation[4 * p + 1];
  let z = sign * separation[4 * p + 2];
  // f32 stores the length to 1e-7, too inaccurate for a basis
  const inverse = 1 / Math.sqrt(x * x + y * y + z * z);
  x *= inverse;
  y *= inverse;
  z *= inverse;
  f[NORMAL] = x;
  f[NORMAL + 1] = y;
  f[NORMAL + 2] = z;
  // Duff et al., Building an orthonormal basis, revisited, 2017
  const side = z < 0 ? -1 : 1;
  const c = -1 / (side + z);
  const d = x * y * c;
  f[ACROSS_1] = 1 + side * x * x * c;
  f[ACROSS_1 + 1] = side * d;
  f[ACROSS_1 + 2] = -side * x;
  f[ACROSS_2] = d;
  f[ACROSS_2 + 1] = side + y * y * c;
  f[ACROSS_2 + 2] = -y;
  for (let k = 0; k < 3; k++) f[OFFSET + k] = sign * (positions[4 * b + k] - positions[4 * a + k]);
  f[DISTANCE] = separation[4 * p + 3];
  const witness = swapped ? offsetB : offsetA;
  const wx = witness[4 * p];
  const wy = witness[4 * p + 1];
  const wz = witness[4 * p + 2];
  f[WITNESS] = wx * f[ACROSS_1] + wy * f[ACROSS_1 + 1] + wz * f[ACROSS_1 + 2];
  f[WITNESS + 1] = wx * f[ACROSS_2] + wy * f[ACROSS_2 + 1] + wz * f[ACROSS_2 + 2];
  f[WITNESS + 2] = wx * x + wy * y + wz * z;
}

/** Fills PATCH and FEATURES with the contact points of the pair. @returns their number */
function findPoints(
  scratch: ManifoldScratch,
  geometry: SceneGeometry,
  { rotations, shapes }: Poses & { readonly rotations: Float32Array },
  a: number,
  b: number,
  before: Uint32Array,
  lastRow: number,
): number {
  const { f } = scratch;
  const { reals } = geometry.shapes;
  const shapeA = shapes[a];
  const shapeB = shapes[b];
  f[RADIUS_A] = reals[shapeA * SHAPE_STRIDE + RADIUS];
  f[RADIUS_B] = reals[shapeB * SHAPE_STRIDE + RADIUS];
  const extentA = reals[shapeA * SHAPE_STRIDE + EXTENT] + f[RADIUS_A];
  const extentB = reals[shapeB * SHAPE_STRIDE + EXTENT] + f[RADIUS_B];
  const large = Math.max(extentA, extentB);
  // a half-space has the extent 0, and takes that of the other shape
  const small = Math.min(extentA, extentB) || large;
  f[SNAP] = SNAP_SHARE * small;
  f[DEEPER] = DEEPER_SHARE * large;
  f[AS_DEEP] = AS_DEEP_SHARE * large;
  f[WIDER] = WIDER_SHARE * large;
  const countA = loadFeature(scratch, geometry, rotations, shapeA, a, A);
  const countB = countA === 0 ? 0 : loadFeature(scratch, geometry, rotations, shapeB, b, B);
  let count = 0;
  if (countA === WHOLE_PLANE) count = fillPatch(scratch, load(scratch, B, countB), B, countB, 0);
  else if (countB === WHOLE_PLANE) count = fillPatch(scratch, load(scratch, A, countA), A, countA, 0);
  else if (countB > 0) {
    if (countA > 2) count = fillPatch(scratch, clip(scratch, B, countB, A, countA), B, countB, countA);
    else if (countB > 2) count = fillPatch(scratch, clip(scratch, A, countA, B, countB), A, countA, countB);
    else count = alongSegments(scratch);
  }
  count = addWitness(scratch, dropStraight(scratch, count));
  return reducePatch(scratch, count, before, lastRow < 0 ? -1 : MAX_POINTS * lastRow);
}

/** Adds the witness points as a corner, if no corner is as deep. @returns the number of corners */
function addWitness(scratch: ManifoldScratch, count: number): number {
  const { f, i } = scratch;
  const distance = f[DISTANCE];
  let at = count;
  let nearest = f[SNAP];
  for (let k = 0; k < count; k++) {
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
  i[FEATURES + count] = WITNESS_FEATURE;
  return count + 1;
}

/** Writes the points of row p, in the caller's order of the pair. */
function writePoints(
  { pointsA, pointsB }: Manifolds,
  { f }: ManifoldScratch,
  p: number,
  count: number,
  swapped: boolean,
): void {
  const first = swapped ? pointsB : pointsA;
  const second = swapped ? pointsA : pointsB;
  for (let k = 0; k < count; k++) {
    const from = PATCH + PATCH_STRIDE * k;
    const to = POINT_STRIDE * p + 4 * k;
    for (let c = 0; c < 3; c++) {
      const across = f[from] * f[ACROSS_1 + c] + f[from + 1] * f[ACROSS_2 + c];
      first[to + c] = across + f[from + 2] * f[NORMAL + c];
      second[to + c] = across + f[from + 3] * f[NORMAL + c] - f[OFFSET + c];
    }
    pointsA[to + 3] = f[from + 3] - f[from + 2];
    pointsB[to + 3] = 0;
  }
}

/** Contacts of shapes with faces of any kind: contact frames of four pairs together, then each patch alone. */
import {
  addressOf,
  type Column,
  type Float,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  max,
} from '../../../language/lanes.ts';
import { DEFERRED_BYTES, MARGIN } from '../../../tables/kernelContext.ts';
import type { Rows } from '../../rows/lanes/rows.ts';
import { contactTables } from '../../rows/lanes/tile.ts';
import { SAME } from '../tolerances.ts';
import { clip } from './clip.ts';
import { enterFrames } from './contactFrame.ts';
import { loadFeature, type View } from './feature.ts';
import { dropStraight, type FacePair, fillCorners, type PatchLimits } from './patch.ts';
import { finishPoints } from './points.ts';

/** Clip tolerance, as a part of `deeper`. */
const WIDER_SHARE: Float = 0.25;
/**
 * Corners nearer to each other than this part of `deeper`, 2e-7 of the larger extent, are one: f32 does not resolve
 * them.
 */
const UNRESOLVED: Float = 0.05;
/** Corners deeper than the pair by more than this times `deeper` are dropped. */
const BELOW: Float = 2;

/**
 * Writes the points of `count` pairs. Defers pairs without faces along the normal, or with large ones. Returns the
 * number of deferred rows.
 */
export function facePairs(context: Ints, rows: Rows, count: Int, deferredBefore: Int): Int {
  const deferred = intsAt(addressOf(context) + DEFERRED_BYTES);
  let deferredCount = deferredBefore;
  for (let k: Int = 0; k < count; k += 4) {
    enterFrames(context, rows, k);
    for (let lane: Int = 0; lane < 4 && k + lane < count; lane += 1) {
      const corners = findCorners(context, rows, k, lane);
      if (corners < 0) {
        deferred[deferredCount] = intsAt(rows.row)[k + lane];
        deferredCount += 1;
      } else finishPoints(context, rows, k, lane, corners, 1);
    }
  }
  return deferredCount;
}

/** Finds the corners of the patch of pair k + lane. Returns their number, −1 to defer the row. */
function findCorners(context: Ints, rows: Rows, k: Int, lane: Int): Int {
  const tables = contactTables(context);
  const patch = tables.patch;
  const views = tables.views;
  const faceA = tables.faceA;
  const faceB = tables.faceB;
  const corners = tables.corners;
  const shapeA = intsAt(rows.shapeA)[k + lane];
  const shapeB = intsAt(rows.shapeB)[k + lane];
  // the three values after a radius are zeros
  const origin = addressOf(views.radius) + 16 * lane + 4;
  const viewA: View = {
    first: floatsAt(of(views.firstA, lane)),
    second: floatsAt(of(views.secondA, lane)),
    normal: floatsAt(of(views.normalA, lane)),
    at: floatsAt(origin),
  };
  const countA = loadFeature(context, faceA, shapeA, viewA, 1);
  if (countA === 0) return -1;
  const viewB: View = {
    first: floatsAt(of(views.firstB, lane)),
    second: floatsAt(of(views.secondB, lane)),
    normal: floatsAt(of(views.normalB, lane)),
    at: floatsAt(of(views.shift, lane)),
  };
  const countB = loadFeature(context, faceB, shapeB, viewB, -1);
  if (countB === 0) return -1;
  const deeper = floatsAt(patch.deeper)[lane];
  const snap = floatsAt(patch.snap)[lane];
  const clipped = clip(faceA, countA, faceB, countB, tables.works, WIDER_SHARE * deeper);
  const faces: FacePair = { a: faceA, countA, b: faceB, countB };
  const limits: PatchLimits = {
    radiusA: floatsAt(views.radius)[4 * lane],
    radii: floatsAt(patch.radii)[lane],
    margin: floatsAt(context)[MARGIN],
    deepest: floatsAt(patch.distance)[lane] - BELOW * deeper,
    snap,
    same: max(SAME * snap, UNRESOLVED * deeper),
  };
  const count = fillCorners(tables.works[0], clipped, faces, corners, limits);
  if (count < 3) return count;
  return dropStraight(corners, count, snap);
}

/** The address of a lane's vector. */
function of(vectors: Column, lane: Int): Int {
  return addressOf(vectors) + 16 * lane;
}

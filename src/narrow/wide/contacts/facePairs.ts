/** Contacts of shapes with faces of any kind: four pairs are viewed together, each is cut alone. */
import { DEFERRED_BYTES, MARGIN } from '../context.ts';
import { addressOf, type Column, columnAt, type Float, floatsAt, type Int, type Ints, intsAt } from '../lanes.ts';
import type { Rows } from '../rows.ts';
import { contactTables } from '../tile.ts';
import { cutFace } from './clip.ts';
import { viewPairs } from './contactFrame.ts';
import { loadFeature } from './feature.ts';
import { dropStraight, fillCorners } from './patch.ts';
import { finishPoints } from './points.ts';

/** From `deeper` to what is beside a face and on it. */
const WIDER_SHARE: Float = 0.25;
/** Corners deeper than the pair by so many times `deeper` are none. */
const BELOW: Float = 2;

/** Writes the points of `count` pairs. Leaves those to the scalar kernel that have no faces there, or large ones: returns how many are left. */
export function facePairs(context: Ints, rows: Rows, count: Int, leftBefore: Int): Int {
  const left = intsAt(addressOf(context) + DEFERRED_BYTES);
  let leftCount = leftBefore;
  for (let k: Int = 0; k < count; k += 4) {
    viewPairs(context, rows, k);
    for (let lane: Int = 0; lane < 4 && k + lane < count; lane += 1) {
      const corners = findCorners(context, rows, k, lane);
      if (corners < 0) {
        left[leftCount] = intsAt(rows.row)[k + lane];
        leftCount += 1;
      } else finishPoints(context, rows, k, lane, corners, 1);
    }
  }
  return leftCount;
}

/** Finds the corners of the patch of pair k + lane. Returns how many, −1 if it is left to the scalar kernel. */
function findCorners(context: Ints, rows: Rows, k: Int, lane: Int): Int {
  const tables = contactTables(context);
  const patch = tables.patch;
  const views = tables.views;
  const faceA = tables.faceA;
  const faceB = tables.faceB;
  const corners = tables.corners;
  const shapeA = intsAt(rows.shapeA)[k + lane];
  const shapeB = intsAt(rows.shapeB)[k + lane];
  // the three behind a radius are zeros
  const origin = addressOf(views.radius) + 16 * lane + 4;
  const countA = loadFeature(
    context,
    faceA,
    shapeA,
    columnAt(of(views.firstA, lane)),
    columnAt(of(views.secondA, lane)),
    columnAt(of(views.normalA, lane)),
    columnAt(origin),
    1,
  );
  if (countA === 0) return -1;
  const countB = loadFeature(
    context,
    faceB,
    shapeB,
    columnAt(of(views.firstB, lane)),
    columnAt(of(views.secondB, lane)),
    columnAt(of(views.normalB, lane)),
    columnAt(of(views.shift, lane)),
    -1,
  );
  if (countB === 0) return -1;
  const deeper = floatsAt(patch.deeper)[lane];
  const snap = floatsAt(patch.snap)[lane];
  const cut = cutFace(faceA, countA, faceB, countB, tables.works, WIDER_SHARE * deeper);
  const radiusA = floatsAt(views.radius)[4 * lane];
  const radii = floatsAt(patch.radii)[lane];
  const margin = floatsAt(context)[MARGIN];
  const count = fillCorners(
    tables.works[0],
    cut,
    faceA,
    countA,
    faceB,
    countB,
    corners,
    radiusA,
    radii,
    margin,
    floatsAt(patch.distance)[lane] - BELOW * deeper,
    snap,
  );
  if (count < 3) return count;
  return dropStraight(corners, count, snap);
}

/** The address of a lane's vector. */
function of(vectors: Column, lane: Int): Int {
  return addressOf(vectors) + 16 * lane;
}

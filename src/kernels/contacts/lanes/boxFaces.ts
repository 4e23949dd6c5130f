/**
 * Contacts of boxes, four pairs at a time: the faces in contact, and B's face on the plane of A's. faceSlots.ts has the
 * corners of their patch.
 */
import {
  abs,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  type Lane,
  type LaneInt,
  type Mask,
  max,
  min,
  select,
  signBit,
  splat,
  where,
} from '../../../language/lanes.ts';
import { along, scale, timesTransposed, type Vec3 } from '../../../math/lanes/vectors.ts';
import { MARGIN } from '../../../tables/kernelContext.ts';
import {
  fromWorld,
  lengthOf,
  type RelativePose,
  relativePose,
  sizes,
  toWorld,
} from '../../poses/lanes/relativePose.ts';
import { storeVectors } from '../../rows/lanes/gather.ts';
import type { Rows } from '../../rows/lanes/rows.ts';
import { contactTables } from '../../rows/lanes/tile.ts';
import { AS_DEEP_SHARE, DEEPER_SHARE } from '../tolerances.ts';
import type { Axes } from './contactScratch.ts';
import { type ProjectedFace, putCornersOfA, putEdges, type Ray, WIDER } from './faceSlots.ts';
import { loadSeparation } from './loadSeparation.ts';

/** Snap distance: corners nearer than this part of the smaller sum of half extents are one. */
const SNAP = 0.75e-3;
/** The shares of an extent; a sum of half extents is at most √3 extents. */
const DEEPER = DEEPER_SHARE * 0.57;
const AS_DEEP = AS_DEEP_SHARE * 0.57;

/** The axis of a face of a box; z if neither. */
interface Axis {
  readonly x: Mask;
  readonly y: Mask;
}

/** The axis along which a direction is longest; the first of equal ones. */
function longest(n: Vec3): Axis {
  const x = abs(n.x);
  const y = abs(n.y);
  const z = abs(n.z);
  const isX = x >= y && x >= z;
  return { x: isX, y: !isX && y >= z };
}

/**
 * The components of v along the face's first and second edge, and along its axis. The edges are the next two axes in
 * cyclic order.
 */
function turned(axis: Axis, v: Vec3): Vec3 {
  return {
    x: select(axis.x, v.y, select(axis.y, v.z, v.x)),
    y: select(axis.x, v.z, select(axis.y, v.x, v.y)),
    z: select(axis.x, v.x, select(axis.y, v.y, v.z)),
  };
}

/** The face's code: see `Patch.faceA`. `negative` is 1 for a face on the negative side of its axis. */
function nameOf(axis: Axis, negative: LaneInt): LaneInt {
  const first: LaneInt = select(axis.x, 2, select(axis.y, splatInt(4), 1));
  const second: LaneInt = select(axis.x, 4, select(axis.y, splatInt(1), 2));
  const own: LaneInt = select(axis.x, 1, select(axis.y, splatInt(2), 4));
  return first | (second << 4) | where(negative !== 0, own << 8) | ((1 - negative) << 12);
}

function splatInt(value: Int): LaneInt {
  return splat(value);
}

/** v projected along the normal onto the plane of A's face: the point there, and the separation. */
function seen(v: Vec3, n: Vec3, perHeight: Lane): Ray {
  const separation = v.z * perHeight;
  return { s: v.x - n.x * separation, t: v.y - n.y * separation, separation: separation };
}

/** Fills the patch table and the slots of pairs k … k + 3. */
export function boxFaces(context: Ints, rows: Rows, k: Int): void {
  const tables = contactTables(context);
  const patch = tables.patch;
  const slots = tables.slots;
  const axes = tables.axes;
  const pose = relativePose(context, rows, k);
  const a = sizes(intsAt(rows.shapeA), k);
  const b = sizes(intsAt(rows.shapeB), k);
  const separation = loadSeparation(context, rows, k);
  const normal = separation.normal;
  storeVectors(axes.normal, normal);
  storeVectors(axes.offset, pose.offset);
  patch.distance[0] = separation.distance;

  const inA = fromWorld(pose.quatA, pose.scaleA, normal);
  const axisA = longest(inA);
  const inB = timesTransposed(pose.rotation, inA);
  const axisB = longest(inB);
  const faced = turned(axisA, inA);
  const outA: Lane = select(faced.z < 0, -1, 1);
  const halfA = turned(axisA, a.half);
  const halfB = turned(axisB, b.half);
  const facedB = turned(axisB, inB);
  // B's face points against the normal
  const outB: Lane = select(facedB.z < 0, 1, -1);
  patch.faceA[0] = nameOf(axisA, signBit(faced.z));
  patch.faceB[0] = nameOf(axisB, 1 - signBit(facedB.z));
  patch.halfS[0] = halfA.x;
  patch.halfT[0] = halfA.y;
  const extentA = lengthOf(a.half) + a.radius;
  const extentB = lengthOf(b.half) + b.radius;
  patch.snap[0] = SNAP * min(extentA, extentB);
  const large = max(extentA, extentB);
  patch.deeper[0] = DEEPER * large;
  patch.asDeep[0] = AS_DEEP * large;
  storeFaceAxes(axes, pose, axisA, outA, halfA.z, a.radius, normal);

  const up: Vec3 = { x: faced.x, y: faced.y, z: outA * faced.z };
  const face = projectFace(pose, axisA, axisB, halfA.z, halfB, outA, outB, up, a.radius, b.radius);
  patch.lengthP[0] = abs(face.p.s) + abs(face.p.t);
  patch.lengthQ[0] = abs(face.q.s) + abs(face.q.t);
  const margin: Lane = splat(floatsAt(context)[MARGIN]);
  // rounding must not exclude points on an edge
  const wide: Vec3 = { x: halfA.x + WIDER * large, y: halfA.y + WIDER * large, z: halfA.z };
  const least = 1e-12 * extentB + 1e-30;
  const edges = putEdges(slots, face, wide, least, margin);
  const corners = putCornersOfA(slots, face, halfA, margin);
  patch.valid[0] = edges | corners;
}

/** Writes the world axes of A's face, and its center. */
function storeFaceAxes(
  axes: Axes,
  pose: RelativePose,
  axis: Axis,
  out: Lane,
  height: Lane,
  radius: Lane,
  normal: Vec3,
): void {
  const one: Lane = 1;
  const isZ = !axis.x && !axis.y;
  const inS: Vec3 = { x: where(isZ, one), y: where(axis.x, one), z: where(axis.y, one) };
  const inT: Vec3 = { x: where(axis.y, one), y: where(isZ, one), z: where(axis.x, one) };
  const inW: Vec3 = { x: where(axis.x, out), y: where(axis.y, out), z: where(isZ, out) };
  storeVectors(axes.alongS, toWorld(pose.quatA, pose.scaleA, inS));
  storeVectors(axes.alongT, toWorld(pose.quatA, pose.scaleA, inT));
  const top = toWorld(pose.quatA, pose.scaleA, scale(height, inW));
  storeVectors(axes.base, along(top, radius, normal));
}

/** Projects B's face along the normal. `up` is the normal in the frame of A's face, whose axis points upward. */
function projectFace(
  pose: RelativePose,
  axisA: Axis,
  axisB: Axis,
  heightA: Lane,
  halfB: Vec3,
  outA: Lane,
  outB: Lane,
  up: Vec3,
  radiusA: Lane,
  radiusB: Lane,
): ProjectedFace {
  const r = pose.rotation;
  const rowX = turned(axisB, r.x);
  const rowY = turned(axisB, r.y);
  const rowZ = turned(axisB, r.z);
  const reach = outB * halfB.z;
  const center = turned(axisA, {
    x: pose.shift.x + reach * rowX.z,
    y: pose.shift.y + reach * rowY.z,
    z: pose.shift.z + reach * rowZ.z,
  });
  const edgeP = turned(axisA, { x: halfB.x * rowX.x, y: halfB.x * rowY.x, z: halfB.x * rowZ.x });
  const edgeQ = turned(axisA, { x: halfB.y * rowX.y, y: halfB.y * rowY.y, z: halfB.y * rowZ.y });
  const perHeight = 1 / up.z;
  const c = seen({ x: center.x, y: center.y, z: outA * center.z - heightA }, up, perHeight);
  return {
    center: { s: c.s, t: c.t, separation: c.separation - radiusA - radiusB },
    p: seen({ x: edgeP.x, y: edgeP.y, z: outA * edgeP.z }, up, perHeight),
    q: seen({ x: edgeQ.x, y: edgeQ.y, z: outA * edgeQ.z }, up, perHeight),
  };
}

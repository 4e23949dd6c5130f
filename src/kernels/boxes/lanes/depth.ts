/**
 * Depth of overlapping boxes, four pairs at a time: the axis of largest separation among the 15, and the witness
 * points.
 *
 * f32 computes the cross product of two edges to 1e-7 / sine of their angle. Pairs are undecided if a cross axis is too
 * inaccurate to compare with the best one, or if faces or edges at the contact are parallel.
 *
 * Method: Gottschalk, Lin, Manocha, OBBTree, 1996.
 */
import {
  abs,
  any,
  type Int,
  type Ints,
  intsAt,
  LANES,
  type Lane,
  type LaneInt,
  select,
  signBit,
} from '../../../language/lanes.ts';
import { scale, sub, timesTransposed, type Vec3 } from '../../../math/lanes/vectors.ts';
import { Status } from '../../../tables/distanceStatus.ts';
import { lengthOf, type RelativePose, ROUNDING, relativePose, sizes } from '../../poses/lanes/relativePose.ts';
import { type PairResult, writeResults, writeSimplexes } from '../../rows/lanes/pairResult.ts';
import type { Rows } from '../../rows/lanes/rows.ts';
import { UNDECIDED } from '../../rows/lanes/verdicts.ts';
import { type Bar, bestEdge, bestFace, type Contact, contactAlong, hasDoubt } from './axes.ts';
import { absolute, alongEdges, alongFaces } from './separations.ts';
import {
  type BoxPair,
  freeAxes,
  isTwo,
  type Meeting,
  meet,
  meetAtCorner,
  type Overhang,
  tryCorner,
} from './witness.ts';

/** An edge must beat the best face by this part of the size: ties go to the face, whose normal is more accurate. */
const FACE_BIAS = 2e-6;

/** Writes results and simplexes of overlapping boxes; verdicts: Overlapping, Separated, or UNDECIDED. */
export function boxDepth(context: Ints, rows: Rows, count: Int): void {
  for (let k: Int = 0; k < count; k += LANES) depthOfFour(context, rows, k);
}

/** Computes pairs k … k + 3. */
function depthOfFour(context: Ints, rows: Rows, k: Int): void {
  const pose = relativePose(context, rows, k);
  const a = sizes(intsAt(rows.shapeA), k).half;
  const b = sizes(intsAt(rows.shapeB), k).half;
  const r = pose.rotation;
  const t = pose.shift;
  const boxes: BoxPair = { a, b, r, t };
  const size = lengthOf(a) + lengthOf(b);
  const absoluteR = absolute(r);
  const faces = bestFace(alongFaces(t, timesTransposed(r, t), absoluteR, a, b));
  const beaten = faces.separation + FACE_BIAS * size;
  const bar: Bar = { square: beaten * abs(beaten), error: 4e-7 * size };
  const crosses = alongEdges(t, r, absoluteR, a, b);
  const edges = bestEdge(bar, r, crosses);
  const contact = contactAlong(faces, edges, r, t, size);
  const n = contact.normal;
  const depth = contact.depth;

  const m = timesTransposed(r, n);
  const freeA = freeAxes(n);
  const freeB = freeAxes(m);
  const slack = ROUNDING * size;
  let meeting = meet(boxes, n, m, depth, freeA, freeB, slack);
  if (any(!isTwo(meeting.free))) {
    let best: Overhang = {
      missA: 1e30,
      missB: 1e30,
      endA: meeting.cornerA,
      endB: meeting.cornerB,
      overA: meeting.slideA,
      overB: meeting.slideB,
    };
    const up = sub(t, scale(depth, n));
    for (let corner: Int = 0; corner < 8; corner += 1) {
      best = tryCorner(best, boxes, meeting, freeA, freeB, up, corner);
    }
    meeting = meetAtCorner(meeting, best, freeA, freeB, slack);
  }

  let doubt = edges.doubt;
  // the test of all lanes runs if one is in doubt: it must not change the others
  if (any(doubt)) doubt = doubt && hasDoubt(contact, bar, r, crosses);
  writeDepth(context, rows, k, pose, contact, meeting);
  // squares of separations are in the range of f32
  const ordinary = size > 1e-15 && size < 1e15;
  const sure = pose.valid && ordinary && meeting.on && !doubt && depth < -slack;
  const apart = pose.valid && ordinary && depth > slack;
  const overlapping: LaneInt = Status.Overlapping;
  rows.verdict[k] = select(sure, overlapping, select(apart, Status.Separated, UNDECIDED));
}

/**
 * Writes results and simplexes. A simplex is the nearest corner of the face, or the nearest ends of the edges, and its
 * two neighbors.
 */
function writeDepth(context: Ints, rows: Rows, k: Int, pose: RelativePose, contact: Contact, meeting: Meeting): void {
  const free = meeting.free;
  const low = free & -free;
  const high = free ^ low;
  const onA: Vec3 = {
    x: meeting.cornerA.x + meeting.slideA.x,
    y: meeting.cornerA.y + meeting.slideA.y,
    z: meeting.cornerA.z + meeting.slideA.z,
  };
  const onB: Vec3 = {
    x: meeting.cornerB.x + meeting.slideB.x,
    y: meeting.cornerB.y + meeting.slideB.y,
    z: meeting.cornerB.z + meeting.slideB.z,
  };
  const idA = signBit(onA.x) | (signBit(onA.y) << 1) | (signBit(onA.z) << 2);
  const idB = signBit(onB.x) | (signBit(onB.y) << 1) | (signBit(onB.z) << 2);
  const id = idA | (idB << 16);
  writeSimplexes(context, rows, k, { p: id, q: id ^ low, r: id ^ high, s: id ^ free });
  const depth = contact.depth;
  const bound: Lane = 2 * ROUNDING * contact.size + 0 * depth;
  const result: PairResult = { normal: contact.normal, distance: depth, bound, witness: onA };
  writeResults(context, rows, k, pose, result);
}

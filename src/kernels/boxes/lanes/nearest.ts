/**
 * Distance of boxes without iteration. The nearest points of two boxes are a corner and a point of the other box, or
 * points of two edges. So the nearest of the sixteen corners is tried, then the edges of the cross axis that separates
 * most. The support plane across the answer proves it: both boxes lie behind it. GJK computes rows without proof.
 *
 * In a coherent scene the features of the last query are tried first: their simplex is stored.
 *
 * Method: lower bound by a support plane as in Gilbert, Johnson, Keerthi, 1988; axes: Gottschalk, Lin, Manocha, 1996.
 */
import {
  abs,
  any,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  LANES,
  type Lane,
  type LaneInt,
  type Mask,
  max,
  min,
  select,
  splat,
  sqrt,
} from '../../../language/lanes.ts';
import { dot, type Mat3, scale, timesTransposed, type Vec3 } from '../../../math/lanes/vectors.ts';
import { Status } from '../../../tables/distanceStatus.ts';
import { DEPTH, MAX_DISTANCE } from '../../../tables/kernelContext.ts';
import { NEAR, NEAR_FACE, NOISE, PROMISED, WIDTH } from '../../gjk/lanes/result.ts';
import { NO_CORNER } from '../../gjk/lanes/start.ts';
import { lengthOf, type RelativePose, ROUNDING, relativePose, sizes } from '../../poses/lanes/relativePose.ts';
import { type PairResult, readSimplexes, writeResults, writeSimplexes } from '../../rows/lanes/pairResult.ts';
import type { Rows } from '../../rows/lanes/rows.ts';
import { APART, DEEP, UNDECIDED } from '../../rows/lanes/verdicts.ts';
import { nearestCorner } from './corners.ts';
import { atCorner, atEdges, edgesOf, LEAST_SINE2, type Nearest } from './features.ts';
import { ROUNDING as AXIS_ROUNDING, decideByDoubts } from './intersect.ts';
import { absolute, alongEdges, alongFaces, largestEdge, largestFace } from './separations.ts';
import type { BoxPair } from './witness.ts';

/**
 * Width of a bracket by the rounding of f32, as a part of the size. The features of the last query must be that exact:
 * else a wrong one would stay until its distance is wrong by all that results allow, and resting bodies would jitter.
 */
const EXACT = 4e-7;

/** The result of a feature, and its proof. */
interface Proof {
  readonly length: Lane;
  readonly lower: Lane;
  /** The bounds meet, up to the rounding of f32: no other feature is nearer. */
  readonly exact: Mask;
  /** The bounds are as near as results promise. */
  readonly proven: Mask;
}

/** The bracket of the distance by the support plane across v. */
function prove(boxes: BoxPair, v: Vec3, size: Lane): Proof {
  const a = boxes.a;
  const b = boxes.b;
  const d = timesTransposed(boxes.r, v);
  const reachA = abs(v.x) * a.x + abs(v.y) * a.y + abs(v.z) * a.z;
  const reachB = abs(d.x) * b.x + abs(d.y) * b.y + abs(d.z) * b.z;
  const length = sqrt(dot(v, v));
  const lower = (dot(boxes.t, v) - (reachA + reachB)) / length;
  const width = length - lower;
  const allowed = min(WIDTH * size + ROUNDING * length, PROMISED * size - NOISE * length);
  // rounding may turn the bracket around; `allowed` is below 0 where the boxes are too far apart for f32
  return { length, lower, exact: width <= EXACT * (size + length), proven: max(width, 0) <= allowed };
}

/**
 * Writes results and simplexes. Returns the verdicts of rows that are apart: a `Status`, APART, or UNDECIDED for boxes
 * so near that GJK would not decide them.
 */
function writeNearest(
  context: Ints,
  rows: Rows,
  k: Int,
  pose: RelativePose,
  size: Lane,
  nearest: Nearest,
  proof: Proof,
): LaneInt {
  writeSimplexes(context, rows, k, nearest.ids);
  const length = proof.length;
  const result: PairResult = {
    normal: scale(1 / length, nearest.v),
    distance: length,
    bound: max(length - proof.lower, 0) + ROUNDING * (size + length),
    witness: nearest.witness,
  };
  writeResults(context, rows, k, pose, result);
  const far = splat(floatsAt(context)[MAX_DISTANCE]);
  const side: LaneInt = select(length > far, Status.BeyondMaxDistance, Status.Separated);
  const near: Lane = select(nearest.sharp, NEAR_FACE, NEAR);
  const close: LaneInt = select(nearest.sharp && length <= NEAR_FACE * size, UNDECIDED, APART);
  const open: LaneInt = select(length > near * size, side, close);
  return select(nearest.on && proof.proven, open, APART);
}

/** The cross axis of largest separation: its signed square, and the edges. */
interface Crossing {
  readonly square: Lane;
  readonly edges: LaneInt;
}

function larger(best: Crossing, edges: LaneInt, cosine: Lane, separation: Lane): Crossing {
  const sine2 = 1 - cosine * cosine;
  const square = (separation * separation) / sine2;
  const better = separation > 0 && sine2 > LEAST_SINE2 && square > best.square;
  return { square: select(better, square, best.square), edges: select(better, edges, best.edges) };
}

function largestCrossing(r: Mat3, e: Mat3): LaneInt {
  let best: Crossing = { square: 0, edges: 0 };
  best = larger(best, 9, r.x.x, e.x.x);
  best = larger(best, 10, r.x.y, e.x.y);
  best = larger(best, 12, r.x.z, e.x.z);
  best = larger(best, 17, r.y.x, e.y.x);
  best = larger(best, 18, r.y.y, e.y.y);
  best = larger(best, 20, r.y.z, e.y.z);
  best = larger(best, 33, r.z.x, e.z.x);
  best = larger(best, 34, r.z.y, e.z.y);
  best = larger(best, 36, r.z.z, e.z.z);
  return best.edges;
}

/**
 * Writes the results of boxes that are apart. Verdicts: a `Status`, APART for boxes that are apart without a proven
 * distance, DEEP for others in a query with depth, or UNDECIDED. No result is written for overlapping boxes.
 */
export function nearestFeatures(context: Ints, rows: Rows, count: Int): void {
  for (let k: Int = 0; k < count; k += LANES) nearestOfFour(context, rows, k);
}

function nearestOfFour(context: Ints, rows: Rows, k: Int): void {
  const pose = relativePose(context, rows, k);
  const a = sizes(intsAt(rows.shapeA), k).half;
  const b = sizes(intsAt(rows.shapeB), k).half;
  const r = pose.rotation;
  const t = pose.shift;
  const boxes: BoxPair = { a, b, r, t };
  const size = lengthOf(a) + lengthOf(b);
  const eps = AXIS_ROUNDING * size;
  const m = absolute(r);
  const seen = timesTransposed(r, t);
  const face = largestFace(alongFaces(t, seen, m, a, b));
  let most = face;
  let verdict: LaneInt = UNDECIDED;
  if (any(face <= eps)) {
    const e = alongEdges(t, r, m, a, b);
    most = max(face, largestEdge(e));
    // their depth shows whether they overlap
    if (context[DEPTH] === 1) verdict = DEEP;
    else verdict = decideByDoubts(face, e, m, size, eps);
  }
  const apart = most > eps;
  if (any(apart)) {
    const ofB = nearestCorner(t, r, b, a);
    const turned: Mat3 = {
      x: { x: r.x.x, y: r.y.x, z: r.z.x },
      y: { x: r.x.y, y: r.y.y, z: r.z.y },
      z: { x: r.x.z, y: r.y.z, z: r.z.z },
    };
    const ofA = nearestCorner({ x: -seen.x, y: -seen.y, z: -seen.z }, turned, a, b);
    let nearest = atCorner(boxes, ofB.square <= ofA.square, ofA.corner | (ofB.corner << 16));
    let proof = prove(boxes, nearest.v, size);
    const inexact = !proof.exact;
    if (any(apart && inexact)) {
      const edges = largestCrossing(r, alongEdges(t, r, m, a, b));
      const crossing = atEdges(boxes, edges, ROUNDING * size);
      const proofOfEdges = prove(boxes, crossing.v, size);
      const narrower = proofOfEdges.length - proofOfEdges.lower < proof.length - proof.lower;
      const better = inexact && edges !== 0 && crossing.on && narrower;
      nearest = select(better, crossing, nearest);
      proof = select(better, proofOfEdges, proof);
    }
    const written = writeNearest(context, rows, k, pose, size, nearest, proof);
    verdict = select(apart, written, verdict);
  }
  rows.verdict[k] = select(pose.valid, verdict, UNDECIDED);
}

/**
 * Writes the results of boxes whose nearest points lie on the features of the stored simplex. Verdicts: a `Status`, or
 * APART for boxes of which that is not proven.
 */
export function warmStartFeatures(context: Ints, rows: Rows, count: Int): void {
  for (let k: Int = 0; k < count; k += LANES) warmStartFour(context, rows, k);
}

function warmStartFour(context: Ints, rows: Rows, k: Int): void {
  const stored = readSimplexes(context, rows, k);
  const p = stored.p;
  const q = select(stored.q === -1, p, stored.q);
  const s = select(stored.r === -1, p, stored.r);
  const sound = ((p | q | s) & NO_CORNER) === 0 && stored.s === -1;
  // the axes along which the vertices of each box differ
  const differ = (p ^ q) | (p ^ s);
  const axesA = differ & 7;
  const axesB = (differ >>> 16) & 7;
  const crossed = axesA !== 0 && axesB !== 0;
  const pose = relativePose(context, rows, k);
  const a = sizes(intsAt(rows.shapeA), k).half;
  const b = sizes(intsAt(rows.shapeB), k).half;
  const boxes: BoxPair = { a, b, r: pose.rotation, t: pose.shift };
  const size = lengthOf(a) + lengthOf(b);
  let nearest = atCorner(boxes, axesB === 0, p & 0x70007);
  if (any(crossed)) {
    const crossing = atEdges(boxes, edgesOf(axesA, axesB), ROUNDING * size);
    const single = (axesA & (axesA - 1)) === 0 && (axesB & (axesB - 1)) === 0;
    const on = crossing.on && single;
    nearest = select(crossed, { v: crossing.v, witness: crossing.witness, ids: crossing.ids, sharp: on, on }, nearest);
  }
  const proof = prove(boxes, nearest.v, size);
  const verdict = writeNearest(context, rows, k, pose, size, nearest, proof);
  rows.verdict[k] = select(pose.valid && sound && proof.exact, verdict, APART);
}

/**
 * Distance of half-spaces and shapes of tiers box and vertices: the height of the shape's lowest vertex over the plane,
 * in f64, row by row. Defers smooth cores, and hulls of many vertices; see narrow/scalar/halfSpace.ts.
 */
import { Status } from '../../../queries/distance/status.ts';
import { BOX, CORE, EXTENT, RADIUS, SMOOTH, VERTEX_COUNT } from '../../../shapes/codes.ts';
import { DEPTH, IDS, MAX_DISTANCE, OFFSET_A, OFFSET_B, OVERLAP_ONLY, SEPARATION, STATUS, TO } from '../context.ts';
import { defer } from '../defer.ts';
import {
  abs,
  bytesAt,
  type Double,
  double,
  type Float,
  float,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
} from '../lanes.ts';
import { writeOverlap } from '../pairResult.ts';
import type { Counts, Rows } from '../rows.ts';
import { add, inner, isPlane, isTurn, lengthOf, offsetOf, toLocal, toWorld, turnOf, upOf, type Vec } from './placed.ts';
import { coordinate, cornerAlong, farthestOf, pointsOf } from './vertices.ts';

/** Hulls of more vertices are deferred: the scalar kernel has direction cells. */
const MOST_SCANNED = 128;
/** Rounding of f32, and of f64 poses, as in narrow/scalar/exactDistance.ts. */
const F32_ROUNDING = 1 / 16_777_216;
const F64_ROUNDING = 2e-15;
/** No vertex, in the high half of a word of a simplex. */
const ONE_VERTEX: Int = -65536;
const INFINITE: Float = 1 / 0;

/** Computes `count` rows. */
export function planePairs(context: Ints, rows: Rows, counts: Counts, count: Int): void {
  for (let k: Int = 0; k < count; k += 1) {
    const row = intsAt(rows.row)[k];
    const wordsA = intsAt(intsAt(rows.shapeA)[k]);
    const wordsB = intsAt(intsAt(rows.shapeB)[k]);
    const a = intsAt(rows.a)[k];
    const b = intsAt(rows.b)[k];
    let written: Int = 0;
    if (isPlane(wordsA)) written = planePair(context, row, a, b, wordsB);
    else written = planePair(context, row, b, a, wordsA);
    if (written === 0) defer(context, counts, row);
  }
}

/** Computes the row of half-space `plane` and collider `body` with the shape at `words`. Returns 0 to defer it. */
function planePair(context: Ints, row: Int, plane: Int, body: Int, words: Ints): Int {
  if ((words[CORE] & SMOOTH) !== 0) return 0;
  const isBox = words[CORE] === BOX;
  if (!isBox && words[VERTEX_COUNT] > MOST_SCANNED) return 0;
  const planeTurn = turnOf(context, plane);
  const turn = turnOf(context, body);
  const offset = offsetOf(context, plane, body);
  if (!(isTurn(planeTurn) && isTurn(turn) && lengthOf(offset) < 1e18)) return 0;
  const up = upOf(planeTurn);
  const upward = toLocal(turn, up);
  const down: Vec = { x: -upward.x, y: -upward.y, z: -upward.z };
  const points = pointsOf(context, words);
  let vertex = cornerAlong(down);
  if (!isBox) vertex = farthestOf(points, words[VERTEX_COUNT], down);
  const local: Vec = {
    x: coordinate(words, points, vertex, 0),
    y: coordinate(words, points, vertex, 1),
    z: coordinate(words, points, vertex, 2),
  };
  const arm = toWorld(turn, local);
  const height = inner(up, offset) + inner(up, arm);
  const radius = double(floatsAt(words)[RADIUS]);
  const distance = height - radius;
  // 1 if the half-space is the caller's first collider
  let planeFirst: Int = 0;
  if (intsAt(context[IDS])[2 * row] === plane) planeFirst = 1;
  writeVertex(context, row, planeFirst, vertex);
  if (context[OVERLAP_ONLY] === 1) {
    writeVerdict(context, row, distance);
    return 1;
  }
  if (context[DEPTH] !== 1 && height <= 0) {
    writeOverlap(context, row);
    bytesAt(context[STATUS])[row] = Status.Overlapping;
    return 1;
  }
  let bound = F32_ROUNDING * abs(distance) + F64_ROUNDING * (lengthOf(offset) + double(floatsAt(words)[EXTENT]));
  if (distance > double(floatsAt(context)[MAX_DISTANCE])) {
    bytesAt(context[STATUS])[row] = Status.BeyondMaxDistance;
    bound = double(INFINITE);
  } else writeVerdict(context, row, distance);
  const onBody = add(arm, -radius, up);
  const onPlane = add(add(offset, 1, arm), -height, up);
  let sign: Double = -1;
  if (planeFirst === 1) sign = 1;
  put(context[SEPARATION] + 16 * row, sign * up.x, sign * up.y, sign * up.z, distance);
  if (planeFirst === 1) {
    put(context[OFFSET_A] + 16 * row, onPlane.x, onPlane.y, onPlane.z, bound);
    put(context[OFFSET_B] + 16 * row, onBody.x, onBody.y, onBody.z, 0);
  } else {
    put(context[OFFSET_A] + 16 * row, onBody.x, onBody.y, onBody.z, bound);
    put(context[OFFSET_B] + 16 * row, onPlane.x, onPlane.y, onPlane.z, 0);
  }
  return 1;
}

function writeVerdict(context: Ints, row: Int, distance: Double): void {
  let status: Int = Status.Overlapping;
  if (distance > 0) status = Status.Separated;
  bytesAt(context[STATUS])[row] = status;
}

/** Writes the simplex: the body's vertex, and 0 for the half-space. */
function writeVertex(context: Ints, row: Int, planeFirst: Int, vertex: Int): void {
  const to = intsAt(context[TO] + 16 * row);
  to[0] = ONE_VERTEX | (vertex * (1 - planeFirst));
  to[1] = -1;
  to[2] = ONE_VERTEX | (vertex * planeFirst);
  to[3] = -1;
}

/** Writes four numbers, rounded to f32. */
function put(address: Int, x: Double, y: Double, z: Double, w: Double): void {
  const to = floatsAt(address);
  to[0] = float(x);
  to[1] = float(y);
  to[2] = float(z);
  to[3] = float(w);
}

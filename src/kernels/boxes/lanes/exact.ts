/**
 * Two boxes in f64, one row at a time, with the functions of the scalar kernel: the axis of largest separation among
 * their 15, and the witness of the features in contact. For rows that f32 leaves open.
 */
import {
  abs,
  bytesAt,
  columnAt,
  type Double,
  type Doubles,
  double,
  floatsAt,
  type Int,
  type Ints,
  int,
  intsAt,
  max,
} from '../../../language/lanes.ts';
import { Status } from '../../../tables/distanceStatus.ts';
import { DEPTH, FROM, IDS, MAX_DISTANCE, OVERLAP_ONLY, STATUS, TO } from '../../../tables/kernelContext.ts';
import { EXTENT, HALF_X, RADIUS } from '../../../tables/shapeWords.ts';
import type { CorePair } from '../../cores/corePair.ts';
import { type Height, writeHeight } from '../../planes/lanes/height.ts';
import {
  add,
  isTurn,
  lengthOf,
  offsetOf,
  type Turn,
  toLocal,
  toWorld,
  turnOf,
  type Vec,
} from '../../planes/lanes/placed.ts';
import { writeSimplex } from '../../planes/lanes/simplex.ts';
import { writeOverlap } from '../../rows/lanes/pairResult.ts';
import { distanceTables } from '../../rows/lanes/tile.ts';
import { boxesSeparation } from '../axes.ts';
import { cornerOnFace, separatingEdges, separatingFace } from '../separate.ts';
import { boxWitness } from '../witness.ts';
import { boxMeeting, type Meeting } from './meeting.ts';

/** No vertex, in the low half of a word. */
const UNUSED = 0xffff;
const INFINITE: Double = 1 / 0;

/**
 * Boxes nearer to contact than this part of their size get the flag of the path that the scalar kernel takes. Those
 * with a radius are left to it: its searches count cores as touching within 1e-8 of the size.
 */
const RESOLVED = 2e-8;

/**
 * Boxes touch for the searches of the scalar kernel if their largest separation is up to this part of the size: no
 * corner of B − A is sharper than that of a box, so the distance is at most √3 times as large, and below 1e-8.
 */
const TOUCHING = 4e-9;

/** Points this near to both boxes are common, as a part of the size: twice what parallel edges lose (kernels/boxes). */
const COMMON = 2e-8;

/** What `measure` and `measureSharp` return: no result, a result in the scratch, an overlap without depth. */
const UNPROVEN: Int = 0;
const MEASURED: Int = 1;
const TOGETHER: Int = 2;

/** Computes a row of boxes `a` < `b` with shapes at `wordsA` and `wordsB`. @returns 1 if it is written */
export function f64BoxRow(context: Ints, row: Int, a: Int, b: Int, wordsA: Ints, wordsB: Ints): Int {
  const tables = distanceTables(context);
  const pair = tables.pair;
  const realsA = floatsAt(wordsA);
  const realsB = floatsAt(wordsB);
  const turn = turnOf(context, a);
  const other = turnOf(context, b);
  const offset = offsetOf(context, a, b);
  if (!(isTurn(turn) && isTurn(other) && lengthOf(offset) < 1e18)) return 0;
  writeRotation(pair.rotation, turn, other);
  const place = toLocal(turn, offset);
  pair.shift[0] = place.x;
  pair.shift[1] = place.y;
  pair.shift[2] = place.z;
  for (let c: Int = 0; c < 3; c++) {
    pair.halfA[c] = double(realsA[HALF_X + c]);
    pair.halfB[c] = double(realsB[HALF_X + c]);
  }
  const size = double(realsA[EXTENT]) + double(realsB[EXTENT]);
  pair.size = size;
  pair.bound = 0;
  const radius = double(realsB[RADIUS]);
  const baseRadius = double(realsA[RADIUS]);
  const radii = radius + baseRadius;
  const sharp = int(radii === 0);
  if (sharp === 1 && context[OVERLAP_ONLY] === 1) {
    writeFlag(context, row, pair);
    return 1;
  }
  let found: Int = UNPROVEN;
  if (sharp === 1) found = measureSharp(context, row, pair, tables.meeting);
  else found = measure(context, pair, radii);
  if (found === UNPROVEN) return 0;
  let first: Int = 0;
  if (intsAt(context[IDS])[2 * row] === a) first = 1;
  const level = pair.distance;
  const simplex = pair.simplex;
  writeSimplex(context, row, first, simplex.idsA, simplex.idsB, int(found === TOGETHER || level <= 0), sharp);
  if (found === TOGETHER) {
    writeOverlap(context, row);
    bytesAt(context[STATUS])[row] = Status.Overlapping;
    return 1;
  }
  const normal = vectorOf(pair.normal);
  const witness = vectorOf(pair.witness);
  const up = toWorld(turn, normal);
  const onA = toWorld(turn, witness);
  const arm = add(add(onA, level, up), -1, offset);
  const reach = lengthOf(offset) + size;
  const height: Height = { up, offset, arm, level, radius, baseRadius, reach, error: pair.bound };
  writeHeight(context, row, first, height);
  return 1;
}

/** Writes whether sharp boxes overlap: the test of the scalar kernel, with its bits. */
function writeFlag(context: Ints, row: Int, pair: CorePair): void {
  const face = separatingFace(pair);
  let isApart = face >= 0;
  if (!isApart) isApart = separatingEdges(pair);
  let status: Int = Status.Overlapping;
  if (isApart) status = Status.Separated;
  bytesAt(context[STATUS])[row] = status;
  columnAt(context[TO])[4 * row] = columnAt(context[FROM])[4 * row];
}

/** Measures boxes of which one has a radius: the distance of their cores. */
function measure(context: Ints, pair: CorePair, radii: Double): Int {
  const size = pair.size;
  const axis = boxesSeparation(pair);
  const level = pair.distance;
  if (!(abs(level) > RESOLVED * size && abs(level - radii) > RESOLVED * (size + radii))) return UNPROVEN;
  const isOn = boxWitness(pair, axis, 0);
  const isFlag = level <= 0 && (context[OVERLAP_ONLY] === 1 || context[DEPTH] !== 1);
  if (isOn === 0 && !isFlag) return UNPROVEN;
  return MEASURED;
}

/** Measures sharp boxes. Near contact, it takes the branches of the scalar kernel. */
function measureSharp(context: Ints, row: Int, pair: CorePair, meeting: Meeting): Int {
  const size = pair.size;
  let axis = boxesSeparation(pair);
  // NaN fails
  if (!(abs(pair.distance) < INFINITE)) return UNPROVEN;
  const isNear = abs(pair.distance) <= RESOLVED * size;
  if (isNear && (intsAt(context[FROM])[4 * row] & UNUSED) === UNUSED) {
    // boxes without a simplex are apart if a face says so, even if the best axis does not
    const face = separatingFace(pair);
    if (face >= 0) {
      const isOver = cornerOnFace(pair, face);
      if (isOver) return MEASURED;
    }
    axis = boxesSeparation(pair);
  }
  const level = pair.distance;
  if (context[DEPTH] !== 1 && level <= 0) return TOGETHER;
  if (isNear && level > 0) {
    if (context[DEPTH] !== 1 && level > TOUCHING * size) return UNPROVEN;
    // a search might end at the limit before it finds the contact
    if (double(floatsAt(context)[MAX_DISTANCE]) <= RESOLVED * size) return UNPROVEN;
  }
  const isOn = boxWitness(pair, axis, 0);
  if (isOn === 0) {
    let slack = COMMON * size;
    if (isNear) slack += 2 * max(level, 0);
    const isMet = boxMeeting(pair, meeting, slack);
    if (isMet === 0) return UNPROVEN;
    pair.bound = slack;
  }
  if (context[DEPTH] !== 1 && isNear) return TOGETHER;
  return MEASURED;
}

function vectorOf(v: Doubles): Vec {
  return { x: v[0], y: v[1], z: v[2] };
}

/** Writes the rotation B → A: the formulas of kernels/poses/relativePose.ts. */
function writeRotation(m: Doubles, a: Turn, b: Turn): void {
  const x = a.w * b.u.x - a.u.x * b.w - a.u.y * b.u.z + a.u.z * b.u.y;
  const y = a.w * b.u.y - a.u.y * b.w - a.u.z * b.u.x + a.u.x * b.u.z;
  const z = a.w * b.u.z - a.u.z * b.w - a.u.x * b.u.y + a.u.y * b.u.x;
  const w = a.w * b.w + a.u.x * b.u.x + a.u.y * b.u.y + a.u.z * b.u.z;
  const two: Double = 2;
  const s = two / (x * x + y * y + z * z + w * w);
  const sx = s * x;
  const sy = s * y;
  const sz = s * z;
  m[0] = 1 - sy * y - sz * z;
  m[1] = sx * y - sz * w;
  m[2] = sx * z + sy * w;
  m[3] = sx * y + sz * w;
  m[4] = 1 - sx * x - sz * z;
  m[5] = sy * z - sx * w;
  m[6] = sx * z - sy * w;
  m[7] = sy * z + sx * w;
  m[8] = 1 - sx * x - sy * y;
}

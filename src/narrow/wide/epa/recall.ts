/**
 * The depth of four pairs from the polytopes that their rows have kept, a lane each. A pair is done if its lowest face
 * is one of B − A, as EPA ends, and the origin projects onto it. Most are, after small motions. EPA goes on with the
 * others.
 */

import { FACES_SHIFT, POINTS_MASK } from '../../../queries/distance/codes.ts';
import { POLYTOPES_FROM, POLYTOPES_TO } from '../context.ts';
import { rowsAt } from '../gather.ts';
import { isVertex, loadVertices, pointOf, type SupportSet } from '../gjk/supportSet.ts';
import {
  abs,
  addressOf,
  bitmask,
  bitsOf,
  columnAt,
  extract,
  extractInt,
  fromBits,
  type Int,
  type Ints,
  insertInt,
  intColumnAt,
  intsAt,
  type Lane,
  type LaneInt,
  laneIndex,
  type Mask,
  maskBits,
  max,
  min,
  pickBytes,
  select,
  splat,
  transpose,
  where,
} from '../lanes.ts';
import type { RelativePose } from '../relativePose.ts';
import type { Rows } from '../rows.ts';
import type { DistanceTables } from '../tile.ts';
import { cross, dot, scale, sub, times, timesTransposed, type Vec3 } from '../vectors.ts';
import { AROUND, epa, REACHED } from './epa.ts';
import { copyKept, FIRST_SHORT, keptAt, NEXT_SHORT } from './kept.ts';
import { NO_PLANE, planeOf } from './polytope.ts';
import { apexOf, barycentricOf } from './projectOrigin.ts';
import { COPLANAR } from './result.ts';
import { FAR_OFF, NEARBY } from './seed.ts';
import { supportOf } from './support.ts';
import { OUTCOME_COLUMNS, type Recalled } from './tables.ts';

const INFINITE = 1 / 0;
/** The square of twice the area of a triangle that has a plane. */
const FLAT = 1e-37;

/** Reads the first words of the polytopes of pairs k … k + 3. @returns 0 if none of them has any */
export function readHeaders(context: Ints, tables: DistanceTables, rows: Rows, k: Int): Int {
  const headers = intsAt(tables.recalled.state.headers);
  const rowIds = intsAt(rows.row);
  headers[0] = intsAt(keptAt(context, POLYTOPES_FROM, rowIds[k]))[0];
  headers[1] = intsAt(keptAt(context, POLYTOPES_FROM, rowIds[k + 1]))[0];
  headers[2] = intsAt(keptAt(context, POLYTOPES_FROM, rowIds[k + 2]))[0];
  headers[3] = intsAt(keptAt(context, POLYTOPES_FROM, rowIds[k + 3]))[0];
  return headers[0] | headers[1] | headers[2] | headers[3];
}

/** Writes the outcomes of these pairs, of a list of `count`: at least one has a polytope. Task and poses are set. */
export function recall(
  context: Ints,
  tables: DistanceTables,
  rows: Rows,
  pose: RelativePose,
  k: Int,
  count: Int,
): void {
  const recalled = tables.recalled;
  const rowIds = intsAt(rows.row);
  const a = keptAt(context, POLYTOPES_FROM, rowIds[k]);
  const b = keptAt(context, POLYTOPES_FROM, rowIds[k + 1]);
  const c = keptAt(context, POLYTOPES_FROM, rowIds[k + 2]);
  const d = keptAt(context, POLYTOPES_FROM, rowIds[k + 3]);
  const words = intsAt(recalled.state.headers);
  const points = max(
    max(words[0] & POINTS_MASK, words[1] & POINTS_MASK),
    max(words[2] & POINTS_MASK, words[3] & POINTS_MASK),
  );
  const faces = max(max(words[0], words[1]), max(words[2], words[3])) >>> FACES_SHIFT;
  unpackIds(recalled, a, b, c, d, points);
  unpackFaces(tables, a, b, c, d, faces);
  const setA = tables.supportSets[0];
  const setB = tables.supportSets[1];
  loadVertices(context, setA, intsAt(rows.shapeA), k);
  loadVertices(context, setB, intsAt(rows.shapeB), k);
  const sound = placePoints(tables, setA, setB, pose, points);
  findLowest(tables, faces);
  judge(context, tables, rows, pose, sound, k);
  settle(context, tables, rows, k, count);
}

/** Writes the ids of all points, lane by lane. */
function unpackIds(recalled: Recalled, a: Int, b: Int, c: Int, d: Int, points: Int): void {
  const counts = recalled.state.headers[0] & POINTS_MASK;
  for (let p: Int = 0; p < points; p += 4) {
    const at = 4 + 4 * p;
    const four = transpose({
      a: columnAt(a + at)[0],
      b: columnAt(b + at)[0],
      c: columnAt(c + at)[0],
      d: columnAt(d + at)[0],
    });
    recalled.ids[4 * p] = where(splat(p) < counts, bitsOf(four.a));
    recalled.ids[4 * p + 4] = where(splat(p + 1) < counts, bitsOf(four.b));
    recalled.ids[4 * p + 8] = where(splat(p + 2) < counts, bitsOf(four.c));
    recalled.ids[4 * p + 12] = where(splat(p + 3) < counts, bitsOf(four.d));
  }
}

/** Writes where the corners of all faces are, lane by lane. */
function unpackFaces(tables: DistanceTables, a: Int, b: Int, c: Int, d: Int, faces: Int): void {
  const recalled = tables.recalled;
  const headers = intsAt(recalled.state.headers);
  const fromA = a + 4 + 4 * (headers[0] & POINTS_MASK);
  const fromB = b + 4 + 4 * (headers[1] & POINTS_MASK);
  const fromC = c + 4 + 4 * (headers[2] & POINTS_MASK);
  const fromD = d + 4 + 4 * (headers[3] & POINTS_MASK);
  const counts = recalled.state.headers[0] >>> FACES_SHIFT;
  const shorts: LaneInt = splat(FIRST_SHORT) + laneIndex() * NEXT_SHORT;
  const points = pointsOf(tables);
  for (let f: Int = 0; f < faces; f += 4) {
    const at = 2 * f;
    const four = transpose({
      a: fromBits(pickBytes(intColumnAt(fromA + at)[0], shorts)),
      b: fromBits(pickBytes(intColumnAt(fromB + at)[0], shorts)),
      c: fromBits(pickBytes(intColumnAt(fromC + at)[0], shorts)),
      d: fromBits(pickBytes(intColumnAt(fromD + at)[0], shorts)),
    });
    placeCorners(recalled, f, where(splat(f) < counts, bitsOf(four.a)), points);
    placeCorners(recalled, f + 1, where(splat(f + 1) < counts, bitsOf(four.b)), points);
    placeCorners(recalled, f + 2, where(splat(f + 2) < counts, bitsOf(four.c)), points);
    placeCorners(recalled, f + 3, where(splat(f + 3) < counts, bitsOf(four.d)), points);
  }
}

function placeCorners(recalled: Recalled, f: Int, face: LaneInt, points: LaneInt): void {
  recalled.u[4 * f] = points + ((face & 31) << 4);
  recalled.v[4 * f] = points + (((face >>> 5) & 31) << 4);
  recalled.w[4 * f] = points + ((face >>> 10) << 4);
}

/** Byte addresses of point 0 of each lane. */
function pointsOf(tables: DistanceTables): LaneInt {
  const first = addressOf(tables.recalledPoints[0]);
  return splat(first) + laneIndex() * splat(addressOf(tables.recalledPoints[1]) - first);
}

/**
 * Computes the points, and reduces the sizes of the task to those of the polytopes, as `seedFaces`.
 * @returns the lanes whose ids are all vertices, and whose shapes are not too far from their local origins for f32
 */
function placePoints(
  tables: DistanceTables,
  setA: SupportSet,
  setB: SupportSet,
  pose: RelativePose,
  points: Int,
): Mask {
  const recalled = tables.recalled;
  const first = tables.recalledPoints[0].points;
  const second = tables.recalledPoints[1].points;
  const third = tables.recalledPoints[2].points;
  const fourth = tables.recalledPoints[3].points;
  const counts = recalled.state.headers[0] & POINTS_MASK;
  let far: Lane = 0;
  let wrong: LaneInt = 0;
  for (let p: Int = 0; p < points; p += 1) {
    const id = recalled.ids[4 * p];
    const known = where(isVertex(setA, setB, id), id);
    wrong = wrong | (known ^ id);
    const w = pointOf(setA, setB, known, pose.rotation, pose.shift);
    // points behind the last are there for other lanes
    far = max(far, where(splat(p) < counts, abs(w.x) + abs(w.y) + abs(w.z)));
    const each = transpose({ a: w.x, b: w.y, c: w.z, d: 0 });
    first[4 * p] = each.a;
    second[4 * p] = each.b;
    third[4 * p] = each.c;
    fourth[4 * p] = each.d;
  }
  const size = tables.task.size[0];
  tables.task.size[0] = min(size, max(far, NEARBY * size));
  return wrong === 0 && far > FAR_OFF * size;
}

/** The points at the addresses `at[k]` … `at[k + 3]`. */
function cornersAt(at: Ints, k: Int): Vec3 {
  const four = rowsAt(at[k], at[k + 1], at[k + 2], at[k + 3]);
  return { x: four.a, y: four.b, z: four.c };
}

/** Finds the lowest face of each lane, and the next above it. */
function findLowest(tables: DistanceTables, faces: Int): void {
  const recalled = tables.recalled;
  const atU = intsAt(recalled.u);
  const atV = intsAt(recalled.v);
  const atW = intsAt(recalled.w);
  let lowest: Lane = INFINITE;
  let next: Lane = INFINITE;
  let lowestFace: LaneInt = 0;
  let nextFace: LaneInt = 0;
  for (let f: Int = 0; f < faces; f += 1) {
    const u = cornersAt(atU, 4 * f);
    const v = cornersAt(atV, 4 * f);
    const w = cornersAt(atW, 4 * f);
    const n = cross(sub(u, w), sub(v, w));
    const nn = dot(n, n);
    const height = dot(n, w);
    // the square of the height, with its sign: in the same order, without a root
    const square = (height * abs(height)) / nn;
    const isPlane = nn > FLAT;
    const isLowest = isPlane && square < lowest;
    const isNext = isPlane && square < next;
    nextFace = select(isLowest, lowestFace, select(isNext, splat(f), nextFace));
    next = select(isLowest, lowest, select(isNext, square, next));
    lowestFace = select(isLowest, splat(f), lowestFace);
    lowest = select(isLowest, square, lowest);
  }
  recalled.state.lowest[0] = lowestFace;
  recalled.state.next[0] = nextFace;
}

/** Words of a column at 4 f + lane, for a number f of each lane. */
function wordsAt(column: Ints, f: LaneInt): LaneInt {
  const at = splat(addressOf(column)) + (f << 4) + (laneIndex() << 2);
  const first: LaneInt = splat(intsAt(extractInt(at, 0))[0]);
  const second = insertInt(first, 1, intsAt(extractInt(at, 1))[0]);
  const third = insertInt(second, 2, intsAt(extractInt(at, 2))[0]);
  return insertInt(third, 3, intsAt(extractInt(at, 3))[0]);
}

/** The points at four addresses. */
function pointsAt(at: LaneInt): Vec3 {
  const four = rowsAt(extractInt(at, 0), extractInt(at, 1), extractInt(at, 2), extractInt(at, 3));
  return { x: four.a, y: four.b, z: four.c };
}

/** Writes the outcomes at the lowest faces: those that are met, and in `open` those that EPA may continue. */
function judge(context: Ints, tables: DistanceTables, rows: Rows, pose: RelativePose, sound: Mask, k: Int): void {
  const recalled = tables.recalled;
  const outcome = tables.outcome;
  const size = tables.task.size[0];
  const slack = COPLANAR * size;
  const face = recalled.state.lowest[0];
  const atP = wordsAt(intsAt(recalled.u), face);
  const atQ = wordsAt(intsAt(recalled.v), face);
  const atR = wordsAt(intsAt(recalled.w), face);
  const p = pointsAt(atP);
  const q = pointsAt(atQ);
  const r = pointsAt(atR);
  const plane = planeOf(p, q, r);
  const n = plane.normal;
  const lower = plane.height;
  const projection = scale(lower, n);
  const shares = barycentricOf(n, projection, p, q, r);
  const isInside = min(min(shares.u, shares.v), shares.w) >= 0;
  // a face of B − A may be two triangles
  const other = recalled.state.next[0];
  const atS = wordsAt(intsAt(recalled.u), other);
  const atT = wordsAt(intsAt(recalled.v), other);
  const atU = wordsAt(intsAt(recalled.w), other);
  const s = pointsAt(atS);
  const t = pointsAt(atT);
  const u = pointsAt(atU);
  const off = max(max(abs(dot(n, s) - lower), abs(dot(n, t) - lower)), abs(dot(n, u) - lower));
  const others = barycentricOf(n, projection, s, t, u);
  const isOther = !isInside && off <= slack && min(min(others.u, others.v), others.w) >= 0;
  // the vertex of B − A farthest along the normal
  const m = timesTransposed(pose.rotation, n);
  const foundA = tables.foundA;
  const foundB = tables.foundB;
  const shapeA = intsAt(rows.shapeA);
  const shapeB = intsAt(rows.shapeB);
  supportOf(context, foundA, 0, shapeA[k], -extract(n.x, 0), -extract(n.y, 0), -extract(n.z, 0));
  supportOf(context, foundA, 1, shapeA[k + 1], -extract(n.x, 1), -extract(n.y, 1), -extract(n.z, 1));
  supportOf(context, foundA, 2, shapeA[k + 2], -extract(n.x, 2), -extract(n.y, 2), -extract(n.z, 2));
  supportOf(context, foundA, 3, shapeA[k + 3], -extract(n.x, 3), -extract(n.y, 3), -extract(n.z, 3));
  supportOf(context, foundB, 0, shapeB[k], extract(m.x, 0), extract(m.y, 0), extract(m.z, 0));
  supportOf(context, foundB, 1, shapeB[k + 1], extract(m.x, 1), extract(m.y, 1), extract(m.z, 1));
  supportOf(context, foundB, 2, shapeB[k + 2], extract(m.x, 2), extract(m.y, 2), extract(m.z, 2));
  supportOf(context, foundB, 3, shapeB[k + 3], extract(m.x, 3), extract(m.y, 3), extract(m.z, 3));
  const b = times(pose.rotation, { x: foundB.x[0], y: foundB.y[0], z: foundB.z[0] });
  const farthest: Vec3 = {
    x: pose.shift.x - foundA.x[0] + b.x,
    y: pose.shift.y - foundA.y[0] + b.y,
    z: pose.shift.z - foundA.z[0] + b.z,
  };
  const upper = dot(n, farthest);
  // without a polytope there is no plane
  const isAround = pose.valid && sound && lower > AROUND * size && lower < NO_PLANE;
  const isMet = isAround && upper - lower <= REACHED * size && (isInside || isOther);
  outcome.met[0] = maskBits(isMet);
  recalled.state.open[0] = maskBits(isAround && !isMet);
  outcome.normal[0] = n;
  outcome.lower[0] = lower;
  outcome.upper[0] = max(lower, upper);
  outcome.p[0] = select(isOther, s, p);
  outcome.q[0] = select(isOther, t, q);
  outcome.r[0] = select(isOther, u, r);
  const points = pointsOf(tables);
  recalled.state.cornerP[0] = (select(isOther, atS, atP) - points) >>> 4;
  recalled.state.cornerQ[0] = (select(isOther, atT, atQ) - points) >>> 4;
  recalled.state.cornerR[0] = (select(isOther, atU, atR) - points) >>> 4;
}

/** Writes the simplexes of the outcomes that are met, and continues EPA where it may. */
function settle(context: Ints, tables: DistanceTables, rows: Rows, k: Int, count: Int): void {
  const recalled = tables.recalled;
  const outcome = tables.outcome;
  const task = tables.task;
  const ids = intsAt(recalled.ids);
  const p = wordsAt(ids, recalled.state.cornerP[0]);
  const q = wordsAt(ids, recalled.state.cornerQ[0]);
  const r = wordsAt(ids, recalled.state.cornerR[0]);
  outcome.idP[0] = p;
  outcome.idQ[0] = q;
  outcome.idR[0] = r;
  outcome.idS[0] = task.idP[0];
  const keptQ = task.idQ[0];
  const keptR = task.idR[0];
  const keptS = task.idS[0];
  const same =
    (keptQ === p || keptQ === q || keptQ === r) &&
    (keptR === p || keptR === q || keptR === r) &&
    (keptS === p || keptS === q || keptS === r);
  const changed = bitmask(!same);
  const met = bitmask(outcome.met[0] !== 0);
  const open = bitmask(recalled.state.open[0] !== 0);
  const words = intsAt(outcome);
  for (let lane: Int = 0; lane < 4; lane += 1) {
    const at = k + lane;
    const kept = keptAt(context, POLYTOPES_FROM, intsAt(rows.row)[at]);
    const to = keptAt(context, POLYTOPES_TO, intsAt(rows.row)[at]);
    if (((met >>> lane) & 1) === 1) {
      copyKept(kept, to);
      if (((changed >>> lane) & 1) === 1) {
        const u = intsAt(recalled.state.cornerP)[lane];
        const v = intsAt(recalled.state.cornerQ)[lane];
        const w = intsAt(recalled.state.cornerR)[lane];
        const points = intsAt(recalled.state.headers)[lane] & POINTS_MASK;
        const apex = apexOf(tables.recalledPoints[lane].points, u | (v << 6) | (w << 12), points);
        intsAt(outcome.idS)[lane] = ids[4 * apex + lane];
      }
    } else if (((open >>> lane) & 1) === 1) {
      if (at < count) epa(context, lane, intsAt(rows.shapeA)[at], intsAt(rows.shapeB)[at], kept, to);
      else for (let c: Int = 0; c < OUTCOME_COLUMNS; c += 1) words[4 * c + lane] = words[4 * c + lane - 1];
    }
  }
}

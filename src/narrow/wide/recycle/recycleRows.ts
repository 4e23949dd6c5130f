/**
 * Rows that keep the manifold of an earlier query, four at a time. A row keeps it if its pair has moved less than a
 * bound since the stamp of the manifold: its points follow the motion. The other rows are listed, for the kernels of
 * distances and manifolds.
 *
 *   reads   ids, poses, last rows; stamps, anchors and features of the last query; simplexes
 *   writes  recycled, stamps; all columns of the rows that keep their manifolds, undefined values in those of others
 *
 * Separations follow the motion of the points of B along the normal, so they are exact up to its square. Across the
 * normal the points stay where they are on A.
 */

import { TURN_A, TURN_B, TURN_SHIFT } from '../../../queries/contacts/stamps.ts';
import { Status } from '../../../queries/distance/status.ts';
import {
  IDS,
  IS_STAMPED,
  LAST_ROW,
  LISTED_BYTES,
  LISTED_COUNT,
  MARGIN,
  MOST_MOTION,
  POINT_COUNT,
  POSITIONS,
  QUERY,
  RECYCLE,
  RECYCLED,
  ROTATIONS,
  ROW_COUNT,
  SEPARATION,
  STAMPED_FROM,
  STAMPS_FROM,
  STAMPS_TO,
  STATUS,
  TILE_ROWS,
  TOUCHES,
  TOUCHING,
  TURN,
} from '../context.ts';
import { offsetsOf, pairsAt } from '../gather.ts';
import {
  abs,
  addressOf,
  any,
  bitmask,
  bytesAt,
  columnAt,
  extractInt,
  floatsAt,
  type Int,
  type IntColumn,
  type Ints,
  insertInt,
  intColumnAt,
  intsAt,
  LANES,
  type Lane,
  type LaneInt,
  type Mask,
  max,
  min,
  ones,
  pickBytes,
  select,
  splat,
  transpose,
} from '../lanes.ts';
import { NOTHING } from '../pairResult.ts';
import { recycleTables } from '../tile.ts';
import { dot, times, type Vec3 } from '../vectors.ts';
import { carryFeatures, copyStamp, passSimplex, startStamp } from './carryRow.ts';
import { followPoints } from './followPoints.ts';
import { errorOf, motionSince, stampsAt, turnBack, wayOf } from './motion.ts';
import { placementOf, quatsOf, rotationOf, squareOf } from './placement.ts';

/** Rows whose poses are read ahead. */
const AHEAD = 32;
/** The numbers of the low bytes of four words. */
const LOW_BYTES = 0x0c080400;

/**
 * Recycles rows from `begin` on, until TILE_ROWS rows may be listed or `end` is reached.
 * @returns the first row that is left; LISTED_COUNT holds the number of listed rows
 */
export function recycleRows(context: Ints, begin: Int, end: Int): Int {
  const listed = intsAt(addressOf(context) + LISTED_BYTES);
  let count: Int = 0;
  let row: Int = begin;
  let read: Int = begin;
  while (row < end && count <= TILE_ROWS - LANES) {
    if (row >= read) {
      read = min(row + AHEAD, end);
      intsAt(recycleTables(context).tail.words)[0] = prefetch(context, row, read);
    }
    const open = recycleFour(context, row, end);
    for (let lane: Int = 0; lane < LANES; lane += 1) {
      listed[count] = row + lane;
      count += (open >>> lane) & 1;
    }
    row += LANES;
  }
  context[LISTED_COUNT] = count;
  return min(row, end);
}

/** Reads a word of each pose of rows [begin, end), so that the cache misses overlap. Returns the sum of the words. */
function prefetch(context: Ints, begin: Int, end: Int): Int {
  const ids = intsAt(context[IDS]);
  let sum: Int = 0;
  for (let k: Int = 2 * begin; k < 2 * end; k += 1) {
    const id = ids[k];
    if (id >= 0 && id < context[ROW_COUNT]) {
      sum += intsAt(context[POSITIONS] + 32 * id)[0] + intsAt(context[ROTATIONS] + 16 * id)[0];
    }
  }
  return sum;
}

/** The ids of rows row … row + 3: in place, or of the rows before `end` with the last one repeated. */
function idsOf(context: Ints, tail: IntColumn, row: Int, end: Int): Int {
  const ids = context[IDS] + 8 * row;
  if (row + LANES <= end) return ids;
  for (let lane: Int = 0; lane < LANES; lane += 1) {
    const at = min(row + lane, end - 1) - row;
    intsAt(tail)[2 * lane] = intsAt(ids)[2 * at];
    intsAt(tail)[2 * lane + 1] = intsAt(ids)[2 * at + 1];
  }
  return addressOf(tail);
}

/** Statuses of rows with points, or beyond the margin. */
function statusOf(hasPoints: Mask, distance: Lane): LaneInt {
  const beyond: LaneInt = Status.BeyondMaxDistance;
  const apart: LaneInt = Status.Separated;
  const together: LaneInt = Status.Overlapping;
  return select(hasPoints, select(distance > 0, apart, together), beyond);
}

function lanesOf(a: Int, b: Int, c: Int, d: Int): LaneInt {
  return insertInt(insertInt(insertInt(splat(a), 1, b), 2, c), 3, d);
}

/** Recycles rows row … row + 3 as far as they are before `end`. Returns the lanes that get fresh manifolds, as bits. */
function recycleFour(context: Ints, row: Int, end: Int): Int {
  const tables = recycleTables(context);
  const ids = idsOf(context, tables.tail.words, row, end);
  const pairs = pairsAt(intColumnAt(ids), 0, splat(context[ROW_COUNT] - 1));
  // lanes beyond the end repeat the last row
  const r0 = row;
  const r1 = min(row + 1, end - 1);
  const r2 = min(row + 2, end - 1);
  const r3 = min(row + 3, end - 1);

  const a = quatsOf(context, pairs.a);
  const between = offsetsOf(context[POSITIONS], pairs.a, pairs.b);
  const offset: Vec3 = { x: between.a, y: between.b, z: between.c };
  const scaleA = 2 / squareOf(a);
  const now = placementOf(a, quatsOf(context, pairs.b), scaleA, offset);

  // rows of the last query
  const lastRows = intsAt(context[LAST_ROW]);
  const origins = lanesOf(lastRows[r0], lastRows[r1], lastRows[r2], lastRows[r3]);
  const s0 = max(lastRows[r0], 0);
  const s1 = max(lastRows[r1], 0);
  const s2 = max(lastRows[r2], 0);
  const s3 = max(lastRows[r3], 0);
  const stamp = stampsAt(context[STAMPS_FROM], s0, s1, s2, s3);
  const stamped = intsAt(context[STAMPED_FROM]);
  // a stamp of this query is of a run of this block that was broken off
  const made = lanesOf(stamped[s0], stamped[s1], stamped[s2], stamped[s3]);
  const known = origins >= 0 && splat(context[IS_STAMPED]) === 1 && made !== splat(context[QUERY]);
  const motion = motionSince(stamp, now);
  const way = wayOf(stamp, motion);

  const n0 = carryFeatures(context, r0, s0);
  const n1 = carryFeatures(context, r1, s1);
  const n2 = carryFeatures(context, r2, s2);
  const n3 = carryFeatures(context, r3, s3);
  const points = lanesOf(n0, n1, n2, n3);
  const hasPoints = points > 0;

  const margin: Lane = splat(floatsAt(context)[MARGIN]);
  const bound = min(splat(floatsAt(context)[RECYCLE]) * abs(stamp.reach), splat(floatsAt(context)[MOST_MOTION]));
  const isDue = (pairs.a * TURN_A + pairs.b * TURN_B) >>> TURN_SHIFT === splat(context[TURN]);
  const left = stamp.gap - way.most;
  const near = way.most <= bound && !isDue;
  // a pose that is not finite, or without a rotation, makes the way NaN
  const holds = known && pairs.sound && ((hasPoints && near) || (!hasPoints && left > margin));
  let keeps: Mask = holds;
  if (any(holds)) {
    const rotation = rotationOf(a, scaleA);
    const normal = times(rotation, stamp.normal);
    let lowest: Lane = 0;
    const pointed = bitmask(holds && hasPoints);
    if (pointed !== 0) {
      // a point of B at the arm r has moved by shift + turn(r), so along the normal by shift · n + r · back
      const back = turnBack(motion, stamp.normal);
      const paths = tables.paths;
      paths.rotation[0] = rotation;
      paths.normal[0] = normal;
      paths.offset[0] = offset;
      paths.back[0] = back;
      paths.factor[0] = 1 + dot(stamp.normal, back);
      paths.opened[0] = dot(stamp.normal, motion.shift) - dot(stamp.position, back);
      const swapped = bitmask(pairs.swapped);
      if ((pointed & 1) !== 0) followPoints(context, 0, r0, s0, swapped & 1);
      if ((pointed & 2) !== 0) followPoints(context, 1, r1, s1, (swapped >>> 1) & 1);
      if ((pointed & 4) !== 0) followPoints(context, 2, r2, s2, (swapped >>> 2) & 1);
      if ((pointed & 8) !== 0) followPoints(context, 3, r3, s3, swapped >>> 3);
      const found = tables.found.values;
      const gaps = transpose({
        a: found[0],
        b: found[4],
        c: found[8],
        d: found[12],
      });
      const second = select(points > 1, gaps.b, gaps.a);
      const third = select(points > 2, gaps.c, gaps.a);
      const fourth = select(points > 3, gaps.d, gaps.a);
      lowest = min(min(gaps.a, second), min(third, fourth));
      // a fresh manifold leaves out points beyond the margin
      const inside = max(max(gaps.a, second), max(third, fourth)) <= margin;
      keeps = holds && (!hasPoints || (inside && errorOf(way, lowest - stamp.gap) <= bound));
    }
    const distance = select(hasPoints, lowest, left);
    const sign: Lane = select(pairs.swapped, -1, 1);
    const separations = transpose({ a: sign * normal.x, b: sign * normal.y, c: sign * normal.z, d: distance });
    const separation = columnAt(context[SEPARATION]);
    separation[4 * r0] = separations.a;
    separation[4 * r1] = separations.b;
    separation[4 * r2] = separations.c;
    separation[4 * r3] = separations.d;
    const touching: Lane = splat(floatsAt(context)[TOUCHING]);
    const touches = ones(hasPoints && distance <= touching);
    const codes = statusOf(hasPoints, distance);
    putBytes(tables.tail.words, codes, context[STATUS] + row, end - row);
    putBytes(tables.tail.words, points, context[POINT_COUNT] + row, end - row);
    putBytes(tables.tail.words, touches, context[TOUCHES] + row, end - row);
    passSimplex(context, r0);
    passSimplex(context, r1);
    passSimplex(context, r2);
    passSimplex(context, r3);
  }
  const kept = bitmask(keeps);
  // rows that do not move keep their stamps where they are
  if (kept !== 0 && context[STAMPS_TO] !== context[STAMPS_FROM]) {
    if ((kept & 1) !== 0) copyStamp(context, r0, s0);
    if ((kept & 2) !== 0) copyStamp(context, r1, s1);
    if ((kept & 4) !== 0) copyStamp(context, r2, s2);
    if ((kept & 8) !== 0) copyStamp(context, r3, s3);
  }
  if (kept !== 15) {
    const none: Lane = NOTHING;
    const places = transpose({ a: now.position.x, b: now.position.y, c: now.position.z, d: none });
    const turns = transpose({ a: now.rotation.x, b: now.rotation.y, c: now.rotation.z, d: now.rotation.w });
    if ((kept & 1) === 0) startStamp(context, r0, places.a, turns.a);
    if ((kept & 2) === 0) startStamp(context, r1, places.b, turns.b);
    if ((kept & 4) === 0) startStamp(context, r2, places.c, turns.c);
    if ((kept & 8) === 0) startStamp(context, r3, places.d, turns.d);
  }
  putBytes(tables.tail.words, ones(keeps), context[RECYCLED] + row, end - row);
  return (15 - kept) & ((1 << min(end - row, LANES)) - 1);
}

/** Writes the low bytes of the first `count` of four words. */
function putBytes(words: IntColumn, value: LaneInt, to: Int, count: Int): void {
  if (count >= LANES) {
    const lowest: LaneInt = LOW_BYTES;
    intsAt(to)[0] = extractInt(pickBytes(value, lowest), 0);
  } else {
    words[0] = value;
    for (let k: Int = 0; k < count; k += 1) bytesAt(to)[k] = intsAt(words)[k];
  }
}

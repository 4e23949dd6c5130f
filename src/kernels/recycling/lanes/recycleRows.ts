/**
 * Recycles the manifolds of an earlier query, four rows at a time. A row keeps its manifold if its pair has moved less
 * than a bound since the stamp of the manifold: its points follow the motion. The other rows are listed, for the
 * kernels of distances and manifolds.
 *
 *   reads   ids, poses, last rows; stamps, anchors and features of the last query; simplexes
 *   writes  recycled, stamps; all columns of recycled rows, undefined values in those of others
 *
 * Separations follow the motion of the points of B along the normal, so they are exact up to its square. Across the
 * normal the points stay where they are on A.
 *
 * Hosts have one row in f64, with exact turns (kernels/recycling). Stamps are the same, bits differ.
 */
import {
  abs,
  addressOf,
  any,
  bitmask,
  bytesAt,
  extractInt,
  floatsAt,
  type Int,
  type IntColumn,
  type Ints,
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
} from '../../../language/lanes.ts';
import { type Quat, times, type Vec3 } from '../../../math/lanes/vectors.ts';
import { TURN_A, TURN_B, TURN_SHIFT } from '../../../tables/contactStamps.ts';
import { Status } from '../../../tables/distanceStatus.ts';
import {
  FROM,
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
  TO,
  TOUCHES,
  TOUCHING,
  TURN,
} from '../../../tables/kernelContext.ts';
import { rotationOf, squareOf } from '../../poses/lanes/relativePose.ts';
import {
  type FourRows,
  type IdPairs,
  intsOf,
  linesOf,
  offsetsOf,
  pairsAt,
  putLines,
  quatsOf,
} from '../../rows/lanes/gather.ts';
import { recycleTables } from '../../rows/lanes/tile.ts';
import { carryFeatures, copyStamp, startStamp } from './carryRows.ts';
import { extremesOf, followRows, setPaths } from './followPoints.ts';
import {
  errorOf,
  motionBoundOf,
  motionSince,
  type Placement,
  placementOf,
  stampsAt,
  storePlacement,
} from './motion.ts';

/** Rows whose poses are read ahead. */
const AHEAD = 32;
/** The numbers of the low bytes of four words. */
const LOW_BYTES = 0x0c080400;

/**
 * Recycles rows from `begin` on, until TILE_ROWS rows may be listed or `end` is reached.
 * @returns the first row that remains; LISTED_COUNT holds the number of listed rows
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
    for (let lane: Int = 0; lane < min(end - row, LANES); lane += 1) {
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

/** Where four pairs are. */
interface Placed {
  readonly pairs: IdPairs;
  /** Rotation of A, and 2 / its squared length. */
  readonly a: Quat;
  readonly scaleA: Lane;
  /** Position of B minus position of A, world axes. */
  readonly offset: Vec3;
  readonly now: Placement;
}

function placedPairs(context: Ints, pairs: IdPairs): Placed {
  const a = quatsOf(context, pairs.a);
  const scaleA = 2 / squareOf(a);
  const offset = offsetsOf(context, pairs.a, pairs.b);
  return { pairs, a, scaleA, offset, now: placementOf(a, quatsOf(context, pairs.b), scaleA, offset) };
}

/** Rows of the last query, 0 where there is none. */
function lastRowsOf(last: Ints, rows: FourRows): FourRows {
  return { a: max(last[rows.a], 0), b: max(last[rows.b], 0), c: max(last[rows.c], 0), d: max(last[rows.d], 0) };
}

/** Whether rows of the last query have stamps. One of this query is of a run of this block that was broken off. */
function areKnown(context: Ints, lasts: FourRows): Mask {
  const made = intsOf(intsAt(context[STAMPED_FROM]), lasts);
  return splat(context[IS_STAMPED]) === 1 && made !== splat(context[QUERY]);
}

/** Whether the rows of this turn have these pairs. */
function areDue(context: Ints, pairs: IdPairs): Mask {
  return (pairs.a * TURN_A + pairs.b * TURN_B) >>> TURN_SHIFT === splat(context[TURN]);
}

/** Recycles rows row … row + 3 as far as they are before `end`. Returns the lanes that get fresh manifolds, as bits. */
function recycleFour(context: Ints, row: Int, end: Int): Int {
  const tables = recycleTables(context);
  const count = min(end - row, LANES);
  const ids = idsOf(context, tables.tail.words, row, end);
  const at = placedPairs(context, pairsAt(intColumnAt(ids), 0, splat(context[ROW_COUNT] - 1)));
  // lanes beyond the end repeat the last row
  const rows: FourRows = { a: row, b: min(row + 1, end - 1), c: min(row + 2, end - 1), d: min(row + 3, end - 1) };
  const origins = intsOf(intsAt(context[LAST_ROW]), rows);
  const lasts = lastRowsOf(intsAt(context[LAST_ROW]), rows);
  const stamp = stampsAt(context[STAMPS_FROM], lasts);
  const motion = motionSince(stamp, at.now);
  const motionBound = motionBoundOf(stamp, motion);
  const points = carryFeatures(context, rows, lasts);
  const hasPoints = points > 0;

  const margin: Lane = splat(floatsAt(context)[MARGIN]);
  const bound = min(splat(floatsAt(context)[RECYCLE]) * abs(stamp.reach), splat(floatsAt(context)[MOST_MOTION]));
  const upper = stamp.gap - motionBound.most;
  const near = motionBound.most <= bound && !areDue(context, at.pairs);
  const known = origins >= 0 && areKnown(context, lasts);
  // a pose that is not finite, or without a rotation, makes the bound NaN
  const holds = known && at.pairs.sound && ((hasPoints && near) || (!hasPoints && upper > margin));
  let isRecycled: Mask = holds;
  if (any(holds)) {
    const rotation = rotationOf(at.a, at.scaleA);
    const normal = times(rotation, stamp.normal);
    let distance: Lane = upper;
    const pointed = bitmask(holds && hasPoints);
    if (pointed !== 0) {
      setPaths(tables.paths, rotation, normal, at.offset, stamp, motion);
      followRows(context, pointed, rows, lasts, bitmask(at.pairs.swapped));
      const gaps = extremesOf(tables.found, points);
      distance = select(hasPoints, gaps.least, upper);
      // a fresh manifold leaves out points beyond the margin
      isRecycled =
        holds && (!hasPoints || (gaps.most <= margin && errorOf(motionBound, gaps.least - stamp.gap) <= bound));
    }
    const sign: Lane = select(at.pairs.swapped, -1, 1);
    const separations = transpose({ a: sign * normal.x, b: sign * normal.y, c: sign * normal.z, d: distance });
    putLines(context[SEPARATION], rows, separations);
    // those of a list are in its order already
    putLines(context[TO], rows, linesOf(context[FROM], rows));
    const touches = hasPoints && distance <= splat(floatsAt(context)[TOUCHING]);
    putBytes(tables.tail.words, statusOf(hasPoints, distance), context[STATUS] + row, count);
    putBytes(tables.tail.words, points, context[POINT_COUNT] + row, count);
    putBytes(tables.tail.words, ones(touches), context[TOUCHES] + row, count);
  }
  putBytes(tables.tail.words, ones(isRecycled), context[RECYCLED] + row, count);
  const open = bitmask(!isRecycled);
  if (open !== 0) storePlacement(tables.found, at.now);
  // rows that do not move keep their stamps where they are
  const isInPlace = context[STAMPS_TO] === context[STAMPS_FROM];
  if (open !== 0 || !isInPlace) {
    for (let lane: Int = 0; lane < count; lane += 1) {
      if (((open >>> lane) & 1) !== 0) startStamp(context, row + lane, lane);
      else if (!isInPlace) copyStamp(context, row + lane);
    }
  }
  return open;
}

/** Statuses of rows with points, or beyond the margin. */
function statusOf(hasPoints: Mask, distance: Lane): LaneInt {
  const beyond: LaneInt = Status.BeyondMaxDistance;
  const apart: LaneInt = Status.Separated;
  const together: LaneInt = Status.Overlapping;
  return select(hasPoints, select(distance > 0, apart, together), beyond);
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

/**
 * Polytopes that rows cache between queries. The points of a cached polytope are vertices of B − A at any pose. So at
 * the next pose EPA continues from it, if its faces still have the origin on their inner side: mostly it ends there.
 */
import {
  addressOf,
  bitmask,
  columnAt,
  countBits,
  extractInt,
  type Four,
  floatsAt,
  type Int,
  type Ints,
  intColumnAt,
  intsAt,
  type Lane,
  type LaneInt,
  laneIndex,
  min,
  pickBytes,
  select,
  shortsAt,
  splat,
} from '../../../language/lanes.ts';
import { POLYTOPE_FLAG, POLYTOPE_ROWS } from '../../../tables/kernelContext.ts';
import { FACES_SHIFT, MAX_CACHED_POINTS, POINTS_MASK, POLYTOPE_WORDS } from '../../../tables/polytopeWords.ts';
import { rowsAt } from '../../rows/lanes/gather.ts';
import type { DistanceTables } from '../../rows/lanes/tile.ts';
import type { CachedPoints, Packing, Polytope } from './epaTables.ts';
import { lowestOf, planeOf } from './polytope.ts';

const INFINITE = 1 / 0;
/** The two low bytes of lane 0 … */
export const FIRST_SHORT = -0x7f7fff00;
/** … and how far those of the next lane are. */
export const NEXT_SHORT = 0x202;
/** Points without a face that a cached polytope may have. */
const MOST_UNUSED = 3;

/** The address of row `row` of a polytope column; 0 if the column has no such row. */
export function polytopeAt(context: Ints, column: Int, row: Int): Int {
  return select(row < context[POLYTOPE_ROWS], context[column] + 4 * POLYTOPE_WORDS * row, 0);
}

/** The points at three times four offsets. */
function cornersAt(points: Int, offsets: LaneInt): Four {
  const at = splat(points) + (offsets << 4);
  return rowsAt(extractInt(at, 0), extractInt(at, 1), extractInt(at, 2), extractInt(at, 3));
}

/**
 * Makes the polytope of one pair from the one cached at `cached`, whose points are known.
 * @returns its number of faces, with the lowest of them in the high half of the word
 */
export function rebuild(polytope: Polytope, cachedPoints: CachedPoints, cached: Int): Int {
  const header = intsAt(cached)[0];
  const count = header & POINTS_MASK;
  const faces = header >>> FACES_SHIFT;
  const ids = intColumnAt(cached + 4);
  const facesAt = cached + 4 + 4 * count;
  for (let k: Int = 0; k < 4 * count; k += 4) polytope.points[k] = cachedPoints.points[k];
  for (let k: Int = 0; k < count; k += 4) polytope.ids[k] = ids[k];
  const points = addressOf(polytope.points);
  const shorts: LaneInt = splat(FIRST_SHORT) + laneIndex() * NEXT_SHORT;
  let lowest: Lane = INFINITE;
  let index: LaneInt = laneIndex();
  let at: LaneInt = laneIndex();
  for (let k: Int = 0; k < faces; k += 4) {
    const packed = pickBytes(intColumnAt(facesAt + 2 * k)[0], shorts);
    const u = packed & 31;
    const v = (packed >>> 5) & 31;
    const w = (packed >>> 10) & 31;
    const us = cornersAt(points, u);
    const vs = cornersAt(points, v);
    const ws = cornersAt(points, w);
    const plane = planeOf({ x: us.a, y: us.b, z: us.c }, { x: vs.a, y: vs.b, z: vs.c }, { x: ws.a, y: ws.b, z: ws.c });
    const height = select(at < splat(faces), plane.height, INFINITE);
    polytope.normal[k] = plane.normal;
    polytope.height[k] = height;
    polytope.corners[k] = u | (v << 6) | (w << 12) | (u << 18);
    const lower = height < lowest;
    lowest = min(lowest, height);
    index = select(lower, at, index);
    at = at + 4;
  }
  return (lowestOf(lowest, index) << 16) | faces;
}

/** Copies the polytope cached at `cached`: its words, four at a time. */
export function copyPolytope(cached: Int, to: Int): void {
  const header = intsAt(cached)[0];
  const end = 4 + 4 * (header & POINTS_MASK) + 2 * (header >>> FACES_SHIFT);
  for (let at: Int = 0; at < end; at += 16) columnAt(to + at)[0] = columnAt(cached + at)[0];
}

/** Caches the polytope of `count` points at `to`, or none if it has too many. */
export function cachePolytope(context: Ints, tables: DistanceTables, faces: Int, count: Int, to: Int): void {
  // its last store of 16 bytes may go past the place of the row
  const packed = addressOf(tables.polytope.seen);
  let points: Int = count;
  let live: Int = pack(tables, faces, points, packed);
  if (points > (live >> 1) + 2 + MOST_UNUSED) {
    points = dropUnused(tables.polytope, faces, count);
    live = pack(tables, faces, points, packed);
  }
  intsAt(packed)[0] = select(live > 0, points | (live << FACES_SHIFT), 0);
  copyPolytope(packed, to);
  intsAt(context[POLYTOPE_FLAG])[0] = 1;
}

/** Writes the ids of the points, and the corners of the faces that remain. @returns how many, 0 = too many points */
function pack(tables: DistanceTables, faces: Int, points: Int, to: Int): Int {
  if (points > MAX_CACHED_POINTS) return 0;
  const polytope = tables.polytope;
  const packing = tables.packing.bytes;
  const ids = intColumnAt(to + 4);
  for (let k: Int = 0; k < points; k += 4) ids[k] = polytope.ids[k];
  const begin = to + 4 + 4 * points;
  let live: Int = 0;
  for (let k: Int = 0; k < faces; k += 4) {
    const bits = bitmask(polytope.height[k] < INFINITE);
    const word = polytope.corners[k];
    const packed = (word & 31) | ((word >>> 1) & 0x3e0) | ((word >>> 2) & 0x7c00);
    intColumnAt(begin + 2 * live)[0] = pickBytes(packed, packing[4 * bits]);
    live += countBits(bits);
  }
  return live;
}

/** Writes the table of `pack`. */
export function writePacking(packing: Packing): void {
  const shorts = shortsAt(packing.bytes);
  for (let lanes: Int = 0; lanes < 16; lanes += 1) {
    let at: Int = 8 * lanes;
    for (let lane: Int = 0; lane < 4; lane += 1) {
      // bytes 4 lane and 4 lane + 1
      shorts[at] = 0x100 + lane * 0x404;
      at += (lanes >>> lane) & 1;
    }
  }
}

/** Gives points with a face consecutive numbers. @returns how many they are */
function dropUnused(polytope: Polytope, faces: Int, count: Int): Int {
  const corners = intsAt(polytope.corners);
  const heights = floatsAt(polytope.height);
  const ids = intsAt(polytope.ids);
  const numbers = intsAt(polytope.next);
  for (let k: Int = 0; k < count; k += 1) numbers[k] = 0;
  for (let k: Int = 0; k < faces; k += 1) {
    if (heights[k] < INFINITE) {
      const word = corners[k];
      numbers[word & 63] = 1;
      numbers[(word >>> 6) & 63] = 1;
      numbers[(word >>> 12) & 63] = 1;
    }
  }
  let used: Int = 0;
  for (let k: Int = 0; k < count; k += 1) {
    const isUsed = numbers[k];
    numbers[k] = used;
    ids[used] = ids[k];
    used += isUsed;
  }
  for (let k: Int = 0; k < faces; k += 1) {
    const word = corners[k];
    corners[k] = numbers[word & 63] | (numbers[(word >>> 6) & 63] << 6) | (numbers[(word >>> 12) & 63] << 12);
  }
  return used;
}

/** Points and faces of the cached polytopes of four rows, a lane each, at today's poses. */
import {
  abs,
  addressOf,
  bitsOf,
  columnAt,
  fromBits,
  type Int,
  type Ints,
  intColumnAt,
  intsAt,
  type Lane,
  type LaneInt,
  laneIndex,
  type Mask,
  max,
  min,
  pickBytes,
  select,
  splat,
  transpose,
  where,
} from '../../../language/lanes.ts';
import { cross, dot, sub, type Vec3 } from '../../../math/lanes/vectors.ts';
import { FACES_SHIFT, POINTS_MASK } from '../../../tables/polytopeWords.ts';
import { isVertex, pointOf, type SupportSet } from '../../gjk/lanes/supportSet.ts';
import type { RelativePose } from '../../poses/lanes/relativePose.ts';
import { rowsAt } from '../../rows/lanes/gather.ts';
import type { DistanceTables } from '../../rows/lanes/tile.ts';
import type { CachedPolytopes } from './epaTables.ts';
import { FIRST_SHORT, NEXT_SHORT } from './polytopeCache.ts';
import { FAR_OFF, NEARBY } from './seed.ts';

/** The square of twice the area of a triangle that has a plane. */
const FLAT = 1e-37;

const INFINITE = 1 / 0;

/** Writes the ids of all points, lane by lane. */
export function unpackIds(cache: CachedPolytopes, a: Int, b: Int, c: Int, d: Int, points: Int): void {
  const counts = cache.state.headers[0] & POINTS_MASK;
  for (let p: Int = 0; p < points; p += 4) {
    const at = 4 + 4 * p;
    const four = transpose({
      a: columnAt(a + at)[0],
      b: columnAt(b + at)[0],
      c: columnAt(c + at)[0],
      d: columnAt(d + at)[0],
    });
    cache.ids[4 * p] = where(splat(p) < counts, bitsOf(four.a));
    cache.ids[4 * p + 4] = where(splat(p + 1) < counts, bitsOf(four.b));
    cache.ids[4 * p + 8] = where(splat(p + 2) < counts, bitsOf(four.c));
    cache.ids[4 * p + 12] = where(splat(p + 3) < counts, bitsOf(four.d));
  }
}

/** Writes where the corners of all faces are, lane by lane. */
export function unpackFaces(tables: DistanceTables, a: Int, b: Int, c: Int, d: Int, faces: Int): void {
  const cache = tables.cache;
  const headers = intsAt(cache.state.headers);
  const fromA = a + 4 + 4 * (headers[0] & POINTS_MASK);
  const fromB = b + 4 + 4 * (headers[1] & POINTS_MASK);
  const fromC = c + 4 + 4 * (headers[2] & POINTS_MASK);
  const fromD = d + 4 + 4 * (headers[3] & POINTS_MASK);
  const counts = cache.state.headers[0] >>> FACES_SHIFT;
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
    placeCorners(cache, f, where(splat(f) < counts, bitsOf(four.a)), points);
    placeCorners(cache, f + 1, where(splat(f + 1) < counts, bitsOf(four.b)), points);
    placeCorners(cache, f + 2, where(splat(f + 2) < counts, bitsOf(four.c)), points);
    placeCorners(cache, f + 3, where(splat(f + 3) < counts, bitsOf(four.d)), points);
  }
}

function placeCorners(cache: CachedPolytopes, f: Int, face: LaneInt, points: LaneInt): void {
  cache.u[4 * f] = points + ((face & 31) << 4);
  cache.v[4 * f] = points + (((face >>> 5) & 31) << 4);
  cache.w[4 * f] = points + ((face >>> 10) << 4);
}

/** Byte addresses of point 0 of each lane. */
export function pointsOf(tables: DistanceTables): LaneInt {
  const first = addressOf(tables.cachedPoints[0]);
  return splat(first) + laneIndex() * splat(addressOf(tables.cachedPoints[1]) - first);
}

/**
 * Computes the points, and reduces the sizes of the task to those of the polytopes, as `seedFaces`.
 * @returns the lanes whose ids are all vertices, and whose shapes are not too far from their local origins for f32
 */
export function placePoints(
  tables: DistanceTables,
  setA: SupportSet,
  setB: SupportSet,
  pose: RelativePose,
  points: Int,
): Mask {
  const cache = tables.cache;
  const first = tables.cachedPoints[0].points;
  const second = tables.cachedPoints[1].points;
  const third = tables.cachedPoints[2].points;
  const fourth = tables.cachedPoints[3].points;
  const counts = cache.state.headers[0] & POINTS_MASK;
  let far: Lane = 0;
  let wrong: LaneInt = 0;
  for (let p: Int = 0; p < points; p += 1) {
    const id = cache.ids[4 * p];
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
export function findLowest(tables: DistanceTables, faces: Int): void {
  const cache = tables.cache;
  const atU = intsAt(cache.u);
  const atV = intsAt(cache.v);
  const atW = intsAt(cache.w);
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
    // the square of the height, with its sign: in the same order, without a root; divided first, to stay in f32
    const square = (height / nn) * abs(height);
    const isPlane = nn > FLAT;
    const isLowest = isPlane && square < lowest;
    const isNext = isPlane && square < next;
    nextFace = select(isLowest, lowestFace, select(isNext, splat(f), nextFace));
    next = select(isLowest, lowest, select(isNext, square, next));
    lowestFace = select(isLowest, splat(f), lowestFace);
    lowest = select(isLowest, square, lowest);
  }
  cache.state.lowest[0] = lowestFace;
  cache.state.next[0] = nextFace;
}

/**
 * Supports of four shapes along four directions. Of equally far vertices, a scan selects the first. So the support of a
 * shape does not depend on how its neighbors are searched.
 */
import {
  abs,
  any,
  bitsOf,
  extractInt,
  type Float,
  floatsAt,
  type Int,
  intsAt,
  type Lane,
  type LaneInt,
  maskBits,
  max,
  min,
  select,
  shortsAt,
  splat,
  toInt,
  toLane,
  where,
} from '../../../language/lanes.ts';
import { argMax } from '../../../math/lanes/argMax.ts';
import { dot, type Mat3, timesTransposed, type Vec3 } from '../../../math/lanes/vectors.ts';
import { rowsAt } from '../../rows/lanes/gather.ts';
import type { SupportSet } from './supportSet.ts';

/**
 * Support of B − A against v, which is in frame A: the vertex of A highest along v in the low half, the lowest of B in
 * the high half.
 */
export function supportOfDifference(setA: SupportSet, setB: SupportSet, rotation: Mat3, v: Vec3): LaneInt {
  const d = timesTransposed(rotation, v);
  const onA = supportOfSet(setA, v);
  const onB = supportOfSet(setB, { x: -d.x, y: -d.y, z: -d.z });
  return onA | (onB << 16);
}

/** Supports of a set along d, each in the frame of its shape. */
export function supportOfSet(set: SupportSet, d: Vec3): LaneInt {
  let id: LaneInt = 0;
  const end = intsAt(set.spreadBytes)[0];
  if (end > 0) id = scan(set, end >> 2, d);
  if (any(set.grid[0] !== 0)) id = select(set.grid[0] !== 0, lookUpCells(set, d), id);
  if (any(set.scanned[0] + set.grid[0] === 0)) id = scanAlone(set, d, id);
  return id;
}

/** Scans the vertices that are stored side by side, four of each shape at a time. */
function scan(set: SupportSet, end: Int, d: Vec3): LaneInt {
  const spread = set.spread;
  let best: Lane = -1 / 0;
  let id: LaneInt = 0;
  let at: LaneInt = 0;
  for (let row: Int = 0; row < end; row += 16) {
    const first = dot(spread.vertex[row], d);
    const second = dot(spread.vertex[row + 4], d);
    const third = dot(spread.vertex[row + 8], d);
    const fourth = dot(spread.vertex[row + 12], d);
    const low = max(first, second);
    const high = max(third, fourth);
    const reach = max(low, high);
    // 0 −1 −2 −3: masks are −1 where true
    const inLow = maskBits(second > first);
    const inHigh = maskBits(fourth > third) - 2;
    const back = inLow + where(high > low, inHigh - inLow);
    // ids are in ascending order, so max selects the later one
    id = max(id, where(reach > best, at - back));
    best = max(best, reach);
    at = at + 4;
  }
  return id;
}

/** Scans the vertices listed for the cells of the directions, with the indexing of shapes/hull/cells.ts. */
function lookUpCells(set: SupportSet, d: Vec3): LaneInt {
  const grid = set.grid[0];
  const half = 0.5 * toLane(grid);
  const perUnit = half / (abs(d.x) + abs(d.y) + abs(d.z));
  // a direction that is not finite, or has length 0 in f32, gets an arbitrary cell
  const column = max(min(grid - 1, toInt(d.x * perUnit + half)), 0);
  const row = max(min(grid - 1, toInt(d.y * perUnit + half)), 0);
  const cell = ((maskBits(d.z < 0) & grid) + row) * grid + column;
  const starts = set.cells[0] + (cell << 1);
  const list = set.lists[0];
  // two starts in one word: of the cell and of the next
  const wordA = intsAt(extractInt(starts, 0))[0];
  const wordB = intsAt(extractInt(starts, 1))[0];
  const wordC = intsAt(extractInt(starts, 2))[0];
  const wordD = intsAt(extractInt(starts, 3))[0];
  let a = extractInt(list, 0) + ((wordA & 0xffff) << 1);
  let b = extractInt(list, 1) + ((wordB & 0xffff) << 1);
  let c = extractInt(list, 2) + ((wordC & 0xffff) << 1);
  let e = extractInt(list, 3) + ((wordD & 0xffff) << 1);
  const lastA = max(extractInt(list, 0) + ((wordA >>> 16) << 1) - 2, a);
  const lastB = max(extractInt(list, 1) + ((wordB >>> 16) << 1) - 2, b);
  const lastC = max(extractInt(list, 2) + ((wordC >>> 16) << 1) - 2, c);
  const lastD = max(extractInt(list, 3) + ((wordD >>> 16) << 1) - 2, e);
  const points = set.points[0];
  const pointsA = extractInt(points, 0);
  const pointsB = extractInt(points, 1);
  const pointsC = extractInt(points, 2);
  const pointsD = extractInt(points, 3);
  const first = rowsAt(
    pointsA + (shortsAt(a)[0] << 4),
    pointsB + (shortsAt(b)[0] << 4),
    pointsC + (shortsAt(c)[0] << 4),
    pointsD + (shortsAt(e)[0] << 4),
  );
  let id = bitsOf(first.d);
  let best = first.a * d.x + first.b * d.y + first.c * d.z;
  for (let left = max(max(lastA - a, lastB - b), max(lastC - c, lastD - e)); left > 0; left -= 2) {
    a = min(a + 2, lastA);
    b = min(b + 2, lastB);
    c = min(c + 2, lastC);
    e = min(e + 2, lastD);
    const next = rowsAt(
      pointsA + (shortsAt(a)[0] << 4),
      pointsB + (shortsAt(b)[0] << 4),
      pointsC + (shortsAt(c)[0] << 4),
      pointsD + (shortsAt(e)[0] << 4),
    );
    const reach = next.a * d.x + next.b * d.y + next.c * d.z;
    id = select(reach > best, bitsOf(next.d), id);
    best = max(best, reach);
  }
  return id;
}

/** Scans shapes of many vertices without cells, one by one; other lanes keep `ids`. */
function scanAlone(set: SupportSet, d: Vec3, ids: LaneInt): LaneInt {
  set.direction[0] = d;
  set.found[0] = ids;
  const direction = floatsAt(set.direction);
  for (let lane: Int = 0; lane < 4; lane += 1) {
    if (intsAt(set.scanned)[lane] + intsAt(set.grid)[lane] === 0) {
      const points = intsAt(set.points)[lane];
      const end = points + intsAt(set.bytes)[lane];
      intsAt(set.found)[lane] = scanPoints(points, end, direction[lane], direction[4 + lane], direction[8 + lane]);
    }
  }
  return set.found[0];
}

/** Scans the points of one shape, four at a time: their number is a multiple of four. */
function scanPoints(begin: Int, end: Int, dx: Float, dy: Float, dz: Float): Int {
  let best: Lane = -1 / 0;
  let ids: LaneInt = 0;
  for (let at = begin; at < end; at += 64) {
    const four = rowsAt(at, at + 16, at + 32, at + 48);
    const reach = four.a * splat(dx) + four.b * splat(dy) + four.c * splat(dz);
    ids = select(reach > best, bitsOf(four.d), ids);
    best = max(best, reach);
  }
  return argMax(best, ids);
}

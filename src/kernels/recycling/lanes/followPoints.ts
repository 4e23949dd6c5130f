/** The points of recycled manifolds, moved with their pairs. */
import {
  addressOf,
  columnAt,
  floatsAt,
  type Int,
  type Ints,
  type Lane,
  type LaneInt,
  max,
  min,
  select,
  splat,
  transpose,
} from '../../../language/lanes.ts';
import { dot, type Mat3, type Vec3 } from '../../../math/lanes/vectors.ts';
import { ANCHORS_FROM, ANCHORS_TO, POINTS_A, POINTS_B } from '../../../tables/kernelContext.ts';
import { type FourRows, storeRows } from '../../rows/lanes/gather.ts';
import { recycleTables } from '../../rows/lanes/tile.ts';
import { type Motion, type Stamps, turnBack } from './motion.ts';
import type { PairRows, Paths } from './stampTables.ts';

/** Sets how the points of each pair follow its motion. */
export function setPaths(
  paths: Paths,
  rotation: Mat3,
  normal: Vec3,
  offset: Vec3,
  stamp: Stamps,
  motion: Motion,
): void {
  // a point of B at the arm r has moved by shift + turn(r), so along the normal by shift · n + r · back
  const back = turnBack(motion, stamp.normal);
  paths.rotation[0] = rotation;
  paths.normal[0] = normal;
  paths.offset[0] = offset;
  paths.back[0] = back;
  paths.factor[0] = 1 + dot(stamp.normal, back);
  paths.opened[0] = dot(stamp.normal, motion.shift) - dot(stamp.position, back);
}

/** Separations of the points of each pair. */
interface Extremes {
  readonly least: Lane;
  readonly most: Lane;
}

/** The extremes of the first points of each pair. @param points their numbers */
export function extremesOf(found: PairRows, points: LaneInt): Extremes {
  const gaps = transpose({ a: found.gaps[0], b: found.gaps[4], c: found.gaps[8], d: found.gaps[12] });
  const second = select(points > 1, gaps.b, gaps.a);
  const third = select(points > 2, gaps.c, gaps.a);
  const fourth = select(points > 3, gaps.d, gaps.a);
  return { least: min(min(gaps.a, second), min(third, fourth)), most: max(max(gaps.a, second), max(third, fourth)) };
}

/** Writes the points of the pairs whose bit is set in `lanes`, and their separations to the tables. */
export function followRows(context: Ints, lanes: Int, rows: FourRows, lasts: FourRows, swapped: Int): void {
  if ((lanes & 1) !== 0) followPoints(context, 0, rows.a, lasts.a, swapped & 1);
  if ((lanes & 2) !== 0) followPoints(context, 1, rows.b, lasts.b, (swapped >>> 1) & 1);
  if ((lanes & 4) !== 0) followPoints(context, 2, rows.c, lasts.c, (swapped >>> 2) & 1);
  if ((lanes & 8) !== 0) followPoints(context, 3, rows.d, lasts.d, swapped >>> 3);
}

/**
 * Writes the points of pair `lane` to `row`, from the anchors of row `last` of the last query, and their separations to
 * the tables. A lane is a point here.
 */
function followPoints(context: Ints, lane: Int, row: Int, last: Int, swapped: Int): void {
  const tables = recycleTables(context);
  const paths = tables.paths;
  const from = columnAt(context[ANCHORS_FROM] + 64 * last);
  const x = from[0];
  const y = from[4];
  const z = from[8];
  const before = from[12];
  if (context[ANCHORS_TO] !== context[ANCHORS_FROM]) {
    const to = columnAt(context[ANCHORS_TO] + 64 * row);
    to[0] = x;
    to[4] = y;
    to[8] = z;
    to[12] = before;
  }
  const back = floatsAt(addressOf(paths.back) + 4 * lane);
  const opened = splat(floatsAt(paths.opened)[lane]) + (splat(back[0]) * x + splat(back[4]) * y + splat(back[8]) * z);
  const separation = splat(floatsAt(paths.factor)[lane]) * before + opened;
  tables.found.gaps[4 * lane] = separation;
  const r = floatsAt(addressOf(paths.rotation) + 4 * lane);
  const onA: Vec3 = {
    x: splat(r[0]) * x + splat(r[4]) * y + splat(r[8]) * z,
    y: splat(r[12]) * x + splat(r[16]) * y + splat(r[20]) * z,
    z: splat(r[24]) * x + splat(r[28]) * y + splat(r[32]) * z,
  };
  const zero: Lane = 0;
  let ofA: Lane = separation;
  let ofB: Lane = zero;
  if (swapped === 1) {
    ofA = zero;
    ofB = separation;
  }
  storeRows(columnAt(context[POINTS_A + swapped] + 64 * row), transpose({ a: onA.x, b: onA.y, c: onA.z, d: ofA }));
  const n = floatsAt(addressOf(paths.normal) + 4 * lane);
  const offset = floatsAt(addressOf(paths.offset) + 4 * lane);
  const onB: Vec3 = {
    x: onA.x + separation * splat(n[0]) - splat(offset[0]),
    y: onA.y + separation * splat(n[4]) - splat(offset[4]),
    z: onA.z + separation * splat(n[8]) - splat(offset[8]),
  };
  storeRows(columnAt(context[POINTS_B - swapped] + 64 * row), transpose({ a: onB.x, b: onB.y, c: onB.z, d: ofB }));
}

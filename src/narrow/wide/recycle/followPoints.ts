/** The points of a manifold that is kept, where the motion of their pair has brought them. */
import { ANCHORS_FROM, ANCHORS_TO, POINTS_A, POINTS_B } from '../context.ts';
import {
  addressOf,
  columnAt,
  type Four,
  floatsAt,
  type Int,
  type Ints,
  type Lane,
  splat,
  transpose,
} from '../lanes.ts';
import { recycleTables } from '../tile.ts';
import type { Vec3 } from '../vectors.ts';

/**
 * Writes the points of pair `lane` to `row`, from the anchors of row `last` of the last query, and their separations to
 * the tables. A lane is a point here.
 */
export function followPoints(context: Ints, lane: Int, row: Int, last: Int, swapped: Int): void {
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
  tables.found.values[4 * lane] = separation;
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
  putPoints(context[POINTS_A + swapped] + 64 * row, transpose({ a: onA.x, b: onA.y, c: onA.z, d: ofA }));
  const n = floatsAt(addressOf(paths.normal) + 4 * lane);
  const offset = floatsAt(addressOf(paths.offset) + 4 * lane);
  const onB: Vec3 = {
    x: onA.x + separation * splat(n[0]) - splat(offset[0]),
    y: onA.y + separation * splat(n[4]) - splat(offset[4]),
    z: onA.z + separation * splat(n[8]) - splat(offset[8]),
  };
  putPoints(context[POINTS_B - swapped] + 64 * row, transpose({ a: onB.x, b: onB.y, c: onB.z, d: ofB }));
}

/** Writes four points. */
function putPoints(address: Int, points: Four): void {
  const to = columnAt(address);
  to[0] = points.a;
  to[4] = points.b;
  to[8] = points.c;
  to[12] = points.d;
}

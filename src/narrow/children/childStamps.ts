/**
 * Pairs with children that keep the manifolds of an earlier query, as those of convex shapes do (kernels/recycling): a
 * pair has one stamp for all of its rows (tables/contactStamps.ts). The larger shape is at rest. So the numbers of a
 * stamp are as small as the other one, also far away from the origin of a terrain.
 *
 * A signed distance of two shapes changes by at most the motion w of a point. The recycled one changes by c. So it is
 * within w + |c| of a fresh one, which is at most the bound.
 *
 *   reads   the pair, poses, shapes; rows and stamps of the last query
 *   writes  the rows of the pair that keep their manifolds; stamps
 */
import { dot, lengthOf } from '../../kernels/casts/vectors.ts';
import { divide, moveArm, place, rotate } from '../../kernels/recycling/motion.ts';
import { Recycling } from '../../kernels/recycling/recycleTables.ts';
import {
  CHILD_NORMALS,
  CHILD_NUMBERS,
  CHILD_STAMP,
  LOW_POSITION,
  MOTION_ROUNDING,
  NORMAL_STRIDE,
  REACH,
  RECYCLING,
  REFRESH,
  ROTATION,
  STAMP_STRIDE,
  TURN_A,
  TURN_B,
  TURN_SHIFT,
} from '../../tables/contactStamps.ts';
import { MANIFOLDS, POINT_STRIDE } from '../../tables/contactTable.ts';
import { ROWS } from '../../tables/countTable.ts';
import { Status } from '../../tables/distanceStatus.ts';
import { MAX_POINTS, NO_FEATURE } from '../../tables/featureIds.ts';
import type { Frame } from '../../tables/frame.ts';
import { RECYCLE_MODE, RECYCLE_QUERY } from '../../tables/queryTable.ts';
import { EXTENT, RADIUS, SHAPE_STRIDE } from '../../tables/shapeWords.ts';
import type { ChildRows } from './childRows.ts';

export class ChildStamps {
  readonly #frame: Frame;
  readonly #rows: ChildRows;
  readonly #motion = new Recycling();
  /** Of the colliders of the pair, with their radii (m). In an array: V8 allocates for a double that a call returns. */
  readonly #extents = new Float64Array(2);
  /** 1 if the first collider of the caller's pair is at rest, else −1. */
  #sign = 1;
  /** How much a recycled distance may differ from a fresh one (m). NaN: V8 keeps what is no integer in place. */
  #bound = Number.NaN;

  constructor(frame: Frame, rows: ChildRows) {
    this.#frame = frame;
    this.#rows = rows;
  }

  /** Writes the rows of the pair, if it keeps its manifolds. @returns their number, 0: it does not */
  keep(): number {
    const { counts, query } = this.#frame;
    const { extra, first, second, lastExtra, stampsFrom, stampsTo } = this.#rows;
    const r = this.#motion;
    if (query.words[RECYCLE_MODE] !== RECYCLING || lastExtra === 0) return 0;
    // in place, another pair writes the stamp
    if (stampsFrom === stampsTo && lastExtra !== extra) return 0;
    if (stampsFrom.stamped[lastExtra] === query.words[RECYCLE_QUERY]) return 0;
    const at = STAMP_STRIDE * lastExtra;
    r.reach = stampsFrom.stamps[at + REACH];
    if (!(r.reach > 0 && first < counts[ROWS] && second < counts[ROWS])) return 0;
    const turn = Math.imul(Math.min(first, second), TURN_A) + Math.imul(Math.max(first, second), TURN_B);
    if (turn >>> TURN_SHIFT === query.words[RECYCLE_QUERY] % REFRESH) return 0;
    this.#loadPair();
    place(r, this.#frame.placed);
    this.#measure(stampsFrom.stamps, at);
    this.#bound = Math.min(query.recycle[0] * r.reach, query.mostMotion[0]);
    if (!(r.motionBound <= this.#bound)) return 0;
    let count = 0;
    for (; count < MANIFOLDS; count++) {
      const last = this.#rows.lastRowOf(count);
      if (last < 0) break;
      if (!this.#follow(count, last)) return 0;
    }
    if (count > 0 && stampsFrom !== stampsTo) this.#carry(count);
    return count;
  }

  /** Chooses the shape at rest. */
  #loadPair(): void {
    const { first, second } = this.#rows;
    const r = this.#motion;
    const extents = this.#extents;
    this.#writeExtent(0, first);
    this.#writeExtent(1, second);
    const isFirst = extents[0] === extents[1] ? first < second : extents[0] > extents[1];
    r.a = isFirst ? first : second;
    r.b = isFirst ? second : first;
    this.#sign = isFirst ? 1 : -1;
  }

  #writeExtent(k: number, id: number): void {
    const { placed, shapes } = this.#frame;
    const word = SHAPE_STRIDE * placed.shapes[id];
    this.#extents[k] = shapes.reals[word + EXTENT] + shapes.reals[word + RADIUS];
  }

  /** Writes the motion since the stamp at stamps[at], and its bound. */
  #measure(stamps: Float32Array, at: number): void {
    const r = this.#motion;
    for (let k = 0; k < 3; k++) {
      r.oldPosition[k] = stamps[at + k] + stamps[at + LOW_POSITION + k];
      r.shift[k] = r.position[k] - r.oldPosition[k];
    }
    for (let k = 0; k < 4; k++) r.oldQuat[k] = stamps[at + ROTATION + k];
    divide(r.spin, r.oldQuat, r.quat, 1);
    r.turnBound = 2 * r.reach * lengthOf(r.spin) + MOTION_ROUNDING * r.reach;
    r.motionBound = lengthOf(r.shift) + r.turnBound;
  }

  /** Writes manifold n from row `last` of the last query. @returns whether it is near enough to a fresh one */
  #follow(n: number, last: number): boolean {
    const { columns, list, stampsFrom, lastExtra, row, extra } = this.#rows;
    const { results } = list;
    const { query } = this.#frame;
    const r = this.#motion;
    const to = this.#rows.rowOf(n);
    const at = STAMP_STRIDE * lastExtra + CHILD_NORMALS + NORMAL_STRIDE * n;
    for (let k = 0; k < 3; k++) {
      r.normal[k] = stampsFrom.stamps[at + k];
      r.up[k] = r.normal[k];
    }
    rotate(r.up, r.quatA, 1);
    const count = this.#followPoints(last, to);
    const distance = r.lowest;
    if (count < 0 || r.motionBound + Math.abs(distance - stampsFrom.stamps[at + 3]) > this.#bound) return false;
    // a normal of the caller's pair, and a canonical one
    const isCanonical = r.a < r.b ? 1 : -1;
    for (let k = 0; k < 3; k++) {
      results.separation[4 * to + k] = this.#sign * r.up[k];
      columns.normalsTo[4 * to + k] = isCanonical * r.up[k];
    }
    columns.normalsTo[4 * to + 3] = to === row ? extra : 0;
    results.separation[4 * to + 3] = distance;
    results.status[to] = distance > 0 ? Status.Separated : Status.Overlapping;
    columns.touches[to] = distance <= query.touching[0] ? 1 : 0;
    columns.pointCount[to] = count;
    const { features } = columns;
    for (let k = 0; k < MAX_POINTS; k++) {
      features.to[MAX_POINTS * to + k] = features.from[MAX_POINTS * last + k];
      features.previous[MAX_POINTS * to + k] = k < count ? MAX_POINTS * last + k : -1;
    }
    const { numbers } = stampsFrom;
    const number = STAMP_STRIDE * lastExtra + CHILD_NUMBERS + n;
    results.childA[to] = numbers[number + (this.#sign > 0 ? 0 : MANIFOLDS)];
    results.childB[to] = numbers[number + (this.#sign > 0 ? MANIFOLDS : 0)];
    return true;
  }

  /** Writes the points of row `to`, from the anchors of row `last`. @returns their number; −1: one is too far away */
  #followPoints(last: number, to: number): number {
    const { columns, stampsFrom } = this.#rows;
    const { anchors } = stampsFrom;
    const r = this.#motion;
    const onRest = this.#sign > 0 ? columns.pointsA : columns.pointsB;
    const onOther = this.#sign > 0 ? columns.pointsB : columns.pointsA;
    const margin = this.#frame.query.maxDistance[0];
    r.lowest = Infinity;
    let n = 0;
    for (; n < MAX_POINTS && columns.features.from[MAX_POINTS * last + n] !== NO_FEATURE; n++) {
      const anchor = POINT_STRIDE * last + n;
      const before = anchors[anchor + 12];
      for (let k = 0; k < 3; k++) {
        r.point[k] = anchors[anchor + 4 * k];
        r.arm[k] = r.point[k] + before * r.normal[k];
        r.point[k] -= r.shift[k];
      }
      moveArm(r);
      const now = Math.fround(before + dot(r.moved, r.normal));
      if (now > margin) return -1;
      r.lowest = Math.min(r.lowest, now);
      rotate(r.point, r.quatA, 1);
      const at = POINT_STRIDE * to + 4 * n;
      for (let k = 0; k < 3; k++) {
        onRest[at + k] = r.point[k] + r.offset[k];
        onOther[at + k] = r.point[k] + now * r.up[k];
      }
      columns.pointsA[at + 3] = now;
      columns.pointsB[at + 3] = 0;
    }
    return n;
  }

  /** Copies the stamp to the columns that are written. */
  #carry(count: number): void {
    const { stampsFrom, stampsTo, lastExtra, extra } = this.#rows;
    stampsTo.stamped[extra] = stampsFrom.stamped[lastExtra];
    for (let k = 0; k < CHILD_STAMP; k++) {
      stampsTo.numbers[STAMP_STRIDE * extra + k] = stampsFrom.numbers[STAMP_STRIDE * lastExtra + k];
    }
    for (let n = 0; n < count; n++) {
      const source = POINT_STRIDE * this.#rows.lastRowOf(n);
      const target = POINT_STRIDE * this.#rows.rowOf(n);
      for (let k = 0; k < POINT_STRIDE; k++) stampsTo.anchors[target + k] = stampsFrom.anchors[source + k];
    }
  }

  /** Writes the stamp of a pair with `count` fresh manifolds; 0: the next query computes the pair again. */
  write(count: number): void {
    const { extra, stampsTo } = this.#rows;
    const { stamps, stamped } = stampsTo;
    const r = this.#motion;
    const at = STAMP_STRIDE * extra;
    // first: a block that is broken off runs again, and does not read what it has written
    stamped[extra] = this.#frame.query.words[RECYCLE_QUERY];
    stamps[at + REACH] = Number.NaN;
    if (count === 0) return;
    this.#loadPair();
    place(r, this.#frame.placed);
    for (let k = 0; k < 3; k++) {
      stamps[at + k] = r.position[k];
      stamps[at + LOW_POSITION + k] = r.position[k] - stamps[at + k];
    }
    for (let k = 0; k < 4; k++) stamps[at + ROTATION + k] = r.quat[k];
    for (let n = 0; n < count; n++) this.#writeManifold(n);
    stamps[at + REACH] = Math.min(this.#extents[0], this.#extents[1]);
  }

  #writeManifold(n: number): void {
    const { columns, list, stampsTo, extra } = this.#rows;
    const { anchors, stamps, numbers } = stampsTo;
    const { separation, childA, childB } = list.results;
    const r = this.#motion;
    const row = this.#rows.rowOf(n);
    const at = STAMP_STRIDE * extra + CHILD_NORMALS + NORMAL_STRIDE * n;
    for (let k = 0; k < 3; k++) r.up[k] = this.#sign * separation[4 * row + k];
    rotate(r.up, r.quatA, -1);
    for (let k = 0; k < 3; k++) stamps[at + k] = r.up[k];
    stamps[at + 3] = separation[4 * row + 3];
    const number = STAMP_STRIDE * extra + CHILD_NUMBERS + n;
    numbers[number] = this.#sign > 0 ? childA[row] : childB[row];
    numbers[number + MANIFOLDS] = this.#sign > 0 ? childB[row] : childA[row];
    const onOther = this.#sign > 0 ? columns.pointsB : columns.pointsA;
    for (let k = 0; k < columns.pointCount[row]; k++) {
      const point = POINT_STRIDE * row + 4 * k;
      const gap = columns.pointsA[point + 3];
      for (let c = 0; c < 3; c++) r.point[c] = onOther[point + c];
      rotate(r.point, r.quatA, -1);
      const to = POINT_STRIDE * row + k;
      for (let c = 0; c < 3; c++) anchors[to + 4 * c] = r.point[c] - gap * r.up[c];
      anchors[to + 12] = gap;
    }
  }
}

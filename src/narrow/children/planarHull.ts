/**
 * Points in a plane, each with a depth: their convex hull, and the deepest one. Points at one place are one.
 *
 * Method: Barber, Dobkin, Huhdanpaa, The quickhull algorithm for convex hulls, 1996.
 */

import { MAX_POINTS } from '../../tables/featureIds.ts';

/** Ranks of points at one place: one takes the id of the lowest. A body's own vertices stay where the body slides. */
export const VERTEX_RANK = 0;
export const SURFACE_VERTEX_RANK = 1;
export const EDGES_RANK = 2;
export const WITNESS_RANK = 3;
/**
 * Witness points, and points of a round body, this many times as far apart are one, too: those on two triangles whose
 * normals are the same but for the tolerances of surfaceRule.ts. Beside the end of a line, a vertex of the surface
 * would take its place for a step.
 */
const WIDE = 4;
/** Points that are kept before those inside are dropped. */
const ROOM = 128;
/** Directions in which the farthest points stay then. */
const DIRECTIONS = 32;
/** A point whose distance from a side of the hull is at most this part of `snap` is on it. */
const STRAIGHT = 0.1;
/**
 * The same for points of a round body that all lie near one line: triangles beside the line on which it lies have
 * normals that are the same but for the tolerances of surfaceRule.ts. Near an end of the line such a point would tip
 * the body.
 */
const NARROW = 3;
/** Factor for the square of what a point adds that was one in the last query. */
const KEPT = 1.02;

export class Hull {
  /** Of each point: coordinates and separation (m), its number, that of the point whose id it has, the id, its rank. */
  readonly x = new Float64Array(ROOM);
  readonly y = new Float64Array(ROOM);
  readonly depths = new Float64Array(ROOM);
  readonly sources = new Int32Array(ROOM);
  readonly names = new Int32Array(ROOM);
  readonly features = new Int32Array(ROOM);
  readonly ranks = new Int32Array(ROOM);
  /** After `wrap`: the points of the hull, counter-clockwise; behind them the deepest, if it is not one of them. */
  readonly order = new Int32Array(ROOM);
  /** Points nearer than this are one; depths that differ by this are equal; how far bearing points are apart (m). */
  readonly limits = new Float64Array(3);
  /** Whether the points are those of a round body. */
  isRound = false;
  readonly #isKept = new Uint8Array(ROOM);
  /** The greatest depth of the points that are wrapped. */
  readonly #most = new Float64Array(1);
  readonly #gain = new Float64Array(1);
  #count = 0;

  /** `limits` are set. */
  begin(): void {
    this.#count = 0;
  }

  /** Room for one more point. @returns its place */
  next(): number {
    if (this.#count > 0) this.#merge();
    if (this.#count === ROOM) this.#dropInner();
    return this.#count++;
  }

  /**
   * Merges the last point with an earlier one that has its place or its id. The deeper of the two stays; of equally
   * deep ones of a round body that of the lower rank.
   */
  #merge(): void {
    const { x, y, depths, features, names, ranks } = this;
    const last = this.#count - 1;
    const equal = this.isRound ? this.limits[1] : 0;
    for (let k = 0; k < last; k++) {
      const isWide = this.isRound || (ranks[k] === WITNESS_RANK && ranks[last] === WITNESS_RANK);
      const reach = isWide ? WIDE : 1;
      const isAt = Math.abs(x[k] - x[last]) + Math.abs(y[k] - y[last]) < reach * this.limits[0];
      if (!isAt && !(ranks[k] <= SURFACE_VERTEX_RANK && features[k] === features[last])) continue;
      const isLower = ranks[last] < ranks[k];
      const name = isLower ? last : k;
      const id = names[name];
      const feature = features[name];
      const rank = ranks[name];
      if (depths[last] < depths[k] + (isLower ? equal : -equal)) this.#move(last, k);
      names[k] = id;
      features[k] = feature;
      ranks[k] = rank;
      this.#count--;
      return;
    }
  }

  #move(from: number, to: number): void {
    this.x[to] = this.x[from];
    this.y[to] = this.y[from];
    this.depths[to] = this.depths[from];
    this.sources[to] = this.sources[from];
    this.names[to] = this.names[from];
    this.features[to] = this.features[from];
    this.ranks[to] = this.ranks[from];
  }

  /** Keeps the farthest point in each of some directions, and the deepest. */
  #dropInner(): void {
    const { x, y } = this;
    const isKept = this.#isKept;
    isKept.fill(0);
    isKept[this.#deepest()] = 1;
    for (let d = 0; d < DIRECTIONS; d++) {
      const dx = COSINES[d];
      const dy = COSINES[(d + DIRECTIONS / 4) % DIRECTIONS];
      let farthest = 0;
      for (let k = 1; k < this.#count; k++) {
        if (dx * (x[k] - x[farthest]) + dy * (y[k] - y[farthest]) > 0) farthest = k;
      }
      isKept[farthest] = 1;
    }
    let count = 0;
    for (let k = 0; k < this.#count; k++) if (isKept[k] === 1) this.#move(k, count++);
    this.#count = count;
  }

  #deepest(): number {
    let deepest = 0;
    for (let k = 1; k < this.#count; k++) if (this.depths[k] < this.depths[deepest]) deepest = k;
    return deepest;
  }

  /** Wraps the points that bear: those near the plane, or near the deepest one. Writes `order`. @returns its length */
  wrap(): number {
    if (this.#count === 0) return 0;
    this.#merge();
    const { order, depths } = this;
    const deepest = this.#deepest();
    this.#most[0] = Math.max(0, depths[deepest]) + this.limits[2];
    const first = this.#farthestFrom(deepest);
    const second = this.#farthestFrom(first);
    order[0] = first;
    order[1] = second;
    let count = 2;
    const isLine = first === second || this.#isLine(first, second);
    for (let edge = 0; !isLine && edge < count; ) {
      const point = this.#farthestBeside(order[edge], order[edge + 1 < count ? edge + 1 : 0], STRAIGHT);
      if (point < 0) edge++;
      else {
        order.copyWithin(edge + 2, edge + 1, count);
        order[edge + 1] = point;
        count++;
      }
    }
    if (first === second) count = 1;
    let least = Infinity;
    for (let k = 0; k < count; k++) least = Math.min(least, depths[order[k]]);
    if (depths[deepest] < least - this.limits[1]) order[count++] = deepest;
    return count;
  }

  /**
   * Adds to the first `count` < MAX_POINTS points of `order` those that are the farthest away from them.
   * @param before feature ids of the last query @param at the first one of the manifold there, or −1
   * @returns its length
   */
  widen(count: number, before: Uint32Array, at: number): number {
    const { order, features } = this;
    let length = count;
    for (; length > 0 && length < MAX_POINTS; length++) {
      let most = 0;
      for (let k = 0; k < this.#count; k++) {
        this.#measureGain(k, length);
        const gain = this.#gain[0] * (isIn(before, at, features[k]) ? KEPT : 1);
        if (gain <= most) continue;
        most = gain;
        order[length] = k;
      }
      if (most === 0) break;
    }
    return length;
  }

  /** Writes the square of the length or area that a point adds to the first 1 to 3 of `order`. 0: next to none. */
  #measureGain(point: number, count: number): void {
    const { order, x, y } = this;
    const gain = this.#gain;
    const a = order[0];
    const b = order[1];
    const px = x[point] - x[a];
    const py = y[point] - y[a];
    gain[0] = px * px + py * py;
    let least = this.limits[0] * this.limits[0];
    if (count > 1) {
      const bx = x[b] - x[a];
      const by = y[b] - y[a];
      let area = bx * py - by * px;
      const wide = (count === 2 && this.isRound ? NARROW : STRAIGHT) * this.limits[0];
      least = wide * wide * (bx * bx + by * by);
      if (count === 3) {
        const cx = x[order[2]] - x[a];
        const cy = y[order[2]] - y[a];
        // counter-clockwise: beyond a side is to the right of it
        const side = bx * cy - by * cx > 0 ? -1 : 1;
        const beyondLast = cx * -py - cy * -px;
        const beyondNext = (cx - bx) * (py - by) - (cy - by) * (px - bx);
        area = Math.max(side * area, side * beyondNext, side * beyondLast, 0);
      }
      gain[0] = area * area;
    }
    if (gain[0] <= least) gain[0] = 0;
  }

  #farthestFrom(point: number): number {
    const { x, y, depths } = this;
    let farthest = point;
    let most = 0;
    for (let k = 0; k < this.#count; k++) {
      if (depths[k] > this.#most[0]) continue;
      const dx = x[k] - x[point];
      const dy = y[k] - y[point];
      const square = dx * dx + dy * dy;
      if (square <= most) continue;
      most = square;
      farthest = k;
    }
    return farthest;
  }

  /** Whether the points that bear a round body lie along the line from a to b, the farthest ones. */
  #isLine(a: number, b: number): boolean {
    return this.isRound && this.#farthestBeside(a, b, NARROW) < 0 && this.#farthestBeside(b, a, NARROW) < 0;
  }

  /** The farthest point to the right of the line from a to b, by more than `share` of `snap`. @returns −1: none */
  #farthestBeside(a: number, b: number, share: number): number {
    const { x, y, depths } = this;
    const dx = x[b] - x[a];
    const dy = y[b] - y[a];
    let most = share * this.limits[0] * Math.sqrt(dx * dx + dy * dy);
    let farthest = -1;
    for (let k = 0; k < this.#count; k++) {
      if (depths[k] > this.#most[0]) continue;
      const beside = dy * (x[k] - x[a]) - dx * (y[k] - y[a]);
      if (beside <= most) continue;
      most = beside;
      farthest = k;
    }
    return farthest;
  }
}

/** Of the directions, from 0 on: those a quarter ahead are sines of the opposite directions. */
const COSINES = Float64Array.from({ length: DIRECTIONS }, (_, d) => Math.cos((2 * Math.PI * d) / DIRECTIONS));

/** Whether a manifold of the last query had a feature. */
function isIn(before: Uint32Array, at: number, feature: number): boolean {
  if (at < 0) return false;
  for (let k = at; k < at + MAX_POINTS; k++) if ((before[k] | 0) === feature) return true;
  return false;
}

/**
 * The manifolds of a pair whose shapes have children. Rows of children with like normals make one manifold, of four
 * points at most. A pair has up to MANIFOLDS of them; rows of a ninth are dropped.
 *
 * Rows are ordered by separation, then by their children: the result does not depend on the order in which children
 * are found, for pairs of up to MOST_ROWS rows. More are joined in turns.
 *
 * The pair is in canonical order, with the smaller id as A. Points are from A's position, world axes (m).
 */

import { spanPlane } from '../../kernels/contacts/manifold.ts';
import { CORNER, type Manifold } from '../../kernels/contacts/manifoldTables.ts';
import { reducePatch } from '../../kernels/contacts/reduce.ts';
import { AS_DEEP_SHARE, SNAP_SHARE } from '../../kernels/contacts/tolerances.ts';
import { MANIFOLDS } from '../../tables/contactTable.ts';
import { EDGES, KIND_SHIFT, MAX_POINTS, WITNESS_FEATURE } from '../../tables/featureIds.ts';
import { EDGES_RANK, Hull, SURFACE_VERTEX_RANK, VERTEX_RANK, WITNESS_RANK } from './planarHull.ts';

/** Cosine of the angle of two normals of one manifold, at least. */
const SAME_DIRECTION = 0.996;
/** A doubtful row stays if it is at most so many times as deep as the deepest other row in overlap. */
const MOST_DEEPER = 1.5;
/** Points this part of the size above the plane of contact bear the body, or are about to. */
const BEARING_SHARE = 2e-3;
/** Rows that are joined at once. */
const MOST_ROWS = 256;
/** Corners of a row at most: those of the patch of two large faces. */
const MOST_CORNERS = 130;
/** Room for points: an average row has few. */
const MOST_POINTS = 16 * MOST_ROWS;

const NO_FEATURES = new Uint32Array(0);

export class Clusters {
  /** Rows, and of each: normal x y z and separation, children, its first point, and the number of its points. */
  rows = 0;
  readonly normals = new Float64Array(4 * MOST_ROWS);
  readonly childA = new Int32Array(MOST_ROWS);
  readonly childB = new Int32Array(MOST_ROWS);
  readonly #firsts = new Int32Array(MOST_ROWS);
  readonly #counts = new Int32Array(MOST_ROWS);
  readonly #isDoubtful = new Uint8Array(MOST_ROWS);
  /** Points: x y z on A, and separation. */
  #points = 0;
  readonly #numbers = new Float64Array(4 * MOST_POINTS);
  readonly #features = new Int32Array(MOST_POINTS);
  /** After `join`: manifolds, and of each the row that leads it, the deepest. */
  count = 0;
  readonly leaders = new Int32Array(MANIFOLDS);
  /** Extent of the smaller shape (m), 0 at first. */
  readonly size = new Float64Array(1);
  /** Whether a body that meets children is round. */
  isRound = false;
  /** VERTEX_OF_A or VERTEX_OF_B if that shape is a surface, else 0. */
  surfaceKind = 0;
  /** Of the colliders: B − A. */
  readonly offset = new Float64Array(3);
  /** From A's position to the origin of the corners that `add` takes (m). */
  readonly origin = new Float64Array(3);
  readonly #order = new Int32Array(MOST_ROWS);
  readonly #clusters = new Int32Array(MOST_ROWS);
  readonly #hull = new Hull();
  readonly #manifold: Manifold;
  /** The points of manifolds while they are made rows. */
  readonly #kept = new Float64Array(4 * MAX_POINTS * MANIFOLDS);
  readonly #keptFeatures = new Int32Array(MAX_POINTS * MANIFOLDS);
  readonly #keptCounts = new Int32Array(MANIFOLDS);
  readonly #keptNormals = new Float64Array(4 * MANIFOLDS);
  readonly #keptA = new Int32Array(MANIFOLDS);
  readonly #keptB = new Int32Array(MANIFOLDS);

  /** @param manifold tables of one manifold */
  constructor(manifold: Manifold) {
    this.#manifold = manifold;
  }

  begin(): void {
    this.rows = 0;
    this.#points = 0;
    this.count = 0;
    this.size[0] = 0;
    this.isRound = false;
    this.surfaceKind = 0;
  }

  /**
   * Adds a row: the patch of `count` corners, whose features are those of children. `origin` is set.
   * @param isDoubtful whether it is dropped if it is much deeper than others
   */
  add(count: number, childA: number, childB: number, isDoubtful: boolean): void {
    const row = this.rows;
    const { origin } = this;
    const { axes, patch } = this.#manifold;
    const { corners } = patch;
    let least = Infinity;
    for (let k = 0; k < count; k++) {
      const at = CORNER * k;
      const to = 4 * (this.#points + k);
      for (let c = 0; c < 3; c++) {
        const across = corners[at] * axes[c] + corners[at + 1] * axes[3 + c];
        this.#numbers[to + c] = across + corners[at + 2] * axes[6 + c] + origin[c];
      }
      this.#numbers[to + 3] = corners[at + 3] - corners[at + 2];
      least = Math.min(least, this.#numbers[to + 3]);
      this.#features[this.#points + k] = patch.features[k];
    }
    for (let c = 0; c < 3; c++) this.normals[4 * row + c] = axes[6 + c];
    this.normals[4 * row + 3] = least;
    this.childA[row] = childA;
    this.childB[row] = childB;
    this.#isDoubtful[row] = isDoubtful ? 1 : 0;
    this.#firsts[row] = this.#points;
    this.#counts[row] = count;
    this.#points += count;
    this.rows++;
    if (this.rows === MOST_ROWS || this.#points > MOST_POINTS - MOST_CORNERS) this.#fold();
  }

  /** Makes manifolds of the rows: the deepest first. Their points are found by `choose`. */
  join(): void {
    const { normals } = this;
    this.#sort();
    this.count = 0;
    let deepest = 0;
    for (let row = 0; row < this.rows; row++) {
      if (this.#isDoubtful[row] === 0) deepest = Math.min(deepest, normals[4 * row + 3]);
    }
    for (let k = 0; k < this.rows; k++) {
      const row = this.#order[k];
      const isDropped = this.#isDoubtful[row] === 1 && deepest < 0 && normals[4 * row + 3] < MOST_DEEPER * deepest;
      this.#clusters[row] = isDropped ? -1 : this.#clusterOf(row);
    }
  }

  /** Joins the rows, and makes rows of the manifolds. */
  #fold(): void {
    const kept = this.#kept;
    const { normals, childA, childB, leaders } = this;
    this.join();
    for (let cluster = 0; cluster < this.count; cluster++) {
      const count = this.choose(cluster, NO_FEATURES, -1);
      const { axes, patch } = this.#manifold;
      this.#keptCounts[cluster] = count;
      for (let n = 0; n < count; n++) {
        const at = CORNER * n;
        const to = 4 * (MAX_POINTS * cluster + n);
        for (let c = 0; c < 3; c++) {
          const across = patch.corners[at] * axes[c] + patch.corners[at + 1] * axes[3 + c];
          kept[to + c] = across + patch.corners[at + 2] * axes[6 + c];
        }
        kept[to + 3] = patch.corners[at + 3] - patch.corners[at + 2];
        this.#keptFeatures[MAX_POINTS * cluster + n] = patch.features[n];
      }
    }
    // leaders are ordered by depth, not by their rows
    for (let cluster = 0; cluster < this.count; cluster++) {
      const row = leaders[cluster];
      for (let c = 0; c < 4; c++) this.#keptNormals[4 * cluster + c] = normals[4 * row + c];
      this.#keptA[cluster] = childA[row];
      this.#keptB[cluster] = childB[row];
    }
    for (let cluster = 0; cluster < this.count; cluster++) {
      for (let c = 0; c < 4; c++) normals[4 * cluster + c] = this.#keptNormals[4 * cluster + c];
      childA[cluster] = this.#keptA[cluster];
      childB[cluster] = this.#keptB[cluster];
      this.#isDoubtful[cluster] = 0;
      this.#firsts[cluster] = MAX_POINTS * cluster;
      this.#counts[cluster] = this.#keptCounts[cluster];
    }
    this.#numbers.set(kept);
    this.#features.set(this.#keptFeatures);
    this.rows = this.count;
    this.#points = MAX_POINTS * this.count;
  }

  /** Orders rows by separation, then by their children. */
  #sort(): void {
    const order = this.#order;
    for (let row = 0; row < this.rows; row++) {
      let at = row;
      for (; at > 0 && this.#isBefore(row, order[at - 1]); at--) order[at] = order[at - 1];
      order[at] = row;
    }
  }

  #isBefore(row: number, other: number): boolean {
    const { normals, childA, childB } = this;
    const difference = normals[4 * row + 3] - normals[4 * other + 3];
    if (difference !== 0) return difference < 0;
    return childA[row] !== childA[other] ? childA[row] < childA[other] : childB[row] < childB[other];
  }

  /** The manifold of a row: the first with a like normal, or a new one. @returns −1 if there is none */
  #clusterOf(row: number): number {
    const { normals, leaders } = this;
    for (let cluster = 0; cluster < this.count; cluster++) {
      const leader = leaders[cluster];
      let cosine = 0;
      for (let c = 0; c < 3; c++) cosine += normals[4 * row + c] * normals[4 * leader + c];
      if (cosine > SAME_DIRECTION) return cluster;
    }
    if (this.count === MANIFOLDS) return -1;
    leaders[this.count] = row;
    return this.count++;
  }

  /**
   * Writes the points of a manifold to the patch.
   * @param before feature ids of the last query @param at the first one of the manifold there, or −1
   * @returns their number
   */
  choose(cluster: number, before: Uint32Array, at: number): number {
    const m = this.#manifold;
    const leader = this.leaders[cluster];
    for (let c = 0; c < 3; c++) m.axes[6 + c] = this.normals[4 * leader + c];
    spanPlane(m.axes);
    m.asDeep = AS_DEEP_SHARE * this.size[0];
    m.offset.set(this.offset);
    const only = this.#onlyRowOf(cluster);
    const count = only < 0 ? this.#wrap(cluster, before, at) : this.#copy(only);
    const rest = reducePatch(m, count, before, at);
    this.#makeDistinct(rest);
    return rest;
  }

  /** The row of a manifold of one row. @returns −1: there are more */
  #onlyRowOf(cluster: number): number {
    let only = -1;
    for (let row = 0; row < this.rows; row++) {
      if (this.#clusters[row] !== cluster) continue;
      if (only >= 0) return -1;
      only = row;
    }
    return only;
  }

  /** Writes the corners of a row, as a pair without children has them. @returns their number */
  #copy(row: number): number {
    for (let k = 0; k < this.#counts[row]; k++) {
      const point = this.#firsts[row] + k;
      this.#writeCorner(k, point, this.#features[point]);
    }
    return this.#counts[row];
  }

  /** Wraps the points of the rows of a manifold. @returns the number of corners */
  #wrap(cluster: number, before: Uint32Array, at: number): number {
    const hull = this.#hull;
    hull.limits[0] = SNAP_SHARE * this.size[0];
    hull.limits[1] = AS_DEEP_SHARE * this.size[0];
    hull.limits[2] = BEARING_SHARE * this.size[0];
    hull.isRound = this.isRound;
    hull.begin();
    for (let k = 0; k < this.rows; k++) {
      const row = this.#order[k];
      if (this.#clusters[row] !== cluster) continue;
      const end = this.#firsts[row] + this.#counts[row];
      for (let point = this.#firsts[row]; point < end; point++) this.#project(point);
    }
    // points that bear the body come before those that only span a larger area
    const bearing = hull.wrap();
    const count = bearing < MAX_POINTS ? hull.widen(bearing, before, at) : bearing;
    for (let k = 0; k < count; k++) {
      const n = hull.order[k];
      this.#writeCorner(k, hull.sources[n], this.#features[hull.names[n]]);
    }
    return count;
  }

  #writeCorner(k: number, point: number, feature: number): void {
    const { axes, patch } = this.#manifold;
    const numbers = this.#numbers;
    const from = 4 * point;
    const to = CORNER * k;
    for (let c = 0; c < 3; c++) {
      const axis = 3 * c;
      patch.corners[to + c] =
        numbers[from] * axes[axis] + numbers[from + 1] * axes[axis + 1] + numbers[from + 2] * axes[axis + 2];
    }
    patch.corners[to + 3] = patch.corners[to + 2] + numbers[from + 3];
    patch.features[k] = feature;
  }

  #project(point: number): void {
    const { axes } = this.#manifold;
    const hull = this.#hull;
    const numbers = this.#numbers;
    const from = 4 * point;
    const n = hull.next();
    hull.x[n] = numbers[from] * axes[0] + numbers[from + 1] * axes[1] + numbers[from + 2] * axes[2];
    hull.y[n] = numbers[from] * axes[3] + numbers[from + 1] * axes[4] + numbers[from + 2] * axes[5];
    hull.depths[n] = numbers[from + 3];
    hull.sources[n] = point;
    hull.names[n] = point;
    hull.ranks[n] = this.#rankOf(this.#features[point]);
    hull.features[n] = this.#features[point];
  }

  #rankOf(feature: number): number {
    if (feature === WITNESS_FEATURE) return WITNESS_RANK;
    const kind = feature >>> KIND_SHIFT;
    if (kind === EDGES) return EDGES_RANK;
    return kind === this.surfaceKind ? SURFACE_VERTEX_RANK : VERTEX_RANK;
  }

  /** Makes equal ids of points differ: those of witness points, and of edges whose numbers fall together. */
  #makeDistinct(count: number): void {
    const { features } = this.#manifold.patch;
    for (let k = 1; k < count; k++) {
      for (let other = 0; other < k; other++) {
        if (features[other] !== features[k]) continue;
        features[k]++;
        other = -1;
      }
    }
  }
}

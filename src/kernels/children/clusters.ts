/**
 * The manifolds of a pair whose shapes have children. Rows of children with like normals make one manifold, of four
 * points at most. A pair has up to MANIFOLDS of them; rows of a ninth are dropped.
 *
 * Rows are ordered by separation, then by their children: the result does not depend on the order in which children
 * are found, for pairs of up to MOST_ROWS rows. More are joined in turns.
 *
 * The pair is in canonical order, with the smaller id as A. Points are from A's position, world axes (m).
 */
import type { Double, Flag, Int, Words } from '../../language/lanes.ts';
import { EDGES, KIND_SHIFT, MANIFOLDS, MAX_POINTS, WITNESS_FEATURE } from '../../tables/featureIds.ts';
import { spanPlane } from '../contacts/manifold.ts';
import { CORNER, type Manifold } from '../contacts/manifoldTables.ts';
import { reducePatch } from '../contacts/reduce.ts';
import { AS_DEEP_SHARE, SNAP_SHARE } from '../contacts/tolerances.ts';
import type { Clusters } from './clusterTables.ts';
import {
  EDGES_RANK,
  nextPoint,
  SURFACE_VERTEX_RANK,
  VERTEX_RANK,
  WITNESS_RANK,
  widen,
  wrapPoints,
} from './planarHull.ts';

/** Cosine of the angle of two normals of one manifold, at least. */
const SAME_DIRECTION = 0.996;
/** A doubtful row stays if it is at most so many times as deep as the deepest other row in overlap. */
const MOST_DEEPER = 1.5;
/** Points this part of the size above the plane of contact bear the body, or are about to. */
const BEARING_SHARE = 2e-3;
/** Rows that are joined at once. */
const MOST_ROWS = 256;
/** Room for points: an average row has few. A row has 130 corners at most: those of the patch of two large faces. */
const MOST_POINTS = 16 * MOST_ROWS;
const FULL = MOST_POINTS - 130;
const INFINITE = 1 / 0;

/**
 * Adds a row: the patch of `count` corners, whose features are those of children. `origin`, and the children and the
 * doubt of row ROW_COUNT are set. @param before any words
 */
export function addRow(c: Clusters, m: Manifold, count: Int, before: Words): void {
  const { numbers, origin, normals } = c;
  const { axes, patch } = m;
  const { corners } = patch;
  const row = c.rowCount[0];
  const first = c.pointCount[0];
  let least: Double = INFINITE;
  for (let k: Int = 0; k < count; k++) {
    const at = CORNER * k;
    const to = 4 * (first + k);
    for (let n: Int = 0; n < 3; n++) {
      const across = corners[at] * axes[n] + corners[at + 1] * axes[3 + n];
      numbers[to + n] = across + corners[at + 2] * axes[6 + n] + origin[n];
    }
    numbers[to + 3] = corners[at + 3] - corners[at + 2];
    least = Math.min(least, numbers[to + 3]);
    c.features[first + k] = patch.features[k];
  }
  for (let n: Int = 0; n < 3; n++) normals[4 * row + n] = axes[6 + n];
  normals[4 * row + 3] = least;
  c.firsts[row] = first;
  c.counts[row] = count;
  c.pointCount[0] += count;
  c.rowCount[0] += 1;
  if (c.rowCount[0] === MOST_ROWS || c.pointCount[0] > FULL) fold(c, m, before);
}

/** Makes manifolds of the rows: the deepest first. Their points are found by `choosePoints`. */
export function joinRows(c: Clusters): void {
  const { normals } = c;
  sort(c);
  c.manifoldCount[0] = 0;
  let deepest: Double = 0;
  for (let row: Int = 0; row < c.rowCount[0]; row++) {
    if (c.doubtful[row] === 0) deepest = Math.min(deepest, normals[4 * row + 3]);
  }
  for (let k: Int = 0; k < c.rowCount[0]; k++) {
    const row = c.order[k];
    const isDropped: Flag = c.doubtful[row] === 1 && deepest < 0 && normals[4 * row + 3] < MOST_DEEPER * deepest;
    let cluster: Int = -1;
    if (!isDropped) cluster = clusterOf(c, row);
    c.clusters[row] = cluster;
  }
}

/** Joins the rows, and makes rows of the manifolds. */
function fold(c: Clusters, m: Manifold, before: Words): void {
  const { kept, normals, childA, childB, leaders } = c;
  joinRows(c);
  const manifolds = c.manifoldCount[0];
  for (let cluster: Int = 0; cluster < manifolds; cluster++) {
    const count = choosePoints(c, m, cluster, before, -1);
    const { axes, patch } = m;
    c.keptCounts[cluster] = count;
    for (let n: Int = 0; n < count; n++) {
      const at = CORNER * n;
      const to = 4 * (MAX_POINTS * cluster + n);
      for (let k: Int = 0; k < 3; k++) {
        const across = patch.corners[at] * axes[k] + patch.corners[at + 1] * axes[3 + k];
        kept[to + k] = across + patch.corners[at + 2] * axes[6 + k];
      }
      kept[to + 3] = patch.corners[at + 3] - patch.corners[at + 2];
      c.keptFeatures[MAX_POINTS * cluster + n] = patch.features[n];
    }
  }
  // leaders are ordered by depth, not by their rows
  for (let cluster: Int = 0; cluster < manifolds; cluster++) {
    const row = leaders[cluster];
    for (let k: Int = 0; k < 4; k++) c.keptNormals[4 * cluster + k] = normals[4 * row + k];
    c.keptA[cluster] = childA[row];
    c.keptB[cluster] = childB[row];
  }
  for (let cluster: Int = 0; cluster < manifolds; cluster++) {
    for (let k: Int = 0; k < 4; k++) normals[4 * cluster + k] = c.keptNormals[4 * cluster + k];
    childA[cluster] = c.keptA[cluster];
    childB[cluster] = c.keptB[cluster];
    c.doubtful[cluster] = 0;
    c.firsts[cluster] = MAX_POINTS * cluster;
    c.counts[cluster] = c.keptCounts[cluster];
  }
  for (let k: Int = 0; k < 128; k++) c.numbers[k] = kept[k];
  for (let k: Int = 0; k < 32; k++) c.features[k] = c.keptFeatures[k];
  c.rowCount[0] = manifolds;
  c.pointCount[0] = MAX_POINTS * manifolds;
}

/** Orders rows by separation, then by their children. */
function sort(c: Clusters): void {
  const { order } = c;
  for (let row: Int = 0; row < c.rowCount[0]; row++) {
    let last: Int = row - 1;
    while (last >= 0) {
      const isFirst = isBefore(c, row, order[last]);
      if (!isFirst) break;
      order[last + 1] = order[last];
      last--;
    }
    order[last + 1] = row;
  }
}

function isBefore(c: Clusters, row: Int, other: Int): Flag {
  const { normals, childA, childB } = c;
  const difference = normals[4 * row + 3] - normals[4 * other + 3];
  if (difference !== 0) return difference < 0;
  return childA[row] !== childA[other] ? childA[row] < childA[other] : childB[row] < childB[other];
}

/** The manifold of a row: the first with a like normal, or a new one. @returns −1 if there is none */
function clusterOf(c: Clusters, row: Int): Int {
  const { normals, leaders } = c;
  const count = c.manifoldCount[0];
  for (let cluster: Int = 0; cluster < count; cluster++) {
    const leader = leaders[cluster];
    let cosine: Double = 0;
    for (let k: Int = 0; k < 3; k++) cosine += normals[4 * row + k] * normals[4 * leader + k];
    if (cosine > SAME_DIRECTION) return cluster;
  }
  if (count === MANIFOLDS) return -1;
  leaders[count] = row;
  c.manifoldCount[0] = count + 1;
  return count;
}

/**
 * Writes the points of a manifold to the patch.
 * @param before feature ids of the last query @param at the first one of the manifold there, or −1
 * @returns their number
 */
export function choosePoints(c: Clusters, m: Manifold, cluster: Int, before: Words, at: Int): Int {
  const leader = c.leaders[cluster];
  for (let k: Int = 0; k < 3; k++) {
    m.axes[6 + k] = c.normals[4 * leader + k];
    m.offset[k] = c.offset[k];
  }
  spanPlane(m.axes);
  m.asDeep = AS_DEEP_SHARE * c.size[0];
  const only = onlyRowOf(c, cluster);
  let count: Int = 0;
  if (only < 0) count = wrapManifold(c, m, cluster, before, at);
  else count = copyRow(c, m, only);
  count = reducePatch(m, count, before, at);
  makeDistinct(m, count);
  return count;
}

/** The row of a manifold of one row. @returns −1: there are more */
function onlyRowOf(c: Clusters, cluster: Int): Int {
  const { clusters } = c;
  let only: Int = -1;
  for (let row: Int = 0; row < c.rowCount[0]; row++) {
    if (clusters[row] !== cluster) continue;
    if (only >= 0) return -1;
    only = row;
  }
  return only;
}

/** Writes the corners of a row, as a pair without children has them. @returns their number */
function copyRow(c: Clusters, m: Manifold, row: Int): Int {
  for (let k: Int = 0; k < c.counts[row]; k++) {
    const point = c.firsts[row] + k;
    writeCorner(c, m, k, point, c.features[point]);
  }
  return c.counts[row];
}

/** Wraps the points of the rows of a manifold. @returns the number of corners */
function wrapManifold(c: Clusters, m: Manifold, cluster: Int, before: Words, at: Int): Int {
  const { hull, size } = c;
  hull.limits[0] = SNAP_SHARE * size[0];
  hull.limits[1] = AS_DEEP_SHARE * size[0];
  hull.limits[2] = BEARING_SHARE * size[0];
  hull.isRound = c.isRound[0];
  hull.count = 0;
  for (let k: Int = 0; k < c.rowCount[0]; k++) {
    const row = c.order[k];
    if (c.clusters[row] !== cluster) continue;
    const end = c.firsts[row] + c.counts[row];
    for (let point = c.firsts[row]; point < end; point++) project(c, m, point);
  }
  // points that bear the body come before those that only span a larger area
  let count = wrapPoints(hull);
  if (count < MAX_POINTS) count = widen(hull, count, before, at);
  for (let k: Int = 0; k < count; k++) {
    const n = hull.order[k];
    writeCorner(c, m, k, hull.sources[n], c.features[hull.names[n]]);
  }
  return count;
}

function writeCorner(c: Clusters, m: Manifold, k: Int, point: Int, feature: Int): void {
  const { numbers } = c;
  const { axes, patch } = m;
  const from = 4 * point;
  const to = CORNER * k;
  for (let n: Int = 0; n < 3; n++) {
    const axis = 3 * n;
    patch.corners[to + n] =
      numbers[from] * axes[axis] + numbers[from + 1] * axes[axis + 1] + numbers[from + 2] * axes[axis + 2];
  }
  patch.corners[to + 3] = patch.corners[to + 2] + numbers[from + 3];
  patch.features[k] = feature;
}

function project(c: Clusters, m: Manifold, point: Int): void {
  const { hull, numbers } = c;
  const { axes } = m;
  const from = 4 * point;
  const n = nextPoint(hull);
  hull.x[n] = numbers[from] * axes[0] + numbers[from + 1] * axes[1] + numbers[from + 2] * axes[2];
  hull.y[n] = numbers[from] * axes[3] + numbers[from + 1] * axes[4] + numbers[from + 2] * axes[5];
  hull.depths[n] = numbers[from + 3];
  hull.sources[n] = point;
  hull.names[n] = point;
  hull.ranks[n] = rankOf(c.features[point], c.surfaceKind[0]);
  hull.features[n] = c.features[point];
}

function rankOf(feature: Int, surfaceKind: Int): Int {
  if (feature === WITNESS_FEATURE) return WITNESS_RANK;
  const kind = feature >>> KIND_SHIFT;
  if (kind === EDGES) return EDGES_RANK;
  return kind === surfaceKind ? SURFACE_VERTEX_RANK : VERTEX_RANK;
}

/** Makes equal ids of points differ: those of witness points, and of edges whose numbers fall together. */
function makeDistinct(m: Manifold, count: Int): void {
  const { features } = m.patch;
  for (let k: Int = 1; k < count; k++) {
    for (let other: Int = 0; other < k; other++) {
      if (features[other] !== features[k]) continue;
      features[k] += 1;
      other = -1;
    }
  }
}

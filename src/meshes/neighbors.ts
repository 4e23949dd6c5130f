/**
 * Neighbors over edges, and duplicates. Half edge 3 t + e is edge e of triangle t. All half edges are sorted by their
 * smaller vertex (counting sort), then by the larger one; those of one edge are a group.
 *
 * A group of two half edges of opposite turns is two neighbors. Any other group of two or more is non-manifold: each
 * triangle gets the one as neighbor that its front side turns to first. Triangles with the same vertices and the same
 * turn are duplicates: the smallest stays.
 */
import { BORDER, HALF_EDGE, MOST_VERTICES, ONE_WAY } from '../tables/meshWords.ts';
import type { Triangles } from './triangles.ts';

export interface Neighbors {
  /** The neighbor of each half edge, with the bits BORDER and ONE_WAY. Those of duplicates mean nothing. */
  readonly words: Uint32Array;
  /** 1 = a duplicate of a triangle with a smaller number. */
  readonly isDuplicate: Uint8Array;
  readonly duplicates: number;
  readonly nonManifoldEdges: number;
}

/** A key is the larger vertex times this, and the half edge. Both together fit into f64. */
const KEY = HALF_EDGE + 1;
/** Longer lists are sorted by the engine. */
const SHORT = 48;

export function findNeighbors(triangles: Triangles): Neighbors {
  const { corners } = triangles;
  const { keys, begins } = sortedEdges(corners, triangles.positions.length / 3);
  const words = new Uint32Array(corners.length);
  const isDuplicate = new Uint8Array(corners.length / 3);
  let nonManifoldEdges = 0;
  for (let vertex = 0; vertex + 1 < begins.length; vertex++) {
    const end = begins[vertex + 1];
    for (let k = begins[vertex]; k < end; ) {
      const first = keys[k] % KEY;
      const larger = (keys[k] - first) / KEY;
      let next = k + 1;
      while (next < end && keys[next] < (larger + 1) * KEY) next++;
      const second = next === k + 2 ? keys[k + 1] % KEY : -1;
      if (next === k + 1) {
        words[first] = BORDER | HALF_EDGE;
      } else if (second >= 0 && corners[first] !== corners[second]) {
        words[first] = second;
        words[second] = first;
      } else if (linkGroup(triangles, keys.subarray(k, next), words, isDuplicate)) {
        nonManifoldEdges++;
      }
      k = next;
    }
  }
  let duplicates = 0;
  for (let triangle = 0; triangle < isDuplicate.length; triangle++) duplicates += isDuplicate[triangle];
  return { words, isDuplicate, duplicates, nonManifoldEdges };
}

/** The corner after that of a half edge. */
const nextOf = (half: number) => (half % 3 === 2 ? half - 2 : half + 1);
/** The corner opposite to a half edge. */
const oppositeOf = (half: number) => (half % 3 === 0 ? half + 2 : half - 1);

/** The keys of all half edges, by their smaller vertex, and where those of each vertex begin. */
function sortedEdges(corners: Uint32Array, vertices: number): { keys: Float64Array; begins: Uint32Array } {
  const begins = new Uint32Array(vertices + 1);
  for (let k = 0; k < corners.length; k += 3) {
    const [a, b, c] = [corners[k], corners[k + 1], corners[k + 2]];
    begins[a < b ? a : b]++;
    begins[b < c ? b : c]++;
    begins[c < a ? c : a]++;
  }
  let sum = 0;
  for (let vertex = 0; vertex <= vertices; vertex++) {
    sum += begins[vertex];
    begins[vertex] = sum;
  }
  // from behind: begins end up at the first key of their vertex
  const keys = new Float64Array(corners.length);
  for (let k = corners.length - 3; k >= 0; k -= 3) {
    const [a, b, c] = [corners[k], corners[k + 1], corners[k + 2]];
    keys[--begins[c < a ? c : a]] = (c < a ? a : c) * KEY + k + 2;
    keys[--begins[b < c ? b : c]] = (b < c ? c : b) * KEY + k + 1;
    keys[--begins[a < b ? a : b]] = (a < b ? b : a) * KEY + k;
  }
  for (let vertex = 0; vertex < vertices; vertex++) sortKeys(keys, begins[vertex], begins[vertex + 1]);
  return { keys, begins };
}

function sortKeys(keys: Float64Array, begin: number, end: number): void {
  if (end - begin > SHORT) {
    keys.subarray(begin, end).sort();
    return;
  }
  for (let k = begin + 1; k < end; k++) {
    const key = keys[k];
    let hole = k;
    for (; hole > begin && keys[hole - 1] > key; hole--) keys[hole] = keys[hole - 1];
    keys[hole] = key;
  }
}

/** Marks duplicates of a group, and links the others. @returns whether the edge is non-manifold */
function linkGroup(triangles: Triangles, keys: Float64Array, words: Uint32Array, isDuplicate: Uint8Array): boolean {
  const { corners } = triangles;
  // by turn, opposite corner and number: duplicates follow the one that stays
  const rankOf = (half: number) =>
    (corners[half] < corners[nextOf(half)] ? 0 : MOST_VERTICES) + corners[oppositeOf(half)];
  const halves = Array.from(keys, (key) => key % KEY).sort((a, b) => rankOf(a) - rankOf(b) || a - b);
  const kept = halves.filter((half, k) => k === 0 || rankOf(half) !== rankOf(halves[k - 1]));
  halves.forEach((half, k) => {
    if (k > 0 && rankOf(half) === rankOf(halves[k - 1])) isDuplicate[Math.floor(half / 3)] = 1;
  });
  if (kept.length === 1) {
    words[kept[0]] = BORDER | HALF_EDGE;
    return false;
  }
  if (kept.length === 2 && corners[kept[0]] !== corners[kept[1]]) {
    [words[kept[0]], words[kept[1]]] = [kept[1], kept[0]];
    return false;
  }
  linkByAngle(triangles, kept, words);
  return true;
}

/** Assigns each half edge of an edge the one that its front side turns to first. */
function linkByAngle(triangles: Triangles, halves: readonly number[], words: Uint32Array): void {
  const { corners } = triangles;
  const angles = anglesOf(triangles, halves);
  const order = halves.map((_, k) => k).sort((a, b) => angles[a] - angles[b] || halves[a] - halves[b]);
  const count = order.length;
  order.forEach((own, place) => {
    const half = halves[own];
    const step = corners[half] < corners[nextOf(half)] ? 1 : count - 1;
    // one in the same plane comes last
    let found = (place + step) % count;
    while (found !== place && isSame(angles[order[found]], angles[own])) found = (found + step) % count;
    words[half] = halves[order[found === place ? (place + step) % count : found]];
  });
  for (const half of halves) if ((words[words[half] & HALF_EDGE] & HALF_EDGE) !== half) words[half] |= ONE_WAY;
}

/** Angles of one plane, but for rounding. */
function isSame(a: number, b: number): boolean {
  const apart = Math.abs(a - b);
  return apart < 1e-6 || apart > 4 - 1e-6;
}

/**
 * How far each triangle is turned around the edge, from the smaller vertex to the larger: numbers in 0–4 that grow with
 * the angle from the first triangle.
 */
function anglesOf({ positions, corners }: Triangles, halves: readonly number[]): number[] {
  const a = Math.min(corners[halves[0]], corners[nextOf(halves[0])]);
  const b = Math.max(corners[halves[0]], corners[nextOf(halves[0])]);
  const from = (vertex: number) => [0, 1, 2].map((k) => positions[3 * vertex + k] - positions[3 * a + k]);
  const axis = from(b);
  const length = Math.sqrt(dot(axis, axis));
  const first = cross(axis, from(corners[oppositeOf(halves[0])]));
  return halves.map((half) => {
    const normal = cross(axis, from(corners[oppositeOf(half)]));
    const x = dot(first, normal);
    const y = dot(axis, cross(first, normal)) / length;
    const part = y / (Math.abs(x) + Math.abs(y));
    if (x < 0) return 2 - part;
    return y < 0 ? 4 + part : part;
  });
}

function dot(u: readonly number[], v: readonly number[]): number {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

function cross(u: readonly number[], v: readonly number[]): number[] {
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

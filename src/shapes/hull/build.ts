/**
 * Builds the convex hull of any finite point set, for `hull(points)` shapes.
 *
 *   reads    points   xyz triples (m), in any order, with any duplicates; rounded to f32 before anything else
 *   returns  HullGeometry: all vertices are corners, in the order of the input
 *
 * Exact for the rounded points: no corner is missing or extra, and of collinear points only the ends remain. Sets
 * thinner than FLAT times their longest side count as flat polygons, segments or points.
 */
import { lengthOf, unreadable } from '../../checks.ts';
import { fail, inspect } from '../../errors.ts';
import { cloudOf, spanOf } from './cloud.ts';
import { mergedFaces, type Polygons } from './faces.ts';
import { facetTable } from './facetTable.ts';
import { flatOutline } from './flat.ts';
import { scratch } from './scratch.ts';
import { solidFacets } from './solid.ts';

/** Vertex ids are u16, and one value means "none". */
export const MAX_HULL_VERTICES = 65_534;

export interface HullGeometry {
  readonly dimension: 0 | 1 | 2 | 3;
  /** xyz triples, m. */
  readonly vertices: Float32Array;
  /** Polygons of vertex ids, counter-clockwise seen from outside. Dimension 2: two, back to back. 0 and 1: none. */
  readonly faces: readonly (readonly number[])[];
  /** Neighbors of vertex v are neighbors[neighborStarts[v] … neighborStarts[v + 1]), ascending. */
  readonly neighborStarts: Uint32Array;
  readonly neighbors: Uint16Array;
}

/** A copy of `points`, rounded to f32; each number is read once. Fails unless it is at least one finite xyz triple. */
export function readPoints(where: string, points: unknown): Float32Array {
  const length = lengthOf(where, 'an array of xyz triples', points);
  if (length === 0) fail(where, 'at least one finite xyz triple', '0 numbers');
  if (length % 3 !== 0) fail(where, 'xyz triples (a multiple of 3 numbers)', `${length} numbers`);
  const own: number[] = []; // grows with the elements: a length may be wrong
  try {
    for (let k = 0; k < length; k++) {
      const value = (points as ArrayLike<unknown>)[k];
      if (typeof value !== 'number' || !Number.isFinite(Math.fround(value))) {
        fail(where, 'at least one finite xyz triple', `${inspect(value)} at ${k}`);
      }
      own.push(value);
    }
  } catch (cause) {
    unreadable(where, cause);
  }
  return Float32Array.from(own);
}

/** Builds the hull of points from `readPoints`. Fails only beyond MAX_HULL_VERTICES. */
export function buildHull(points: ArrayLike<number>): HullGeometry {
  const rounded = new Float32Array(points.length);
  for (let k = 0; k < rounded.length; k++) rounded[k] = points[k];
  // no user code runs from here on: a getter could build a hull in the same memory
  scratch.begin();
  const cloud = cloudOf(rounded);
  const facets = facetTable(cloud.count);
  const span = spanOf(cloud, facets);
  if (span.length === 1) return geometry(rounded, 0, polygonsOf([span]));
  if (span.length === 2) return geometry(rounded, 1, polygonsOf([span]));
  if (span.length === 3) {
    const outline = flatOutline(cloud, facets);
    return geometry(rounded, 2, polygonsOf([outline, outline.toReversed()]));
  }
  solidFacets(cloud, facets, span);
  return geometry(rounded, 3, mergedFaces(cloud, facets));
}

/** Renumbers point ids to vertex ids, in input order, and lists each vertex's neighbors. */
function geometry(points: Float32Array, dimension: HullGeometry['dimension'], polygons: Polygons): HullGeometry {
  const { starts, ids, count } = polygons;
  const corners = starts[count];
  const vertexOf = scratch.ints(points.length / 3);
  for (let k = 0; k < corners; k++) vertexOf[ids[k]] = 1;
  let vertexCount = 0;
  for (let p = 0; p < vertexOf.length; p++) if (vertexOf[p] === 1) vertexOf[p] = vertexCount++;
  if (vertexCount > MAX_HULL_VERTICES) {
    fail('hull: points', `at most ${MAX_HULL_VERTICES} corners on the convex hull`, vertexCount);
  }
  const vertices = new Float32Array(3 * vertexCount);
  for (let k = 0; k < corners; k++) {
    const from = 3 * ids[k];
    const to = 3 * vertexOf[ids[k]];
    for (let axis = 0; axis < 3; axis++) vertices[to + axis] = points[from + axis];
    ids[k] = to / 3;
  }
  let faces: number[][] = [];
  if (dimension === 2) faces = listed(polygons);
  if (dimension === 3) faces = sortedFaces(polygons, vertexCount);
  return { dimension, vertices, faces, ...linksOf(polygons, vertexCount) };
}

function polygonsOf(loops: readonly (readonly number[])[]): Polygons {
  const starts = new Int32Array(loops.length + 1);
  loops.forEach((loop, f) => {
    starts[f + 1] = starts[f] + loop.length;
  });
  return { count: loops.length, starts, ids: Int32Array.from(loops.flat()) };
}

/**
 * Polygons as lists that begin at their lowest vertex, sorted by it and the next one: the order does not depend on the
 * search.
 */
function sortedFaces({ count, starts, ids }: Polygons, vertexCount: number): number[][] {
  const ends = scratch.ints(vertexCount + 1); // ends of the faces with a lower lowest vertex
  const lowest = scratch.ints(count);
  for (let f = 0; f < count; f++) {
    let low = starts[f];
    for (let k = low + 1; k < starts[f + 1]; k++) if (ids[k] < ids[low]) low = k;
    lowest[f] = low;
    ends[ids[low] + 1]++;
  }
  for (let v = 0; v < vertexCount; v++) ends[v + 1] += ends[v];
  const begins = scratch.ints(vertexCount + 1);
  begins.set(ends);
  const faces = new Array<number[]>(count);
  for (let f = 0; f < count; f++) {
    const face = turnedLoop(ids, starts[f], starts[f + 1], lowest[f]);
    let place = ends[face[0]]++;
    for (; place > begins[face[0]] && faces[place - 1][1] > face[1]; place--) faces[place] = faces[place - 1];
    faces[place] = face;
  }
  return faces;
}

/** ids[begin … end) as a list, rotated to begin at `first`. */
function turnedLoop(ids: Int32Array, begin: number, end: number, first: number): number[] {
  // most faces of a curved hull: a literal of three takes less memory than a growing array, which has room for 17 and
  // overflows caches
  if (end - begin === 3) {
    const second = first + 1 < end ? first + 1 : begin;
    const third = second + 1 < end ? second + 1 : begin;
    return [ids[first], ids[second], ids[third]];
  }
  const face: number[] = [];
  for (let k = first; k < end; k++) face.push(ids[k]);
  for (let k = begin; k < first; k++) face.push(ids[k]);
  return face;
}

/** Polygons as lists, unchanged. */
function listed({ count, starts, ids }: Polygons): number[][] {
  return Array.from({ length: count }, (_, f) => Array.from(ids.subarray(starts[f], starts[f + 1])));
}

/** Neighbors of each vertex, ascending. The polygons contain every edge once in each direction. */
function linksOf(
  { count, starts, ids }: Polygons,
  vertexCount: number,
): Pick<HullGeometry, 'neighborStarts' | 'neighbors'> {
  const neighborStarts = new Uint32Array(vertexCount + 1);
  // a lone point has no edge
  const edges = vertexCount > 1 ? starts[count] : 0;
  for (let k = 0; k < edges; k++) neighborStarts[ids[k] + 1]++;
  for (let v = 0; v < vertexCount; v++) neighborStarts[v + 1] += neighborStarts[v];
  const links = scratch.ints(edges);
  const ends = scratch.ints(vertexCount + 1);
  ends.set(neighborStarts);
  for (let f = 0; f < count && edges > 0; f++) {
    let from = ids[starts[f + 1] - 1];
    for (let k = starts[f]; k < starts[f + 1]; k++) {
      links[ends[from]++] = ids[k];
      from = ids[k];
    }
  }
  // links are symmetric: entered in the order of v, the lists are sorted
  const neighbors = new Uint16Array(edges);
  ends.set(neighborStarts);
  for (let v = 0; v < vertexCount; v++) {
    for (let k = neighborStarts[v]; k < neighborStarts[v + 1]; k++) neighbors[ends[links[k]]++] = v;
  }
  return { neighborStarts, neighbors };
}

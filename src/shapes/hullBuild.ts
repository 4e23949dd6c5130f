/**
 * The convex hull of any finite point set: what a `hull(points)` shape is made of.
 *
 *   reads    points   xyz triples (m), in any order, with any duplicates; rounded to f32 before anything else
 *   returns  HullGeometry, with nothing on it that is not a corner, vertices in the order of the input
 *
 * Exact for the rounded points: no corner is lost, none is invented, flat or collinear runs leave only their ends.
 * Sets thinner than FLAT of their longest side count as flat polygons, segments or points.
 */
import { lengthOf, unreadable } from '../checks.ts';
import { describe, fail } from '../errors.ts';
import { cloudOf, spanOf } from './hullCloud.ts';
import { mergedFaces } from './hullFaces.ts';
import { flatOutline } from './hullFlat.ts';
import { solidFacets } from './hullSolid.ts';

/** Vertex ids are u16, and one value is kept free for "none". */
export const MAX_HULL_VERTICES = 65_534;

export interface HullGeometry {
  readonly dimension: 0 | 1 | 2 | 3;
  /** xyz triples, m. */
  readonly vertices: Float32Array;
  /** Polygons of vertex ids, counter-clockwise seen from outside. Dimension 2: two, back to back. 0 and 1: none. */
  readonly faces: readonly (readonly number[])[];
  /** Neighbours of vertex v are neighbours[neighbourStarts[v] … neighbourStarts[v + 1]), ascending. */
  readonly neighbourStarts: Uint32Array;
  readonly neighbours: Uint16Array;
}

/** A copy of `points`, rounded to f32, each number read once. Fails unless that is at least one finite xyz triple. */
export function readPoints(where: string, points: unknown): Float32Array {
  const length = lengthOf(where, 'an array of xyz triples', points);
  if (length === 0) fail(where, 'at least one finite xyz triple', '0 numbers');
  if (length % 3 !== 0) fail(where, 'xyz triples (a multiple of 3 numbers)', `${length} numbers`);
  const own: number[] = []; // grows with what is there: a length is only a claim
  try {
    for (let k = 0; k < length; k++) {
      const value = (points as ArrayLike<unknown>)[k];
      if (typeof value !== 'number' || !Number.isFinite(Math.fround(value))) {
        fail(where, 'at least one finite xyz triple', `${describe(value)} at ${k}`);
      }
      own.push(value);
    }
  } catch (cause) {
    unreadable(where, cause);
  }
  return Float32Array.from(own);
}

/** Builds the hull. Trusts its argument: `readPoints` made it. Fails only beyond MAX_HULL_VERTICES. */
export function buildHull(points: ArrayLike<number>): HullGeometry {
  const cloud = cloudOf(points);
  const span = spanOf(cloud);
  if (span.length === 1) return geometry(points, 0, [], span);
  if (span.length === 2) return geometry(points, 1, [], span);
  if (span.length === 3) {
    const outline = flatOutline(cloud, span);
    return geometry(points, 2, [outline, outline.toReversed()], outline);
  }
  const faces = mergedFaces(cloud, solidFacets(cloud, span));
  return geometry(points, 3, faces, faces.flat());
}

/** Renumbers point ids to vertex ids, in input order, and lists each vertex's neighbours. */
function geometry(
  points: ArrayLike<number>,
  dimension: HullGeometry['dimension'],
  pointFaces: readonly (readonly number[])[],
  corners: readonly number[],
): HullGeometry {
  const ids = Array.from(new Set(corners)).sort((p, q) => p - q);
  if (ids.length > MAX_HULL_VERTICES) {
    fail('hull: points', `at most ${MAX_HULL_VERTICES} corners on the convex hull`, ids.length);
  }
  const vertices = Float32Array.from(ids.flatMap((p) => [points[3 * p]!, points[3 * p + 1]!, points[3 * p + 2]!]));
  const vertexOf = new Map(ids.map((p, v) => [p, v]));
  const faces = pointFaces.map((face) => face.map((p) => vertexOf.get(p)!));

  const linked = ids.map(() => new Set<number>());
  if (dimension === 1) faces.push([0, 1]);
  for (const face of faces) {
    face.forEach((v, k) => {
      const w = face[(k + 1) % face.length]!;
      linked[v]!.add(w);
      linked[w]!.add(v);
    });
  }
  const neighbourStarts = new Uint32Array(ids.length + 1);
  const neighbours: number[] = [];
  linked.forEach((set, v) => {
    neighbours.push(...Array.from(set).sort((p, q) => p - q));
    neighbourStarts[v + 1] = neighbours.length;
  });
  return {
    dimension,
    vertices,
    faces: dimension === 1 ? [] : faces,
    neighbourStarts,
    neighbours: Uint16Array.from(neighbours),
  };
}

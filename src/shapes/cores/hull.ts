/** The convex hull of points. Stored as vertices with neighbors, direction cells and contact faces. */
import { firstOf, readOptions } from '../../checks.ts';
import { FACED, HULL, NEIGHBOR_BEGIN, VERTEX_COUNT } from '../../tables/shapeWords.ts';
import { contactFaces } from '../faces/contactFaces.ts';
import { HULL_OPTIONS, type HullOptions, type HullShape, hullOf, prepareHull } from '../hull/prepareHull.ts';
import { polytopeBody } from '../mass/polytopeBody.ts';
import type { UnitBody } from '../mass/unitBody.ts';
import type { Core, PreparedShape, SnapshotShapes } from './core.ts';
import { register } from './registry.ts';
import { areVerticesSound, isList } from './vertices.ts';

/**
 * The convex hull of points, built when the shape is added to a scene or first used in a query. Any finite set works:
 * duplicates, collinear and coplanar points, a flat polygon, a segment, a single point. Coordinates are rounded to f32,
 * so keep them near the local origin.
 *
 * @param points x y z triples (m)
 */
export function hull(points: ArrayLike<number>, options?: HullOptions): HullShape {
  register('hull', prepareHullAlone);
  return { kind: 'hull', points, radius: 0, ...readOptions('hull: options', options, HULL_OPTIONS) };
}

/**
 * A triangle: the convex hull of three points. It has two faces, and a volume if it is rounded.
 *
 * @param points x y z of each corner: nine numbers (m)
 * @throws QueryError for anything but nine numbers
 */
export function triangle(points: ArrayLike<number>): HullShape {
  return hull(firstOf('triangle: points', 'nine numbers (m)', points, 9, 9) as number[]);
}

/** `prepareHull` without contact faces. @internal */
export function prepareHullAlone(at: string, shape: HullShape, radius: number): PreparedShape {
  return prepareHull(at, shape, radius);
}

/** `prepareHull` with contact faces. @internal */
export function prepareHullWithFaces(at: string, shape: HullShape, radius: number): PreparedShape {
  return prepareHull(at, shape, radius, contactFaces);
}

function isSound(shapes: SnapshotShapes, word: number): boolean {
  const { words, neighbors } = shapes;
  const count = words[word + VERTEX_COUNT];
  return areVerticesSound(shapes, word) && isList(neighbors, words[word + NEIGHBOR_BEGIN], count, count);
}

function moments(at: string, shape: HullShape, radius: number): UnitBody {
  return polytopeBody(at, hullOf(at, shape), radius);
}

/** @internal */
export const hullCore: Core = {
  kind: 'hull',
  code: HULL,
  traits: FACED,
  prepare: prepareHullWithFaces,
  isSound,
  moments,
  hasFaces: true,
};

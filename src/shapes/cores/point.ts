/** A point at the local origin: the core of a sphere. Stored as one vertex. */
import { POINT, VERTEX_COUNT } from '../../tables/shapeWords.ts';
import { polytopeBody } from '../mass/polytopeBody.ts';
import type { UnitBody } from '../mass/unitBody.ts';
import type { Core, PreparedShape, SnapshotShapes } from './core.ts';
import { areVerticesSound, NO_NEIGHBORS, prepareVertices } from './vertices.ts';

/** A point at the local origin, grown by `radius`: a sphere. */
export interface PointShape {
  readonly kind: 'point';
  readonly radius: number;
}

/** A point at the local origin. */
export function point(): PointShape {
  return { kind: 'point', radius: 0 };
}

/** A sphere around the local origin. @param radius (m), > 0 */
export function sphere(radius: number): PointShape {
  return { kind: 'point', radius };
}

/** @internal */
export function preparePoint(_at: string, _shape: PointShape, radius: number): PreparedShape {
  return prepareVertices(POINT, new Float32Array(3), radius, NO_NEIGHBORS);
}

function isSound(shapes: SnapshotShapes, word: number): boolean {
  return shapes.words[word + VERTEX_COUNT] === 1 && areVerticesSound(shapes, word);
}

function moments(at: string, shape: PointShape, radius: number): UnitBody {
  const { vertices } = preparePoint(at, shape, radius);
  return polytopeBody(at, { dimension: 0, vertices, faces: [] }, radius);
}

/** @internal */
export const pointCore: Core = {
  kind: 'point',
  code: POINT,
  traits: 0,
  prepare: preparePoint,
  isSound,
  moments,
  hasFaces: false,
};

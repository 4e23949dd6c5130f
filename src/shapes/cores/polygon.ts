/**
 * The core of all shapes of planar scenes: a point, a segment, a box or a polygon of the plane, stored as vertices with
 * z = 0, all points of a polygon among them. Kernels of planar scenes take the convex hull (dim2/rows).
 */
import { pointsOf, radiusOf } from '../../dim2/pair/points.ts';
import { type Shape as PlanarShape, readShape } from '../../dim2/pair/shapes.ts';
import { fail } from '../../errors.ts';
import { POLYGON, VERTEX_BEGIN, VERTEX_ROWS } from '../../tables/shapeWords.ts';
import type { PreparedShape, SnapshotShapes, StoredCore } from './core.ts';
import { areVerticesSound, NO_NEIGHBORS, prepareVertices } from './vertices.ts';

/** Vertex ids are u16, and one value means "none". */
const MOST_POINTS = 0xfffe;

/** Checks a shape of the plane, and rounds its numbers to f32. */
export function preparePlanar(where: string, shape: PlanarShape): PreparedShape {
  const own = readShape(`${where}: shape`, shape);
  const at = `${where}(${own.kind})`;
  const radius = radiusOf(at, own);
  const points = pointsOf(at, own);
  const count = points.length / 2;
  if (count > MOST_POINTS) fail(`${at}: points`, `at most ${MOST_POINTS} points`, count);
  const vertices = new Float32Array(3 * count);
  for (let k = 0; k < count; k++) {
    vertices[3 * k] = points[2 * k];
    vertices[3 * k + 1] = points[2 * k + 1];
  }
  const isFlat = own.kind !== 'polygon' && points.some((x) => x !== 0 && Math.fround(x) === 0);
  if (isFlat) fail(at, 'half extents > 0 (m, f32)', 'one that f32 rounds to 0');
  return prepareVertices(POLYGON, vertices, Math.fround(radius), NO_NEIGHBORS);
}

function isSound(shapes: SnapshotShapes, word: number): boolean {
  if (!areVerticesSound(shapes, word)) return false;
  const rows = shapes.words[word + VERTEX_ROWS];
  const z = 3 * shapes.words[word + VERTEX_BEGIN] + 2 * rows;
  return shapes.coordinates.subarray(z, z + rows).every((height) => height === 0);
}

/** For snapshots. */
export const polygonCore: StoredCore = { code: POLYGON, traits: 0, isSound, hasFaces: false };

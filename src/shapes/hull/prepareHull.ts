/**
 * Prepares hulls for the tables: builds them, simplifies them if `maxVertices` is given, and packs neighbors, direction
 * cells and faces.
 */
import type { Keys } from '../../checks.ts';
import { refuse } from '../../errors.ts';
import { FACED, HULL } from '../../tables/shapeWords.ts';
import type { ContactFaces, PreparedShape } from '../cores/core.ts';
import { notTooLong } from '../cores/lengths.ts';
import { farthest, NO_CELLS, prepareVertices } from '../cores/vertices.ts';
import { buildHull, type HullGeometry, readPoints } from './build.ts';
import { buildCells, cellGrid } from './cells.ts';
import { simplifyHull } from './simplify.ts';

/** The convex hull of points, grown by `radius`. */
export interface HullShape {
  readonly kind: 'hull';
  /** x y z of each point (m). */
  readonly points: ArrayLike<number>;
  /** Keep at most this many vertices, if given. */
  readonly maxVertices?: number | undefined;
  readonly radius: number;
}

export interface HullOptions {
  /**
   * Simplify to at most this many vertices (≥ 4): a subset of the hull's own, so the result lies inside the hull.
   * Without it a hull is never simplified.
   */
  readonly maxVertices?: number | undefined;
}

/** @internal */
export const HULL_OPTIONS: Keys<HullOptions> = { maxVertices: 0 };

/**
 * Checks the points of a hull, builds it, and packs it for the tables.
 * @param facesOf makes its contact faces: an argument, so that programs without contacts are bundled without this code
 * @internal
 */
export function prepareHull(
  at: string,
  shape: HullShape,
  radius: number,
  facesOf?: (hull: HullGeometry) => ContactFaces,
): PreparedShape {
  return prepareReadHull(at, readHull(at, shape), radius, facesOf);
}

/** The same from input that is read. @internal */
export function prepareReadHull(
  at: string,
  input: HullInput,
  radius: number,
  facesOf?: (hull: HullGeometry) => ContactFaces,
): PreparedShape {
  const hull = buildRead(at, input);
  const vertexCount = hull.vertices.length / 3;
  const cells = packCells(hull, hull.dimension === 3 ? cellGrid(vertexCount) : 0);
  const grid = cells.length > 0 ? cellGrid(vertexCount) : 0;
  const stored = prepareVertices(HULL, hull.vertices, radius, packNeighbors(hull), grid, cells);
  const ready = { ...stored, traits: FACED };
  return facesOf ? { ...ready, faces: facesOf(hull) } : ready;
}

/** The input of a hull. @internal */
export interface HullInput {
  /** x y z of each point (m), f32. */
  readonly points: Float32Array;
  readonly maxVertices?: number | undefined;
}

/** Checks the points and the options of a hull, and copies them. @internal */
export function readHull(at: string, { points, maxVertices }: HullShape): HullInput {
  const own = readPoints(`${at}: points`, points);
  if (maxVertices === undefined) return { points: own };
  if (!(Number.isInteger(maxVertices) && maxVertices >= 4)) refuse(`${at}: maxVertices`, 'an integer ≥ 4', maxVertices);
  return { points: own, maxVertices };
}

/** Checks the points of a hull, builds it, and simplifies it if `maxVertices` is given. @internal */
export function hullOf(at: string, shape: HullShape): HullGeometry {
  return buildRead(at, readHull(at, shape));
}

function buildRead(at: string, { points, maxVertices }: HullInput): HullGeometry {
  const whole = buildHull(points);
  const hull = maxVertices === undefined ? whole : simplifyHull(whole, maxVertices);
  const extent = farthest(hull.vertices);
  notTooLong(`${at}: distance of a point from the local origin`, extent, extent);
  return hull;
}

function packNeighbors({ neighborStarts, neighbors }: HullGeometry): Uint32Array {
  const packed = new Uint32Array(neighborStarts.length + neighbors.length);
  packed.set(neighborStarts);
  packed.set(neighbors, neighborStarts.length);
  return packed;
}

function packCells(hull: HullGeometry, grid: number): Uint16Array {
  if (grid === 0) return NO_CELLS;
  const { starts, ids } = buildCells(hull, grid);
  // offsets are u16: a hull with more candidates (about 50,000 vertices) has no cells
  if (ids.length > MAX_OFFSET) return NO_CELLS;
  const packed = new Uint16Array(starts.length + ids.length);
  packed.set(starts);
  packed.set(ids, starts.length);
  return packed;
}

const MAX_OFFSET = 0xffff;

/** Shapes of any geometry of three.js: its convex hull, and its triangles. */
import { type HullShape, hull, type MeshOptions, type MeshShape, mesh, type Shape, type Vec3Like } from 'hullstorm';
import { type BufferGeometry, Matrix4 } from 'three';
import { type Keys, numbers, readOptions } from '../checks.ts';
import { fail, refuse } from '../errors.ts';
import { joined, readSurface, type Surface, usedVertices } from './surface.ts';

/** The parameters of `hullFromGeometry`. */
export interface GeometryHullOptions {
  /** Most vertices of the hull, ≥ 4: the outermost are kept. Default: all. Few are faster. */
  readonly maxVertices?: number | undefined;
  /** Factors of x, y and z, not 0. Default: 1 1 1. */
  readonly scale?: Vec3Like | undefined;
}

/** The parameters of `meshFromGeometry`: those of `mesh` that are not arrays. */
export type GeometryMeshOptions = Pick<MeshOptions, 'scale' | 'sides' | 'borders' | 'weld'>;

const HULL_KEYS: Keys<GeometryHullOptions> = { maxVertices: 0, scale: 0 };
const MESH_KEYS: Keys<GeometryMeshOptions> = { scale: 0, sides: 0, borders: 0, weld: 0 };

/** What meshes were made of: they keep no arrays, and debug lines draw them. */
const surfaces = /* @__PURE__ */ new WeakMap<Shape, Surface>();

/**
 * The convex hull of what a geometry draws. The skin and the morph targets of a mesh are no part of its geometry: this
 * is the bind pose; `shapesFromObject` takes the mesh as it is.
 * @throws QueryError for a geometry without positions or triangles, for positions that are not finite, for a vertex
 *   number out of range, and for a bad option
 *
 * @example
 * ```ts
 * const rock = hullFromGeometry(new IcosahedronGeometry(1, 3), { maxVertices: 32 });
 * ```
 */
export function hullFromGeometry(geometry: BufferGeometry, options?: GeometryHullOptions): HullShape {
  const where = 'hullFromGeometry';
  const { maxVertices, scale } = readOptions(`${where}: options`, options, HULL_KEYS);
  checkVertices(where, maxVertices);
  return hullOfSurface(scaled(where, readSurface(where, geometry), scale), maxVertices);
}

/** @internal */
export function checkVertices(where: string, most: number | undefined): void {
  if (most !== undefined && !(Number.isInteger(most) && most >= 4))
    refuse(`${where}: maxVertices`, 'an integer ≥ 4', most);
}

/** @internal */
export function hullOfSurface(surface: Surface, maxVertices: number | undefined): HullShape {
  return hull(usedVertices(surface), { maxVertices });
}

/**
 * The triangles that a geometry draws, for static colliders. Results have the material of a triangle: the number of its
 * group's material, 0 without groups. Skin and morph targets as in `hullFromGeometry`.
 * @throws QueryError as `hullFromGeometry`, and as `mesh`
 */
export function meshFromGeometry(geometry: BufferGeometry, options?: GeometryMeshOptions): MeshShape {
  const where = 'meshFromGeometry';
  const { scale, ...own } = readOptions(`${where}: options`, options, MESH_KEYS);
  return meshOfSurface(scaled(where, readSurface(where, geometry), scale), own);
}

/** @internal */
export function meshOfSurface(surface: Surface, options: GeometryMeshOptions): MeshShape {
  const shape = mesh({ ...surface, ...options });
  surfaces.set(shape, surface);
  return shape;
}

/** What a mesh was made of, if it was made here. @internal */
export const surfaceOf = (shape: Shape): Surface | undefined => surfaces.get(shape);

function scaled(where: string, surface: Surface, scale: Vec3Like | undefined): Surface {
  if (scale === undefined) return surface;
  const [x = 0, y = 0, z = 0] = numbers(`${where}: scale`, 'three numbers', scale, 3, 3);
  if (x * y * z === 0) fail(`${where}: scale`, 'three numbers other than 0', `${x} ${y} ${z}`);
  return joined([{ surface, matrix: new Matrix4().makeScale(x, y, z) }]);
}

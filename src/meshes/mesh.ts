/** Triangle meshes in the public API. */
import { isA } from '../checks.ts';
import { refuse } from '../errors.ts';
import { type BakedMesh, bake, type MeshInfo } from './bake.ts';
import { bytesOf, readBytes } from './bytes.ts';
import { type MeshInput, type MeshOptions, readMesh } from './options.ts';

export type { MeshInfo } from './bake.ts';
export type { MeshBorders, MeshOptions, MeshSides } from './options.ts';

/** A triangle mesh: a surface, not a solid. For colliders that do not move. */
export interface MeshShape {
  readonly kind: 'mesh';
  /** Always 0. */
  readonly radius: number;
  /** The triangles, which `mesh()` has copied. */
  readonly surface: MeshSurface;
}

/** The triangles of a mesh. Only calls of `mesh()` make one; copies of it in other threads hold nothing. */
export interface MeshSurface {
  /** Triangles of the user's arrays, or of the baked mesh. */
  readonly triangles: number;
}

/** What `mesh()` has read, until the mesh is baked; and the baked mesh. */
const INPUTS = new WeakMap<object, MeshInput>();
const BAKED = new WeakMap<object, BakedMesh>();

/**
 * A triangle mesh from arrays, or from the bytes of {@link bakeMesh}. Arrays are checked, copied and not kept. What
 * takes longer, welding, neighbors and the tree, is done when the mesh is first used, once. Degenerate triangles and
 * duplicates are left out; non-manifold edges, borders and mixed turns are accepted: {@link meshInfo} counts them.
 *
 * @param options arrays (m) and settings; or bytes, which are checked at once
 * @throws QueryError for positions that are not finite or beyond 1e18 m, for counts that are not three per triangle,
 * for vertex numbers out of range, for more than 16,777,216 triangles, and for bytes that are damaged or of another
 * version
 */
export function mesh(options: MeshOptions | Uint8Array): MeshShape {
  if (isA(options, Uint8Array)) {
    const baked = readBytes('mesh: bytes', options);
    const surface = Object.freeze({ triangles: baked.info.triangles });
    BAKED.set(surface, baked);
    return { kind: 'mesh', radius: 0, surface };
  }
  const input = readMesh('mesh', options as MeshOptions);
  const surface = Object.freeze({ triangles: input.indices.length / 3 });
  INPUTS.set(surface, input);
  return { kind: 'mesh', radius: 0, surface };
}

/**
 * Bakes a mesh: bytes that {@link mesh} reads some twenty times faster than arrays. They hold a version and a checksum,
 * are little-endian, and are the same on every machine.
 *
 * @throws QueryError for what `mesh` refuses, and if no triangle has an area
 */
export function bakeMesh(options: MeshOptions): Uint8Array {
  return bytesOf(bake('bakeMesh: indices', readMesh('bakeMesh', options)));
}

/**
 * What baking has found in a mesh. Bakes the mesh if that is not done yet.
 *
 * @throws QueryError for anything but a mesh, and if no triangle of it has an area
 */
export function meshInfo(shape: MeshShape): MeshInfo {
  return { ...bakedOf('meshInfo: shape', shape).info };
}

/** The tables of a mesh, baked at most once. @throws QueryError @internal */
export function bakedOf(where: string, shape: MeshShape): BakedMesh {
  const surface = surfaceOf(where, shape);
  const known = BAKED.get(surface);
  if (known) return known;
  const baked = bake(`${where}: indices`, INPUTS.get(surface)!);
  BAKED.set(surface, baked);
  INPUTS.delete(surface);
  return baked;
}

function surfaceOf(where: string, shape: unknown): object {
  const surface = typeof shape === 'object' && shape !== null ? (shape as { surface?: unknown }).surface : undefined;
  const isKnown = typeof surface === 'object' && surface !== null && (BAKED.has(surface) || INPUTS.has(surface));
  if (!isKnown) refuse(where, 'a mesh made by a call of mesh()', shape);
  return surface;
}

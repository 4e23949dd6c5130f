/** Triangle meshes in the public API. */
import { isA } from '../checks.ts';
import { bake, type MeshInfo } from '../meshes/bake.ts';
import { bytesOf, readBytes } from '../meshes/bytes.ts';
import { type MeshOptions, readMesh } from '../meshes/options.ts';
import { bakedOf, type MeshShape, meshOf } from '../meshes/surface.ts';
import { registerOther } from './cores/registry.ts';

export type { MeshInfo } from '../meshes/bake.ts';
export type { MeshBorders, MeshOptions, MeshSides } from '../meshes/options.ts';
export type { MeshShape, MeshSurface } from '../meshes/surface.ts';

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
  registerOther('mesh', 'a mesh');
  if (isA(options, Uint8Array)) {
    const baked = readBytes('mesh: bytes', options);
    return meshOf(baked.info.triangles, baked);
  }
  const input = readMesh('mesh', options as MeshOptions);
  return meshOf(input.indices.length / 3, { input, bake });
}

/**
 * Bakes a mesh: bytes that {@link mesh} reads some ten times faster than arrays. They hold a version and a checksum,
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

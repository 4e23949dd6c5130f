/**
 * What a mesh of the public API holds: its tables, which are baked when the first of them is asked for. Apart from the
 * functions that bake, so that a program without meshes is bundled without these.
 */
import { unreadable } from '../checks.ts';
import { refuse } from '../errors.ts';
import type { BakedMesh } from './bake.ts';

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

/** Makes the tables of a mesh. `where` is the prefix of its errors. */
export type Bake = (where: string) => BakedMesh;

const BAKED = new WeakMap<object, BakedMesh | Bake>();

/** A mesh of `triangles` triangles, from its tables or from what makes them. */
export function meshOf(triangles: number, baked: BakedMesh | Bake): MeshShape {
  const surface = Object.freeze({ triangles });
  BAKED.set(surface, baked);
  return { kind: 'mesh', radius: 0, surface };
}

/** The tables of a mesh, baked at most once. @throws QueryError for anything but a mesh, and if baking fails */
export function bakedOf(where: string, shape: MeshShape): BakedMesh {
  const surface = surfaceOf(where, shape);
  const known = BAKED.get(surface)!;
  if (typeof known !== 'function') return known;
  const baked = known(`${where}: indices`);
  BAKED.set(surface, baked);
  return baked;
}

function surfaceOf(where: string, shape: unknown): object {
  let surface: unknown;
  try {
    surface = (shape as { surface?: unknown } | undefined)?.surface;
  } catch (cause) {
    unreadable(where, cause);
  }
  if (!(typeof surface === 'object' && surface !== null && BAKED.has(surface)))
    refuse(where, 'a mesh made by a call of mesh()', shape);
  return surface;
}

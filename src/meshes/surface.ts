/**
 * What a mesh of the public API holds: its tables, which are baked when the first of them is asked for. Apart from the
 * functions that bake, so that a program without meshes is bundled without these.
 */
import { unreadable } from '../checks.ts';
import { refuse } from '../errors.ts';
import type { BakedMesh } from './bake.ts';
import type { MeshInput } from './options.ts';

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

/** A mesh that is not baked yet. */
export interface PendingMesh {
  readonly input: MeshInput;
  bake(where: string, input: MeshInput): BakedMesh;
}

const KNOWN = new WeakMap<object, BakedMesh | PendingMesh>();

/** A mesh of `triangles` triangles. */
export function meshOf(triangles: number, known: BakedMesh | PendingMesh): MeshShape {
  const surface = Object.freeze({ triangles });
  KNOWN.set(surface, known);
  return { kind: 'mesh', radius: 0, surface };
}

/** What a mesh is baked from; undefined if it is baked. @throws QueryError for anything but a mesh */
export function inputOf(where: string, shape: MeshShape): MeshInput | undefined {
  const known = KNOWN.get(surfaceOf(where, shape))!;
  return 'input' in known ? known.input : undefined;
}

/** Keeps the tables of a mesh that another thread has baked. */
export function keepBaked(shape: MeshShape, baked: BakedMesh): void {
  KNOWN.set(shape.surface, baked);
}

/** The tables of a mesh, baked at most once. @throws QueryError for anything but a mesh, and if baking fails */
export function bakedOf(where: string, shape: MeshShape): BakedMesh {
  const surface = surfaceOf(where, shape);
  const known = KNOWN.get(surface)!;
  if (!('input' in known)) return known;
  const baked = known.bake(`${where}: indices`, known.input);
  KNOWN.set(surface, baked);
  return baked;
}

function surfaceOf(where: string, shape: unknown): object {
  let surface: unknown;
  try {
    surface = (shape as { surface?: unknown } | undefined)?.surface;
  } catch (cause) {
    unreadable(where, cause);
  }
  if (!(typeof surface === 'object' && surface !== null && KNOWN.has(surface)))
    refuse(where, 'a mesh made by a call of mesh()', shape);
  return surface;
}

/** The memory of one thread's ray searches: numbers, a stack, and arrays for the hits of a block, which grow. */
import { RAY_NUMBERS } from '../../narrow/scalar/rays/places.ts';
import type { Geometry } from '../../narrow/scalar/scratch.ts';
import type { ColliderTable } from '../../scene/colliderTable.ts';
import type { BoundsTable } from '../bounds/boundsTable.ts';
import { STACK_WORDS } from '../tree/descent.ts';
import type { TreeTable } from '../tree/treeTable.ts';

/** The scene, and which bodies a ray sees. */
export interface RayView {
  readonly tree: TreeTable;
  readonly bounds: BoundsTable;
  readonly colliders: ColliderTable;
  /** NEAREST, ANY or ALL (searchRay.ts). */
  mode: number;
  /** A body is seen if its membership has a bit of both. */
  mask: number;
  rayMask: number;
  /** One row that is not seen, or −1. */
  ignored: number;
  /** Whether bodies around the origin are not seen. */
  skipInside: boolean;
  /** Whether the twin of the tree is made (rayNodes.ts). */
  hasTwin: boolean;
}

/** The way of a ray down the f32 twin of the tree: it finds leaves, nearest first. */
export interface RayDescent {
  /** The numbers of the ray. */
  readonly rayNumbers: Float64Array;
  beginRay(): void;
  /** @returns the row of the next leaf that the ray may enter before f[LAST], or −1 */
  seekLeaf(): number;
}

export interface RayScratch {
  /** Undefined with the scalar kernel. */
  readonly wide: RayDescent | undefined;
  readonly view: RayView;
  readonly f: Float64Array;
  readonly geometry: Geometry;
  /** The current descent (tree/descent.ts), and where the ray enters each pending node (m). */
  readonly stack: Int32Array;
  readonly entries: Float64Array;
  /** The nearest hit so far: t, world normal, error bound, 1 if the origin lies in the body. */
  readonly best: Float64Array;
  /** Hits of a block: ids, t, and normals with error bounds. */
  ids: Int32Array;
  t: Float64Array;
  normals: Float32Array;
}

/** Elements of `best`. */
export const BEST_T = 0;
export const BEST_NORMAL = 1;
export const BEST_BOUND = 4;
export const BEST_INSIDE = 5;

const FIRST_ROOM = 256;

/** The tables of the scene that a search reads. */
export type RayTables = Pick<RayView, 'tree' | 'bounds' | 'colliders'>;

/** @param wide the thread's wide kernel, if there is one */
export function createRayScratch(
  { tree, bounds, colliders }: RayTables,
  geometry: Geometry,
  wide: RayDescent | undefined,
): RayScratch {
  return {
    wide,
    view: { tree, bounds, colliders, mode: 0, mask: 0, rayMask: 0, ignored: -1, skipInside: false, hasTwin: false },
    f: wide?.rayNumbers ?? new Float64Array(RAY_NUMBERS),
    geometry,
    stack: new Int32Array(STACK_WORDS),
    entries: new Float64Array(STACK_WORDS),
    best: new Float64Array(BEST_INSIDE + 1),
    ids: new Int32Array(FIRST_ROOM),
    t: new Float64Array(FIRST_ROOM),
    normals: new Float32Array(4 * FIRST_ROOM),
  };
}

/** Makes room for `count` hits. */
export function growHits(scratch: RayScratch, count: number): void {
  const { ids, t, normals } = scratch;
  if (count <= ids.length) return;
  const room = Math.max(count, 2 * ids.length);
  scratch.ids = new Int32Array(room);
  scratch.ids.set(ids);
  scratch.t = new Float64Array(room);
  scratch.t.set(t);
  scratch.normals = new Float32Array(4 * room);
  scratch.normals.set(normals);
}

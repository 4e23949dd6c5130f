/** The memory of one thread's ray searches: numbers, a stack, and arrays for the hits of a block, which grow. */
export { INSIDE } from '../../kernels/rays/hit.ts';
export { loadRay } from '../../kernels/rays/ray.ts';

import type { RayGeometry } from '../../kernels/rays/rayBody.ts';
import { RayNumbers } from '../../kernels/rays/rayNumbers.ts';
import { TreeStack } from '../../kernels/tree/tables.ts';
import type { BoundsTable } from '../../tables/boundsTable.ts';
import type { ColliderTable } from '../../tables/colliderTable.ts';
import type { TreeTable } from '../../tables/treeTable.ts';

/** The scene, and which bodies a ray sees. */
export interface RayView {
  readonly tree: TreeTable;
  readonly bounds: BoundsTable;
  readonly colliders: ColliderTable;
  /** NEAREST, ANY or ALL (tables/rayTree.ts). */
  mode: number;
  /** A body is seen if its membership has a bit of both. */
  mask: number;
  /** One row that is not seen, or −1. */
  ignored: number;
  /** Whether bodies around the origin are not seen. */
  skipInside: boolean;
}

/** The wide kernel's rays (narrow/wideSearches.ts). */
export interface WideRays {
  /** HIT_T … of tables/rayTree.ts. */
  readonly hit: Float64Array;
  castRays(mode: number, begin: number, end: number): void;
  nextHit(row: number, isFirst: boolean): number;
}

export interface RayScratch {
  /** Undefined with the scalar kernel. */
  readonly wide: WideRays | undefined;
  readonly view: RayView;
  readonly numbers: RayNumbers;
  readonly geometry: RayGeometry;
  /** The current descent (kernels/tree/descend.ts). */
  readonly stack: TreeStack;
  /** Hits of a block: ids, t, and normals with error bounds. */
  ids: Int32Array;
  t: Float64Array;
  normals: Float32Array;
}

const FIRST_ROOM = 256;

/** The tables of the scene that a search reads. */
export type RayTables = Pick<RayView, 'tree' | 'bounds' | 'colliders'>;

/** @param wide the thread's wide kernel, if there is one */
export function createRayScratch(
  { tree, bounds, colliders }: RayTables,
  geometry: RayGeometry,
  wide: WideRays | undefined,
): RayScratch {
  return {
    wide,
    view: { tree, bounds, colliders, mode: 0, mask: 0, ignored: -1, skipInside: false },
    numbers: new RayNumbers(),
    geometry,
    stack: new TreeStack(),
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

/** The memory of one thread's ray searches: numbers, a stack, and arrays for the hits of a block, which grow. */
export { INSIDE } from '../../kernels/rays/hit.ts';
export { loadRay } from '../../kernels/rays/ray.ts';

import { ChildSearch } from '../../kernels/children/childSearch.ts';
import type { RayGeometry } from '../../kernels/rays/rayBody.ts';
import { type RayHit, RayNumbers } from '../../kernels/rays/rayNumbers.ts';
import { TreeStack } from '../../kernels/tree/tables.ts';
import type { BoundsTable } from '../../tables/boundsTable.ts';
import type { ChildTable } from '../../tables/childTable.ts';
import type { ColliderTable } from '../../tables/colliderTable.ts';
import type { HitColumns } from '../../tables/rayTable.ts';
import type { TreeTable } from '../../tables/treeTable.ts';

/** The scene, and which bodies a ray sees. */
export interface RayView {
  readonly tree: TreeTable;
  readonly bounds: BoundsTable;
  readonly colliders: ColliderTable;
  readonly children: ChildTable;
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
  /** That of parts of compounds. */
  readonly partGeometry: RayGeometry;
  /** The current descent (kernels/tree/descend.ts). */
  readonly stack: TreeStack;
  /** That through the children of a shape. */
  readonly search: ChildSearch;
  /** Hits of a block, and the rows of them in order. */
  hits: BlockHits;
}

export interface BlockHits extends HitColumns {
  readonly order: Int32Array;
}

function blockHits(room: number): BlockHits {
  return {
    ids: new Int32Array(room),
    t: new Float64Array(room),
    normals: new Float32Array(4 * room),
    child: new Int32Array(room),
    barycentrics: new Float32Array(2 * room),
    material: new Uint8Array(room),
    order: new Int32Array(room),
  };
}

const FIRST_ROOM = 256;

/** The tables of the scene that a search reads. */
export type RayTables = Pick<RayView, 'tree' | 'bounds' | 'colliders' | 'children'>;

/** @param wide the thread's wide kernel, if there is one */
export function createRayScratch(
  { tree, bounds, colliders, children }: RayTables,
  geometry: RayGeometry,
  wide: WideRays | undefined,
): RayScratch {
  return {
    wide,
    view: { tree, bounds, colliders, children, mode: 0, mask: 0, ignored: -1, skipInside: false },
    numbers: new RayNumbers(),
    geometry,
    partGeometry: { ...geometry, shapes: children.parts },
    stack: new TreeStack(),
    search: new ChildSearch(),
    hits: blockHits(FIRST_ROOM),
  };
}

/** Makes room for `count` hits. */
export function growHits(scratch: RayScratch, count: number): void {
  const { hits } = scratch;
  const room = hits.ids.length;
  if (count <= room) return;
  const grown = blockHits(Math.max(count, 2 * room));
  for (const name of Object.keys(hits) as (keyof BlockHits)[]) grown[name].set(hits[name]);
  scratch.hits = grown;
}

/** Writes a hit to row `at`, for which there is room. */
export function storeHit(hits: HitColumns, at: number, row: number, hit: RayHit): void {
  hits.ids[at] = row;
  hits.t[at] = hit.t;
  for (let c = 0; c < 3; c++) hits.normals[4 * at + c] = hit.normal[c];
  hits.normals[4 * at + 3] = hit.bound;
  hits.child[at] = hit.child;
  for (let c = 0; c < 2; c++) hits.barycentrics[2 * at + c] = hit.weights[c];
  hits.material[at] = hit.material;
}

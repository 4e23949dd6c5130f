/**
 * The volumes of a query, and the colliders whose bounds overlap them. Boxes and spheres have separate results.
 *
 *   column                          type   per         meaning
 *   volumes                         f64×6  volume      box: min x y z, max x y z; sphere: x y z, radius, 2 spare (m)
 *   counts, stagedAt                u32    volume      number of its ids, and their begin in `staging`
 *   startsOfBoxes, startsOfSpheres  u32    volume + 1  begin of each volume in the ids, and the end
 *   idsOfBoxes, idsOfSpheres        u32    overlap     collider ids, ascending in each volume
 *   staging                         u32    overlap     found ids: ascending in each volume, volumes in no order
 *   words                           i32                kind and groups of the query, whether it is exact; the
 *                                                      cursor of `staging`
 *
 * Results are written after all ids are found and fit: a call that fails keeps those of the call before.
 */
import { column, columnGroup, tableLayout } from '../../memory/columns.ts';

export interface OverlapCapacity {
  /** Boxes, or spheres, of one call of `overlapBox` or `overlapSphere`. Default 16,384. */
  readonly volumes: number;
  /** Ids that one such call finds in all. Default 1,048,576. */
  readonly overlaps: number;
}

/** @internal */
export const VOLUME_STRIDE = 6;

// words
/** Kind of the volumes: BOXES or SPHERES. @internal */
export const KIND = 0;
/** Groups to search: a collider must be in one of them. @internal */
export const GROUPS = 1;
/** 1 = the shapes decide. @internal */
export const EXACT = 2;
/** Number of staged ids. Threads add to it, so it has a cache line of its own. @internal */
export const STAGED = 16;
const WORDS = 32;

/** @internal */
export const BOXES = 0;
/** @internal */
export const SPHERES = 1;

const VOLUME_SCHEMA = {
  volumes: column(Float64Array, VOLUME_STRIDE),
  counts: column(Uint32Array),
  stagedAt: column(Uint32Array),
};
const START_SCHEMA = { startsOfBoxes: column(Uint32Array), startsOfSpheres: column(Uint32Array) };
const ID_SCHEMA = {
  idsOfBoxes: column(Uint32Array),
  idsOfSpheres: column(Uint32Array),
  staging: column(Uint32Array),
};
const HEAD_SCHEMA = { words: column(Int32Array, WORDS) };

/** @internal */
export const OVERLAP_TABLE = /* @__PURE__ */ tableLayout(
  columnGroup(VOLUME_SCHEMA, ({ volumes }: OverlapCapacity) => volumes),
  columnGroup(START_SCHEMA, ({ volumes }: OverlapCapacity) => volumes + 1),
  columnGroup(ID_SCHEMA, ({ overlaps }: OverlapCapacity) => overlaps),
  columnGroup(HEAD_SCHEMA, () => 1),
);

/** @internal */
export type OverlapTable = ReturnType<typeof OVERLAP_TABLE.bind>;

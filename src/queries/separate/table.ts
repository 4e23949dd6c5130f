/**
 * The results of `separate`.
 *
 *   column         type       per    meaning
 *   pushes         f64×4      mover  vector to add to the position: x y z – (m), world
 *   status         u8         mover  SeparateStatus (tables/separateStatus.ts)
 *   planeCounts    u8         mover  planes that the mover touches at the end, at most MOST_PLANES
 *   planes         f32×4×16   mover  unit normal from the collider to the mover, world, and signed distance (m); the
 *                                    nearest first
 *   planeIds       u32×16     mover  collider of each plane
 *   planeChildren  i32×16     mover  child of that collider, or −1
 *   words          i32               first probe of the list; groups; rounds
 *   reals          f64               skin, longest push (m)
 */

import { column, columnGroup, tableLayout } from '../../memory/columns.ts';
import { MOST_PLANES } from '../../tables/moverPlanes.ts';
import type { ProbeCapacity } from '../probes/search.ts';

// words
/** @internal */
export const FIRST = 0;
/** @internal */
export const GROUPS = 1;
/** @internal */
export const ROUNDS = 2;
// reals
/** @internal */
export const SKIN = 0;
/** @internal */
export const MOST_PUSH = 1;

const SCHEMA = {
  pushes: column(Float64Array, 4),
  status: column(Uint8Array),
  planeCounts: column(Uint8Array),
  planes: column(Float32Array, 4 * MOST_PLANES),
  planeIds: column(Uint32Array, MOST_PLANES),
  planeChildren: column(Int32Array, MOST_PLANES),
};
const HEAD_SCHEMA = { words: column(Int32Array, 3), reals: column(Float64Array, 2) };

/** @internal */
export const SEPARATE_TABLE = /* @__PURE__ */ tableLayout(
  columnGroup(SCHEMA, ({ probes }: ProbeCapacity) => probes),
  columnGroup(HEAD_SCHEMA, () => 1),
);

/** @internal */
export type SeparateTable = ReturnType<typeof SEPARATE_TABLE.bind>;

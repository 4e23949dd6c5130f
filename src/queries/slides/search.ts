/**
 * The state and the results of `moveAndSlide`.
 *
 *   column          type       per    unit  meaning
 *   starts          f64×4      mover  m     position at the start
 *   motions         f64×4      mover  m     the motion that is asked for
 *   left            f64        mover        part of the motion that is left; 0 when the mover has stopped
 *   displacements   f64×4      mover  m     the way so far: x y z –, world
 *   status          u8         mover        SlideStatus (tables/slideStatus.ts)
 *   planeCounts     u8         mover        planes that the mover met, at most MOST_PLANES
 *   planes          f32×4×16   mover  1, m  unit normal from the collider to the mover, world, and signed distance, in
 *                                           the order in which the mover met them
 *   planeIds        u32×16     mover        collider of each plane
 *   planeChildren   i32×16     mover        child of that collider, or −1
 */
import { column, columnGroup, tableLayout } from '../../memory/columns.ts';
import type { Search } from '../../narrow/threadTools.ts';
import { MOST_PLANES } from '../../tables/moverPlanes.ts';
import { type CastCapacity, castSearch } from '../castShapes/search.ts';

const SCHEMA = {
  starts: column(Float64Array, 4),
  motions: column(Float64Array, 4),
  left: column(Float64Array),
  displacements: column(Float64Array, 4),
  status: column(Uint8Array),
  planeCounts: column(Uint8Array),
  planes: column(Float32Array, 4 * MOST_PLANES),
  planeIds: column(Uint32Array, MOST_PLANES),
  planeChildren: column(Int32Array, MOST_PLANES),
};

/** @internal */
export const SLIDE_TABLE = /* @__PURE__ */ tableLayout(columnGroup(SCHEMA, ({ casts }: CastCapacity) => casts));

/** @internal */
export type SlideTable = ReturnType<typeof SLIDE_TABLE.bind>;

/** @internal */
export const slideSearch: Search<CastCapacity> = {
  name: 'slides',
  needs: [castSearch],
  passes: [],
  table: SLIDE_TABLE,
};

/**
 * Colliders: shapes with poses in the world. A collider's id is its row. Behind the rows of the colliders, the same
 * columns hold those of the probes (probeTable.ts): shapes, positions and rotations, no other column.
 *
 *   column     type   unit  meaning
 *   positions  f64×4  m     x y z, world; the fourth is spare. Planar scenes: f64×2, x y
 *   rotations  f32×4  1     quaternion x y z w, local → world; kernels normalize it; zero is an invalid pose. Planar
 *                           scenes have none
 *   angles     f64    rad   rotation, counter-clockwise, local → world: planar scenes only
 *   shapes     u32          shape row, or NO_SHAPE for a row without a collider
 *   freeRows   u32          stack of rows that were given back
 *   halfExtents f32×4 m     0 and the half extents x y z of a box without radius; NaN for any other shape, and for a
 *                           row without a collider. Derived from the shape; wide kernels read it. Planar scenes have
 *                           none
 *   groups     u16×2        membership and mask, for candidate pairs (scene/colliderTraits.ts)
 *   statics    u8           0 = moves, else static; two static colliders are never a candidate pair
 *   userIds    u32          a number of the user, which the engine does not read
 *   unbounded  u32          rows without bounds, ascending: counts[UNBOUNDED_COUNT] of 64 (scene/unbounded.ts)
 *
 * The broad phase reads groups and statics. Every value of them is legal, so users may write them, as they write poses.
 *
 * docs/decisions/pose-layout.md explains why poses are vec4 columns and not one row of 64 bytes.
 */
import { MOST_UNBOUNDED } from '../memory/capacity.ts';
import { bindColumns, type Columns, column, columnsBytes } from '../memory/columns.ts';

export const NO_SHAPE = 0xffffffff;

const SPATIAL_POSES = {
  positions: column(Float64Array, 4),
  rotations: column(Float32Array, 4),
  angles: column(Float64Array, 0),
};
const PLANAR_POSES: typeof SPATIAL_POSES = {
  positions: column(Float64Array, 2),
  rotations: column(Float32Array, 0),
  angles: column(Float64Array, 1),
};
const SHAPES = { shapes: column(Uint32Array) };
const OTHERS = {
  freeRows: column(Uint32Array),
  halfExtents: column(Float32Array, 4),
  groups: column(Uint16Array, 2),
  statics: column(Uint8Array),
  userIds: column(Uint32Array),
};
const PLANAR_OTHERS: typeof OTHERS = { ...OTHERS, halfExtents: column(Float32Array, 0) };

/** Lists of rows beside the columns. */
const LISTS = { unbounded: column(Uint32Array, MOST_UNBOUNDED) };

const SPATIAL = { ...SPATIAL_POSES, ...SHAPES };
const PLANAR: typeof SPATIAL = { ...PLANAR_POSES, ...SHAPES };

/** Shapes with poses: the rows of colliders, then those of probes. */
export type PlacedTable = Columns<typeof SPATIAL>;

export type ColliderTable = PlacedTable & Columns<typeof OTHERS> & Columns<typeof LISTS>;

/** Bytes of a table for `capacity` colliders and `probes` rows behind them. */
export function colliderTableBytes(capacity: number, probes: number, planar = false): number {
  const placed = columnsBytes(planar ? PLANAR : SPATIAL, capacity + probes);
  return placed + columnsBytes(planar ? PLANAR_OTHERS : OTHERS, capacity) + columnsBytes(LISTS, 1);
}

/** Views of a table at `byteOffset`: of the colliders, and of colliders and probes. */
export function bindColliders(
  buffer: ArrayBufferLike,
  byteOffset: number,
  capacity: number,
  probes: number,
  planar = false,
): { readonly colliders: ColliderTable; readonly placed: PlacedTable } {
  const schema = planar ? PLANAR : SPATIAL;
  const placed = bindColumns(schema, buffer, byteOffset, capacity + probes);
  let at = byteOffset + columnsBytes(schema, capacity + probes);
  const otherSchema = planar ? PLANAR_OTHERS : OTHERS;
  const others = bindColumns(otherSchema, buffer, at, capacity);
  at += columnsBytes(otherSchema, capacity);
  const lists = bindColumns(LISTS, buffer, at, 1);
  const { positions, rotations, angles, shapes } = placed;
  const first = {
    positions: positions.subarray(0, schema.positions.perRow * capacity),
    rotations: rotations.subarray(0, schema.rotations.perRow * capacity),
    angles: angles.subarray(0, schema.angles.perRow * capacity),
    shapes: shapes.subarray(0, capacity),
  };
  return { colliders: { ...lists, ...first, ...others }, placed };
}

/** Whether the scene is planar. */
export function isPlanar({ angles }: Pick<ColliderTable, 'angles'>): boolean {
  return angles.length > 0;
}

/** The position of a row, x y z (m). z is 0 in planar scenes. NaN for a row that does not exist. */
export function positionOf(table: ColliderTable, row: number): [number, number, number] {
  const { positions } = table;
  const at = isPlanar(table) ? 2 * row : 4 * row;
  const [x = Number.NaN, y = Number.NaN, z = Number.NaN] = positions.subarray(at, at + 3);
  return [x, y, isPlanar(table) ? 0 : z];
}

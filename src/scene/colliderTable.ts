/**
 * Colliders: shapes with poses in the world. A collider's id is its row.
 *
 *   column     type   unit  meaning
 *   positions  f64×4  m     x y z, world; the fourth is spare. Planar scenes: f64×2, x y
 *   rotations  f32×4  1     quaternion x y z w, local → world; kernels normalize it; zero is an invalid pose. Planar
 *                           scenes have none
 *   angles     f64    rad   rotation, counter-clockwise, local → world: planar scenes only
 *   shapes     u32          shape row, or NO_SHAPE for a row without a collider
 *   freeRows   u32          stack of rows that were given back
 *   groups     u16×2        membership and mask, for candidate pairs (filter.ts)
 *   statics    u8           0 = moves, else static; two static colliders are never a candidate pair
 *   halfSpaces u32          rows of the half-spaces, ascending: counts[HALF_SPACES] of 64 (halfSpaces.ts)
 *
 * The broad phase reads groups and statics. Every value of them is legal, so users may write them, as they write poses.
 *
 * docs/decisions/pose-layout.md explains why poses are vec4 columns and not one row of 64 bytes.
 */
import { MOST_HALF_SPACES } from '../memory/capacity.ts';
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
const OTHERS = {
  shapes: column(Uint32Array),
  freeRows: column(Uint32Array),
  groups: column(Uint16Array, 2),
  statics: column(Uint8Array),
};

/** Lists of rows beside the columns. */
const LISTS = { halfSpaces: column(Uint32Array, MOST_HALF_SPACES) };

const SPATIAL = { ...SPATIAL_POSES, ...OTHERS };
const PLANAR = { ...PLANAR_POSES, ...OTHERS };

export type ColliderTable = Columns<typeof LISTS> & Columns<typeof SPATIAL>;

/** Bytes of a table for `capacity` colliders. */
export function colliderTableBytes(capacity: number, planar = false): number {
  return columnsBytes(planar ? PLANAR : SPATIAL, capacity) + columnsBytes(LISTS, 1);
}

/** Views of a table at `byteOffset`. */
export function bindColliders(
  buffer: ArrayBufferLike,
  byteOffset: number,
  capacity: number,
  planar = false,
): ColliderTable {
  const schema = planar ? PLANAR : SPATIAL;
  const lists = bindColumns(LISTS, buffer, byteOffset + columnsBytes(schema, capacity), 1);
  return { ...lists, ...bindColumns(schema, buffer, byteOffset, capacity) };
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

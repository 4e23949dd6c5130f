/**
 * Colliders: shapes with poses in the world. A collider's id is its row.
 *
 *   column     type   unit  meaning
 *   positions  f64×4  m     x y z, world; the fourth is spare
 *   rotations  f32×4  1     quaternion x y z w, local → world; kernels normalize it; zero is an invalid pose
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

const SCHEMA = {
  positions: column(Float64Array, 4),
  rotations: column(Float32Array, 4),
  shapes: column(Uint32Array),
  freeRows: column(Uint32Array),
  groups: column(Uint16Array, 2),
  statics: column(Uint8Array),
};

const LIST_SCHEMA = { halfSpaces: column(Uint32Array, MOST_HALF_SPACES) };

export type ColliderTable = Columns<typeof LIST_SCHEMA> & Columns<typeof SCHEMA>;

/** Bytes of a table for `capacity` colliders. */
export function colliderTableBytes(capacity: number): number {
  return columnsBytes(SCHEMA, capacity) + columnsBytes(LIST_SCHEMA, 1);
}

/** Views of a table at `byteOffset`. */
export function bindColliders(buffer: ArrayBufferLike, byteOffset: number, capacity: number): ColliderTable {
  const list = bindColumns(LIST_SCHEMA, buffer, byteOffset + columnsBytes(SCHEMA, capacity), 1);
  return { ...list, ...bindColumns(SCHEMA, buffer, byteOffset, capacity) };
}

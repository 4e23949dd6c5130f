/**
 * Colliders: a shape with a pose in the world; a collider's id is its row.
 *
 *   column     type   unit  meaning
 *   positions  f64×4  m     x y z, world; the fourth is spare
 *   rotations  f32×4  1     quaternion local → world, x y z w; kernels normalise it, zero is an invalid pose
 *   shapes     u32          shape row, or NO_SHAPE for a row that holds no collider
 *   freeRows   u32          stack of removed rows, to be taken again
 *   groups     u16×2        membership and mask: bits that say who is paired with whom (filter.ts)
 *   statics    u8           0 = moves; anything else = static: two such are never a candidate pair
 *
 * Groups and statics are for the broad phase. Every value is a legal one, so users may write them, like poses.
 *
 * Poses are vec4 columns and not one 64-byte row: docs/decisions/pose-layout.md.
 */
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

export type ColliderTable = Columns<typeof SCHEMA>;

/** Bytes a table of `capacity` colliders takes. */
export function colliderTableBytes(capacity: number): number {
  return columnsBytes(SCHEMA, capacity);
}

/** Views over a table that lies at `byteOffset`. */
export function bindColliders(buffer: ArrayBufferLike, byteOffset: number, capacity: number): ColliderTable {
  return bindColumns(SCHEMA, buffer, byteOffset, capacity);
}

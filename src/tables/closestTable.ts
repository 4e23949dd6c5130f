/**
 * The points of a query, and the closest collider of each.
 *
 *   column     type   per    meaning
 *   points     f64×4  point  x y z – (m), world
 *   status     u8     point  ClosestStatus (closestStatus.ts)
 *   ids        i32    point  collider, or −1
 *   distances  f64    point  signed distance (m), Infinity without a collider; < 0: minus the depth of the point
 *   normals    f32×4  point  unit normal from the collider to the point, world axes; error bound of the distance (m)
 *   offsets    f32×4  point  the closest point of the collider's surface minus its position, world axes (m); –
 *   child      i32    point  the user's number of the closest child; −1 for a convex shape
 *   words      i32           groups of the query (closestWords.ts)
 *   reals      f64           largest distance to look for (m)
 */
import { bindColumns, type Columns, column, columnsBytes } from '../memory/columns.ts';

const SCHEMA = {
  points: column(Float64Array, 4),
  status: column(Uint8Array),
  ids: column(Int32Array),
  distances: column(Float64Array),
  normals: column(Float32Array, 4),
  offsets: column(Float32Array, 4),
  child: column(Int32Array),
};
const HEAD_SCHEMA = { words: column(Int32Array, 1), reals: column(Float64Array, 1) };

export type ClosestTable = Columns<typeof HEAD_SCHEMA> & Columns<typeof SCHEMA>;

/** Bytes of a table of `capacity` points. */
export function closestTableBytes(capacity: number): number {
  return columnsBytes(SCHEMA, capacity) + columnsBytes(HEAD_SCHEMA, 1);
}

/** Views over a table that lies at `byteOffset`. */
export function bindClosest(buffer: ArrayBufferLike, byteOffset: number, capacity: number): ClosestTable {
  const rows = bindColumns(SCHEMA, buffer, byteOffset, capacity);
  const head = bindColumns(HEAD_SCHEMA, buffer, byteOffset + columnsBytes(SCHEMA, capacity), 1);
  return { ...head, ...rows };
}

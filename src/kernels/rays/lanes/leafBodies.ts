/**
 * The four bodies of a leaf of the f32 tree (tables/rayTree.ts), and the frames in which their cores are boxes along
 * the axes.
 */
import type { Column, ColumnOf, Table } from '../../../language/lanes.ts';
import type { Mat3, Quat, Vec3 } from '../../../math/lanes/vectors.ts';

export interface LeafBodies extends Table<4> {
  /** Unit quaternions times √2. */
  readonly turn: ColumnOf<Quat>;
  readonly position: ColumnOf<Vec3>;
  readonly half: ColumnOf<Vec3>;
  readonly outer: Column;
  readonly inner: Column;
}

/** World → local, for the four bodies. */
export function localOf(leaf: LeafBodies): Mat3 {
  const q = leaf.turn[0];
  const xx = q.x * q.x;
  const yy = q.y * q.y;
  const zz = q.z * q.z;
  const xy = q.x * q.y;
  const xz = q.x * q.z;
  const yz = q.y * q.z;
  const wx = q.w * q.x;
  const wy = q.w * q.y;
  const wz = q.w * q.z;
  return {
    x: { x: 1 - (yy + zz), y: xy + wz, z: xz - wy },
    y: { x: xy - wz, y: 1 - (xx + zz), z: yz + wx },
    z: { x: xz + wy, y: yz - wx, z: 1 - (xx + yy) },
  };
}

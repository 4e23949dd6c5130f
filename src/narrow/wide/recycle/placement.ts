/** Rotations of four pairs, and where B is in the axes of A. */
import { ROTATIONS } from '../context.ts';
import { rowsOf } from '../gather.ts';
import { type Ints, type Lane, type LaneInt, sqrt } from '../lanes.ts';
import { fromWorld } from '../relativePose.ts';
import type { Mat3, Quat, Vec3 } from '../vectors.ts';
import type { Placement } from './motion.ts';

/** The rotations of four colliders. */
export function quatsOf(context: Ints, ids: LaneInt): Quat {
  const rows = rowsOf(context[ROTATIONS], ids);
  return { x: rows.a, y: rows.b, z: rows.c, w: rows.d };
}

/** The squared length of a quaternion. */
export function squareOf(q: Quat): Lane {
  return q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
}

/** The pose of B relative to A. @param scaleA 2 / the squared length of a */
export function placementOf(a: Quat, b: Quat, scaleA: Lane, offset: Vec3): Placement {
  // conjugate(a) b, as in relativePose.ts
  const q: Quat = {
    x: a.w * b.x - a.x * b.w - a.y * b.z + a.z * b.y,
    y: a.w * b.y - a.y * b.w - a.z * b.x + a.x * b.z,
    z: a.w * b.z - a.z * b.w - a.x * b.y + a.y * b.x,
    w: a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z,
  };
  const unit = 1 / sqrt(squareOf(q));
  return {
    position: fromWorld(a, scaleA, offset),
    rotation: { x: unit * q.x, y: unit * q.y, z: unit * q.z, w: unit * q.w },
  };
}

/** The rotation by a quaternion. @param s 2 / its squared length */
export function rotationOf(q: Quat, s: Lane): Mat3 {
  const sx = s * q.x;
  const sy = s * q.y;
  const sz = s * q.z;
  return {
    x: { x: 1 - sy * q.y - sz * q.z, y: sx * q.y - sz * q.w, z: sx * q.z + sy * q.w },
    y: { x: sx * q.y + sz * q.w, y: 1 - sx * q.x - sz * q.z, z: sy * q.z - sx * q.w },
    z: { x: sx * q.z - sy * q.w, y: sy * q.z + sx * q.w, z: 1 - sx * q.x - sy * q.y },
  };
}

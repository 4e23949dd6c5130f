/** The relative pose of a pair: B in frame A, and the way back to the world. Hosts and wasm compile this file. */
import type { Double, Flag, Int } from '../wide/lanes.ts';
import type { PairContext } from './context.ts';
import type { Mat3, Quat, Vec3 } from './vectors.ts';

export interface RelativePose {
  /** Rotation B → A. */
  readonly rotation: Mat3;
  /** Position of B in frame A. */
  readonly shift: Vec3;
  /** Position of B minus position of A, world axes. */
  readonly offset: Vec3;
  /** Rotation of A, of any length but zero, and 2 / its squared length. */
  readonly quatA: Quat;
  readonly scaleA: Double;
  /** All numbers are finite, and no quaternion is zero. */
  readonly valid: Flag;
}

/**
 * Relates the poses of colliders `a` and `b`. The offset is a difference in f64, world axes.
 *
 * conjugate(a) b rotates B's frame into A's; s = 2 / |q|² normalizes on the way: R = 1 + s (w [u]× + [u]×²), u = q.xyz.
 */
export function relativePose(context: PairContext, a: Int, b: Int): RelativePose {
  const { positions, rotations } = context;
  const p = 4 * a;
  const q = 4 * b;
  const ax = Number(rotations[p]);
  const ay = Number(rotations[p + 1]);
  const az = Number(rotations[p + 2]);
  const aw = Number(rotations[p + 3]);
  const bx = Number(rotations[q]);
  const by = Number(rotations[q + 1]);
  const bz = Number(rotations[q + 2]);
  const bw = Number(rotations[q + 3]);
  const ox = positions[q] - positions[p];
  const oy = positions[q + 1] - positions[p + 1];
  const oz = positions[q + 2] - positions[p + 2];
  const x = aw * bx - ax * bw - ay * bz + az * by;
  const y = aw * by - ay * bw - az * bx + ax * bz;
  const z = aw * bz - az * bw - ax * by + ay * bx;
  const w = aw * bw + ax * bx + ay * by + az * bz;
  const scaleA = 2 / (ax * ax + ay * ay + az * az + aw * aw);
  const s = 2 / (x * x + y * y + z * z + w * w);
  const sx = s * x;
  const sy = s * y;
  const sz = s * z;
  const quatA: Quat = { x: ax, y: ay, z: az, w: aw };
  const offset: Vec3 = { x: ox, y: oy, z: oz };
  return {
    rotation: {
      x: { x: 1 - sy * y - sz * z, y: sx * y - sz * w, z: sx * z + sy * w },
      y: { x: sx * y + sz * w, y: 1 - sx * x - sz * z, z: sy * z - sx * w },
      z: { x: sx * z - sy * w, y: sy * z + sx * w, z: 1 - sx * x - sy * y },
    },
    shift: fromWorld(quatA, scaleA, offset),
    offset,
    quatA,
    scaleA,
    valid: scaleA + s + ox * ox + oy * oy + oz * oz < Infinity && scaleA > 0 && s > 0,
  };
}

/** World → A: v − w t + u × t, with t = s (u × v), u = q.xyz. */
export function fromWorld(q: Quat, s: Double, v: Vec3): Vec3 {
  const tx = s * (q.y * v.z - q.z * v.y);
  const ty = s * (q.z * v.x - q.x * v.z);
  const tz = s * (q.x * v.y - q.y * v.x);
  return {
    x: v.x - q.w * tx + (q.y * tz - q.z * ty),
    y: v.y - q.w * ty + (q.z * tx - q.x * tz),
    z: v.z - q.w * tz + (q.x * ty - q.y * tx),
  };
}

/** A → world: v + w t + u × t. */
export function toWorld(q: Quat, s: Double, v: Vec3): Vec3 {
  const tx = s * (q.y * v.z - q.z * v.y);
  const ty = s * (q.z * v.x - q.x * v.z);
  const tz = s * (q.x * v.y - q.y * v.x);
  return {
    x: v.x + q.w * tx + (q.y * tz - q.z * ty),
    y: v.y + q.w * ty + (q.z * tx - q.x * tz),
    z: v.z + q.w * tz + (q.x * ty - q.y * tx),
  };
}

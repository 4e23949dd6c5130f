/** Corners of boxes. Ids: bits 0, 1, 2 set = −x, −y, −z; A in the low half of a word, B in the high. */
import { bitsOf, fromBits, type LaneInt, signBit } from '../../../language/lanes.ts';
import { withSign } from '../../../math/lanes/signs.ts';
import { dot, type Mat3, timesTransposed, type Vec3 } from '../../../math/lanes/vectors.ts';

/** A point of the difference B − A, and its vertices on A and B. */
export interface Corner {
  readonly point: Vec3;
  readonly id: LaneInt;
}

/** The corners of `id`, A's and B's, as their difference in frame A: t − a + R b. */
export function cornerAt(id: LaneInt, rotation: Mat3, shift: Vec3, halfA: Vec3, halfB: Vec3): Vec3 {
  const b: Vec3 = {
    x: fromBits(bitsOf(halfB.x) ^ ((id & 0x10000) << 15)),
    y: fromBits(bitsOf(halfB.y) ^ ((id & 0x20000) << 14)),
    z: fromBits(bitsOf(halfB.z) ^ ((id & 0x40000) << 13)),
  };
  const a = ownCorner(id, halfA);
  return {
    x: shift.x - a.x + dot(rotation.x, b),
    y: shift.y - a.y + dot(rotation.y, b),
    z: shift.z - a.z + dot(rotation.z, b),
  };
}

/** A's corner of `id`. */
export function ownCorner(id: LaneInt, half: Vec3): Vec3 {
  return {
    x: fromBits(bitsOf(half.x) ^ (id << 31)),
    y: fromBits(bitsOf(half.y) ^ ((id & 2) << 30)),
    z: fromBits(bitsOf(half.z) ^ ((id & 4) << 29)),
  };
}

/** Support of B − A against v: the corner of A highest along v, and the lowest of B. */
export function boxCorner(v: Vec3, rotation: Mat3, shift: Vec3, halfA: Vec3, halfB: Vec3): Corner {
  const d = timesTransposed(rotation, v);
  const idA = signBit(v.x) | (signBit(v.y) << 1) | (signBit(v.z) << 2);
  const idB = signBit(d.x) | (signBit(d.y) << 1) | (signBit(d.z) << 2);
  const a: Vec3 = { x: withSign(halfA.x, v.x), y: withSign(halfA.y, v.y), z: withSign(halfA.z, v.z) };
  const b: Vec3 = { x: withSign(-halfB.x, d.x), y: withSign(-halfB.y, d.y), z: withSign(-halfB.z, d.z) };
  return {
    point: {
      x: shift.x - a.x + dot(rotation.x, b),
      y: shift.y - a.y + dot(rotation.y, b),
      z: shift.z - a.z + dot(rotation.z, b),
    },
    id: (idA | (idB << 16)) ^ 0x70000,
  };
}

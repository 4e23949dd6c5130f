/** The first direction of a cold GJK. */
import { type Lane, select } from '../lanes.ts';
import { dot, type Mat3, type Vec3 } from '../vectors.ts';

/**
 * The direction that separates two ellipsoids of the shapes' sizes, M⁻¹ t of any length: closer to the normal than t.
 */
export function between(rotation: Mat3, t: Vec3, halfA: Vec3, radiusA: Lane, halfB: Vec3, radiusB: Lane): Vec3 {
  const a: Vec3 = { x: halfA.x + radiusA, y: halfA.y + radiusA, z: halfA.z + radiusA };
  const b: Vec3 = { x: halfB.x + radiusB, y: halfB.y + radiusB, z: halfB.z + radiusB };
  const b2: Vec3 = { x: b.x * b.x, y: b.y * b.y, z: b.z * b.z };
  const rx: Vec3 = { x: rotation.x.x * b2.x, y: rotation.x.y * b2.y, z: rotation.x.z * b2.z };
  const ry: Vec3 = { x: rotation.y.x * b2.x, y: rotation.y.y * b2.y, z: rotation.y.z * b2.z };
  const xx = a.x * a.x + dot(rx, rotation.x);
  const yy = a.y * a.y + dot(ry, rotation.y);
  const zz =
    a.z * a.z +
    rotation.z.x * rotation.z.x * b2.x +
    rotation.z.y * rotation.z.y * b2.y +
    rotation.z.z * rotation.z.z * b2.z;
  const xy = dot(rx, rotation.y);
  const xz = dot(rx, rotation.z);
  const yz = dot(ry, rotation.z);
  const cxy = xz * yz - xy * zz;
  const cxz = xy * yz - xz * yy;
  const cyz = xy * xz - xx * yz;
  const v: Vec3 = {
    x: (yy * zz - yz * yz) * t.x + cxy * t.y + cxz * t.z,
    y: cxy * t.x + (xx * zz - xz * xz) * t.y + cyz * t.z,
    z: cxz * t.x + cyz * t.y + (xx * yy - xy * xy) * t.z,
  };
  const length = dot(v, v);
  return select(length > 1e-30 && length < 1e30, v, t);
}

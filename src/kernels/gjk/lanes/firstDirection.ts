/** The first direction of a cold GJK. */
import { abs, type Lane, max, select } from '../../../language/lanes.ts';
import { inversePower } from '../../../math/lanes/signs.ts';
import { dot, type Mat3, scale, type Vec3 } from '../../../math/lanes/vectors.ts';

/**
 * The direction that separates two ellipsoids of the shapes' sizes, M⁻¹ t: closer to the normal than t. Its largest
 * component is in [1, 2): powers of two take the lengths out of the products, which would leave the range of f32.
 * It is t, of its own length, where M⁻¹ is 0.
 */
export function between(rotation: Mat3, t: Vec3, halfA: Vec3, radiusA: Lane, halfB: Vec3, radiusB: Lane): Vec3 {
  const wholeA: Vec3 = { x: halfA.x + radiusA, y: halfA.y + radiusA, z: halfA.z + radiusA };
  const wholeB: Vec3 = { x: halfB.x + radiusB, y: halfB.y + radiusB, z: halfB.z + radiusB };
  const unit = inversePower(max(largest(wholeA), largest(wholeB)));
  const a = scale(unit, wholeA);
  const b = scale(unit, wholeB);
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
  const most = largest(v);
  return select(most > 0, scale(inversePower(most), v), t);
}

/** The largest of the components, without signs. */
function largest(v: Vec3): Lane {
  return max(max(abs(v.x), abs(v.y)), abs(v.z));
}

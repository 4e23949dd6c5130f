/** Writes the product of two quaternions x y z w, as a unit quaternion. Neither is zero. */
export function turnedBy(to: Float64Array, a: Float32Array, p: number, b: Float32Array, q: number): void {
  const ax = a[p];
  const ay = a[p + 1];
  const az = a[p + 2];
  const aw = a[p + 3];
  const bx = b[q];
  const by = b[q + 1];
  const bz = b[q + 2];
  const bw = b[q + 3];
  const x = aw * bx + ax * bw + ay * bz - az * by;
  const y = aw * by - ax * bz + ay * bw + az * bx;
  const z = aw * bz + ax * by - ay * bx + az * bw;
  const w = aw * bw - ax * bx - ay * by - az * bz;
  const inverse = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
  to[0] = inverse * x;
  to[1] = inverse * y;
  to[2] = inverse * z;
  to[3] = inverse * w;
}

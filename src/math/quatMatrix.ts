/** Quaternions of any length to matrices, through arrays: V8 allocates for doubles that cross a call. */

/** The quaternion x y z w of `writeMatrix`, and 2 / its squared length: Infinity for zero, NaN for NaN. */
export const quat: Float64Array = /* @__PURE__ */ new Float64Array(5);

/** Writes the rotation of `quat` to m[at …], row major, and the scale to quat[4]. */
export function writeMatrix(m: Float64Array, at: number): void {
  const x = quat[0];
  const y = quat[1];
  const z = quat[2];
  const w = quat[3];
  const s = 2 / (x * x + y * y + z * z + w * w);
  quat[4] = s;
  m[at] = 1 - s * (y * y + z * z);
  m[at + 1] = s * (x * y - z * w);
  m[at + 2] = s * (x * z + y * w);
  m[at + 3] = s * (x * y + z * w);
  m[at + 4] = 1 - s * (x * x + z * z);
  m[at + 5] = s * (y * z - x * w);
  m[at + 6] = s * (x * z - y * w);
  m[at + 7] = s * (y * z + x * w);
  m[at + 8] = 1 - s * (x * x + y * y);
}

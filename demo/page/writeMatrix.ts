/** Instance matrices for the renderer. */

/**
 * Writes rotation · scale and translation to out[at …], column-major.
 * @param rotation quaternion x y z w of any length but zero @param scales x y z at `scale`
 */
export function writeMatrix(
  out: Float32Array,
  at: number,
  position: Float64Array,
  rotation: Float64Array,
  scales: Float32Array,
  scale: number,
): void {
  const x = rotation[0];
  const y = rotation[1];
  const z = rotation[2];
  const w = rotation[3];
  const s = 2 / (x * x + y * y + z * z + w * w);
  const sx = scales[scale];
  const sy = scales[scale + 1];
  const sz = scales[scale + 2];
  out[at] = sx * (1 - s * (y * y + z * z));
  out[at + 1] = sx * s * (x * y + w * z);
  out[at + 2] = sx * s * (x * z - w * y);
  out[at + 4] = sy * s * (x * y - w * z);
  out[at + 5] = sy * (1 - s * (x * x + z * z));
  out[at + 6] = sy * s * (y * z + w * x);
  out[at + 8] = sz * s * (x * z + w * y);
  out[at + 9] = sz * s * (y * z - w * x);
  out[at + 10] = sz * (1 - s * (x * x + y * y));
  out[at + 12] = position[0];
  out[at + 13] = position[1];
  out[at + 14] = position[2];
  out[at + 15] = 1;
}

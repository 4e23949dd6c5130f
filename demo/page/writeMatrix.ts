/** Instance matrices for the renderer. */
import type { Poses } from './protocol.ts';

/**
 * Writes rotation · scale and translation of a body to out[at …], column-major. The quaternion may have any length but
 * zero.
 */
export function writeMatrix(
  out: Float32Array,
  at: number,
  { positions, rotations, stride, rotationAt }: Poses,
  body: number,
  scales: Float32Array,
  scale: number,
): void {
  const p = stride * body;
  const q = p + rotationAt;
  const x = rotations[q];
  const y = rotations[q + 1];
  const z = rotations[q + 2];
  const w = rotations[q + 3];
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
  out[at + 12] = positions[p];
  out[at + 13] = positions[p + 1];
  out[at + 14] = positions[p + 2];
  out[at + 15] = 1;
}

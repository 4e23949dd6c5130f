/**
 * The largest separation of two boxes over their 15 axes (boxAxes.ts numbers them), where they are placed.
 *
 *   reads   c[MATRIX_A …], c[MATRIX_B …], c[PLACE …], half extents
 *   writes  c[BETWEEN …]; c[AXES …] of the faces of A and of the axis; c[CORE_GAP], c[AXIS …]
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import type { Double, Doubles, Int } from '../../wide/lanes.ts';
import { ALL, AXIS_NUMBERS, EDGES, LEAST_SINE } from './boxAxes.ts';
import { edgeOfA, writeNormal } from './boxTouch.ts';
import { AXES, BETWEEN, CORE_GAP, GAPS, HALF_A, HALF_B, MATRIX_A, MATRIX_B, PLACE, SQUARES } from './places.ts';

/** Writes the rotation B → A, and the offset along the axes of A. */
export function writeBetween(c: Doubles): void {
  for (let k: Int = 0; k < 3; k++) {
    const x = c[MATRIX_A + k];
    const y = c[MATRIX_A + 3 + k];
    const z = c[MATRIX_A + 6 + k];
    const at = BETWEEN + 3 * k;
    c[at] = x * c[MATRIX_B] + y * c[MATRIX_B + 3] + z * c[MATRIX_B + 6];
    c[at + 1] = x * c[MATRIX_B + 1] + y * c[MATRIX_B + 4] + z * c[MATRIX_B + 7];
    c[at + 2] = x * c[MATRIX_B + 2] + y * c[MATRIX_B + 5] + z * c[MATRIX_B + 8];
    // at the time at which the boxes are placed
    c[AXES + AXIS_NUMBERS * k] = x * c[PLACE] + y * c[PLACE + 1] + z * c[PLACE + 2];
    c[AXES + AXIS_NUMBERS * k + 1] = 0;
  }
}

/** Writes the separation along each axis, times the length of that. */
function writeGaps(c: Doubles): void {
  const r00 = c[BETWEEN];
  const r01 = c[BETWEEN + 1];
  const r02 = c[BETWEEN + 2];
  const r10 = c[BETWEEN + 3];
  const r11 = c[BETWEEN + 4];
  const r12 = c[BETWEEN + 5];
  const r20 = c[BETWEEN + 6];
  const r21 = c[BETWEEN + 7];
  const r22 = c[BETWEEN + 8];
  const a0 = c[HALF_A];
  const a1 = c[HALF_A + 1];
  const a2 = c[HALF_A + 2];
  const b0 = c[HALF_B];
  const b1 = c[HALF_B + 1];
  const b2 = c[HALF_B + 2];
  const x = c[AXES];
  const y = c[AXES + AXIS_NUMBERS];
  const z = c[AXES + 2 * AXIS_NUMBERS];
  const m00 = Math.abs(r00);
  const m01 = Math.abs(r01);
  const m02 = Math.abs(r02);
  const m10 = Math.abs(r10);
  const m11 = Math.abs(r11);
  const m12 = Math.abs(r12);
  const m20 = Math.abs(r20);
  const m21 = Math.abs(r21);
  const m22 = Math.abs(r22);
  c[GAPS] = Math.abs(x) - (a0 + b0 * m00 + b1 * m01 + b2 * m02);
  c[GAPS + 1] = Math.abs(y) - (a1 + b0 * m10 + b1 * m11 + b2 * m12);
  c[GAPS + 2] = Math.abs(z) - (a2 + b0 * m20 + b1 * m21 + b2 * m22);
  c[GAPS + 3] = Math.abs(x * r00 + y * r10 + z * r20) - (b0 + a0 * m00 + a1 * m10 + a2 * m20);
  c[GAPS + 4] = Math.abs(x * r01 + y * r11 + z * r21) - (b1 + a0 * m01 + a1 * m11 + a2 * m21);
  c[GAPS + 5] = Math.abs(x * r02 + y * r12 + z * r22) - (b2 + a0 * m02 + a1 * m12 + a2 * m22);
  c[GAPS + 6] = Math.abs(z * r10 - y * r20) - (a1 * m20 + a2 * m10 + b1 * m02 + b2 * m01);
  c[SQUARES] = r10 * r10 + r20 * r20;
  c[GAPS + 7] = Math.abs(z * r11 - y * r21) - (a1 * m21 + a2 * m11 + b2 * m00 + b0 * m02);
  c[SQUARES + 1] = r11 * r11 + r21 * r21;
  c[GAPS + 8] = Math.abs(z * r12 - y * r22) - (a1 * m22 + a2 * m12 + b0 * m01 + b1 * m00);
  c[SQUARES + 2] = r12 * r12 + r22 * r22;
  c[GAPS + 9] = Math.abs(x * r20 - z * r00) - (a2 * m00 + a0 * m20 + b1 * m12 + b2 * m11);
  c[SQUARES + 3] = r00 * r00 + r20 * r20;
  c[GAPS + 10] = Math.abs(x * r21 - z * r01) - (a2 * m01 + a0 * m21 + b2 * m10 + b0 * m12);
  c[SQUARES + 4] = r01 * r01 + r21 * r21;
  c[GAPS + 11] = Math.abs(x * r22 - z * r02) - (a2 * m02 + a0 * m22 + b0 * m11 + b1 * m10);
  c[SQUARES + 5] = r02 * r02 + r22 * r22;
  c[GAPS + 12] = Math.abs(y * r00 - x * r10) - (a0 * m10 + a1 * m00 + b1 * m22 + b2 * m21);
  c[SQUARES + 6] = r00 * r00 + r10 * r10;
  c[GAPS + 13] = Math.abs(y * r01 - x * r11) - (a0 * m11 + a1 * m01 + b2 * m20 + b0 * m22);
  c[SQUARES + 7] = r01 * r01 + r11 * r11;
  c[GAPS + 14] = Math.abs(y * r02 - x * r12) - (a0 * m12 + a1 * m02 + b0 * m21 + b1 * m20);
  c[SQUARES + 8] = r02 * r02 + r12 * r12;
}

/**
 * Finds the axis of largest separation, after `writeBetween`, of boxes that are apart along one of them: writes its
 * numbers, as `writeAxis` does. No axis across edges counts along which they overlap.
 * @param likely the axis that is tried first
 */
export function findAxis(c: Doubles, likely: Int): Int {
  writeGaps(c);
  let axis: Int = likely;
  if (likely >= EDGES && !(c[SQUARES + likely - EDGES] > LEAST_SINE * LEAST_SINE)) axis = 0;
  let most = c[GAPS + axis];
  if (axis >= EDGES) most /= Math.sqrt(c[SQUARES + axis - EDGES]);
  for (let k: Int = 0; k < EDGES; k++) {
    if (!(c[GAPS + k] > most)) continue;
    most = c[GAPS + k];
    axis = k;
  }
  let least = most * Math.abs(most);
  for (let k: Int = 0; k < ALL - EDGES; k++) {
    const gap = c[GAPS + EDGES + k];
    const square = c[SQUARES + k];
    if (!(gap > 0 && gap * gap > least * square && square > LEAST_SINE * LEAST_SINE) || axis === EDGES + k) continue;
    most = gap / Math.sqrt(square);
    least = most * most;
    axis = EDGES + k;
  }
  writeAxis(c, axis);
  return axis;
}

/** Writes the numbers of an axis, after `writeBetween`: c[AXES …], the normal, and c[CORE_GAP]: −1 for a short axis. */
export function writeAxis(c: Doubles, axis: Int): void {
  const at = AXES + AXIS_NUMBERS * axis;
  let length: Double = 1;
  if (axis < 3) {
    const row = BETWEEN + 3 * axis;
    c[at + 2] = c[HALF_A + axis] + reachOf(c, HALF_B, c[row], c[row + 1], c[row + 2]);
  } else if (axis < EDGES) {
    const x = c[BETWEEN + axis - 3];
    const y = c[BETWEEN + axis];
    const z = c[BETWEEN + axis + 3];
    c[at] = c[AXES] * x + c[AXES + AXIS_NUMBERS] * y + c[AXES + 2 * AXIS_NUMBERS] * z;
    c[at + 2] = c[HALF_B + axis - 3] + reachOf(c, HALF_A, x, y, z);
  } else {
    const k = edgeOfA(axis);
    const m = axis - EDGES - 3 * k;
    const k1 = k === 2 ? 0 : k + 1;
    const k2 = k === 0 ? 2 : k - 1;
    const m1 = m === 2 ? 0 : m + 1;
    const m2 = m === 0 ? 2 : m - 1;
    const u = c[BETWEEN + 3 * k2 + m];
    const v = c[BETWEEN + 3 * k1 + m];
    c[at] = c[AXES + AXIS_NUMBERS * k2] * v - c[AXES + AXIS_NUMBERS * k1] * u;
    c[at + 2] =
      c[HALF_A + k1] * Math.abs(u) +
      c[HALF_A + k2] * Math.abs(v) +
      c[HALF_B + m1] * Math.abs(c[BETWEEN + 3 * k + m2]) +
      c[HALF_B + m2] * Math.abs(c[BETWEEN + 3 * k + m1]);
    length = Math.sqrt(u * u + v * v);
  }
  // as the boxes are placed
  c[at + 1] = 0;
  c[at + 3] = length;
  c[CORE_GAP] = -1;
  if (length > LEAST_SINE) c[CORE_GAP] = (Math.abs(c[at]) - c[at + 2]) / length;
  const sign: Double = c[at] < 0 ? -1 : 1;
  writeNormal(c, axis, sign / length);
}

/** Half the width of a box along an axis, which is x y z in its frame. */
function reachOf(c: Doubles, half: Int, x: Double, y: Double, z: Double): Double {
  return c[half] * Math.abs(x) + c[half + 1] * Math.abs(y) + c[half + 2] * Math.abs(z);
}

/**
 * The largest separation of two boxes over their 15 axes (boxes/axes.ts numbers them), where they are placed.
 *
 *   reads   rotations and half extents of the placed bodies, c.place
 *   writes  the rotation B → A; the numbers of the faces of A and of the axis; the gap of the cores, c.axis
 *
 * The separations have the bits of those in boxes/axes.ts, and stand in a straight line: a cast asks for them at each
 * of its steps. Host and wide kernel compile this file: both have the same bits.
 */
import type { Double, Doubles, Int } from '../../language/lanes.ts';
import { EDGES, edgeOfA } from '../boxes/axes.ts';
import { ALL, LEAST_SINE, writeEdge } from './boxAxes.ts';
import { writeNormal } from './boxTouch.ts';
import type { CastBoxes, CastNumbers } from './castNumbers.ts';
import { addReach } from './vectors.ts';

/** Writes the rotation B → A, and the offset along the axes of A. */
export function writeBetween(c: CastNumbers): void {
  const t = c.boxes;
  const a = c.a.turned;
  const b = c.b.turned;
  const r = t.between;
  for (let k: Int = 0; k < 3; k++) {
    const x = a[k];
    const y = a[3 + k];
    const z = a[6 + k];
    r[3 * k] = x * b[0] + y * b[3] + z * b[6];
    r[3 * k + 1] = x * b[1] + y * b[4] + z * b[7];
    r[3 * k + 2] = x * b[2] + y * b[5] + z * b[8];
    // at the time at which the boxes are placed
    t.offsets[k] = x * c.place[0] + y * c.place[1] + z * c.place[2];
    t.rates[k] = 0;
  }
}

/** Writes the separation along each axis, times the length of that. */
function writeGaps(t: CastBoxes, a: Doubles, b: Doubles): void {
  const r = t.between;
  const gaps = t.gaps;
  const squares = t.squares;
  const r00 = r[0];
  const r01 = r[1];
  const r02 = r[2];
  const r10 = r[3];
  const r11 = r[4];
  const r12 = r[5];
  const r20 = r[6];
  const r21 = r[7];
  const r22 = r[8];
  const a0 = a[0];
  const a1 = a[1];
  const a2 = a[2];
  const b0 = b[0];
  const b1 = b[1];
  const b2 = b[2];
  const x = t.offsets[0];
  const y = t.offsets[1];
  const z = t.offsets[2];
  const m00 = Math.abs(r00);
  const m01 = Math.abs(r01);
  const m02 = Math.abs(r02);
  const m10 = Math.abs(r10);
  const m11 = Math.abs(r11);
  const m12 = Math.abs(r12);
  const m20 = Math.abs(r20);
  const m21 = Math.abs(r21);
  const m22 = Math.abs(r22);
  gaps[0] = Math.abs(x) - (a0 + b0 * m00 + b1 * m01 + b2 * m02);
  gaps[1] = Math.abs(y) - (a1 + b0 * m10 + b1 * m11 + b2 * m12);
  gaps[2] = Math.abs(z) - (a2 + b0 * m20 + b1 * m21 + b2 * m22);
  gaps[3] = Math.abs(x * r00 + y * r10 + z * r20) - (b0 + a0 * m00 + a1 * m10 + a2 * m20);
  gaps[4] = Math.abs(x * r01 + y * r11 + z * r21) - (b1 + a0 * m01 + a1 * m11 + a2 * m21);
  gaps[5] = Math.abs(x * r02 + y * r12 + z * r22) - (b2 + a0 * m02 + a1 * m12 + a2 * m22);
  gaps[6] = Math.abs(z * r10 - y * r20) - (a1 * m20 + a2 * m10 + b1 * m02 + b2 * m01);
  squares[0] = r10 * r10 + r20 * r20;
  gaps[7] = Math.abs(z * r11 - y * r21) - (a1 * m21 + a2 * m11 + b2 * m00 + b0 * m02);
  squares[1] = r11 * r11 + r21 * r21;
  gaps[8] = Math.abs(z * r12 - y * r22) - (a1 * m22 + a2 * m12 + b0 * m01 + b1 * m00);
  squares[2] = r12 * r12 + r22 * r22;
  gaps[9] = Math.abs(x * r20 - z * r00) - (a2 * m00 + a0 * m20 + b1 * m12 + b2 * m11);
  squares[3] = r00 * r00 + r20 * r20;
  gaps[10] = Math.abs(x * r21 - z * r01) - (a2 * m01 + a0 * m21 + b2 * m10 + b0 * m12);
  squares[4] = r01 * r01 + r21 * r21;
  gaps[11] = Math.abs(x * r22 - z * r02) - (a2 * m02 + a0 * m22 + b0 * m11 + b1 * m10);
  squares[5] = r02 * r02 + r22 * r22;
  gaps[12] = Math.abs(y * r00 - x * r10) - (a0 * m10 + a1 * m00 + b1 * m22 + b2 * m21);
  squares[6] = r00 * r00 + r10 * r10;
  gaps[13] = Math.abs(y * r01 - x * r11) - (a0 * m11 + a1 * m01 + b2 * m20 + b0 * m22);
  squares[7] = r01 * r01 + r11 * r11;
  gaps[14] = Math.abs(y * r02 - x * r12) - (a0 * m12 + a1 * m02 + b0 * m21 + b1 * m20);
  squares[8] = r02 * r02 + r12 * r12;
}

/**
 * Finds the axis of largest separation, after `writeBetween`, of boxes that are apart along one of them: writes its
 * numbers, as `writeAxis` does. No axis across edges counts along which they overlap.
 * @param likely the axis that is tried first
 */
export function findAxis(c: CastNumbers, likely: Int): Int {
  const gaps = c.boxes.gaps;
  const squares = c.boxes.squares;
  writeGaps(c.boxes, c.a.half, c.b.half);
  let axis: Int = likely;
  if (likely >= EDGES && !(squares[likely - EDGES] > LEAST_SINE * LEAST_SINE)) axis = 0;
  let most = gaps[axis];
  if (axis >= EDGES) most /= Math.sqrt(squares[axis - EDGES]);
  for (let k: Int = 0; k < EDGES; k++) {
    if (!(gaps[k] > most)) continue;
    most = gaps[k];
    axis = k;
  }
  let least = most * Math.abs(most);
  for (let k: Int = EDGES; k < ALL; k++) {
    const gap = gaps[k];
    const square = squares[k - EDGES];
    if (!(gap > 0 && gap * gap > least * square && square > LEAST_SINE * LEAST_SINE) || axis === k) continue;
    most = gap / Math.sqrt(square);
    least = most * most;
    axis = k;
  }
  writeAxis(c, axis);
  return axis;
}

/** Writes the numbers of an axis, after `writeBetween`, the normal, and the gap of the cores: −1 for a short axis. */
export function writeAxis(c: CastNumbers, axis: Int): void {
  const t = c.boxes;
  const a = c.a.half;
  const b = c.b.half;
  const r = t.between;
  if (axis < 3) {
    t.reaches[axis] = a[axis];
    addReach(t.reaches, axis, b, r, 3 * axis, 1);
  } else if (axis < EDGES) {
    const m = axis - 3;
    t.offsets[axis] = t.offsets[0] * r[m] + t.offsets[1] * r[m + 3] + t.offsets[2] * r[m + 6];
    t.reaches[axis] = b[m];
    addReach(t.reaches, axis, a, r, m, 3);
  } else {
    const k = edgeOfA(axis);
    const m = axis - EDGES - 3 * k;
    writeEdge(c, k, k === 2 ? 0 : k + 1, k === 0 ? 2 : k - 1, m, m === 2 ? 0 : m + 1, m === 0 ? 2 : m - 1);
  }
  if (axis < EDGES) t.lengths[axis] = 1;
  // as the boxes are placed
  t.rates[axis] = 0;
  const offset = t.offsets[axis];
  const length = t.lengths[axis];
  t.gap = -1;
  if (length > LEAST_SINE) t.gap = (Math.abs(offset) - t.reaches[axis]) / length;
  const sign: Double = offset < 0 ? -1 : 1;
  t.normal[0] = sign / length;
  writeNormal(c, axis);
}

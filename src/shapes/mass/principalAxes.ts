/**
 * Principal axes of a symmetric positive tensor by Jacobi rotations (Golub, Van Loan, Matrix Computations, §8.5):
 * relative accuracy also where one axis is far shorter than another. Each rotation is at most 45°, so the axes are
 * right-handed and stay near the old ones. A diagonal tensor needs no rotation.
 */

export type Quaternion = readonly [number, number, number, number];

export interface PrincipalAxes {
  /** The tensor's diagonal in its principal frame. */
  readonly values: readonly [number, number, number];
  /** Unit quaternion x y z w, principal frame → the frame of the tensor. w ≥ 0. */
  readonly axes: Quaternion;
}

export const NO_TURN: Quaternion = [0, 0, 0, 1];

/** Mixed entries below this part of √(value · value) are rounding errors: sums of thousands of f64 terms have 1e-14. */
const DIAGONAL = 1e-12;

/** Convergence is quadratic: at most 5 sweeps for tensors of bodies 1e7 times as long as thick. */
const MAX_SWEEPS = 30;

/** @param tensor xx yy zz yz zx xy */
export function principalAxes(tensor: readonly [number, number, number, number, number, number]): PrincipalAxes {
  const t = Float64Array.from(tensor);
  let axes = NO_TURN;
  for (let sweep = 0, turned = true; turned && sweep < MAX_SWEEPS; sweep++) {
    turned = false;
    for (let k = 0; k < 3; k++) {
      const p = (k + 1) % 3;
      const q = (k + 2) % 3;
      const mixed = t[3 + k];
      const least = DIAGONAL * Math.sqrt(Math.max(t[p], 0)) * Math.sqrt(Math.max(t[q], 0));
      if (!(Math.abs(mixed) > least)) continue;
      turned = true;
      const cot = (t[p] - t[q]) / (2 * mixed); // of twice the angle
      const tan = (cot < 0 ? -1 : 1) / (Math.abs(cot) + Math.sqrt(1 + cot * cot));
      const c = 1 / Math.sqrt(1 + tan * tan);
      const s = tan * c;
      t[p] += tan * mixed;
      t[q] -= tan * mixed;
      t[3 + k] = 0;
      const [kp, kq] = [t[3 + q], t[3 + p]];
      t[3 + q] = c * kp + s * kq;
      t[3 + p] = c * kq - s * kp;
      const w = Math.sqrt((1 + c) / 2);
      const turn = [0, 0, 0, w] as [number, number, number, number];
      turn[k] = s / (2 * w);
      axes = chained(axes, turn);
    }
  }
  return { values: [t[0], t[1], t[2]], axes };
}

/** The rotation b, then a, with unit length and w ≥ 0. */
export function chained(a: Quaternion, b: Quaternion): Quaternion {
  const x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
  const y = a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2];
  const z = a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0];
  const w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
  const scale = (w < 0 ? -1 : 1) / Math.sqrt(x * x + y * y + z * z + w * w);
  return [x * scale, y * scale, z * scale, w * scale];
}

/** Rotates a vector: v' = v + w t + u × t, with t = 2 (u × v), u = q.xyz; `back`: by −u, the inverse rotation. */
export function turned(q: Quaternion, x: number, y: number, z: number, back = false): [number, number, number] {
  const sign = back ? -1 : 1;
  const [ux, uy, uz, w] = [sign * q[0], sign * q[1], sign * q[2], q[3]];
  const [tx, ty, tz] = [2 * (uy * z - uz * y), 2 * (uz * x - ux * z), 2 * (ux * y - uy * x)];
  return [x + w * tx + uy * tz - uz * ty, y + w * ty + uz * tx - ux * tz, z + w * tz + ux * ty - uy * tx];
}

/** How far a turn about a pivot moves the position of a collider. For `read`: kernels have their own. */

type Triple = [number, number, number];

/**
 * @param pivot from the position, along the collider's own axes (m)
 * @param rotation quaternion x y z w at the start, of any length but zero
 * @param turn rotation vector, world (rad)
 * @returns world axes (m)
 */
export function pivotShift(pivot: ArrayLike<number>, rotation: ArrayLike<number>, turn: ArrayLike<number>): Triple {
  const angle = Math.hypot(turn[0], turn[1], turn[2]);
  if (!(angle > 0)) return [0, 0, 0];
  const arm = rotated(pivot, rotation);
  const sine = Math.sin(angle / 2) / angle;
  const after = rotated(arm, [sine * turn[0], sine * turn[1], sine * turn[2], Math.cos(angle / 2)]);
  return [arm[0] - after[0], arm[1] - after[1], arm[2] - after[2]];
}

/** q v q⁻¹ = v + 2 (u × (u × v + w v)) / |q|² with u = q.xyz */
function rotated(v: ArrayLike<number>, q: ArrayLike<number>): Triple {
  const [x, y, z, w] = [q[0], q[1], q[2], q[3]];
  const s = 2 / (x * x + y * y + z * z + w * w);
  const tx = y * v[2] - z * v[1] + w * v[0];
  const ty = z * v[0] - x * v[2] + w * v[1];
  const tz = x * v[1] - y * v[0] + w * v[2];
  return [v[0] + s * (y * tz - z * ty), v[1] + s * (z * tx - x * tz), v[2] + s * (x * ty - y * tx)];
}

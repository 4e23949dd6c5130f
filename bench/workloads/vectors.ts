/** Vectors of f64, for the shapes and places of generated workloads. */

export const dot = (v: ArrayLike<number>, w: ArrayLike<number>) => v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
export const minus = (v: Float64Array, w: Float64Array) => Float64Array.of(v[0] - w[0], v[1] - w[1], v[2] - w[2]);

export function cross(v: Float64Array, w: Float64Array): Float64Array {
  return Float64Array.of(v[1] * w[2] - v[2] * w[1], v[2] * w[0] - v[0] * w[2], v[0] * w[1] - v[1] * w[0]);
}

export function perpendicular(u: Float64Array): Float64Array {
  return Math.abs(u[0]) < 0.6 ? cross(u, Float64Array.of(1, 0, 0)) : cross(u, Float64Array.of(0, 1, 0));
}

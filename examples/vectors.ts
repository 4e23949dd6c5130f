/** Vectors of three numbers in columns: `u` begins at element `i`, `v` at element `j`. */

type Column = Float64Array | Float32Array;

export function dot(u: Column, i: number, v: Column, j: number): number {
  return u[i] * v[j] + u[i + 1] * v[j + 1] + u[i + 2] * v[j + 2];
}

export function addScaled(u: Column, i: number, scale: number, v: Column, j: number): void {
  u[i] += scale * v[j];
  u[i + 1] += scale * v[j + 1];
  u[i + 2] += scale * v[j + 2];
}

/** out = u × v */
export function cross(out: Column, at: number, u: Column, i: number, v: Column, j: number): void {
  out[at] = u[i + 1] * v[j + 2] - u[i + 2] * v[j + 1];
  out[at + 1] = u[i + 2] * v[j] - u[i] * v[j + 2];
  out[at + 2] = u[i] * v[j + 1] - u[i + 1] * v[j];
}

/** out = the row-major matrix at element `i` of `m`, times v */
export function transform(out: Column, at: number, m: Column, i: number, v: Column, j: number): void {
  for (let row = 0; row < 3; row++) out[at + row] = dot(m, i + 3 * row, v, j);
}

/** Writes the unit vector `n`, and two unit vectors that form an orthonormal basis with it. They depend on n alone. */
export function spanAxes(out: Column, n: Column, i: number): void {
  const [x, y, z] = [n[i], n[i + 1], n[i + 2]];
  const isSteep = Math.abs(x) < 0.7;
  const scale = 1 / Math.sqrt(isSteep ? y * y + z * z : x * x + z * z);
  out.set([x, y, z]);
  out.set(isSteep ? [0, scale * z, -scale * y] : [-scale * z, 0, scale * x], 3);
  cross(out, 6, out, 0, out, 3);
}

/** The distance of a point from a triangle (Ericson, Real-Time Collision Detection, 2005, §5.1.5). */

/** @param a the begin of a corner x y z in `vertices`, and so on */
export function distanceSquared(point: Float64Array, vertices: Float32Array, a: number, b: number, c: number): number {
  const u = from(vertices, a, vertices, b);
  const v = from(vertices, a, vertices, c);
  const p = from(vertices, a, point, 0);
  const [d1, d2] = [dot(u, p), dot(v, p)];
  if (d1 <= 0 && d2 <= 0) return dot(p, p);
  const q = [p[0] - u[0], p[1] - u[1], p[2] - u[2]];
  const [d3, d4] = [dot(u, q), dot(v, q)];
  if (d3 >= 0 && d4 <= d3) return dot(q, q);
  const onC = d1 * d4 - d3 * d2;
  if (onC <= 0 && d1 >= 0 && d3 <= 0) return offBy(p, u, d1 / (d1 - d3), v, 0);
  const r = [p[0] - v[0], p[1] - v[1], p[2] - v[2]];
  const [d5, d6] = [dot(u, r), dot(v, r)];
  if (d6 >= 0 && d5 <= d6) return dot(r, r);
  const onB = d5 * d2 - d1 * d6;
  if (onB <= 0 && d2 >= 0 && d6 <= 0) return offBy(p, u, 0, v, d2 / (d2 - d6));
  const onA = d3 * d6 - d5 * d4;
  if (onA <= 0 && d4 >= d3 && d5 >= d6) {
    const part = (d4 - d3) / (d4 - d3 + (d5 - d6));
    return offBy(p, u, 1 - part, v, part);
  }
  const sum = onA + onB + onC;
  return offBy(p, u, onB / sum, v, onC / sum);
}

function from(vertices: Float32Array, a: number, ends: ArrayLike<number>, b: number): number[] {
  return [ends[b] - vertices[a], ends[b + 1] - vertices[a + 1], ends[b + 2] - vertices[a + 2]];
}

function dot(u: readonly number[], v: readonly number[]): number {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

/** The square of p − s u − t v. */
function offBy(p: readonly number[], u: readonly number[], s: number, v: readonly number[], t: number): number {
  const [x, y, z] = [p[0] - s * u[0] - t * v[0], p[1] - s * u[1] - t * v[1], p[2] - s * u[2] - t * v[2]];
  return x * x + y * y + z * z;
}

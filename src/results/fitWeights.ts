/**
 * Projects a point onto a simplex of up to four vertices: barycentric weights of the nearest point, from a test of
 * every face. Slow and plain on purpose: `read` and `verify` use it, and it shares no code with the kernels.
 */
import { vec3 } from 'gl-matrix';

export interface Fit {
  /** One weight ≥ 0 per vertex; their sum is 1. */
  readonly weights: number[];
  /** Distance of the point from the simplex (m). */
  readonly distance: number;
}

/** Projects `point` onto the simplex of `vertices` (1–4). */
export function fitWeights(vertices: readonly vec3[], point: vec3): Fit {
  let best: Fit = { weights: [], distance: Infinity };
  for (let mask = 1; mask < 1 << vertices.length; mask++) {
    const face = vertices.map((_, k) => k).filter((k) => mask & (1 << k));
    const local = projectOnto(
      face.map((k) => vertices[k]),
      point,
    );
    if (!local) continue;
    const weights = vertices.map(() => 0);
    face.forEach((k, n) => {
      weights[k] = local[n];
    });
    const distance = vec3.distance(blend(vertices, weights), point);
    if (distance < best.distance) best = { weights, distance };
  }
  return best;
}

/** Weighted sum of vertices. */
export function blend(vertices: readonly vec3[], weights: readonly number[]): vec3 {
  const sum: vec3 = [0, 0, 0];
  for (const [k, v] of vertices.entries()) vec3.scaleAndAdd(sum, sum, v, weights[k]);
  return sum;
}

/**
 * Weights of the projection of `point` onto the affine hull of `face`; undefined if one is negative or the face is
 * flat.
 */
function projectOnto(face: readonly vec3[], point: vec3): number[] | undefined {
  const base = face[0];
  const edges = face.slice(1).map((v) => vec3.sub([0, 0, 0], v, base));
  const offset = vec3.sub([0, 0, 0], point, base);
  // normal equations: (edges · edges) w = edges · offset
  const w = solve(
    edges.map((u) => edges.map((v) => vec3.dot(u, v))),
    edges.map((u) => vec3.dot(u, offset)),
  );
  if (!w) return undefined;
  const weights = [1 - w.reduce((sum, x) => sum + x, 0), ...w];
  return weights.every((x) => x >= -1e-12) ? weights.map((x) => Math.max(x, 0)) : undefined;
}

/** Gauss elimination with pivoting, up to 3 × 3; undefined if singular. */
function solve(matrix: number[][], right: number[]): number[] | undefined {
  const n = right.length;
  const m = matrix.map((row, k) => [...row, right[k]]);
  const scale = Math.max(0, ...matrix.flat().map(Math.abs));
  for (let c = 0; c < n; c++) {
    let pivot = c;
    for (let r = c + 1; r < n; r++) if (Math.abs(m[r][c]) > Math.abs(m[pivot][c])) pivot = r;
    if (!(Math.abs(m[pivot][c]) > 1e-30 * scale)) return undefined;
    [m[c], m[pivot]] = [m[pivot], m[c]];
    for (let r = 0; r < n; r++) {
      if (r === c) continue;
      const share = m[r][c] / m[c][c];
      for (let k = c; k <= n; k++) m[r][k] -= share * m[c][k];
    }
  }
  return m.map((row, k) => row[n] / row[k]);
}

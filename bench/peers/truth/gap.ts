/**
 * The gap of a pair: the minimum-norm point v of A − B, by trying every sub-simplex. |v| is an upper bound (two points
 * at that distance). The minimum over both shapes of v̂ · (a − b) is a lower bound (a separating plane). Both have to
 * meet.
 */
import { cross, dot, minus, type Vec } from '../../vectors.ts';
import type { Difference } from './difference.ts';

/** Certified gap (m); 0 if there is no separating plane; NaN if the bounds do not meet. */
export function gapOf(difference: Difference, size: number, tolerance: number): number {
  let simplex: Vec[] = [];
  let v = difference.support(1, 0, 0);
  for (let step = 0; step < 200; step++) {
    const w = difference.support(-v[0], -v[1], -v[2]);
    const norm = Math.sqrt(dot(v, v));
    if (norm <= 1e-12 * size) return 0;
    if (norm - dot(v, w) / norm <= tolerance) return norm;
    const known = simplex.some((s) => s[0] === w[0] && s[1] === w[1] && s[2] === w[2]);
    if (known) return Number.NaN; // f64 cannot improve v any further, and the bounds still differ
    const next = nearestSubSimplex([...simplex, w]);
    simplex = next.points;
    v = next.v;
    if (simplex.length === 4) return 0; // the tetrahedron contains the origin: a common point
  }
  return Number.NaN;
}

/** The point of conv(points) nearest to the origin, and its face: tries every sub-simplex with the last point. */
function nearestSubSimplex(points: Vec[]): { points: Vec[]; v: Vec } {
  const last = points.length - 1;
  let best: { points: Vec[]; v: Vec } = { points: [points[last]], v: points[last] };
  let least = dot(best.v, best.v);
  for (let mask = 1; mask < 1 << last; mask++) {
    const face = [...points.filter((_, i) => i < last && mask & (1 << i)), points[last]];
    const v = projection(face);
    if (v && dot(v, v) < least) {
      least = dot(v, v);
      best = { points: face, v };
    }
  }
  return best;
}

/** The origin projected onto the affine hull of 2–4 points; undefined outside of their convex hull. */
function projection(face: Vec[]): Vec | undefined {
  const o = face[0];
  const edges = face.slice(1).map((q) => minus(q, o));
  let weights: number[];
  if (edges.length === 1) {
    weights = [-dot(o, edges[0]) / dot(edges[0], edges[0])];
  } else if (edges.length === 2) {
    const [e, f] = edges as [Vec, Vec];
    const n = cross(e, f);
    const n2 = dot(n, n);
    const h: Vec = [-o[0], -o[1], -o[2]];
    weights = [dot(cross(h, f), n) / n2, dot(cross(e, h), n) / n2];
  } else {
    const [e, f, g] = edges as [Vec, Vec, Vec];
    const det = dot(cross(e, f), g);
    const h: Vec = [-o[0], -o[1], -o[2]];
    weights = [dot(cross(h, f), g) / det, dot(cross(e, h), g) / det, dot(cross(e, f), h) / det];
  }
  // NaN (a degenerate face) fails every comparison, and the face is left out
  if (!(weights.every((weight) => weight >= 0) && weights.reduce((sum, weight) => sum + weight, 0) <= 1)) {
    return undefined;
  }
  if (edges.length === 3) return [0, 0, 0];
  return [0, 1, 2].map((k) => edges.reduce((sum, e, i) => sum + weights[i] * e[k], o[k])) as Vec;
}

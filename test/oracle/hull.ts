/**
 * Convex hull of f32 points, decided by exact arithmetic: every "which side of the plane" is the sign of a determinant,
 * in f64 where a rounding bound settles it, in BigInt where it does not. So the faces are right for slivers, for
 * coplanar, collinear and repeated points, and need no tolerance. Incremental insertion, O(points × faces).
 */

/** Coordinates are multiples of 2^-149 (the least f32), so this scale makes them integers. */
const TO_INTEGER = 2 ** 149;
/** Rounding bound of the f64 determinant, relative to its permanent: (7 + 56 ε) ε (Shewchuk 1997, orient3d A). */
const ORIENT_BOUND = 7.8e-16;

/**
 * @returns triangles, counter-clockwise seen from outside; two opposite polygons when all points lie in one plane;
 * nothing when they lie on one line.
 */
export function convexHullFaces(points: Float64Array): number[][] {
  const count = points.length / 3;
  const exact = new ExactPoints(points);
  const start = firstSimplex(exact, count);
  if (start.length < 3) return [];
  if (start.length === 3) return flatHull(exact, count, start);

  const [a, b, c, d] =
    exact.side(start[0], start[1], start[2], start[3]) < 0 ? start : [0, 2, 1, 3].map((i) => start[i]);
  let faces = [
    [a, b, c],
    [a, d, b],
    [b, d, c],
    [c, d, a],
  ];
  for (let p = 0; p < count; p++) {
    // A coplanar face counts as not visible, as if p lay a little inside: then no triangle of zero area can arise.
    const visible = faces.map((f) => exact.side(f[0], f[1], f[2], p) > 0);
    if (!visible.includes(true)) continue;
    const inner = new Set<number>();
    faces.forEach((f, i) => {
      if (visible[i]) for (let k = 0; k < 3; k++) inner.add(f[k] * count + f[(k + 1) % 3]);
    });
    const next = faces.filter((_, i) => !visible[i]);
    for (const key of inner) {
      const u = Math.floor(key / count);
      const v = key % count;
      if (!inner.has(v * count + u)) next.push([u, v, p]);
    }
    faces = next;
  }
  return faces;
}

/** Up to four points that span as many dimensions as the whole set does. */
function firstSimplex(exact: ExactPoints, count: number): number[] {
  const found = [0];
  for (let p = 1; p < count && found.length < 4; p++) {
    if (found.length === 1 && exact.differ(0, p)) found.push(p);
    else if (found.length === 2 && exact.normal(0, found[1], p).some((c) => c !== 0n)) found.push(p);
    else if (found.length === 3 && exact.side(0, found[1], found[2], p) !== 0) found.push(p);
  }
  return found;
}

/** Andrew's monotone chain in the coordinate plane that the points' own plane projects onto one to one. */
function flatHull(exact: ExactPoints, count: number, [a, b, c]: number[]): number[][] {
  const normal = exact.normal(a, b, c);
  const dropped = normal.findIndex((x) => x !== 0n);
  const [u, v] = [(dropped + 1) % 3, (dropped + 2) % 3];
  const at = (p: number) => exact.integers[p];
  const order = Array.from({ length: count }, (_, p) => p).sort((p, q) => {
    const by = at(p)[u] - at(q)[u] || at(p)[v] - at(q)[v];
    return by < 0n ? -1 : by > 0n ? 1 : 0;
  });
  const chain = (points: number[]) => {
    const out: number[] = [];
    for (const p of points) {
      while (out.length > 1 && turn(out[out.length - 2], out[out.length - 1], p) <= 0n) out.pop();
      out.push(p);
    }
    out.pop();
    return out;
  };
  const turn = (p: number, q: number, r: number) =>
    (at(q)[u] - at(p)[u]) * (at(r)[v] - at(p)[v]) - (at(q)[v] - at(p)[v]) * (at(r)[u] - at(p)[u]);
  const polygon = [...chain(order), ...chain(order.reverse())];
  return [polygon, polygon.slice().reverse()];
}

class ExactPoints {
  readonly integers: bigint[][];
  readonly points: Float64Array;

  constructor(points: Float64Array) {
    this.points = points;
    this.integers = Array.from({ length: points.length / 3 }, (_, p) =>
      [0, 1, 2].map((axis) => BigInt(points[3 * p + axis] * TO_INTEGER)),
    );
  }

  differ(p: number, q: number): boolean {
    return this.integers[p].some((c, axis) => c !== this.integers[q][axis]);
  }

  /** (b − a) × (c − a), exact, in units of 2^-298. */
  normal(a: number, b: number, c: number): bigint[] {
    const [A, B, C] = [this.integers[a], this.integers[b], this.integers[c]];
    const u = B.map((x, i) => x - A[i]);
    const v = C.map((x, i) => x - A[i]);
    return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  }

  /** Exact sign: > 0 when d is on the side that the counter-clockwise face a b c looks at. */
  side(a: number, b: number, c: number, d: number): number {
    const p = this.points;
    const ux = p[3 * b] - p[3 * a];
    const uy = p[3 * b + 1] - p[3 * a + 1];
    const uz = p[3 * b + 2] - p[3 * a + 2];
    const vx = p[3 * c] - p[3 * a];
    const vy = p[3 * c + 1] - p[3 * a + 1];
    const vz = p[3 * c + 2] - p[3 * a + 2];
    const wx = p[3 * d] - p[3 * a];
    const wy = p[3 * d + 1] - p[3 * a + 1];
    const wz = p[3 * d + 2] - p[3 * a + 2];
    const det = (uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz;
    const permanent =
      (Math.abs(uy * vz) + Math.abs(uz * vy)) * Math.abs(wx) +
      (Math.abs(uz * vx) + Math.abs(ux * vz)) * Math.abs(wy) +
      (Math.abs(ux * vy) + Math.abs(uy * vx)) * Math.abs(wz);
    if (Math.abs(det) > ORIENT_BOUND * permanent) return det;
    const n = this.normal(a, b, c);
    const exact = n.reduce((sum, x, i) => sum + x * (this.integers[d][i] - this.integers[a][i]), 0n);
    return exact > 0n ? 1 : exact < 0n ? -1 : 0;
  }
}

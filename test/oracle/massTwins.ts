/**
 * Two slow twins of massProperties, which share nothing with src/: both give volume, ∫ x and ∫ x xᵀ of a hull's points
 * grown by a radius, about the local origin.
 *
 *   piecewise  core, slabs, wedges and sectors one by one, each by Gauss quadrature; not for flat hulls
 *   sampled    a grid of jittered points, each asked for its distance to the core; for every body
 */
import type { Vec3 } from './body.ts';
import { convexHullFaces } from './hull.ts';

export class Moments {
  volume = 0;
  readonly first = [0, 0, 0];
  /** second[3 i + j] = ∫ x_i x_j */
  readonly second = new Array<number>(9).fill(0);

  add(weight: number, p: Vec3): void {
    this.volume += weight;
    for (let i = 0; i < 3; i++) {
      this.first[i] += weight * p[i];
      for (let j = 0; j < 3; j++) this.second[3 * i + j] += weight * p[i] * p[j];
    }
  }

  get center(): Vec3 {
    return this.first.map((x) => x / this.volume) as Vec3;
  }

  /** Inertia about the centre, row by row, density 1. */
  get inertia(): number[] {
    const c = this.center;
    const about = this.second.map((x, k) => x - this.volume * c[Math.floor(k / 3)] * c[k % 3]);
    const trace = about[0] + about[4] + about[8];
    return about.map((x, k) => (k % 4 === 0 ? trace : 0) - x);
  }
}

/** Nodes and weights of Gauss–Legendre on [0, 1], by Newton's method on the Legendre polynomial. */
function gauss(order: number): [number, number][] {
  return Array.from({ length: order }, (_, k) => {
    let x = Math.cos((Math.PI * (k + 0.75)) / (order + 0.5));
    let slope = 1;
    for (let step = 0; step < 50; step++) {
      let [p, before] = [1, 0];
      for (let j = 1; j <= order; j++) [p, before] = [((2 * j - 1) * x * p - (j - 1) * before) / j, p];
      slope = (order * (x * p - before)) / (x * x - 1);
      x -= p / slope;
    }
    return [(1 + x) / 2, 1 / ((1 - x * x) * slope * slope)];
  });
}
/** Exact for polynomials of degree 5: ∫ x xᵀ along straight lines, with the Jacobians of triangles and tetrahedra. */
const SHORT = gauss(4);
/** Arcs below 180°: 24 nodes leave 1e-15. */
const LONG = gauss(24);

const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const plus = (a: Vec3, s: number, b: Vec3): Vec3 => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const length = (a: Vec3): number => Math.hypot(...a);
const unit = (a: Vec3): Vec3 => plus([0, 0, 0], 1 / length(a), a);

function trianglesOf(points: readonly Vec3[]): [number, number, number][] {
  const faces = convexHullFaces(Float64Array.from(points.flat()));
  return faces.flatMap((face) =>
    face.slice(2).map((_, k): [number, number, number] => [face[0], face[k + 1], face[k + 2]]),
  );
}

/** Moments of the hull of `points` (solid) grown by `radius`, piece by piece. */
export function piecewise(points: readonly Vec3[], radius: number): Moments {
  const sum = new Moments();
  const triangles = trianglesOf(points);
  const at = (v: number): Vec3 => points[v];
  const normals = triangles.map(([a, b, c]) => unit(cross(minus(at(b), at(a)), minus(at(c), at(a)))));
  const across = new Map(
    triangles.flatMap((t, f) => t.map((v, k) => [`${v}>${t[(k + 1) % 3]}`, f] as [string, number])),
  );
  const apex = at(triangles[0][0]);
  triangles.forEach(([a, b, c], f) => {
    const [u, v] = [minus(at(b), at(a)), minus(at(c), at(a))];
    const area2 = length(cross(u, v));
    const height = dot(minus(at(a), apex), normals[f]);
    for (const [s, ws] of SHORT) {
      for (const [t, wt] of SHORT) {
        const p = plus(plus(at(a), s, u), s * t, minus(v, u)); // over the triangle, Jacobian s · area2
        for (const [h, wh] of SHORT) {
          const w = ws * wt * wh * s * area2;
          sum.add(w * height * h * h, plus(apex, h, minus(p, apex)));
          sum.add(w * radius, plus(p, h * radius, normals[f]));
        }
      }
    }
  });
  for (const [key, f] of across) {
    const [v, w] = key.split('>').map(Number) as [number, number];
    if (v > w) continue;
    const [m, n] = [normals[f], normals[across.get(`${w}>${v}`)!]];
    const angle = Math.acos(Math.min(1, dot(m, n)));
    const edge = minus(at(w), at(v));
    const side = cross(unit(edge), m);
    for (const [phi, wp] of LONG) {
      const u = plus(plus([0, 0, 0], Math.cos(phi * angle), m), Math.sin(phi * angle), side);
      for (const [s, ws] of SHORT) {
        for (const [t, wt] of SHORT) {
          const weight = wp * ws * wt * angle * length(edge) * radius * radius * s;
          sum.add(weight, plus(plus(at(v), t, edge), s * radius, u));
        }
      }
    }
  }
  points.forEach((p, v) => {
    const first = triangles.findIndex((t) => t.includes(v));
    if (first < 0) return;
    const ring = [first];
    for (;;) {
      const t = triangles[ring.at(-1)!];
      const next = across.get(`${v}>${t[(t.indexOf(v) + 2) % 3]}`)!;
      if (next === first) break;
      ring.push(next);
    }
    for (let k = 2; k < ring.length; k++) {
      addSector(sum, p, radius, normals[ring[0]], normals[ring[k - 1]], normals[ring[k]]);
    }
  });
  return sum;
}

/** Ball sector over the spherical triangle a b c: directions y / |y| of the flat one, dω = det / |y|³. Either sign. */
function addSector(sum: Moments, p: Vec3, radius: number, a: Vec3, b: Vec3, c: Vec3): void {
  const det = dot(a, cross(b, c));
  for (const [s, ws] of LONG) {
    for (const [t, wt] of LONG) {
      const y = plus(plus(a, s, minus(b, a)), s * t, minus(c, b));
      const solid = (ws * wt * s * det) / length(y) ** 3;
      const u = unit(y);
      for (const [h, wh] of SHORT) sum.add(solid * wh * h * h * radius ** 3, plus(p, h * radius, u));
    }
  }
}

/** Moments by cells³ jittered points over the bounding box; `box` is that of the points, grown. */
export function sampled(points: readonly Vec3[], radius: number, random: () => number, cells: number) {
  const low = [0, 1, 2].map((k) => Math.min(...points.map((p) => p[k])) - radius);
  const size = [0, 1, 2].map((k) => Math.max(...points.map((p) => p[k])) + radius - low[k]);
  const cell = size.map((x) => x / cells);
  const near = distanceTo(points);
  const sum = new Moments();
  const x: Vec3 = [0, 0, 0];
  for (let k = 0; k < cells ** 3; k++) {
    x[0] = low[0] + cell[0] * ((k % cells) + random());
    x[1] = low[1] + cell[1] * ((Math.floor(k / cells) % cells) + random());
    x[2] = low[2] + cell[2] * (Math.floor(k / cells / cells) + random());
    if (near(x) <= radius) sum.add(1, x);
  }
  const each = cell[0] * cell[1] * cell[2];
  sum.volume *= each;
  sum.first.forEach((_, i) => {
    sum.first[i] *= each;
  });
  sum.second.forEach((_, i) => {
    sum.second[i] *= each;
  });
  return { moments: sum, volume: size[0] * size[1] * size[2], reach: Math.hypot(...size) / 2 };
}

/** Distance (m) of a point to the hull of `points`, 0 inside. A segment or a point is every pair of its points. */
function distanceTo(points: readonly Vec3[]): (x: Vec3) => number {
  const triangles = trianglesOf(points).map((t) => t.map((v) => points[v]) as [Vec3, Vec3, Vec3]);
  if (triangles.length === 0) {
    return (x) => Math.min(...points.flatMap((p) => points.map((q) => toSegment(x, p, q))));
  }
  const planes = triangles.map(([a, b, c]) => {
    const n = unit(cross(minus(b, a), minus(c, a)));
    return { n, offset: dot(n, a) };
  });
  const flat =
    new Set(triangles.flat()).size === 3 || planes.every(({ n }) => Math.abs(dot(n, planes[0].n)) > 1 - 1e-9);
  return (x) => {
    if (!flat && planes.every(({ n, offset }) => dot(n, x) <= offset)) return 0;
    let least = Infinity;
    triangles.forEach(([a, b, c], f) => {
      const { n, offset } = planes[f];
      const height = dot(n, x) - offset;
      const over =
        dot(cross(minus(b, a), minus(x, a)), n) >= 0 &&
        dot(cross(minus(c, b), minus(x, b)), n) >= 0 &&
        dot(cross(minus(a, c), minus(x, c)), n) >= 0;
      least = Math.min(
        least,
        over ? Math.abs(height) : Math.min(toSegment(x, a, b), toSegment(x, b, c), toSegment(x, c, a)),
      );
    });
    return least;
  };
}

function toSegment(x: Vec3, p: Vec3, q: Vec3): number {
  const u = minus(q, p);
  const along = dot(u, u) > 0 ? Math.max(0, Math.min(1, dot(minus(x, p), u) / dot(u, u))) : 0;
  return length(minus(x, plus(p, along, u)));
}

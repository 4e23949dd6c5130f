/**
 * Moments of a polytope P grown by a ball of radius r: ∫ 1, ∫ x and ∫ x xᵀ, exact except for rounding, in f64.
 *
 * The body is P, a slab over each face, a wedge of a cylinder along each edge, a sector of a ball at each vertex.
 * Summed over the whole polytope, most terms of these parts cancel or become simpler, by Gauss' theorem on P, on each
 * face, and on the sphere of directions (sectors: Σ ∫ u uᵀ = 4π/3 I, and ∫ u over the normals of one vertex = −½ Σ θ d
 * over its edges, d pointing away from it). The rest:
 *
 *   ∫ 1    = V + r S + r²/2 Σ θ L + 4π r³/3
 *   ∫ x    = ∫P x + r ∫S x + r²/2 Σ θ ∫e x + r³/3 Σ ω v
 *   ∫ x xᵀ = ∫P x xᵀ + r ∫S x xᵀ + r²/2 Σ θ ∫e x xᵀ + r³/3 Σ ω v vᵀ
 *            + r² V I + r³/3 Σ A (2 I − n nᵀ) + r⁴/8 Σ θ L (I + d dᵀ) + 4π r⁵/15 I
 *
 * with the surface S of faces of area A and normal n, edges e of length L, direction d and exterior angle θ, vertices v
 * whose normals cover the solid angle ω. Flat polygons (two faces, θ = π), segments (θ = 2π) and points (ω = 4π) obey
 * the same formulas. (First line: Steiner; all: Schneider, Convex Bodies, 2014, §5.4, on tensor valuations.)
 */
import type { HullAngles, Polytope } from '../hull/angles.ts';

/** Moments about the origin of some frame, density 1. */
export interface Moments {
  /** m³ */
  volume: number;
  /** ∫ x (m⁴) */
  readonly first: [number, number, number];
  /** ∫ x xᵀ (m⁵): xx yy zz yz zx xy. Entry 3 + k is the one of the two axes other than k. */
  readonly second: [number, number, number, number, number, number];
}

/**
 * @param hull topology and dimension; its own coordinates are not read
 * @param xyz its vertices in the frame of the moments (m); the origin is near their middle
 * @param radius ≥ 0 (m)
 */
export function roundedMoments(hull: Polytope, angles: HullAngles, xyz: Float64Array, radius: number): Moments {
  const sum: Moments = { volume: 0, first: [0, 0, 0], second: [0, 0, 0, 0, 0, 0] };
  const r = radius;
  if (hull.dimension === 3) {
    eachTriangle(hull, (a, b, c) => addSimplex(sum, xyz, triple(xyz, a, b, c) / 6, 3, a, b, c));
  }
  if (!(r > 0)) return sum;
  addSpherical(sum, r * r * sum.volume, 0, 0, 0, 0);

  eachTriangle(hull, (a, b, c) => {
    const [x, y, z] = areaOf(xyz, a, b, c);
    const area = Math.sqrt(x * x + y * y + z * z);
    if (!(area > 0)) return;
    addSimplex(sum, xyz, r * area, 2, a, b, c);
    addSpherical(sum, (2 / 3) * r * r * r * area, (-r * r * r) / 3 / area, x, y, z);
  });
  for (const { from, to, angle } of angles.edges) {
    const [x, y, z] = [0, 1, 2].map((k) => xyz[3 * to + k] - xyz[3 * from + k]) as [number, number, number];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0)) continue;
    addSimplex(sum, xyz, 0.5 * r * r * angle * length, 1, from, to);
    const share = (r * r * r * r * angle) / 8;
    addSpherical(sum, share * length, share / length, x, y, z);
  }
  angles.solidAngles.forEach((solid, v) => {
    addSimplex(sum, xyz, ((r * r * r) / 3) * solid, 0, v);
  });
  addSpherical(sum, ((4 * Math.PI) / 15) * r * r * r * r * r, 0, 0, 0, 0);
  return sum;
}

/**
 * Adds a simplex of the given measure: its corners are `ids`, and the origin if these are fewer than dimension + 1. ∫ x
 * = w/(k + 1) s, ∫ x xᵀ = w/((k + 1)(k + 2)) (Σ p pᵀ + s sᵀ) with s = Σ p over the k + 1 corners p.
 */
function addSimplex(sum: Moments, xyz: Float64Array, measure: number, dimension: number, ...ids: number[]): void {
  sum.volume += measure;
  const part = measure / (dimension + 1);
  const half = part / (dimension + 2);
  for (let k = 0; k < 3; k++) {
    const p = (k + 1) % 3;
    const q = (k + 2) % 3;
    let [total, totalP, totalQ, square, mixed] = [0, 0, 0, 0, 0];
    for (const id of ids) {
      const at = 3 * id;
      total += xyz[at + k];
      totalP += xyz[at + p];
      totalQ += xyz[at + q];
      square += xyz[at + k] * xyz[at + k];
      mixed += xyz[at + p] * xyz[at + q];
    }
    sum.first[k] += part * total;
    sum.second[k] += half * (square + total * total);
    sum.second[3 + k] += half * (mixed + totalP * totalQ);
  }
}

/** Adds `all` I + `along` u uᵀ to ∫ x xᵀ, u = x y z. */
function addSpherical({ second }: Moments, all: number, along: number, x: number, y: number, z: number): void {
  second[0] += all + along * x * x;
  second[1] += all + along * y * y;
  second[2] += all + along * z * z;
  second[3] += along * y * z;
  second[4] += along * z * x;
  second[5] += along * x * y;
}

/** Visits every face as a fan of triangles, counter-clockwise seen from outside. */
function eachTriangle({ faces }: Polytope, visit: (a: number, b: number, c: number) => void): void {
  for (const face of faces) for (let k = 2; k < face.length; k++) visit(face[0], face[k - 1], face[k]);
}

/** Vector area (m²). */
function areaOf(xyz: Float64Array, a: number, b: number, c: number): [number, number, number] {
  const [ax, ay, az] = [xyz[3 * a], xyz[3 * a + 1], xyz[3 * a + 2]];
  const [ux, uy, uz] = [xyz[3 * b] - ax, xyz[3 * b + 1] - ay, xyz[3 * b + 2] - az];
  const [vx, vy, vz] = [xyz[3 * c] - ax, xyz[3 * c + 1] - ay, xyz[3 * c + 2] - az];
  return [0.5 * (uy * vz - uz * vy), 0.5 * (uz * vx - ux * vz), 0.5 * (ux * vy - uy * vx)];
}

/** Six times the volume of the tetrahedron of the origin and a b c, > 0 if it lies behind the triangle (m³). */
function triple(xyz: Float64Array, a: number, b: number, c: number): number {
  const [x, y, z] = areaOf(xyz, a, b, c);
  return 2 * (xyz[3 * a] * x + xyz[3 * a + 1] * y + xyz[3 * a + 2] * z);
}

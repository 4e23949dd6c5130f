/**
 * Mass properties of a convex body that is known by its support function alone, by numerical integration.
 *
 * Cones from a center over the faces of a polytope of support points divide the body. In each cone the rays to the
 * surface are integrated over the face, with t the length of a ray as a multiple of that to the face:
 *
 *   ∫ 1 = V ∫ t³    ∫ x = ¾ V ∫ t⁴ x    ∫ x xᵀ = ⅗ V ∫ t⁵ x xᵀ        V the volume of the cone up to the face
 *
 * A triangle is divided into halves until they give the same volume. A ray leaves the body through a triangle of three
 * support points, which shrinks around it.
 *
 * Method of the rays: Snethen, XenoCollide: Complex Collision Made Simple, in Game Programming Gems 7, 2008. Rule on
 * triangles: Radon, 1948, exact up to degree 5.
 */
import { fail } from '../../errors.ts';
import { principalAxes } from './principalAxes.ts';
import { polytopeIn, type SupportOf, widthOf } from './supportPolytope.ts';
import type { UnitBody } from './unitBody.ts';
import { cross, dot, minus, normalOf, plus, times, unit, type Vector, vectorsOf } from './vectors.ts';

type Triangle = readonly [Vector, Vector, Vector];
/** The length of the ray through a point, as a multiple of that to the point. */
type LengthOf = (x: Vector) => number;

/** A face is flat if the body rises above it by less than this part of its width: f32 rounds the polytope. */
const FLAT = 1e-7;
/** The halves of a triangle differ from the whole by at most this part of the volume of the body. */
const CONVERGED = 5e-8;
/** …and a rule that has nodes on the rim of the triangle differs by at most this part. */
const RIM_CONVERGED = 2e-7;
const MOST_DEPTH = 16;
/** The length of a ray is known to this part. */
const RAY = 2e-8;
const MOST_SUPPORTS = 60;

/** @throws QueryError for a body without volume; `at` is the prefix of the error */
export function supportBody(at: string, support: SupportOf): UnitBody {
  const hull = polytopeIn(support);
  if (hull.dimension < 3) fail(at, 'a body with volume (one without has no mass)', 'a flat one of radius 0');
  const vertices = vectorsOf(hull.vertices);
  const center = times(vertices.reduce(plus), 1 / vertices.length);
  const faces = hull.faces.map((face) => face.map((vertex) => minus(vertices[vertex], center)));
  const integral = new Integral((n) => minus(support(n), center), faces, widthOf(vertices));
  const { volume, first, second } = integral;
  const [x, y, z] = times(first, 1 / volume);
  const { values, axes } = principalAxes([
    second[0] - x * first[0],
    second[1] - y * first[1],
    second[2] - z * first[2],
    second[3] - y * first[2],
    second[4] - z * first[0],
    second[5] - x * first[1],
  ]);
  return { volume, center: [center[0] + x, center[1] + y, center[2] + z], squares: values, axes };
}

/** A ray of the rule: the point on the face, the share of the body's volume, and the length. */
interface Ray {
  readonly x: Vector;
  readonly volume: number;
  readonly t: number;
}

/** Barycentric weights and shares of the rule: the middle, and three points on two circles around it. */
const NODES = /* @__PURE__ */ radonNodes();

function radonNodes(): (readonly [weights: Vector, share: number])[] {
  const root = Math.sqrt(15);
  const ring = (a: number, share: number) =>
    [0, 1, 2].map((k) => [[0, 1, 2].map((c) => (c === k ? 1 - 2 * a : a)) as unknown as Vector, share] as const);
  return [
    [[1 / 3, 1 / 3, 1 / 3], 9 / 40],
    ...ring((6 - root) / 21, (155 - root) / 1200),
    ...ring((6 + root) / 21, (155 + root) / 1200),
  ];
}

/** Moments about the origin, which is inside of the body. */
class Integral {
  volume = 0;
  readonly first: [number, number, number] = [0, 0, 0];
  /** xx yy zz yz zx xy */
  readonly second: [number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0];
  readonly #support: SupportOf;
  /** Volume of the polytope (m³). */
  readonly #size: number;

  constructor(support: SupportOf, faces: readonly (readonly Vector[])[], width: number) {
    this.#support = support;
    const triangles = faces.map(fanOf);
    this.#size = triangles.flat().reduce((sum, triangle) => sum + volumeOf(triangle), 0);
    for (const [k, face] of faces.entries()) {
      const n = unit(normalOf(face));
      const base = dot(n, face[0]);
      const height = dot(n, support(n));
      const isFlat = height - base <= FLAT * width;
      for (const triangle of triangles[k]) {
        // a flat face is a face of the body
        if (isFlat) this.#add(raysOf(triangle, () => (height + base) / (2 * base)));
        else this.#refine(triangle, [1, 1, 1], (x) => this.#lengthOf(x, triangle));
      }
    }
  }

  /** Adds the rays of the halves of a triangle, or of their halves if they give another volume. */
  #refine(triangle: Triangle, corners: Vector, lengthOf: LengthOf, rays = raysOf(triangle, lengthOf), depth = 0): void {
    const [a, b, c] = triangle;
    const sides = [middleOf(a, b), middleOf(b, c), middleOf(c, a)].map(lengthOf) as unknown as Vector;
    const onRim = Math.abs(closedVolume(triangle, corners, sides, rays[0].t) - sumOf(rays));
    const halves = halvesOf(triangle, corners, sides).map((half) => ({
      ...half,
      rays: raysOf(half.triangle, lengthOf),
    }));
    const change = Math.abs(halves.reduce((sum, half) => sum + sumOf(half.rays), -sumOf(rays)));
    const isConverged = change <= CONVERGED * this.#size && onRim <= RIM_CONVERGED * this.#size;
    for (const half of halves) {
      if (isConverged || depth === MOST_DEPTH) this.#add(half.rays);
      else this.#refine(half.triangle, half.corners, lengthOf, half.rays, depth + 1);
    }
  }

  #add(rays: readonly Ray[]): void {
    for (const { x, volume, t } of rays) {
      this.volume += volume;
      const line = 0.75 * volume * t;
      const square = 0.6 * volume * t * t;
      x.forEach((value, k) => {
        this.first[k] += line * value;
        this.second[k] += square * value * value;
        this.second[3 + k] += square * x[(k + 1) % 3] * x[(k + 2) % 3];
      });
    }
  }

  /** Where the ray through x leaves the body, as a multiple of x. It leaves through the triangle. */
  #lengthOf(x: Vector, [a, b, c]: Triangle): number {
    let [lower, upper] = [0, Infinity];
    for (let k = 0; k < MOST_SUPPORTS && !(upper - lower <= RAY * lower); k++) {
      const n = unit(normalOf([a, b, c]));
      const along = dot(n, x);
      // a triangle without area, or one that rounding has tilted
      if (!(along > 0)) break;
      const point = this.#support(n);
      lower = Math.max(lower, dot(n, a) / along);
      upper = Math.min(upper, dot(n, point) / along);
      const [ofA, ofB, ofC] = [a, b, c].map((corner) => dot(x, cross(corner, point)));
      if (ofB >= 0 && ofA <= 0) c = point;
      else if (ofC >= 0 && ofB <= 0) a = point;
      else b = point;
    }
    return upper < Infinity ? (lower + upper) / 2 : 1;
  }
}

/** The rays of one rule. `lengthOf` returns the length of the ray through a point. */
function raysOf(triangle: Triangle, lengthOf: LengthOf): Ray[] {
  const whole = volumeOf(triangle);
  const [a, b, c] = triangle;
  return NODES.map(([weights, share]) => {
    const x = plus(plus(times(a, weights[0]), times(b, weights[1])), times(c, weights[2]));
    const t = lengthOf(x);
    return { x, volume: share * whole * t * t * t, t };
  });
}

function sumOf(rays: readonly Ray[]): number {
  return rays.reduce((sum, { volume }) => sum + volume, 0);
}

/** A polygon as a fan of triangles; those without volume are left out. */
function fanOf(corners: readonly Vector[]): Triangle[] {
  const triangles = corners.slice(2).map((c, k): Triangle => [corners[0], corners[k + 1], c]);
  return triangles.filter((triangle) => volumeOf(triangle) > 0);
}

/** Volume of the cone from the origin (m³). */
function volumeOf([a, b, c]: Triangle): number {
  return dot(a, cross(b, c)) / 6;
}

/** The volume by a rule of degree 3, from the lengths of the rays through corners, middles of sides, and the middle. */
function closedVolume(triangle: Triangle, corners: Vector, sides: Vector, middle: number): number {
  const cubes = (lengths: Vector) => lengths.reduce((sum, t) => sum + t * t * t, 0);
  return volumeOf(triangle) * (cubes(corners) / 20 + (2 / 15) * cubes(sides) + (9 / 20) * middle * middle * middle);
}

function middleOf(a: Vector, b: Vector): Vector {
  return times(plus(a, b), 0.5);
}

/** Halves of a triangle, divided at its longest side, with the lengths of the rays through their corners. */
function halvesOf(
  [a, b, c]: Triangle,
  [ta, tb, tc]: Vector,
  [tab, tbc, tca]: Vector,
): { triangle: Triangle; corners: Vector }[] {
  const [ab, bc, ca] = [minus(b, a), minus(c, b), minus(a, c)].map((side) => dot(side, side));
  if (bc > ab && bc >= ca) return halvesOf([b, c, a], [tb, tc, ta], [tbc, tca, tab]);
  if (ca > ab) return halvesOf([c, a, b], [tc, ta, tb], [tca, tab, tbc]);
  const middle = middleOf(a, b);
  return [
    { triangle: [a, middle, c], corners: [ta, tab, tc] },
    { triangle: [middle, b, c], corners: [tab, tb, tc] },
  ];
}

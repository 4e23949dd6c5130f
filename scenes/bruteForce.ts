/**
 * Rays and points against many triangles by brute force, in f64 and, where that cannot decide, in whole numbers: no
 * tree, no neighbors. Benches and tests judge answers by it. Imports nothing from src/.
 *
 * Triangles are closed: a ray through a vertex or an edge meets all triangles that have it, so no ray passes between
 * triangles that share their vertices. A ray in the plane of a triangle does not meet it. Equal results: the smallest
 * triangle. Triangles have no inside, so distances of points are not negative.
 */
import { determinant, exactVector, minus } from './exact.ts';
import { indicesOf, type Surface } from './surfaces.ts';

type Vec3 = [number, number, number];

export interface Triangles {
  readonly count: number;
  /** Nine numbers per triangle. */
  readonly corners: Float64Array;
}

export function trianglesOf(surface: Surface): Triangles {
  const { positions } = surface;
  const vertices = indicesOf(surface);
  const corners = new Float64Array(3 * vertices.length);
  vertices.forEach((vertex, k) => {
    for (let c = 0; c < 3; c++) corners[3 * k + c] = positions[3 * vertex + c]!;
  });
  return { count: vertices.length / 3, corners };
}

export interface RayHit {
  readonly triangle: number;
  /** Along the direction, in its lengths. */
  readonly t: number;
}

/** Volumes below this part of their largest term are computed exactly. */
const UNSURE = 1e-12;
/** Hits this close, relative to t, are compared exactly. */
const TIE = 1e-9;

/** The first hit with 0 ≤ t ≤ far. @param isSeen which triangles are met */
export function castRay(
  { count, corners }: Triangles,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
  far = Infinity,
  isSeen: (triangle: number) => boolean = () => true,
): RayHit | undefined {
  let first: RayHit | undefined;
  for (let triangle = 0; triangle < count; triangle++) {
    if (!isSeen(triangle) || !crosses(corners, 9 * triangle, origin, direction)) continue;
    const t = planeTime(corners, 9 * triangle, origin, direction);
    if (first && t > first.t + TIE * Math.abs(first.t)) continue;
    if (t < -TIE || t > far) continue;
    const [over, under] = exactTime(corners, 9 * triangle, origin, direction);
    if (over < 0n) continue;
    if (first) {
      const [firstOver, firstUnder] = exactTime(corners, 9 * first.triangle, origin, direction);
      if (over * firstUnder >= firstOver * under) continue;
    }
    first = { triangle, t: Math.max(0, t) };
  }
  return first;
}

/** Whether the line of a ray goes through a triangle: it passes all three edges on the same side. */
function crosses(corners: Float64Array, at: number, origin: ArrayLike<number>, direction: ArrayLike<number>): boolean {
  let left = false;
  let right = false;
  for (let edge = 0; edge < 3 && !(left && right); edge++) {
    const side = sideOf(corners, at + 3 * edge, at + 3 * ((edge + 1) % 3), origin, direction);
    left ||= side > 0;
    right ||= side < 0;
  }
  return left !== right;
}

/** The sign of direction · ((from − origin) × (to − origin)). */
function sideOf(
  corners: Float64Array,
  from: number,
  to: number,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
): number {
  let volume = 0;
  let largest = 0;
  for (let c = 0; c < 3; c++) {
    const [d, e] = [(c + 1) % 3, (c + 2) % 3];
    const one = (corners[from + d]! - origin[d]!) * (corners[to + e]! - origin[e]!);
    const two = (corners[from + e]! - origin[e]!) * (corners[to + d]! - origin[d]!);
    volume += direction[c]! * (one - two);
    largest = Math.max(largest, Math.abs(direction[c]! * one), Math.abs(direction[c]! * two));
  }
  if (Math.abs(volume) > UNSURE * largest) return Math.sign(volume);
  const o = exactVector(origin);
  const exactly = determinant(
    exactVector(direction),
    minus(exactVector(corners, from), o),
    minus(exactVector(corners, to), o),
  );
  return exactly > 0n ? 1 : exactly < 0n ? -1 : 0;
}

function planeTime(corners: Float64Array, at: number, origin: ArrayLike<number>, way: ArrayLike<number>): number {
  const n = normalAt(corners, at);
  const height = n[0] * (corners[at]! - origin[0]!) + n[1] * (corners[at + 1]! - origin[1]!);
  return (height + n[2] * (corners[at + 2]! - origin[2]!)) / (n[0] * way[0]! + n[1] * way[1]! + n[2] * way[2]!);
}

/** The time as a fraction with a denominator > 0. */
function exactTime(
  corners: Float64Array,
  at: number,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
): [bigint, bigint] {
  const a = exactVector(corners, at);
  const ab = minus(exactVector(corners, at + 3), a);
  const ac = minus(exactVector(corners, at + 6), a);
  const over = determinant(minus(a, exactVector(origin)), ab, ac);
  const under = determinant(exactVector(direction), ab, ac);
  return under > 0n ? [over, under] : [-over, -under];
}

/** (b − a) × (c − a): not of unit length. */
function normalAt(corners: Float64Array, at: number): Vec3 {
  const [ux, uy, uz] = [0, 1, 2].map((c) => corners[at + 3 + c]! - corners[at + c]!) as Vec3;
  const [vx, vy, vz] = [0, 1, 2].map((c) => corners[at + 6 + c]! - corners[at + c]!) as Vec3;
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

export interface Nearest {
  readonly triangle: number;
  readonly distance: number;
  readonly point: Vec3;
}

export function closestPoint({ count, corners }: Triangles, p: ArrayLike<number>): Nearest {
  let nearest: Nearest = { triangle: -1, distance: Infinity, point: [0, 0, 0] };
  for (let triangle = 0; triangle < count; triangle++) {
    const point = closestOnTriangle(corners, 9 * triangle, p);
    const distance = Math.hypot(point[0] - p[0]!, point[1] - p[1]!, point[2] - p[2]!);
    if (distance < nearest.distance) nearest = { triangle, distance, point };
  }
  return nearest;
}

/** Over the triangle the foot in its plane, else the nearest point of its edges. */
export function closestOnTriangle(corners: Float64Array, at: number, p: ArrayLike<number>): Vec3 {
  const n = normalAt(corners, at);
  const square = n[0] ** 2 + n[1] ** 2 + n[2] ** 2;
  if (square > 0 && crosses(corners, at, p, n)) {
    const t = planeTime(corners, at, p, n);
    return [p[0]! + t * n[0], p[1]! + t * n[1], p[2]! + t * n[2]];
  }
  let best: Vec3 = [0, 0, 0];
  let least = Infinity;
  for (let edge = 0; edge < 3; edge++) {
    const [from, to] = [at + 3 * edge, at + 3 * ((edge + 1) % 3)];
    const along = [0, 1, 2].map((c) => corners[to + c]! - corners[from + c]!) as Vec3;
    const length = along[0] ** 2 + along[1] ** 2 + along[2] ** 2;
    const over = along.reduce((sum, x, c) => sum + x * (p[c]! - corners[from + c]!), 0);
    const share = length > 0 ? Math.min(1, Math.max(0, over / length)) : 0;
    const point = along.map((x, c) => corners[from + c]! + share * x) as Vec3;
    const distance = Math.hypot(...point.map((x, c) => x - p[c]!));
    if (distance < least) [best, least] = [point, distance];
  }
  return best;
}

/**
 * A slow oracle of pairs in the plane, f64. It shares no formula with src/dim2/queries: it builds no hull, has no iteration and no tables.
 * Every two points of a core are a chord. Chords of both cores give the distance of separate cores, and their normals the depth.
 */
import type { Pose, Shape } from '../../../src/pair2d.ts';

export interface Vector {
  readonly x: number;
  readonly y: number;
}

/** A shape in the world: points whose hull is the core, and the radius. */
export interface Body {
  readonly points: readonly Vector[];
  readonly radius: number;
}

const dot = (a: Vector, b: Vector) => a.x * b.x + a.y * b.y;
const minus = (a: Vector, b: Vector): Vector => ({ x: a.x - b.x, y: a.y - b.y });

/** The points of a core, local. */
export function localPoints(shape: Shape): Vector[] {
  switch (shape.kind) {
    case 'point':
      return [{ x: 0, y: 0 }];
    case 'segment':
      return [-1, 1].map((sign) => ({ x: 0, y: sign * shape.halfHeight }));
    case 'box': {
      const [hx, hy] = shape.halfExtents;
      return [0, 1, 2, 3].map((k) => ({ x: k & 1 ? -hx : hx, y: k & 2 ? -hy : hy }));
    }
    case 'polygon':
      return Array.from({ length: shape.points.length / 2 }, (_, k) => ({
        x: shape.points[2 * k],
        y: shape.points[2 * k + 1],
      }));
  }
}

/** A body relative to an origin, which is subtracted first. */
export function bodyOf(shape: Shape, pose: Pose, origin: Vector = { x: 0, y: 0 }): Body {
  const length = Math.hypot(pose.cos ?? 1, pose.sin ?? 0);
  const cos = pose.cos === undefined ? Math.cos(pose.angle ?? 0) : pose.cos / length;
  const sin = pose.sin === undefined ? Math.sin(pose.angle ?? 0) : pose.sin / length;
  const x = pose.x - origin.x;
  const y = pose.y - origin.y;
  const points = localPoints(shape).map((p) => ({ x: x + cos * p.x - sin * p.y, y: y + sin * p.x + cos * p.y }));
  return { points, radius: shape.radius };
}

type Chord = readonly [Vector, Vector];

/** All pairs of points, a single point with itself. */
function chordsOf(points: readonly Vector[]): Chord[] {
  if (points.length === 1) return [[points[0], points[0]]];
  return points.flatMap((p, k) => points.slice(k + 1).map((q) => [p, q] as const));
}

function pointToChord(p: Vector, [a, b]: Chord): number {
  const along = minus(b, a);
  const square = dot(along, along);
  const part = square > 0 ? Math.min(1, Math.max(0, dot(minus(p, a), along) / square)) : 0;
  return Math.hypot(p.x - (a.x + part * along.x), p.y - (a.y + part * along.y));
}

/** The separation of two cores along a unit vector. */
function separationAlong(n: Vector, a: readonly Vector[], b: readonly Vector[]): number {
  return Math.min(...b.map((p) => dot(n, p))) - Math.max(...a.map((p) => dot(n, p)));
}

/** The largest separation along the normals of chords, of both signs; −∞ if there is none. */
function largestSeparation(a: Body, b: Body): number {
  let largest = -Infinity;
  for (const [p, q] of [...chordsOf(a.points), ...chordsOf(b.points)]) {
    const length = Math.hypot(q.x - p.x, q.y - p.y);
    if (length === 0) continue;
    for (const sign of [-1, 1]) {
      const n = { x: (sign * (q.y - p.y)) / length, y: (sign * (p.x - q.x)) / length };
      largest = Math.max(largest, separationAlong(n, a.points, b.points));
    }
  }
  return largest;
}

/** The distance of cores that are apart. */
function gap(a: Body, b: Body): number {
  let least = Infinity;
  const chordsA = chordsOf(a.points);
  const chordsB = chordsOf(b.points);
  for (const chord of chordsB) for (const p of a.points) least = Math.min(least, pointToChord(p, chord));
  for (const chord of chordsA) for (const p of b.points) least = Math.min(least, pointToChord(p, chord));
  return least;
}

/** Whether cores overlap: no line along a chord, and none across the closest points, is between them. */
export function signedDistance(a: Body, b: Body): number {
  const separation = largestSeparation(a, b);
  const between = gap(a, b);
  // for flat and single cores no chord has a normal between them, though they are apart: crossing chords tell
  const isApart = separation > 0 || (between > 0 && !crosses(a, b));
  const core = isApart ? between : separation === -Infinity ? -between : Math.min(separation, 0);
  return core - a.radius - b.radius;
}

/** Whether any chords cross, or a point of one body lies in a triangle of the other. */
function crosses(a: Body, b: Body): boolean {
  for (const [p, q] of chordsOf(a.points)) {
    for (const [r, s] of chordsOf(b.points)) {
      const d = minus(q, p);
      const e = minus(s, r);
      const sides = [r, s].map((x) => d.x * (x.y - p.y) - d.y * (x.x - p.x));
      const others = [p, q].map((x) => e.x * (x.y - r.y) - e.y * (x.x - r.x));
      if (sides[0] * sides[1] < 0 && others[0] * others[1] < 0) return true;
    }
  }
  return isInside(a.points[0], b) || isInside(b.points[0], a);
}

/** Whether a point lies in the core: no direction from it sees all points on one side. */
function isInside(p: Vector, { points }: Body): boolean {
  const angles = points.map((q) => Math.atan2(q.y - p.y, q.x - p.x)).sort((x, y) => x - y);
  const widest = Math.max(
    ...angles.map((angle, k) => (k > 0 ? angle - angles[k - 1] : angle + 2 * Math.PI - angles[angles.length - 1])),
  );
  return points.length > 2 && widest < Math.PI;
}

/** Signed distance of a point to a body. */
export function pointDistance(p: Vector, body: Body): number {
  return signedDistance({ points: [p], radius: 0 }, body);
}

/** The largest height of a body along a unit vector. */
export function heightOf(body: Body, n: Vector): number {
  return Math.max(...body.points.map((p) => dot(n, p))) + body.radius;
}

/** Largest distance of a point of the body from its position. */
export function reachOf(shape: Shape): number {
  return Math.max(...localPoints(shape).map((p) => Math.hypot(p.x, p.y))) + shape.radius;
}

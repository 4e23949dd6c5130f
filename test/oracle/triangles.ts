/** Convex bodies against many triangles by brute force, in f64: no tree, no neighbors. Imports nothing from src/. */
import { closestOnTriangle, type Triangles } from '../../scenes/bruteForce.ts';
import { type Body, IDENTITY, relativePosition, rotationMatrix, type Vec3 } from './body.ts';
import { signedDistance } from './signedDistance.ts';
import { boundingRadius, partedBy } from './surface.ts';

export interface Gap {
  readonly triangle: number;
  /** m; < 0: minus the depth. */
  readonly distance: number;
  /** Unit, from the triangle to the body. */
  readonly normal: Vec3;
}

/** All triangles that are at most `within` (m) from a convex body, in their order. */
export function gapsTo({ count, corners }: Triangles, body: Body, within: number): Gap[] {
  const reach = boundingRadius(body) + within;
  const gaps: Gap[] = [];
  for (let triangle = 0; triangle < count; triangle++) {
    if (distanceOf(corners, 9 * triangle, body.position) > reach) continue;
    const gap = gapTo(corners, triangle, body, within);
    if (gap && gap.distance <= within) gaps.push(gap);
  }
  return gaps;
}

/** The least distance of a convex body, or the greatest depth; of equal ones that of the first triangle. */
export function nearestGap({ count, corners }: Triangles, body: Body): Gap {
  const radius = boundingRadius(body);
  const away = Float64Array.from({ length: count }, (_, k) => distanceOf(corners, 9 * k, body.position));
  let best: Gap | undefined;
  for (const triangle of [...away.keys()].sort((a, b) => away[a]! - away[b]!)) {
    const enough = best ? best.distance : Infinity;
    // the ball around the body is as near as the body, or nearer
    if (away[triangle]! - radius > enough + ROUNDING * (away[triangle]! + radius)) break;
    const gap = gapTo(corners, triangle, body, enough);
    if (!gap || gap.distance > enough) continue;
    if (!best || gap.distance < enough || triangle < best.triangle) best = gap;
  }
  return best!;
}

/** Room for roundings of bounds, relative to the lengths that they are made of. */
const ROUNDING = 1e-12;

/** The gap to a triangle; none where a plane shows that it is more than `within`. */
function gapTo(corners: Float64Array, triangle: number, body: Body, within: number): Gap | undefined {
  const at = 9 * triangle;
  const flat = triangleBody(corners, at);
  const sure =
    within + ROUNDING * (boundingRadius(flat) + boundingRadius(body) + Math.hypot(...relativePosition(flat, body)));
  for (const plane of planesBetween(flat, body)) if (partedBy(flat, body, plane) > sure) return undefined;
  const { distance, normal } = signedDistance(flat, body);
  return { triangle, distance, normal };
}

/** Unit normals of planes that may part a triangle and a body: both sides of the triangle and of the body's frame. */
function planesBetween({ vertices: v }: Body, { rotation }: Body): number[][] {
  const m = rotationMatrix(rotation);
  const cross = [v[4]! * v[8]! - v[5]! * v[7]!, v[5]! * v[6]! - v[3]! * v[8]!, v[3]! * v[7]! - v[4]! * v[6]!];
  const length = Math.hypot(...cross);
  const planes = [cross.map((c) => c / length), ...[0, 1, 2].map((axis) => [m[axis]!, m[3 + axis]!, m[6 + axis]!])];
  return planes.flatMap((plane) => [plane, plane.map((c) => -c)]);
}

export interface BodyHit {
  readonly triangle: number;
  /** Part of the motion, 0..1. */
  readonly t: number;
}

/** When a convex body that moves without turning first touches a triangle; 0 if it overlaps one at the start. */
export function castBody({ count, corners }: Triangles, body: Body, motion: Vec3): BodyHit | undefined {
  let first: BodyHit | undefined;
  const reach = boundingRadius(body) + Math.hypot(...motion) / 2;
  const middle = body.position.map((c, k) => c + motion[k]! / 2);
  for (let triangle = 0; triangle < count; triangle++) {
    if (distanceOf(corners, 9 * triangle, middle) > reach) continue;
    const t = touchTime(triangleBody(corners, 9 * triangle), body, motion);
    if (t !== undefined && (!first || t < first.t)) first = { triangle, t };
  }
  return first;
}

/** Relative to the size of the body: closer is touching. */
const TOUCHING = 1e-12;
const MOST_STEPS = 200;

/** The distance along the motion is convex, so Newton's method goes up to its first root and never beyond. */
function touchTime(still: Body, body: Body, motion: Vec3): number | undefined {
  const enough = TOUCHING * boundingRadius(body);
  let t = 0;
  for (let step = 0; step < MOST_STEPS; step++) {
    const position = body.position.map((c, k) => c + t * motion[k]!) as Vec3;
    const { distance, normal } = signedDistance(still, { ...body, position });
    if (distance <= enough) return t;
    const closing = -(normal[0] * motion[0] + normal[1] * motion[1] + normal[2] * motion[2]);
    if (closing <= 0) return undefined;
    t += distance / closing;
    if (t > 1) return undefined;
  }
  return t;
}

function distanceOf(corners: Float64Array, at: number, p: ArrayLike<number>): number {
  const [x, y, z] = closestOnTriangle(corners, at, p);
  return Math.hypot(x - p[0]!, y - p[1]!, z - p[2]!);
}

/** A triangle about its first vertex: two opposite faces. */
export function triangleBody(corners: Float64Array, at: number): Body {
  const origin = [corners[at]!, corners[at + 1]!, corners[at + 2]!] as Vec3;
  return {
    vertices: Float64Array.from({ length: 9 }, (_, k) => corners[at + k]! - origin[k % 3]!),
    faces: [
      [0, 1, 2],
      [0, 2, 1],
    ],
    radius: 0,
    position: origin,
    rotation: IDENTITY,
    kind: 'hull',
  };
}

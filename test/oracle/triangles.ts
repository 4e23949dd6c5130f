/** Convex bodies against many triangles by brute force, in f64: no tree, no neighbors. Imports nothing from src/. */
import { closestOnTriangle, closestPoint, type Triangles } from '../../scenes/bruteForce.ts';
import { type Body, IDENTITY, type Vec3 } from './body.ts';
import { signedDistance } from './signedDistance.ts';
import { boundingRadius } from './surface.ts';

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
    const { distance, normal } = signedDistance(triangleBody(corners, 9 * triangle), body);
    if (distance <= within) gaps.push({ triangle, distance, normal });
  }
  return gaps;
}

/** The least distance of a convex body that holds its origin, or the greatest depth. */
export function nearestGap(triangles: Triangles, body: Body): Gap {
  const { distance } = closestPoint(triangles, body.position);
  // the origin may be on the surface of the body: room for rounding
  return gapsTo(triangles, body, distance + 1e-9 * (distance + boundingRadius(body))).reduce((best, gap) =>
    gap.distance < best.distance ? gap : best,
  );
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

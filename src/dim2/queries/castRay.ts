/** `castRay` of a shape in the plane. */
import { type Keys, numbers, type Vec2Like } from '../../checks.ts';
import { fail } from '../../errors.ts';
import { writeFrame } from '../pair/frame.ts';
import { touches, writeBound } from '../pair/measure.ts';
import { bodyA, bodyB, frame, row } from '../pair/pairState.ts';
import { circle, type Shape } from '../pair/shapes.ts';
import { loadPose, type Pose } from './poses.ts';
import { enterShape, entry } from './ray.ts';
import { checkResult, readLengths, writeTurned } from './results.ts';
import { geometryOf } from './shapeGeometry.ts';

/** The status of a ray. */
export const RayStatus = {
  /** The ray does not meet the shape, or only beyond `maxT`. */
  Miss: 0,
  Hit: 1,
  /** The origin is in the shape or on its outline: t is 0, the normal 0. */
  StartsInside: 2,
} as const;

export type RayStatusCode = (typeof RayStatus)[keyof typeof RayStatus];

/** The result of `castRay`. */
export interface RayHit {
  status: RayStatusCode;
  /** The ray meets the shape at origin + t · direction. Infinity for a miss. */
  t: number;
  /** Unit normal x y of the shape where the ray enters, world axes. 0 unless the ray hits. */
  readonly normal: Float64Array;
  /** Where the ray meets the shape, minus the shape's position, world axes (m). 0 for a miss. */
  readonly offset: Float64Array;
  /** Error bound of t · |direction| (m). */
  errorBound: number;
}

export interface RayOptions {
  /** Largest t of a hit. Default: Infinity. */
  readonly maxT?: number | undefined;
}

const OPTIONS: Keys<RayOptions> = { maxT: Infinity };
const COLUMNS = { normal: 2, offset: 2 };
/** A point, to ask whether the origin lies in the shape. */
const ORIGIN = /* @__PURE__ */ circle(0);

/** Creates a result for `castRay`. */
export function createRayHit(): RayHit {
  return {
    status: RayStatus.Miss,
    t: Infinity,
    normal: new Float64Array(2),
    offset: new Float64Array(2),
    errorBound: 0,
  };
}

/**
 * Where a ray meets a shape first.
 * @param origin x y (m), world
 * @param direction x y, world, of any length but zero; t counts in it
 * @param out written and returned. Default: a new one
 * @throws QueryError for a bad shape, a pose, origin or direction that is not finite, a bad option, and a bad `out`
 *
 * @example
 * ```ts
 * castRay(circle(1), { x: 5, y: 0 }, [0, 0], [1, 0]).t; // 4
 * ```
 */
export function castRay(
  shape: Shape,
  pose: Pose,
  origin: Vec2Like,
  direction: Vec2Like,
  out: RayHit = createRayHit(),
  options?: RayOptions,
): RayHit {
  const core = geometryOf('castRay: shape', shape);
  loadPose('castRay: pose', bodyA, pose);
  const start = numbers('castRay: origin', 'x y', origin, 2);
  const ray = numbers('castRay: direction', 'x y', direction, 2);
  const { maxT } = readLengths('castRay: options', options, OPTIONS);
  checkResult('castRay: out', 'createRayHit', out, COLUMNS);
  const point = geometryOf('castRay', ORIGIN);
  const { cos, sin } = bodyA;
  // the origin is the second body, and has the rotation of the first
  bodyB.x = start[0];
  bodyB.y = start[1];
  bodyB.cos = cos;
  bodyB.sin = sin;
  writeFrame('castRay', core, point, bodyA, bodyB);
  frame.limit = 0;
  writeBound();
  const largest = Math.max(Math.abs(ray[0]), Math.abs(ray[1]));
  if (largest === 0) fail('castRay: direction', 'a direction that is not zero', '0, 0');
  const partX = ray[0] / largest;
  const partY = ray[1] / largest;
  const norm = Math.sqrt(partX * partX + partY * partY);
  const ux = (cos * partX + sin * partY) / norm;
  const uy = (cos * partY - sin * partX) / norm;
  out.normal.fill(0);
  out.offset.fill(0);
  out.errorBound = row.bound;
  if (touches(core, point)) {
    out.status = RayStatus.StartsInside;
    out.t = 0;
    out.offset[0] = start[0] - bodyA.x;
    out.offset[1] = start[1] - bodyA.y;
    return out;
  }
  const lateral = ux * frame.y - uy * frame.x;
  const meets = enterShape(core, ux, uy, lateral);
  const { along, normal } = entry;
  const length = along - (ux * frame.x + uy * frame.y);
  const t = length / largest / norm;
  if (!(meets && length >= 0 && t <= maxT)) {
    out.status = RayStatus.Miss;
    out.t = Infinity;
    return out;
  }
  out.status = RayStatus.Hit;
  out.t = t;
  writeTurned(out.normal, 0, normal, bodyA);
  out.offset[0] = along * ux - lateral * uy;
  out.offset[1] = along * uy + lateral * ux;
  writeTurned(out.offset, 0, out.offset, bodyA);
  // a shift across the ray moves the place by its cotangent, but not off the shape
  const slope = Math.abs(ux * normal[0] + uy * normal[1]);
  out.errorBound += Math.min((2 * row.bound) / slope, 2 * (core.extent + core.radius));
  return out;
}

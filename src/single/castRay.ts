/** `castRay` of `hullstorm/pair`: the cast of a point. */
import { type Keys, numbers, readOptions, type Vec3Like } from '../checks.ts';
import { fail, refuse } from '../errors.ts';
import { beginCast, isUnbounded } from '../kernels/casts/bodies.ts';
import type { Cast } from '../kernels/casts/cast.ts';
import { measureCast } from '../kernels/casts/measure.ts';
import { runCast } from '../kernels/casts/runCast.ts';
import type { Geometry } from '../kernels/cores/geometry.ts';
import { F64_ROUNDING } from '../math/rounding.ts';
import { point } from '../shapes/cores/point.ts';
import type { SupportShape } from '../shapes/cores/userSupport.ts';
import type { Shape } from '../shapes/shape.ts';
import { CastStatus } from '../tables/castStatus.ts';
import { EXTENT, RADIUS, TRAITS } from '../tables/shapeWords.ts';
import { loadCast } from './castShape.ts';
import { loadPose, type Pose, poses } from './poses.ts';
import { beginQuery, endQuery, geometryOf } from './query.ts';
import { checkColumns } from './results.ts';

/** The status of a ray. */
export const RayStatus = {
  /** The ray does not meet the shape, or only beyond `maxT`. */
  Miss: 0,
  Hit: 1,
  /** The origin is in the shape or on its surface: t is 0, the normal 0. */
  StartsInside: 2,
} as const;

export type RayStatusCode = (typeof RayStatus)[keyof typeof RayStatus];

/** The result of `castRay`. */
export interface RayHit {
  status: RayStatusCode;
  /** The ray meets the shape at origin + t · direction. Infinity for a miss. */
  t: number;
  /** Unit normal x y z of the shape where the ray enters, world axes. 0 unless the ray hits. */
  readonly normal: Float64Array;
  /** Where the ray meets the shape, minus the shape's position, world axes (m). 0 for a miss. */
  readonly offset: Float64Array;
  /**
   * Error bound of t · |direction| (m). A ray that passes by within 1e-7 of the shape's extent may hit, and within
   * 2e-15 of the origin's distance hits.
   */
  errorBound: number;
}

export interface RayOptions {
  /** Largest t of a hit. Default: Infinity. */
  readonly maxT?: number | undefined;
}

const OPTIONS: Keys<RayOptions> = { maxT: 0 };
/** How near to the shape the last step of a cast begins, as a part of its extent: nearer, GJK takes it for a touch. */
const NEAR = 1e-7;
/** A ray from afar begins so much outside of the shape, as a part of its extent, and so many roundings. */
const OUTSIDE = 1 + 1e-6;
const ROUNDINGS = 8;

/** Largest distance of the origin from the shape's position (m). */
const FARTHEST = 1e150;
const POINT = /* @__PURE__ */ point();

/** Creates a result for `castRay`. */
export function createRayHit(): RayHit {
  return {
    status: RayStatus.Miss,
    t: Infinity,
    normal: new Float64Array(3),
    offset: new Float64Array(3),
    errorBound: 0,
  };
}

/**
 * Where a ray meets a shape first.
 * @param origin x y z (m), world
 * @param direction x y z, world, of any length but zero; t counts in it
 * @param out written and returned. Default: a new one
 * @throws QueryError for a bad shape, a pose, origin or direction that is not finite, a bad option, and a bad `out`
 *
 * @example
 * ```ts
 * castRay(sphere(1), { position: [5, 0, 0] }, [0, 0, 0], [1, 0, 0]).t; // 4
 * ```
 */
export function castRay(
  shape: Shape | SupportShape,
  pose: Pose,
  origin: Vec3Like,
  direction: Vec3Like,
  out: RayHit = createRayHit(),
  options?: RayOptions,
): RayHit {
  beginQuery('castRay');
  try {
    const geometry = geometryOf('castRay: shape', shape);
    loadPose('castRay: pose', 0, pose);
    const start = numbers('castRay: origin', 'x y z', origin, 3);
    const vector = numbers('castRay: direction', 'x y z', direction, 3);
    const { maxT = Infinity } = readOptions('castRay: options', options, OPTIONS);
    if (!(typeof maxT === 'number' && maxT >= 0)) refuse('castRay: maxT', 'a number ≥ 0', maxT);
    checkColumns('castRay: out', 'createRayHit', out, ['normal', 'offset']);
    const largest = Math.max(...vector.map(Math.abs));
    if (largest === 0) fail('castRay: direction', 'a direction that is not zero', '0,0,0');
    const unit = vector.map((x) => x / largest);
    const norm = Math.hypot(...unit);
    for (let k = 0; k < 3; k++) unit[k] /= norm;
    const from = start.map((x, k) => x - poses.positions[k]);
    if (!(Math.hypot(...from) < FARTHEST))
      fail('castRay: pose', 'a pose nearer to the origin', 'farther than f64 holds');
    out.normal.fill(0);
    out.offset.fill(0);
    out.errorBound = 0;
    const isPlane = isUnbounded(geometry.shapes.words[TRAITS]);
    out.status = (isPlane ? meetPlane : meetShape)(loadRay(geometry), from, unit, maxT * largest * norm, out);
    out.t = out.status === RayStatus.Hit ? out.t / largest / norm : out.status === RayStatus.Miss ? Infinity : 0;
    return out;
  } finally {
    endQuery();
  }
}

/** The cast of a point against the shape, which is at rest. */
function loadRay(geometry: Geometry): Cast {
  const { positions, rotations } = poses;
  positions.fill(0, 4, 8);
  rotations.fill(0, 4, 7);
  rotations[7] = 1;
  const ray = loadCast(geometry, geometryOf('castRay', POINT));
  ray.c.a.turn.fill(0);
  ray.c.b.turn.fill(0);
  return ray;
}

/**
 * A ray from `from`, seen from the shape's position, along the unit vector `unit`. Writes the length of the way to
 * out.t, and normal, offset and error bound of a hit. The line is known to within a rounding, a part of its length: a
 * ray that passes within it meets the shape, so rays at a point hit it, from any distance.
 */
function meetShape(ray: Cast, from: number[], unit: number[], length: number, out: RayHit): RayStatusCode {
  const { c, poolsA } = ray;
  const { reals } = poolsA.shapes;
  const reach = reals[EXTENT] + reals[RADIUS];
  const rounding = F64_ROUNDING * (reach + Math.hypot(...from));
  const half = reach * OUTSIDE + ROUNDINGS * rounding;
  // lengths count from the point of the line that is nearest to the shape's position: a ray may come from far away
  const along = -dot(from, unit);
  const nearest = from.map((x, k) => x + along * unit[k]);
  const first = Math.max(-along, -half);
  const last = Math.min(length - along, half);
  if (!(first <= last && Math.hypot(...nearest) <= half)) return RayStatus.Miss;
  for (let k = 0; k < 3; k++) {
    c.offset[k] = nearest[k] + first * unit[k];
    c.move[k] = (last - first) * unit[k];
  }
  c.skin = rounding;
  c.tolerance = NEAR * reach;
  const status = runCast(ray, false);
  if (status === CastStatus.StartsTouching) {
    out.offset.set(from);
    return RayStatus.StartsInside;
  }
  if (status === CastStatus.Free) return RayStatus.Miss;
  const speed = -dot(c.axis, c.move);
  // the plane across the normal is met then, and no point of the shape before
  let time = c.time + (speed > 0 ? Math.max(c.low, 0) / speed : 0);
  // a ray that passes by within the rounding hits where it is as near as that
  if (time > 1) time = Math.max(time - c.skin / speed, c.time);
  if (!(time <= 1)) return RayStatus.Miss;
  const at = first + time * (last - first);
  for (let k = 0; k < 3; k++) {
    out.normal[k] = c.axis[k] + 0;
    out.offset[k] = nearest[k] + at * unit[k];
  }
  out.t = along + at;
  out.errorBound = rounding + (last - first) * insideAfter(ray, time, (8 * rounding) / speed);
  return RayStatus.Hit;
}

/**
 * A time after `time` at which the point is in the shape: the true time of the hit lies between. A ray that passes by
 * is never in it: then the time is that of the whole way.
 * @param shortest the first that is tried, if it is > 0
 */
function insideAfter(ray: Cast, time: number, shortest: number): number {
  const { c } = ray;
  for (let more = shortest; more > 0 && time + more < 1; more *= 32) {
    c.time = time + more;
    measureCast(ray);
    if (c.gap <= 0) return more;
  }
  return 1;
}

/** The same against a half-space. */
function meetPlane(ray: Cast, from: number[], unit: number[], length: number, out: RayHit): RayStatusCode {
  const { c } = ray;
  c.offset.set(from);
  c.move.fill(0);
  c.time = 0;
  beginCast(c, ray.poolsA, ray.poolsB);
  measureCast(ray);
  const height = c.gap;
  if (height <= 0) {
    out.offset.set(from);
    return RayStatus.StartsInside;
  }
  const normal = [...c.axis];
  const slope = -dot(normal, unit);
  const time = height / slope;
  if (!(slope > 0 && time <= length)) return RayStatus.Miss;
  out.t = time;
  out.errorBound = (2 * c.found.errorBound) / slope;
  for (let k = 0; k < 3; k++) {
    out.normal[k] = normal[k] + 0;
    out.offset[k] = from[k] + time * unit[k];
  }
  return RayStatus.Hit;
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

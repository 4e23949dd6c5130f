/** `castRay` of a shape in the plane. */
import { type Keys, numbers } from '../checks.ts';
import { fail } from '../errors.ts';
import { checkOffset, frame, LIMIT, poses, SCALE, turnFrame, X, Y } from '../planar/frame.ts';
import { BOUND, row, touches, writeBound } from '../planar/measure.ts';
import { circle, type Shape } from '../planar/shapes.ts';
import { loadPose, type Pose } from './poses.ts';
import { ENTRY_ALONG, ENTRY_X, ENTRY_Y, enterShape, entry } from './ray.ts';
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
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
  out: RayHit = createRayHit(),
  options?: RayOptions,
): RayHit {
  const core = geometryOf('castRay: shape', shape);
  loadPose('castRay: pose', 0, pose);
  const start = numbers('castRay: origin', 'x y', origin, 2);
  const way = numbers('castRay: direction', 'x y', direction, 2);
  const { maxT } = readLengths('castRay: options', options, OPTIONS);
  checkResult('castRay: out', 'createRayHit', out, COLUMNS);
  const dx = start[0] - poses[0];
  const dy = start[1] - poses[1];
  frame[X] = dx;
  frame[Y] = dy;
  checkOffset('castRay');
  const largest = Math.max(Math.abs(way[0]), Math.abs(way[1]));
  if (largest === 0) fail('castRay: direction', 'a direction that is not zero', '0, 0');
  const partX = way[0] / largest;
  const partY = way[1] / largest;
  const norm = Math.sqrt(partX * partX + partY * partY);
  frame[SCALE] = core.extent + core.radius + Math.abs(dx) + Math.abs(dy);
  frame[LIMIT] = 0;
  writeBound();
  // the origin is the second body, and has the rotation of the first
  turnFrame(poses, 2, poses, 2);
  const cos = poses[2];
  const sin = poses[3];
  const ux = (cos * partX + sin * partY) / norm;
  const uy = (cos * partY - sin * partX) / norm;
  out.normal.fill(0);
  out.offset.fill(0);
  out.errorBound = row[BOUND];
  if (touches(core, geometryOf('castRay', ORIGIN))) {
    out.status = RayStatus.StartsInside;
    out.t = 0;
    out.offset[0] = dx;
    out.offset[1] = dy;
    return out;
  }
  const lateral = ux * frame[Y] - uy * frame[X];
  const meets = enterShape(core, ux, uy, lateral);
  const along = entry[ENTRY_ALONG];
  const length = along - (ux * frame[X] + uy * frame[Y]);
  const t = length / largest / norm;
  if (!(meets && length >= 0 && t <= maxT)) {
    out.status = RayStatus.Miss;
    out.t = Infinity;
    return out;
  }
  out.status = RayStatus.Hit;
  out.t = t;
  writeTurned(out.normal, 0, entry, ENTRY_X, poses, 2);
  out.offset[0] = along * ux - lateral * uy;
  out.offset[1] = along * uy + lateral * ux;
  writeTurned(out.offset, 0, out.offset, 0, poses, 2);
  // a shift across the ray moves the place by its cotangent, but not off the shape
  const slope = Math.abs(ux * entry[ENTRY_X] + uy * entry[ENTRY_Y]);
  out.errorBound += Math.min((2 * row[BOUND]) / slope, 2 * (core.extent + core.radius));
  return out;
}

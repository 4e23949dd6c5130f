/** The start and velocity of a ball that hits a target. Pure; m, m/s. */

type Vector = readonly [number, number, number];

/** A ball as it starts. */
export interface Launch {
  readonly position: Vector;
  readonly velocity: Vector;
}

const SPEED = 45;
const GRAVITY = 9.81;
/** Balls start at most this far from the center of a scene, in radii: inside of its walls. */
const START = 0.66;
/** Balls start at least this far in front of the camera (m), and this many radii in front of a target. */
const AHEAD = 2;
const CLEAR = 1.5;

/**
 * @param origin position of the camera
 * @param direction unit vector from the camera to the target
 * @param away distance of the target. Without one it is the ground, or the plane through the center across the view
 * @param center center of the scene's bounding sphere
 * @param radius radius of the scene's bounding sphere
 * @param lift radius of the ball
 */
export function aim(
  origin: Vector,
  direction: Vector,
  away: number | undefined,
  center: Vector,
  radius: number,
  lift: number,
): Launch {
  const toCenter = sub(center, origin);
  const along = dot(toCenter, direction);
  const aside = dot(toCenter, toCenter) - along * along;
  const reach = START * radius;
  const half = Math.sqrt(Math.max(reach * reach - aside, 0));
  const inside = Math.max(along - half, AHEAD);
  const ground = direction[1] < -1e-3 ? (origin[1] - lift) / -direction[1] : Infinity;
  const end = away ?? Math.max(Math.min(ground, Math.max(along, inside + AHEAD)), inside + 0.5);
  const begin = away === undefined ? inside : Math.min(inside, Math.max(away - CLEAR * lift, 0));
  const at = (distance: number) => origin.map((o, k) => o + distance * direction[k]) as [number, number, number];
  const position = at(begin);
  position[1] = Math.max(position[1], 1.1 * lift);
  const path = sub(at(end), position);
  const duration = Math.max(Math.sqrt(dot(path, path)), 0.1 * lift) / SPEED;
  return {
    position,
    velocity: [path[0] / duration, path[1] / duration + (GRAVITY * duration) / 2, path[2] / duration],
  };
}

function sub(u: Vector, v: Vector): Vector {
  return [u[0] - v[0], u[1] - v[1], u[2] - v[2]];
}

function dot(u: Vector, v: Vector): number {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

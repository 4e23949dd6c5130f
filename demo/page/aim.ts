/** The start and velocity of a ball that hits the point at which the visitor aims. Pure; m, m/s. */
import type { Shot } from './protocol.ts';

type Vector = readonly [number, number, number];

const SPEED = 45;
const GRAVITY = 9.81;
/** Balls start at most this far from the center of a scene, in radii: inside of its walls. */
const START = 0.66;
/** Balls start at least this far in front of the camera (m). */
const AHEAD = 2;

/**
 * @param origin position of the camera
 * @param direction unit vector from the camera to the target
 * @param center center of the scene's bounding sphere
 * @param radius radius of the scene's bounding sphere
 * @param lift radius of the ball
 */
export function aim(origin: Vector, direction: Vector, center: Vector, radius: number, lift: number): Shot {
  const toCenter = sub(center, origin);
  const along = dot(toCenter, direction);
  const aside = dot(toCenter, toCenter) - along * along;
  const reach = START * radius;
  const half = Math.sqrt(Math.max(reach * reach - aside, 0));
  const begin = Math.max(along - half, AHEAD);
  // the target: the ground, or the plane through the center across the view, whichever is nearer
  const ground = direction[1] < -1e-3 ? (origin[1] - lift) / -direction[1] : Infinity;
  const end = Math.max(Math.min(ground, Math.max(along, begin + AHEAD)), begin + 0.5);
  const at = (distance: number) => origin.map((o, k) => o + distance * direction[k]) as [number, number, number];
  const position = at(begin);
  position[1] = Math.max(position[1], 1.1 * lift);
  const path = sub(at(end), position);
  const duration = Math.sqrt(dot(path, path)) / SPEED;
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

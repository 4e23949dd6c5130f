/** Where a ball starts, and how fast, so that it hits what the visitor points at. Pure; m, m/s. */
import type { Shot } from './protocol.ts';

type Vector = readonly [number, number, number];

const SPEED = 45;
const GRAVITY = 9.81;
/** Balls start so far from the middle of a scene at most, of its radius: within walls. */
const START = 0.66;
/** In front of a camera that is nearer. */
const AHEAD = 2;

/**
 * @param origin where the visitor looks from, and a unit vector to where
 * @param center the ball around what happens
 * @param lift radius of the ball that is shot
 */
export function aim(origin: Vector, direction: Vector, center: Vector, radius: number, lift: number): Shot {
  const toCenter = sub(center, origin);
  const along = dot(toCenter, direction);
  const aside = dot(toCenter, toCenter) - along * along;
  const reach = START * radius;
  const half = Math.sqrt(Math.max(reach * reach - aside, 0));
  const begin = Math.max(along - half, AHEAD);
  // the nearer of the ground and of the plane across the view through the middle
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

/**
 * Brick walls, at most 16 courses high, one behind the other along z, and a ball that flies at the first one. There are
 * gaps of a few millimeters between bricks, and the bricks settle.
 */
import { box, sphere } from 'hullstorm';
import type { BodyScene, BodySpec } from './bodies.ts';
import { between, seeded } from './random.ts';

/** Half extents of a brick, and the gap between bricks (m). */
const BRICK = [0.5, 0.25, 0.3] as const;
const GAP = 0.004;
const COURSES = 16;
/** Distance between two walls (m). */
const BEHIND = 5;
/** Half the side of the ground (m). */
const GROUND = 120;
const BALL = { radius: 1, density: 4000, speed: 28 };

/** `count` bodies that move, ≥ 2: the ball and the bricks. */
export function createWall(count: number, seed: number): BodyScene {
  const bricks = count - 1;
  // a length for which the walls fill a square
  const long = Math.max(8, Math.round(Math.sqrt((bricks * BEHIND) / (COURSES * 2 * BRICK[0]))));
  const walls = Math.ceil(bricks / (long * COURSES));
  const shape = box(...BRICK);
  const random = seeded(seed);
  const bodies = Array.from({ length: bricks }, (_, k): BodySpec => {
    const wall = Math.floor(k / (long * COURSES));
    const course = Math.floor(k / long) % COURSES;
    const shifted = (k % long) - (long - 1) / 2 + (course % 2 === 0 ? -0.25 : 0.25);
    return {
      shape,
      position: [
        shifted * (2 * BRICK[0] + GAP),
        GAP + BRICK[1] + course * (2 * BRICK[1] + GAP),
        (walls - 1) * (BEHIND / 2) - wall * BEHIND + between(random, -0.01, 0.01),
      ],
    };
  });
  const front = (walls - 1) * (BEHIND / 2);
  const ball: BodySpec = {
    shape: sphere(BALL.radius),
    position: [between(random, -0.15, 0.15) * long, 2.5, front + 14],
    velocity: [0, 2.5, -BALL.speed],
    density: BALL.density,
  };
  const ground: BodySpec = { shape: box(GROUND, 2, GROUND), position: [0, -2, 0], type: 'static' };
  const radius = 4 + 1.25 * Math.max(long * BRICK[0], walls * (BEHIND / 2));
  return { name: 'wall', bodies: [ground, ...bodies, ball], center: [0, 3, 0], radius };
}

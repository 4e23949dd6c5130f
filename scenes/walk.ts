/**
 * A character on a course of stairs, a slope, a corner and a corridor, which ends where light cuboids fall on a heap.
 * The course stands in the yard of the heap.
 *
 *        stairs  platform  slope              corner
 *   z 10   ▁▂▃▄▅▆▆▆▆▆▆▆▆▆▅▄▃▂▁                   ┘
 *                                             ║ ║  corridor
 *                                             ║ ║
 *   z −5   ←     cuboids                 ←      ←
 */
import { box, capsule, hull } from 'hullstorm';
import type { BodyScene, BodySpec } from './bodies.ts';
import type { CharacterSpec } from './character.ts';
import { createYard } from './heap.ts';
import { between, randomUnit, seeded } from './random.ts';

/** Radius, and half the height of the cylinder between the balls (m). */
const RADIUS = 0.4;
const HALF = 0.5;
const SKIN = 0.005;

/** z of the way over the stairs, half the width of what it goes over, and the height and depth of a step (m). */
const LANE = 10;
const WIDE = 1.5;
const STEP = [0.25, 0.5] as const;
const STEPS = 5;
const HIGH = STEPS * STEP[0];
/** x where the stairs, the platform and the slope begin, and where the slope ends (m). */
const STAIRS = -7.5;
const PLATFORM = STAIRS + STEPS * STEP[1];
const SLOPE = PLATFORM + 1.5;
const GROUND = SLOPE + 4.5;
/** Inner sides of the corner, and the middle of the corridor, its half width, its ends and the height of walls (m). */
const CORNER = [8, 12] as const;
const CORRIDOR = 6.5;
const NARROW = 0.6;
const ENDS = [1, 7] as const;
const TALL = 1.2;

/** Cuboids per side of a layer: least and most. Their spacing, the height of the lowest, and z of the middle (m). */
const SIDES = [6, 9] as const;
const SPACING = 1.1;
const LOWEST = 1.5;
const MIDDLE = -5;
const DENSITY = 60; // kg/m³

/** `count` cuboids that fall, and a character. */
export function createWalk(count: number, seed: number): BodyScene & Required<Pick<BodyScene, 'character'>> {
  const solids = [...createYard(3), ...createCourse()];
  const start: BodySpec = {
    shape: capsule(HALF, RADIUS),
    position: [STAIRS - 1.5, HALF + RADIUS + SKIN, LANE],
    type: 'kinematic',
  };
  const character: CharacterSpec = {
    body: solids.length,
    walkSpeed: 6,
    jumpSpeed: 5,
    stepHeight: 0.3,
    radius: RADIUS,
    skin: SKIN,
    force: 400,
    way: [
      [GROUND + 0.5, LANE],
      // into the corner: it is not reached
      [CORNER[0], CORNER[1]],
      [CORRIDOR, ENDS[1] + 1.5],
      [CORRIDOR, ENDS[0] - 1.5],
      [CORRIDOR, MIDDLE],
      [-8, MIDDLE],
      [STAIRS - 1.5, LANE],
    ],
  };
  return {
    name: 'walk',
    bodies: [...solids, start, ...createCuboids(count, seed)],
    character,
    center: [0, 1, 3],
    radius: 13,
  };
}

function createCourse(): BodySpec[] {
  const solid = (low: readonly number[], high: readonly number[]): BodySpec => {
    const half = low.map((from, axis) => (high[axis] - from) / 2);
    const middle = low.map((from, axis) => (high[axis] + from) / 2);
    return {
      shape: box(half[0], half[1], half[2]),
      position: [middle[0], middle[1], middle[2]],
      type: 'static',
    };
  };
  const stairs = Array.from({ length: STEPS }, (_, k) =>
    solid([STAIRS + k * STEP[1], 0, LANE - WIDE], [STAIRS + (k + 1) * STEP[1], (k + 1) * STEP[0], LANE + WIDE]),
  );
  const wedge = [-WIDE, WIDE].flatMap((z) => [SLOPE, 0, z, GROUND, 0, z, SLOPE, HIGH, z]);
  const thick = 0.5;
  const [x, z] = CORNER;
  return [
    ...stairs,
    solid([PLATFORM, 0, LANE - WIDE], [SLOPE, HIGH, LANE + WIDE]),
    { shape: hull(wedge), position: [0, 0, LANE], type: 'static' },
    solid([x, 0, z - 4], [x + thick, TALL, z + thick]),
    solid([x - 4, 0, z], [x, TALL, z + thick]),
    ...[-1, 1].map((side) => {
      const near = CORRIDOR + side * NARROW;
      const far = near + side * thick;
      return solid([Math.min(near, far), 0, ENDS[0]], [Math.max(near, far), TALL, ENDS[1]]);
    }),
  ];
}

function createCuboids(count: number, seed: number): BodySpec[] {
  const random = seeded(seed);
  const turn = new Float64Array(4);
  const half = () => between(random, 0.15, 0.3);
  const side = Math.min(Math.max(Math.ceil(Math.cbrt(count)), SIDES[0]), SIDES[1]);
  const across = (place: number) => (place - (side - 1) / 2) * SPACING;
  return Array.from({ length: count }, (_, k): BodySpec => {
    const shape = box(half(), half(), half());
    randomUnit(turn, 0, 4, random);
    return {
      shape,
      position: [
        across(k % side),
        LOWEST + SPACING * Math.floor(k / side ** 2),
        MIDDLE + across(Math.floor(k / side) % side),
      ],
      rotation: [turn[0], turn[1], turn[2], turn[3]],
      density: DENSITY,
    };
  });
}

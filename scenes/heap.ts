/**
 * The scene of the measurements: cuboids with half extents of 0.25–0.5 m and random rotations. They fall, in a grid
 * column, onto a ground with walls 40 × 40 m apart.
 */
import { box } from 'hullstorm';
import { type BodyScene, type BodySpec, HALF_YARD } from './bodies.ts';
import { between, randomUnit, seeded } from './random.ts';

/** Bodies per side of a layer, and the spacing of their centers (m). */
const SIDE = 20;
const SPACING = 1.8;
/** Height of the lowest layer (m). */
const LOWEST = 1.5;
const FRICTION = 0.6;
/** The largest heap for which the default substeps are enough. Higher heaps press their lowest bodies harder. */
const COMMON_COUNT = 10_000;
const COMMON_SUBSTEPS = 5;

/** Penetration is proportional to load / substeps². */
function substepsFor(count: number): number {
  return Math.max(COMMON_SUBSTEPS, Math.round(COMMON_SUBSTEPS * Math.sqrt(count / COMMON_COUNT)));
}

/**
 * `count` cuboids above the yard. The first bodies are static: the ground, and walls so high that no cuboid escapes.
 */
export function createHeap(count: number, seed: number): BodyScene & Required<Pick<BodyScene, 'stepping'>> {
  const random = seeded(seed);
  const turn = new Float64Array(4);
  const cuboids = Array.from({ length: count }, (_, k): BodySpec => {
    const half = () => between(random, 0.25, 0.5);
    const shape = box(half(), half(), half());
    randomUnit(turn, 0, 4, random);
    const across = (place: number) => (place - (SIDE - 1) / 2) * SPACING;
    const layer = Math.floor(k / SIDE ** 2);
    return {
      shape,
      position: [across(k % SIDE), LOWEST + SPACING * layer, across(Math.floor(k / SIDE) % SIDE)],
      rotation: [turn[0], turn[1], turn[2], turn[3]],
      friction: FRICTION,
    };
  });
  // 1,000 cuboids fill almost half a meter; higher falls splash higher
  const yard = createYard(Math.max(10, count / 1000));
  return {
    name: 'heap',
    bodies: [...yard, ...cuboids],
    stepping: { substeps: substepsFor(count) },
    center: [0, 4, 0],
    radius: 26,
  };
}

/** A ground with its top at height 0, and four walls of this height on it (m). Static. */
export function createYard(height: number): BodySpec[] {
  const thick = 2;
  const reach = HALF_YARD + 2 * thick;
  const wall = (x: number, z: number): BodySpec => ({
    shape: x === 0 ? box(reach, height / 2, thick) : box(thick, height / 2, reach),
    position: [x * (HALF_YARD + thick), height / 2, z * (HALF_YARD + thick)],
    type: 'static',
    friction: FRICTION,
  });
  const ground: BodySpec = {
    shape: box(reach, thick, reach),
    position: [0, -thick, 0],
    type: 'static',
    friction: FRICTION,
  };
  return [ground, wall(1, 0), wall(-1, 0), wall(0, 1), wall(0, -1)];
}

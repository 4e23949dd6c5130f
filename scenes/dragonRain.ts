/**
 * Falling dragons: compounds of convex pieces of the Stanford dragon (`tools/makeDragonPieces.ts`) in three sizes, with
 * random rotations, spread out above the yard of the heap.
 */
import { compound, hull, type Shape } from 'hullstorm';
import type { BodyScene, BodySpec } from './bodies.ts';
import cut from './data/dragonPieces.json' with { type: 'json' };
import { createYard } from './heap.ts';
import { between, randomUnit, seeded } from './random.ts';

/** Bounding radii (m). */
const RADII = [1.5, 1.9, 2.3];
/** Dragons per side of a layer, the spacing of their places, and the largest offset from a place (m). */
const SIDE = 5;
const SPACING = 5;
const SHIFT = 0.35;
const LOWEST = 3;
/** rad/s. */
const FASTEST_SPIN = 2;

/** `count` dragons above a yard. */
export function createDragonRain(count: number, seed: number): BodyScene {
  const random = seeded(seed);
  const shapes = RADII.map(dragonOf);
  const turn = new Float64Array(4);
  const shift = () => between(random, -SHIFT, SHIFT);
  const spin = () => between(random, -FASTEST_SPIN, FASTEST_SPIN);
  const across = (place: number) => (place - (SIDE - 1) / 2) * SPACING + shift();
  const dragons = Array.from({ length: count }, (_, k): BodySpec => {
    randomUnit(turn, 0, 4, random);
    const layer = Math.floor(k / SIDE ** 2);
    return {
      shape: shapes[Math.floor(random() * shapes.length)],
      position: [across(k % SIDE), LOWEST + SPACING * layer + shift(), across(Math.floor(k / SIDE) % SIDE)],
      rotation: [turn[0], turn[1], turn[2], turn[3]],
      spin: [spin(), spin(), spin()],
    };
  });
  // few are seen where they land, many while they fall
  const height = LOWEST + SPACING * Math.ceil(count / SIDE ** 2);
  const center = [0, Math.max(4, 0.4 * height - 12), 0] as const;
  return { name: 'dragonRain', bodies: [...createYard(10), ...dragons], center, radius: Math.max(24, 0.45 * height) };
}

/** @param radius bounding radius (m) */
function dragonOf(radius: number): Shape {
  const scale = radius / cut.unit;
  return compound(cut.pieces.map((points) => hull(Float32Array.from(points, (value) => scale * value))));
}

/**
 * Square pyramids of cubes: the largest one that `count` cubes can make, and smaller ones of the remaining cubes in a
 * row in front of it. Each cube rests on four.
 */
import { box } from 'hullstorm';
import type { BodyScene, BodySpec } from './bodies.ts';
import { between, seeded } from './random.ts';

/** Half the side of a cube, and the gap between cubes (m). */
const HALF = 0.5;
const GAP = 0.01;
const LIFT = 0.002;
/** Gap between two pyramids (m). */
const APART = 4;
const GROUND = 120;
/** Largest y of a cube's quaternion: a rotation about y that leaves gaps between the sides of cubes. */
const TURN = 0.002;

/** `count` cubes, ≥ 1. */
export function createPyramid(count: number, seed: number): BodyScene {
  const random = seeded(seed);
  const shape = box(HALF, HALF, HALF);
  const layers = sizes(count);
  const cubes: BodySpec[] = [];
  let x = 0;
  let z = 0;
  layers.forEach((size, which) => {
    // the small pyramids stand in front of the largest one, from left to right
    const half = size * (HALF + GAP / 2);
    if (which === 1) {
      x = -layers[0] * (HALF + GAP / 2);
      z = layers[0] * (HALF + GAP / 2) + APART;
    }
    if (which > 0) x += half;
    for (let layer = 0; layer < size; layer++) {
      const side = size - layer;
      for (let k = 0; k < side * side; k++) {
        const across = (place: number) => (place - (side - 1) / 2) * (2 * HALF + GAP);
        const y = between(random, -TURN, TURN);
        cubes.push({
          shape,
          position: [
            x + across(k % side),
            HALF + LIFT + layer * (2 * HALF + LIFT),
            (which === 0 ? 0 : z + half) + across(Math.floor(k / side)),
          ],
          rotation: [0, y, 0, Math.sqrt(1 - y * y)],
        });
      }
    }
    if (which > 0) x += half + APART / 2;
  });
  const ground: BodySpec = { shape: box(GROUND, 2, GROUND), position: [0, -2, 0], type: 'static' };
  const largest = layers[0];
  return {
    name: 'pyramid',
    bodies: [ground, ...cubes],
    center: [0, 0.3 * largest, 0.15 * largest],
    radius: Math.max(6, 0.85 * largest),
  };
}

/** Layers of each pyramid, the largest pyramid first. Together they have `count` cubes. */
function sizes(count: number): number[] {
  const found: number[] = [];
  let left = count;
  while (left > 0) {
    let size = 1;
    while (cubesOf(size + 1) <= left) size++;
    found.push(size);
    left -= cubesOf(size);
  }
  return found;
}

function cubesOf(layers: number): number {
  return (layers * (layers + 1) * (2 * layers + 1)) / 6;
}

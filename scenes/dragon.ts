/** Pebbles that rain onto the scan of a dragon, a static mesh, in the yard of the heap. */
import { box, hull, mesh, type Shape, sphere } from 'hullstorm';
import type { BodyScene, BodySpec } from './bodies.ts';
import { loadDragon } from './dragonMesh.ts';
import { createYard } from './heap.ts';
import { between, randomUnit, seeded } from './random.ts';
import type { Surface } from './surfaces.ts';

/** Length of the dragon (m). */
const LENGTH = 26;
/** Pebbles per side of a layer, the spacing of their places, and the height of the lowest (m). */
const SIDE = 24;
const SPACING = 1.1;
const LOWEST = 19;
/** There is no rolling resistance: damping (1/s) ends the rolling of round pebbles. */
const DAMPING = 1.5;

export async function createDragon(count: number, seed: number): Promise<BodyScene> {
  const random = seeded(seed);
  const surface = standing(await loadDragon());
  const shapes = pebbles(random);
  const turn = new Float64Array(4);
  const across = (place: number) => (place - (SIDE - 1) / 2) * SPACING + between(random, -0.1, 0.1);
  const bodies = Array.from({ length: count }, (_, k): BodySpec => {
    randomUnit(turn, 0, 4, random);
    return {
      shape: shapes[Math.floor(random() * shapes.length)],
      position: [across(k % SIDE), LOWEST + SPACING * Math.floor(k / SIDE ** 2), across(Math.floor(k / SIDE) % SIDE)],
      rotation: [turn[0], turn[1], turn[2], turn[3]],
      angularDamping: DAMPING,
    };
  });
  const dragon: BodySpec = { shape: mesh(surface), surface, type: 'static', position: [0, 0, 0] };
  return { name: 'dragon', bodies: [...createYard(10), dragon, ...bodies], center: [0, 7, 0], radius: 24 };
}

/** A copy of a surface that is LENGTH long and stands on the ground, in the middle. */
function standing({ positions, indices }: Surface): Surface {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < positions.length; k++) {
    low[k % 3] = Math.min(low[k % 3], positions[k]);
    high[k % 3] = Math.max(high[k % 3], positions[k]);
  }
  const scale = LENGTH / (high[0] - low[0]);
  const origin = [(low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2];
  return { positions: positions.map((value, k) => scale * (value - origin[k % 3])), ...(indices && { indices }) };
}

/** Round, flat and sharp ones, of up to half a meter. */
function pebbles(random: () => number): Shape[] {
  const stone = () => hull(Float32Array.from({ length: 36 }, () => between(random, -0.28, 0.28)));
  return [sphere(0.22), sphere(0.3), box(0.2, 0.12, 0.25), box(0.25, 0.25, 0.25), stone(), stone(), stone()];
}

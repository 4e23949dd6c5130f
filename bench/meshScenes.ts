/** Scenes of steps for any engine: boxes on a terrain, and a heap of compounds. */
import { box, hull as hullOf, type Shape } from 'hullstorm';
import { between, seeded } from '../scenes/random.ts';
import { terrain } from '../scenes/surfaces.ts';
import type { Floor, Part, SurfaceWorld } from '../scenes/surfaceWorld.ts';

const BOXES = 1000;
const COMPOUNDS = 10;
const HULLS = 37;
const REST = { rotation: [0, 0, 0, 1], velocity: [0, 0, 0], spin: [0, 0, 0], friction: 0.6 } as const;

export function addBoxes(world: SurfaceWorld, seed: number): void {
  const surface = terrain(200_000, seed);
  const random = seeded(seed);
  world.addFloor({ tiles: [{ surface, position: [0, 0, 0] }] }, REST.friction);
  const vertices = surface.positions.length / 3;
  const edge = Math.round(Math.sqrt(vertices));
  for (let k = 0; k < BOXES; k++) {
    const at = 3 * ((100 + 3 * (k % 32)) * edge + 100 + 3 * Math.floor(k / 32));
    const [x, y, z] = surface.positions.subarray(at, at + 3);
    const [a, b, c] = [between(random, 0.25, 0.5), between(random, 0.25, 0.5), between(random, 0.25, 0.5)];
    const parts = [{ shape: box(a, b, c), position: [0, 0, 0] }] as const;
    world.addBody({ ...REST, parts, position: [x!, y! + 1.5, z!], canSleep: false });
  }
}

export function addCompounds(world: SurfaceWorld, seed: number, canSleep: boolean): void {
  const random = seeded(seed);
  const floor: Floor = { halfExtents: [50, 1, 50] };
  world.addFloor(floor, REST.friction);
  const parts = Array.from({ length: HULLS }, (): Part => {
    const position = [between(random, -1, 1), between(random, -0.5, 0.5), between(random, -0.5, 0.5)] as const;
    return { shape: hull(random), position };
  });
  for (let k = 0; k < COMPOUNDS; k++) {
    const position = [between(random, -0.5, 0.5), 2 + 2 * k, between(random, -0.5, 0.5)] as const;
    world.addBody({ ...REST, parts, position, canSleep });
  }
}

function hull(random: () => number): Shape {
  const points: number[] = [];
  while (points.length < 48) {
    const way = [between(random, -1, 1), between(random, -1, 1), between(random, -1, 1)];
    const length = Math.hypot(...way);
    if (length > 0.1) points.push(...way.map((x) => (0.3 * x) / length));
  }
  return hullOf(points);
}

/** Bodies that start inside each other, in a yard of static boxes: a floor and four walls, 1 m thick and 200 m high. */
import { box, type Shape, sphere } from 'hullstorm';
import { seeded } from '../support/random.ts';
import { World } from '../support/world.ts';

export type Crowd = 'boxes' | 'mixed' | 'spheres';

const HALF_WALL = 0.5;
const HALF_HEIGHT = 100;
const CAPACITY = {
  shapes: 4096,
  vertices: 65_536,
  colliders: 4096,
  pairs: 1 << 19,
  contacts: 1 << 19,
  passBytes: 1 << 28,
};

/**
 * @returns how far the center of a body is beyond the floor or a wall (m), the worst of all bodies: at any step, and after the
 * last one. Less than 0: all are inside.
 */
export function crowdIn(width: number, height: number, count: number, kind: Crowd, seed: number, steps: number) {
  return World.with({ capacity: CAPACITY, contacts: 1 << 18 }, (world) => {
    const random = seeded(seed);
    const half = width / 2;
    const long = half + 2 * HALF_WALL;
    world.add(box(long, HALF_WALL, long), { type: 'static', position: [0, -HALF_WALL, 0] });
    for (const side of [-1, 1]) {
      const away = side * (half + HALF_WALL);
      world.add(box(HALF_WALL, HALF_HEIGHT, long), { type: 'static', position: [away, HALF_HEIGHT, 0] });
      world.add(box(long, HALF_HEIGHT, HALF_WALL), { type: 'static', position: [0, HALF_HEIGHT, away] });
    }
    const extent = () => (kind === 'mixed' ? 0.15 + 0.35 * random() : 0.5);
    const ids = Array.from({ length: count }, (_, k) => {
      const [x, y, z] = [extent(), extent(), extent()];
      const isBall = kind === 'spheres' || (kind === 'mixed' && k % 3 === 0);
      const reach = isBall ? x : Math.hypot(x, y, z);
      const shape: Shape = isBall ? sphere(x) : box(x, y, z);
      const across = () => (2 * random() - 1) * (half - reach);
      const rotation = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
      return world.add(shape, { position: [across(), reach + height * random(), across()], rotation });
    });
    let [deepest, end] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    world.run(steps, () => {
      end = Number.NEGATIVE_INFINITY;
      for (const id of ids) {
        const [x, y, z] = world.position(id);
        end = Math.max(end, Math.abs(x) - half, Math.abs(z) - half, -y);
      }
      deepest = Math.max(deepest, end);
    });
    return { deepest, end };
  });
}

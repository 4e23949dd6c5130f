/** Random shapes and poses of the plane, of all kinds, degenerate ones too. */
import type { Random } from '../../../scenes/random.ts';
import { between } from '../../../scenes/random.ts';
import { box2, capsule2, circle, type Pose, polygon, rounded, type Shape, segment2 } from '../../../src/pair2d.ts';

/** A random number whose logarithm is uniform. */
export const spread = (random: Random, low: number, high: number) => low * Math.exp(random() * Math.log(high / low));

const list = (count: number, make: (k: number) => readonly number[]) =>
  Array.from({ length: count }, (_, k) => make(k)).flat();

/** Name → a shape of about `size`. */
export const KINDS: Readonly<Record<string, (random: Random, size: number) => Shape>> = {
  point: () => circle(0),
  circle: (random, size) => circle(size * between(random, 0.2, 1)),
  segment: (random, size) => segment2(size * between(random, 0.2, 1)),
  capsule: (random, size) => capsule2(size * between(random, 0.2, 1), size * between(random, 0.1, 0.6)),
  box: (random, size) => box2(size * between(random, 0.2, 1), size * between(random, 0.2, 1)),
  triangle: (random, size) => polygon(list(3, () => [between(random, -size, size), between(random, -size, size)])),
  polygon: (random, size) =>
    polygon(list(3 + Math.floor(8 * random()), () => [between(random, -size, size), between(random, -size, size)])),
  regular: (random, size) => {
    const count = 3 + Math.floor(6 * random());
    return polygon(
      list(count, (k) => [size * Math.cos((2 * Math.PI * k) / count), size * Math.sin((2 * Math.PI * k) / count)]),
    );
  },
  'rounded polygon': (random, size) => rounded(KINDS.polygon(random, 0.7 * size), size * between(random, 0, 0.5)),
  'polygon aside': (random, size) => polygon(list(6, () => [size * (2 + random()), size * (random() - 3)])),
  needle: (random, size) =>
    polygon(list(6, () => [between(random, -size, size), 1e-4 * size * between(random, -1, 1)])),
  collinear: (random, size) => {
    const [x, y] = [size * random(), size * random()];
    return polygon(list(5, () => [random()]).flatMap((t) => [x * t, y * t]));
  },
  'one place': (random, size) => {
    const [x, y] = [size * random(), size * random()];
    return polygon([x, y, x, y, x, y]);
  },
};

export const KIND_NAMES = Object.keys(KINDS);

export function randomPose(random: Random, reach: number): Pose {
  // right angles, too
  const angle = random() < 0.2 ? (Math.PI / 2) * Math.floor(4 * random()) : between(random, -4, 4);
  return { x: between(random, -reach, reach), y: between(random, -reach, reach), angle };
}

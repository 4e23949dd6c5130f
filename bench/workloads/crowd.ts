/** 100,000 boxes on a jittered lattice, each paired with its next neighbors. */
import { seeded } from '../../scenes/random.ts';
import { randomRotation, shuffledIds } from './random.ts';
import { randomBoxes } from './randomShapes.ts';
import { finishWorkload, type Workload } from './workload.ts';

const CROWD = [50, 40, 50] as const;
const SPACING = 1.3; // m; half extents are 0.2–1 m, so that about half of the neighbors overlap

/** `crowd` has its ids in lattice order, `crowd-shuffled` in random order. */
export function crowd(name: 'crowd' | 'crowd-shuffled', seed: number): Workload {
  const random = seeded(seed ^ 0x51ed270b);
  const shapes = randomBoxes(1024, seeded(seed));
  const [nx, ny, nz] = CROWD;
  const count = nx * ny * nz;
  const ids =
    name === 'crowd' ? Uint32Array.from({ length: count }, (_, i) => i) : shuffledIds(count, seeded(seed + 2));
  const shapeOf = new Uint32Array(count);
  const positions = new Float64Array(4 * count);
  const rotations = new Float32Array(4 * count);
  const found: [number, number][] = [];
  for (let i = 0; i < count; i++) {
    const place = [i % nx, Math.floor(i / nx) % ny, Math.floor(i / (nx * ny))];
    const id = ids[i];
    shapeOf[id] = Math.floor(random() * shapes.length);
    randomRotation(rotations, id, random);
    place.forEach((cell, axis) => {
      positions[4 * id + axis] = Math.fround(SPACING * (cell + 0.4 * random()));
      const next = i + [1, nx, nx * ny][axis];
      if (cell + 1 < CROWD[axis]) found.push(id < ids[next] ? [id, ids[next]] : [ids[next], id]);
    });
  }
  const pairs = Uint32Array.from(found.sort((p, q) => p[0] - q[0] || p[1] - q[1]).flat());
  return finishWorkload({ name, seed, shapes, shapeOf, positions, rotations, pairs });
}

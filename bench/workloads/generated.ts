/** Pairs of generated shapes. Every pair has two colliders of its own, whose ids are shuffled. */
import { between, randomUnit, seeded } from '../../scenes/random.ts';
import { boundingRadius, supportOf, type WorkloadShape } from '../workloadShapes.ts';
import { randomRotation, shuffledIds } from './random.ts';
import { touchingDistance } from './touchingDistance.ts';
import { finishWorkload, ROUND, type Workload, type WorkloadName } from './workload.ts';

const WORLD_HALF = 16; // m: pairs lie in a cube of twice this edge; f32 still resolves 2e-6 m there

/** Pairs of random rows of `shapes`: overlapping ones, near ones and far ones, in the shares of workloads.ts. */
export function generated(name: WorkloadName, pairCount: number, seed: number, shapes: WorkloadShape[]): Workload {
  const random = seeded(seed ^ 0x9e3779b9);
  const radii = shapes.map(boundingRadius);
  const colliderCount = 2 * pairCount;
  const shapeOf = new Uint32Array(colliderCount);
  const positions = new Float64Array(4 * colliderCount);
  const rotations = new Float32Array(4 * colliderCount);
  const pairs = shuffledIds(colliderCount, random);
  const direction = new Float64Array(3);

  for (let p = 0; p < pairCount; p++) {
    const a = pairs[2 * p];
    const b = pairs[2 * p + 1];
    shapeOf[a] = Math.floor(random() * shapes.length);
    shapeOf[b] = Math.floor(random() * shapes.length);
    randomRotation(rotations, a, random);
    randomRotation(rotations, b, random);
    randomUnit(direction, 0, 3, random);
    const [supportA, supportB] = [a, b].map((id) => supportOf(shapes[shapeOf[id]], rotations, id));
    const touching = touchingDistance(supportA, supportB, direction);
    const size = Math.max(radii[shapeOf[a]], radii[shapeOf[b]]);
    let apart: number; // center to center
    const [isOverlap, isNear] = name === ROUND ? [p % 50 < 21, p % 2 === 0] : [p % 3 === 0, p % 3 === 1];
    if (isOverlap) apart = touching * between(random, 0.35, 0.95);
    else if (isNear) apart = touching + size * between(random, 0, 0.1);
    else apart = touching + size * between(random, 0.1, 1);
    for (let k = 0; k < 3; k++) {
      positions[4 * a + k] = Math.fround(between(random, -WORLD_HALF, WORLD_HALF));
      positions[4 * b + k] = Math.fround(positions[4 * a + k] + apart * direction[k]);
    }
  }
  return finishWorkload({ name, seed, shapes, shapeOf, positions, rotations, pairs });
}

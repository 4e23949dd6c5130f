/**
 * The pairs of `npm run bench` and `npm run bench:peers`, as plain data.
 *
 *   settled, falling   5,000 recorded cuboids each (scenes/data/), with all candidate pairs
 *   random             boxes, half extents 0.2–1 m
 *   h16, h64, h256     hulls with that many vertices on perturbed ellipsoids, semi-axes 0.4–1 m
 *   round              boxes, cylinders and cones, half extents, half heights and radii 0.2–1 m
 *   crowd              100,000 boxes on a jittered lattice, each paired with its next neighbors, ids in lattice order
 *   crowd-shuffled     the same with ids in random order
 *
 * Of the generated pairs a third overlap (centers at 0.35–0.95 of their touching distance), a third are separated by up
 * to 10 % of the pair's size, and a third by 10–100 % of it. Of the round pairs 42 % overlap, and 29 % each are near
 * and far. Every pair has two colliders of its own, and ids are shuffled, so both columns of `pairs` visit memory at
 * random. Equal seeds give equal bytes on every machine: the code uses only + − × ÷ and sqrt, whose results IEEE 754
 * defines exactly. All lengths are in meters, quaternions are x y z w, local → world.
 */
import { seeded } from '../scenes/random.ts';
import { crowd } from './workloads/crowd.ts';
import { generated } from './workloads/generated.ts';
import { ellipsoidHulls, randomBoxes, roundShapes } from './workloads/randomShapes.ts';
import { recorded } from './workloads/recorded.ts';
import type { Workload, WorkloadName } from './workloads/workload.ts';

export { CROWDS, ROUND, WORKLOADS, type Workload, type WorkloadName } from './workloads/workload.ts';

/** @param pairCount most pairs: recorded scenes are thinned evenly, h256 gets a fifth, crowds keep all of theirs */
export function makeWorkload(name: WorkloadName, pairCount = 100_000, seed = 1): Workload {
  switch (name) {
    case 'settled':
    case 'falling':
      return recorded(name, pairCount);
    case 'random':
      return generated(name, pairCount, seed, randomBoxes(1024, seeded(seed)));
    case 'h16':
      return generated(name, pairCount, seed, ellipsoidHulls(256, 16, seeded(seed)));
    case 'h64':
      return generated(name, pairCount, seed, ellipsoidHulls(256, 64, seeded(seed)));
    case 'h256':
      return generated(name, Math.ceil(pairCount / 5), seed, ellipsoidHulls(128, 256, seeded(seed)));
    case 'round':
      return generated(name, pairCount, seed, roundShapes(1024, seeded(seed)));
    case 'crowd':
    case 'crowd-shuffled':
      return crowd(name, seed);
  }
}

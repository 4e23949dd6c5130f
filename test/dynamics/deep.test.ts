/** Bodies that are deep in others: a crowd inside walls. The large ones are in test/deep/dynamics.test.ts. */
import { box } from 'hullstorm';
import { expect, test } from 'vitest';
import { World } from '../support/world.ts';
import { crowdIn } from './crowd.ts';

const SEED = 1;

test.each(['boxes', 'mixed', 'spheres'] as const)(
  `300 %s that start inside each other in a yard of 5 m stay in it, seed ${SEED}`,
  async (kind) => {
    const { deepest } = await crowdIn(5, 3, 300, kind, SEED, 60);
    expect(deepest).toBeLessThan(0);
  },
);

test('a fast crate that is deep in another hands all of its momentum on', () =>
  World.with({ gravity: [0, 0, 0], sleeping: false }, (world) => {
    const first = world.add(box(0.5, 0.5, 0.5), { velocity: [40, 0, 0] });
    const second = world.add(box(0.5, 0.5, 0.5), { position: [0.6, 0, 0] });
    world.run(30);
    expect(world.velocity(first)[0] + world.velocity(second)[0]).toBeCloseTo(40, 2);
  }));

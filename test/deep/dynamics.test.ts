/** Long runs of the stepper: crowds inside walls, and what docs/dynamics.md says of a pyramid 25 wide. */
import { box } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { crowdIn } from '../dynamics/crowd.ts';
import { distance, World } from '../support/world.ts';

describe.each([1, 2, 3, 4, 5])('2,000 that start inside each other in a yard, 10 s, seed %i', (seed) => {
  test.each([
    [10, 10, 'boxes'],
    [12, 10, 'boxes'],
    [10, 4, 'boxes'],
    [10, 10, 'mixed'],
    [10, 4, 'mixed'],
    [20, 2, 'mixed'],
    [10, 4, 'spheres'],
  ] as const)('of %i m, starting up to %i m high: none of the %s ends outside', async (width, height, kind) => {
    const { deepest, end } = await crowdIn(width, height, 2000, kind, seed, 600);
    // while the crowd is still pressed, the center of a small body may enter a wall of 1 m by a little
    expect(deepest).toBeLessThan(0.05);
    expect(end).toBeLessThan(0);
  });
});

describe('a pyramid of 25 rows of crates with gaps of 5 cm, 60 s, awake', () => {
  test.each([
    // the range of starts that differ by 1e-6 m (docs/lab/stepper.md)
    [undefined, 0.04, 0.07],
    [10, 0.02, 0.03],
  ])('substeps %s: it stands, and creeps by %f to %f m', (substeps, least, most) =>
    World.with({ sleeping: false, ...(substeps !== undefined && { substeps }) }, (world) => {
      world.ground();
      const crates: [id: number, x: number, y: number][] = [];
      for (let row = 0; row < 25; row++) {
        for (let k = 0; k < 25 - row; k++) {
          const [x, y] = [1.05 * (k - (24 - row) / 2), 0.5 + row];
          crates.push([world.add(box(0.5, 0.5, 0.5), { position: [x, y, 0] }), x, y]);
        }
      }
      world.run(3600);
      const creep = Math.max(...crates.map(([id, x, y]) => distance(world.position(id), [x, y, 0])));
      expect(creep).toBeGreaterThan(least);
      expect(creep).toBeLessThan(most);
    }),
  );
});

/** Bodies over the seams of surfaces: one ground for the solver, and pairs of their own for queries and for sleep. */
import { box, compound, heightField, mesh, type Shape } from 'hullstorm';
import type { BodyOptions } from 'hullstorm/dynamics';
import { describe, expect, test } from 'vitest';
import { square } from '../../scenes/surfaces.ts';
import { World } from '../support/world.ts';

/** m */
const HALF = 0.3;
const CUBE = box(HALF, HALF, HALF);
const TILE = mesh({ ...square(4, 1), borders: 'joined' });
/** Middles of four tiles around the origin, x z. */
const PLACES = [
  [-2, -2],
  [2, -2],
  [-2, 2],
  [2, 2],
] as const;

/** Adds the tiles at `places`; the last one with options of its own. @returns ids */
function addTiles(world: World, places: readonly (readonly [number, number])[], last: BodyOptions = {}): number[] {
  return places.map(([x, z], k) => {
    const options: BodyOptions = { type: 'static', position: [x, 0, z], friction: 0.6 };
    return world.dynamics.addBody(TILE, { ...options, ...(k === places.length - 1 ? last : {}) });
  });
}

/** The height of a body after a second on one mesh without a seam (m). */
async function restOn(shape: Shape, height: number): Promise<number> {
  return World.with({}, (world) => {
    world.dynamics.addBody(mesh(square(8, 1)), { type: 'static', friction: 0.6 });
    const id = world.add(shape, { position: [0.05, height, 0.1], canSleep: false });
    world.run(60);
    return world.position(id)[1];
  });
}

describe('a body that rests over a seam', () => {
  const sledge = compound([
    { shape: box(0.4, 0.1, 0.4), position: [0, 0.1, 0] },
    { shape: box(0.4, 0.1, 0.05), position: [0, -0.1, 0.3] },
    { shape: box(0.4, 0.1, 0.05), position: [0, -0.1, -0.3] },
  ]);

  test.each([
    ['a cube over two tiles', CUBE, HALF, 2],
    ['a cube over four tiles', CUBE, HALF, 4],
    ['a compound over two tiles', sledge, 0.2, 2],
    ['a compound over four tiles', sledge, 0.2, 4],
  ] as const)(
    '%s has one contact of four points, and the height that it has on one mesh',
    async (_, shape, height, n) => {
      const wanted = await restOn(shape, height);
      await World.with({}, (world) => {
        const before = world.add(shape, { position: [0.05, height, 0.1], canSleep: false });
        const tiles = addTiles(world, n === 2 ? [PLACES[0], PLACES[1]].map(([x]) => [x, 0] as const) : PLACES);
        world.run(60);
        const { contacts, points } = world.dynamics.stats;
        expect([contacts, points]).toEqual([1, 4]);
        expect(world.position(before)[1]).toBeCloseTo(wanted, 6);
        for (const value of world.spin(before)) expect(Math.abs(value)).toBeLessThan(1e-4);
        // queries see the contact with each tile
        world.engine.pairs.set(tiles.flatMap((tile) => [tile, before]));
        const { pointCount } = world.engine.contactsSync(world.engine.pairs, { margin: 0.02 });
        for (let row = 0; row < n; row++) expect(pointCount[row], `tile ${row}`).toBeGreaterThan(1);
      });
    },
  );

  test('a mesh and a height field are one ground, too', () =>
    World.with({}, (world) => {
      addTiles(world, [[-2, 0]]);
      const field = heightField({ rows: 5, columns: 5, spacing: [1, 1], heights: new Float32Array(25) });
      world.dynamics.addBody(field, { type: 'static', position: [2, 0, 0], friction: 0.6 });
      world.add(CUBE, { position: [0.05, HALF, 0.1] });
      world.run(20);
      expect(world.dynamics.stats).toMatchObject({ contacts: 1, points: 4 });
    }));

  test.each([0, 1])('sleeps, and wakes when tile %i goes', (tile) =>
    World.with({}, (world) => {
      const tiles = addTiles(world, [
        [-2, 0],
        [2, 0],
      ]);
      const cube = world.add(CUBE, { position: [0, HALF, 0] });
      world.run(90);
      expect(world.dynamics.awake[cube]).toBe(0);
      world.dynamics.removeBody(tiles[tile]!);
      world.run(2);
      expect(world.dynamics.awake[cube]).toBe(1);
    }),
  );
});

describe('no joined contact', () => {
  test.each([
    ['of other friction', { friction: 0.2 }],
    ['that bounces', { restitution: 0.5 }],
    ['that is 2 mm lower', { position: [2, -0.002, 0] }],
    ['that is tilted by 0.2°', { rotation: [0, 0, Math.sin(Math.PI / 1800), Math.cos(Math.PI / 1800)] }],
  ] as const)('with a tile %s', (_, options) =>
    World.with({}, (world) => {
      const places = [
        [-2, 0],
        [2, 0],
      ] as const;
      addTiles(world, places, options);
      world.add(CUBE, { position: [0.05, HALF, 0.1] });
      world.run(3);
      expect(world.dynamics.stats.contacts).toBe(2);
    }),
  );
});

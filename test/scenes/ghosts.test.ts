/** The measurement of ghosts: it sees none where the floor is the same, and those of floors of `triangle` colliders. */
import { box, triangle } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import {
  allGhostRows,
  BODY_NAMES,
  CELL_SIZES,
  FLOORS,
  type GhostRow,
  HEADINGS,
  hasGhosts,
  measureGhosts,
  SPEEDS,
  someGhostRows,
} from '../../scenes/ghosts.ts';
import { type AddTile, hullstormWorld } from '../../scenes/hullstormSurfaces.ts';
import { indicesOf } from '../../scenes/surfaces.ts';
import type { PartBody } from '../../scenes/surfaceWorld.ts';

/** A collider per triangle, of one shape per triangle of the first two: those of a square are all alike. */
const triangleColliders: AddTile = (dynamics, { surface, position }, friction) => {
  const { positions } = surface;
  const vertices = indicesOf(surface);
  const corner = (k: number) => positions.subarray(3 * vertices[k]!, 3 * vertices[k]! + 3);
  const shapes = [0, 3].map((at) =>
    dynamics.addShape(triangle([0, 1, 2].flatMap((k) => [...corner(at + k)].map((c, axis) => c - corner(at)[axis]!)))),
  );
  for (let k = 0; k < vertices.length; k += 3) {
    const place = [...corner(k)].map((c, axis) => c + position[axis]!);
    dynamics.addBody(shapes[(k / 3) % 2]!, { type: 'static', position: place, friction });
  }
};
const makeWorld = () => hullstormWorld(triangleColliders, { capacity: { colliders: 32_768 } });

/** The box of the row that all others differ from. */
const BASE: GhostRow = { body: 'box', floor: 'grid', cell: 1, speed: 5, heading: [1, 0.173], friction: 0 };

describe('rows', () => {
  test('are all combinations, or some with every value of every column', () => {
    expect(allGhostRows()).toHaveLength((5 + 2) * 4 * 3 * 4 * 8);
    expect(new Set(someGhostRows(2688)).size).toBe(2688);
    const some = someGhostRows(40);
    const values = (key: keyof GhostRow) => new Set(some.map((row) => row[key]));
    expect(values('body').size).toBe(BODY_NAMES.length);
    expect(values('floor').size).toBe(FLOORS.length);
    expect(values('cell').size).toBe(CELL_SIZES.length);
    expect(values('speed').size).toBe(SPEEDS.length);
    expect(values('heading').size).toBe(HEADINGS.length);
    expect(values('friction').size).toBe(2);
  });
});

describe('a box in place of triangles', () => {
  /** The floor of triangles is a box, too, so much lower (m). */
  const boxes =
    (lower: number): AddTile =>
    (dynamics, _, friction) => {
      dynamics.addBody(box(50, 1, 50), { type: 'static', position: [0, -1 - lower, 0], friction });
    };
  const rows = (['box', 'hull', 'sphere', 'capsule'] as const).flatMap((body) =>
    (body === 'sphere' || body === 'capsule' ? [0, 0.6] : [0]).map((friction) => ({ ...BASE, body, friction })),
  );

  test.each(rows)('$body with friction $friction: no ghosts, and the height of a lower floor', async (row) => {
    expect(hasGhosts(await measureGhosts(() => hullstormWorld(boxes(0)), row))).toBe(false);
    const { highest, lowest } = await measureGhosts(() => hullstormWorld(boxes(0.002)), row);
    expect(lowest).toBeCloseTo(-0.002, 3);
    expect(highest).toBeLessThan(1e-4);
  });

  test('a floor with friction takes speed', async () => {
    const rough: AddTile = (dynamics, tile, _, count) => boxes(0)(dynamics, tile, 0.6, count);
    const world = async () => {
      const made = await hullstormWorld(rough);
      return { ...made, addBody: (body: PartBody) => made.addBody({ ...body, friction: 0.6 }) };
    };
    expect((await measureGhosts(world, BASE)).speedLost).toBeCloseTo(1, 2);
  });
});

describe('bodies on triangle colliders', () => {
  test.each(['box', 'hull'] as const)('a %s is stopped or thrown', async (body) => {
    const result = await measureGhosts(makeWorld, { ...BASE, body });
    expect(hasGhosts(result)).toBe(true);
    expect(result.speedLost).toBeGreaterThan(0.5);
  });

  test('at 30 m/s a box flies', async () => {
    expect((await measureGhosts(makeWorld, { ...BASE, speed: 30 })).highest).toBeGreaterThan(0.5);
  });
});

describe('meshes', () => {
  /** Capsules at 30 m/s over corners of four tiles, where contacts of each tile alone tip them: 0.02 to 0.06 rad/s. */
  const corners = (
    [
      [1, 1],
      [-0.317, 1],
      [0.6, -0.8],
    ] as const
  ).map((heading): GhostRow => ({ body: 'capsule', floor: 'tiles', cell: 1, speed: 30, heading, friction: 0.6 }));

  test.each([...someGhostRows(40), ...corners])('%o has no ghosts', async (row) => {
    expect(await measureGhosts(hullstormWorld, row)).toSatisfy((result) => !hasGhosts(result));
  });
});

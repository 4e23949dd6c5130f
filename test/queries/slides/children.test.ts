/** Movers in a room that is one mesh, and on stairs that are one: where they go among the same boxes. */
import { box, capsule, createEngine, cylinder, heightField, type Shape, SlideStatus, sphere } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { addRoom, addStairs, RISE, ROOM } from '../../support/rooms.ts';
import { sweep } from '../../support/sweep.ts';

const SKIN = 1e-3;
const RADIUS = 0.3;
/** 1 m high, 60 cm wide, and as wide in both directions of the walls. */
const KINDS: Readonly<Record<string, Shape>> = {
  capsule: capsule(0.2, RADIUS),
  box: box(RADIUS, 0.5, RADIUS),
  cylinder: cylinder(0.5, RADIUS),
};
const SIZES = sweep([1, 12], [1, 2, 5, 12, 40]);
/** Into each corner: the way of a step (m). */
const WALKS = [
  [0.05, -0.02, 0.03],
  [-0.05, -0.02, 0.04],
  [-0.03, -0.02, -0.05],
  [0.06, -0.02, -0.03],
];
const STEPS = 150;
const CAPACITY = { meshTriangles: 20_000, meshVertices: 20_000 };

type Engine = Awaited<ReturnType<typeof createEngine>>;

async function walkRoom(kernel: 'scalar' | 'simd', cells: number, shape: Shape) {
  const engine = await createEngine({ kernel, workers: 0, capacity: CAPACITY });
  addRoom(engine, cells);
  const movers = engine.createCastList(1);
  movers.set(engine.scene.addShape(shape), [0.123, 0.5 + SKIN, 0.071]);
  const ends: number[][] = [];
  const ways: number[][] = [];
  const status: number[] = [];
  const children = new Set<number>();
  for (const walk of WALKS) {
    for (let step = 0; step < STEPS; step++) {
      movers.moves.set(walk);
      const found = engine.moveAndSlideSync(movers);
      for (let c = 0; c < 3; c++) movers.positions[c]! += found.displacements[c]!;
      ways.push([...movers.positions.subarray(0, 3)]);
      status.push(found.status[0]!);
      for (const { child } of found.read(0).planes) children.add(child);
    }
    ends.push([...movers.positions.subarray(0, 3)]);
  }
  await engine.close();
  return { ends, ways, status, children };
}

describe.each(['scalar', 'simd'] as const)('%s', (kernel) => {
  test.each(Object.keys(KINDS))('a %s in a room', async (name) => {
    const boxes = await walkRoom(kernel, 0, KINDS[name]!);
    const most = ROOM - RADIUS - SKIN;
    for (const [k, corner] of [
      [1, 1],
      [-1, 1],
      [-1, -1],
      [1, -1],
    ].entries()) {
      const end = [corner[0]! * most, 0.5 + SKIN, corner[1]! * most];
      expect(boxes.ends[k]).toEqual(end.map((x) => expect.closeTo(x, 4)));
    }
    expect(boxes.children).toEqual(new Set([-1]));
    for (const cells of SIZES) {
      const found = await walkRoom(kernel, cells, KINDS[name]!);
      const worst = Math.max(...found.ways.flat().map((x, k) => Math.abs(x - boxes.ways.flat()[k]!)));
      expect(worst, `${cells} cells: farthest from the way among boxes (m)`).toBeLessThan(2e-5);
      expect(found.status, `${cells} cells`).toEqual(boxes.status);
      expect(Math.min(...found.children)).toBeGreaterThanOrEqual(0);
    }
  });

  test('up stairs, a step at a time, and down again', async () => {
    const climb = async (cells: number) => {
      const engine = await createEngine({ kernel, workers: 0, capacity: CAPACITY });
      addStairs(engine, cells);
      const movers = engine.createCastList(1);
      movers.set(engine.scene.addShape(KINDS.capsule!), [-1, 0.5 + SKIN, 0.13]);
      const go = (x: number, y: number, z: number) => {
        movers.moves.set([x, y, z]);
        const { displacements, status } = engine.moveAndSlideSync(movers);
        expect(status[0]).not.toBe(SlideStatus.StartsInside);
        for (let c = 0; c < 3; c++) movers.positions[c]! += displacements[c]!;
      };
      const heights: number[] = [];
      for (let step = 0; step < 120; step++) {
        const way = step < 60 ? 0.05 : -0.05;
        go(0, RISE + 0.05, 0);
        go(way, 0, 0.001);
        go(0, -RISE - 0.05, 0);
        heights.push(movers.positions[1]!);
      }
      const at = [...movers.positions.subarray(0, 3)];
      await engine.close();
      return { heights, at };
    };
    const boxes = await climb(0);
    expect(Math.max(...boxes.heights)).toBeGreaterThan(4 * RISE);
    for (const cells of SIZES) {
      const { heights, at } = await climb(cells);
      const worst = Math.max(...heights.map((y, k) => Math.abs(y - boxes.heights[k]!)));
      expect(worst, `${cells} cells`).toBeLessThan(1e-3);
      expect(at.map((x, c) => Math.abs(x - boxes.at[c]!)).every((gap) => gap < 1e-3)).toBe(true);
    }
  });

  test('over a flat height field in one step', async () => {
    const engine: Engine = await createEngine({ kernel, workers: 0 });
    const { scene } = engine;
    const field = heightField({ rows: 41, columns: 41, spacing: [0.5, 0.5], heights: new Float32Array(41 * 41) });
    scene.addCollider(scene.addShape(field), { static: true });
    const movers = engine.createCastList(1);
    movers.set(scene.addShape(sphere(RADIUS)), [-7, RADIUS + 0.1, 3]);
    movers.moves.set([14, -1, -4]);
    const { displacements, status, planeCounts } = engine.moveAndSlideSync(movers);
    expect([status[0], planeCounts[0]]).toEqual([SlideStatus.Slid, 1]);
    // what is left of the way down is lost
    expect([...displacements.subarray(0, 3)]).toEqual([14, SKIN - 0.1, -4].map((x) => expect.closeTo(x, 4)));
    await engine.close();
  });
});

/** Movers that overlap several sides of one mesh, compared with the same sides as boxes. */
import { box, capsule, createEngine, cylinder, SeparateStatus, type Shape, sphere } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { addRoom, ROOM } from '../../support/rooms.ts';
import { sweep } from '../../support/sweep.ts';

const RADIUS = 0.3;
const KINDS: Readonly<Record<string, Shape>> = {
  capsule: capsule(0.2, RADIUS),
  box: box(RADIUS, 0.5, RADIUS),
  cylinder: cylinder(0.5, RADIUS),
};
const SIZES = sweep([1, 12], [1, 2, 5, 12, 40]);
/** In the floor and two walls, in the floor alone, in a wall, and in nothing (m). */
const PLACES = [
  [ROOM - RADIUS + 0.1, 0.42, ROOM - RADIUS + 0.05],
  [-ROOM + RADIUS - 0.02, 0.49, ROOM - RADIUS + 0.15],
  [0.3, 0.35, -0.4],
  [-ROOM + RADIUS - 0.1, 1.2, 0.7],
  [1, 1, 1],
];

async function push(kernel: 'scalar' | 'simd', cells: number, shape: Shape, rounds: number) {
  const engine = await createEngine({
    kernel,
    workers: 0,
    capacity: { meshTriangles: 20_000, meshVertices: 20_000 },
  });
  addRoom(engine, cells);
  const movers = engine.createProbeList(PLACES.length);
  movers.set(engine.scene.addShape(shape), PLACES.flat());
  const found = engine.separateSync(movers, { rounds });
  const readings = PLACES.map((_, k) => found.read(k));
  await engine.close();
  return readings;
}

describe.each(['scalar', 'simd'] as const)('%s', (kernel) => {
  test.each(Object.keys(KINDS))('a %s leaves all sides of a room as it leaves boxes', async (name) => {
    const boxes = await push(kernel, 0, KINDS[name]!, 4);
    const { Free, Moved } = SeparateStatus;
    expect(boxes.map(({ status }) => status)).toEqual([Moved, Moved, Moved, Moved, Free]);
    for (const cells of SIZES) {
      const found = await push(kernel, cells, KINDS[name]!, 4);
      found.forEach((mover, k) => {
        const what = `${cells} cells, mover ${k}`;
        expect(mover.status, what).toBe(boxes[k]!.status);
        const gaps = [...mover.push].map((x, c) => Math.abs(x - boxes[k]!.push[c]!));
        expect(Math.max(...gaps), what).toBeLessThan(1e-5);
        const normals = (planes: typeof mover.planes) =>
          planes.map(({ normal }) => [...normal].map((x) => Math.round(1e3 * x) + 0).join()).sort();
        expect(normals(mover.planes), what).toEqual(normals(boxes[k]!.planes));
        for (const { id, child } of mover.planes) expect([id, child >= 0], what).toEqual([0, true]);
      });
      expect(found[0]!.planes.length).toBe(3);
    }
  });

  test('convex colliders beside a mesh have no child', async () => {
    const engine = await createEngine({ kernel, workers: 0 });
    addRoom(engine, 4);
    const ball = engine.scene.addCollider(engine.scene.addShape(sphere(1)), { position: [0, 1, 0] });
    const movers = engine.createProbeList(1);
    movers.set(engine.scene.addShape(sphere(0.5)), [1.35, 0.48, 0]);
    const { planes, status } = engine.separateSync(movers).read(0);
    expect(status).toBe(SeparateStatus.Moved);
    expect(planes.find(({ id }) => id === ball)?.child).toBe(-1);
    expect(planes.find(({ id }) => id !== ball)?.child).toBeGreaterThanOrEqual(0);
    await engine.close();
  });
});

/** Boxes that lie flat on each other, as in every wall and tower: parallel faces and edges, where cross axes say nothing. */
import { box, createEngine, Status, verify } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { SWEPT_KERNELS } from '../support/kernels.ts';
import { seeded } from '../support/random.ts';

const SEED = 0x57ac;
const SIDE = 8;

/** Towers of boxes, each a little into the one below, turned and tilted by up to so much (rad). */
async function towers(kernel: 'scalar' | 'simd' | 'relaxed', yaw: number, tilt: number) {
  const random = seeded(SEED);
  const count = SIDE ** 3;
  const engine = await createEngine({
    workers: 0,
    kernel,
    capacity: { colliders: count, shapes: 2, vertices: 8, pairs: 4000 },
  });
  const { scene } = engine;
  const shapes = [scene.addShape(box(0.5, 0.5, 0.5)), scene.addShape(box(0.45, 0.5, 0.3))];
  for (let k = 0; k < count; k++) {
    const id = scene.addCollider(shapes[Number(k % 3 === 0)]);
    const [column, storey] = [k % (SIDE * SIDE), Math.floor(k / (SIDE * SIDE))];
    const position = [
      (column % SIDE) * 1.6 + 0.2 * random(),
      storey * 0.99,
      Math.floor(column / SIDE) * 1.6 + 0.2 * random(),
    ];
    scene.positions.set(position, 4 * id);
    const [x, y, z] = [tilt, yaw, tilt].map((angle) => angle * (random() - 0.5)) as [number, number, number];
    scene.rotations.set([x / 2, Math.sin(y / 2), z / 2, Math.cos(y / 2)], 4 * id);
  }
  const pairs = await engine.findPairs();
  return { engine, pairs, results: engine.distanceSync(pairs) };
}

describe.each(SWEPT_KERNELS)('kernel %s', (kernel) => {
  test.each([
    [0, 0],
    [1e-6, 0],
    [1e-3, 0],
    [0.05, 0],
    [0.4, 0],
    [0, 1e-6],
    [0, 1e-4],
    [0.05, 1e-4],
    [0.4, 1e-2],
  ])(`turned by %d, tilted by %d (seed ${SEED}): as deep as they are, and so says verify`, async (yaw, tilt) => {
    const { engine, pairs, results } = await towers(kernel, yaw, tilt);
    const truth = await towers('scalar', yaw, tilt);
    expect(pairs.count).toBeGreaterThan(SIDE * SIDE * (SIDE - 1) - 1);
    let overlapping = 0;
    for (let p = 0; p < pairs.count; p++) {
      expect(results.status[p]).toBe(truth.results.status[p]);
      overlapping += Number(results.status[p] === Status.Overlapping);
      expect(Math.abs(results.distance(p) - truth.results.distance(p))).toBeLessThan(1e-5 * 0.7);
    }
    expect(overlapping).toBeGreaterThan(SIDE * SIDE * (SIDE - 1) - 1);
    expect(verify(results).worstError).toBeLessThan(1e-5);
    // what lies flat is measured in lanes: one row done again costs as much as ten
    if (kernel !== 'scalar' && tilt === 0 && yaw < 0.1) expect(engine.info.refined).toBeLessThan(0.05 * pairs.count);
    await engine.close();
    await truth.engine.close();
  });
});

/** The same bytes for any number of workers, any history of the tree, and workers that die. */
import { Worker } from 'node:worker_threads';
import { type AllRayHits, createEngine, type Engine, type RayHits, type RayList } from 'hullstorm';
import { expect, test } from 'vitest';
import { askUntilReplaced } from '../../support/deaths.ts';
import { PORTABLE } from '../../support/kernels.ts';
import { fillMixed } from '../../support/mixedScene.ts';
import { seeded } from '../../support/random.ts';
import { someRays } from '../../support/rayBodies.ts';
import { sweep } from '../../support/sweep.ts';

const BODIES = 1500;
const RAYS = 500;
const SIDE = 1.2 * Math.cbrt(BODIES);
const CAPACITY = { shapes: 64, vertices: 2048, colliders: BODIES + 64, pairs: 40_000, rays: RAYS, rayHits: 40_000 };
const FRAMES = sweep(6, 24);
/** A worker dies at every so many-th of 30 blocks. */
const BLOCK_STEP = sweep(12, 5);
const WIDTHS = [500, 0, 1, 3, 4, 63, 64, 65];
const DYING = new URL('../../support/dyingWorker.mjs', import.meta.url);
const ENTRY = new URL(import.meta.resolve('hullstorm/worker'));

function setRays(rays: RayList, count: number, random: () => number): void {
  const { origins, directions, maxT } = someRays(count, SIDE, 0, random);
  for (let k = 0; k < 3 * count; k++) origins[k] += SIDE / 2;
  rays.set(origins, directions, maxT);
  for (let k = 0; k < count; k += 9) rays.ignored[k] = k;
}

function closestOf({ count, status, ids, t, normals }: RayHits): string {
  return [status.subarray(0, count), ids.subarray(0, count), t.subarray(0, count), normals.subarray(0, 4 * count)]
    .map((column) => Buffer.from(column.slice().buffer).toString('base64'))
    .join();
}

function allOf({ count, status, starts, ids, t, normals }: AllRayHits): string {
  const hits = starts[count]!;
  return [status.subarray(0, count), starts.subarray(0, count + 1), ids.subarray(0, hits), t.subarray(0, hits)]
    .concat(normals.subarray(0, 4 * hits) as never)
    .map((column) => Buffer.from((column as Uint8Array).slice().buffer).toString('base64'))
    .join();
}

function everyAnswer(engine: Engine, rays: RayList): string[] {
  return [
    closestOf(engine.castRaysSync(rays)),
    closestOf(engine.castRaysSync(rays, { inside: 'skip' })),
    closestOf(engine.castRaysSync(rays, { hits: 'any' })),
    allOf(engine.castRaysSync(rays, { hits: 'all' })),
  ];
}

test('any number of workers, both kernels, through motion and findPairs between (seed 0x5ee)', async () => {
  const histories: unknown[] = [];
  for (const kernel of PORTABLE) {
    for (const workers of kernel === 'scalar' ? [0, 2] : [0, 1, 3]) {
      const engine = await createEngine({ workers, kernel, capacity: CAPACITY, tuning: { shareFrom: 0 } });
      fillMixed(engine, BODIES, 0xf1d);
      const random = seeded(0x5ee);
      const { scene } = engine;
      const rays = engine.createRayList(RAYS);
      const history: unknown[] = [];
      for (let frame = 0; frame < FRAMES; frame++) {
        setRays(rays, WIDTHS[frame % WIDTHS.length]!, random);
        history.push(...everyAnswer(engine, rays));
        if (frame === 0)
          history.push(closestOf(await engine.castRays(rays)), allOf(await engine.castRays(rays, { hits: 'all' })));
        if (frame % 3 === 2) engine.findPairsSync({ margin: 0.05 });
        const step = frame % 7 === 6 ? 0.8 : 0.01;
        for (let id = 0; id < scene.rows; id++) {
          for (let c = 0; c < 3; c++) scene.positions[4 * id + c] += step * (random() - 0.5);
        }
        if (frame % 3 === 1) scene.removeCollider(frame);
        if (frame % 3 === 2) scene.addCollider(frame % 12, { position: [random(), random(), random()] });
      }
      histories.push(history);
      await engine.close();
    }
  }
  for (const history of histories) expect(history).toEqual(histories[0]);
});

test('a tree that has a history, and a new one, with bodies in one place (seed 0x7e)', async () => {
  const answers: string[][] = [];
  for (const hasHistory of [true, false]) {
    const engine = await createEngine({ workers: 0, capacity: CAPACITY });
    fillMixed(engine, BODIES, 0xf1d);
    const { scene } = engine;
    const home = scene.positions.slice();
    const rays = engine.createRayList(RAYS);
    setRays(rays, RAYS, seeded(0x7e));
    for (let k = 0; k < 300; k++) home.copyWithin(4 * (2 * k + 1), 8 * k, 8 * k + 4);
    const random = seeded(0x7f);
    for (let frame = 0; hasHistory && frame < 8; frame++) {
      for (let k = 0; k < 4 * scene.rows; k++) scene.positions[k] = home[k]! + random() - 0.5;
      engine.castRaysSync(rays);
    }
    scene.positions.set(home);
    for (let k = 0; k < 300; k++) {
      scene.rotations.copyWithin(4 * (2 * k + 1), 8 * k, 8 * k + 4);
      if (k % 2 === 0) scene.shapes[2 * k + 1] = scene.shapes[2 * k]!;
    }
    answers.push(everyAnswer(engine, rays));
    await engine.close();
  }
  expect(answers[0]).toEqual(answers[1]);
});

test('workers that die in the middle (seed 0xdead)', async () => {
  const answers: string[] = [];
  for (const moment of ['none', 'claimed', 'computed', 'booked']) {
    for (let block = 1; block <= (moment === 'none' ? 1 : 30); block += BLOCK_STEP) {
      let made = 0;
      const createWorker = () => {
        const isDoomed = made++ === 0 && moment !== 'none';
        return isDoomed ? new Worker(DYING, { workerData: { moment, block, how: 'exit' } }) : new Worker(ENTRY);
      };
      const engine = await createEngine({ workers: 1, capacity: CAPACITY, tuning: { shareFrom: 0 }, createWorker });
      fillMixed(engine, BODIES, 0xf1d);
      const rays = engine.createRayList(RAYS);
      setRays(rays, RAYS, seeded(0xdead));
      const ask = async () => {
        const all = allOf(await engine.castRays(rays, { hits: 'all' }));
        answers.push(closestOf(await engine.castRays(rays)) + all);
      };
      await ask();
      // it dies when it comes to that block; until then it answers
      if (moment !== 'none') await askUntilReplaced(engine, ask);
      expect(engine.info.restarts).toBe(moment === 'none' ? 0 : 1);
      await ask();
      await engine.close();
    }
  }
  expect(new Set(answers).size).toBe(1);
});

/** Workers that die while a step runs, or between steps: the same bytes as without. */
import { Worker } from 'node:worker_threads';
import { box, sphere } from 'hullstorm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { same } from '../support/mixedScene.ts';
import { sweep } from '../support/sweep.ts';
import { repeatUntil, waitUntil } from '../support/waiting.ts';
import { DT, World, type WorldOptions } from '../support/world.ts';

const ENTRY = new URL(import.meta.resolve('hullstorm/worker'));
const DYING = new URL('../support/dyingWorker.mjs', import.meta.url);
const MISSING = new URL('./noSuchWorker.mjs', import.meta.url);
/** Steps that are looked at however early a worker dies. */
const FEW_STEPS = 15;
const STEPS = 40;

type Make = () => Worker;
const healthy: Make = () => new Worker(ENTRY);
const missing: Make = () => new Worker(MISSING);
const dying =
  (moment: string, block: number, how: string): Make =>
  () =>
    new Worker(DYING, { workerData: { moment, block, how } });

function cast(first: readonly Make[], rest: Make = healthy): { createWorker: Make; made: Worker[] } {
  const made: Worker[] = [];
  const createWorker = () => {
    const worker = (first[made.length] ?? rest)();
    made.push(worker);
    return worker;
  };
  return { createWorker, made };
}

async function heap(options: WorldOptions): Promise<World> {
  // nobody sleeps: there is work for all threads in every step
  const world = await World.create({ sleeping: false, ...options });
  world.ground();
  for (let k = 0; k < 200; k++) {
    const position = [0.9 * (k % 6), 0.4 + 0.8 * Math.floor(k / 36), 0.9 * (Math.floor(k / 6) % 6)];
    world.add(k % 3 === 0 ? sphere(0.4) : box(0.4, 0.35, 0.4), { position, velocity: [k % 5, 0, -(k % 3)] });
  }
  return world;
}

let calm: World;
const known: Uint8Array[] = [];
beforeAll(async () => {
  calm = await heap({});
});
afterAll(() => calm.engine.close());

/** The bytes after a step without any death. */
function want(step: number): Uint8Array {
  while (known.length <= step) {
    calm.dynamics.stepSync(DT);
    known.push(calm.bytes());
  }
  return known[step];
}

const doomed: [string, string, number, string][] = [
  ['exits, its first block claimed', 'claimed', 1, 'exit'],
  ['exits, its 30th block claimed', 'claimed', 30, 'exit'],
  ['exits, its 50th block claimed', 'claimed', 50, 'exit'],
  ['throws, its 40th block claimed', 'claimed', 40, 'throw'],
  ['exits, a stage unbooked', 'booked', 40, 'exit'],
];
test.each(doomed)('a worker that %s: the same bytes in every step', async (_, ...how) => {
  for (const workers of [1, 2]) {
    const { createWorker } = cast([dying(...how)]);
    const world = await heap({ workers, createWorker });
    let step = 0;
    // on a busy machine a worker may come too late for its blocks, step after step
    const isDone = () => step >= FEW_STEPS && world.engine.info.restarts > 0;
    await repeatUntil('a worker to die', isDone, async () => {
      await world.dynamics.step(DT);
      expect(same(world.bytes(), want(step)), `step ${step++}`).toBe(true);
    });
    await world.engine.close();
  }
});

test('terminate() in the middle of steps, and between them', async () => {
  const { createWorker, made } = cast([]);
  let restarts = 0;
  const dead = new Set<(typeof made)[number]>();
  /** The last worker that has not been terminated. It may be one that still starts. */
  const lastAlive = () => {
    const worker = made.findLast((each) => !dead.has(each))!;
    dead.add(worker);
    return worker;
  };
  const world = await heap({ workers: 3, createWorker });
  for (let step = 0; step < STEPS; step++) {
    const stepping = world.dynamics.step(DT);
    if (step % 20 === 5) void lastAlive().terminate();
    if (step % 20 === 10) setTimeout(() => void lastAlive().terminate(), 1);
    await stepping;
    expect(same(world.bytes(), want(step)), `step ${step}`).toBe(true);
    if (step % 20 === 15) await lastAlive().terminate();
    // steps do not wait for successors: without this the next round would meet workers that have died already
    if (step % 20 !== 19) continue;
    await waitUntil('successors', () => world.engine.info.threads === 4 && world.engine.info.restarts > restarts);
    restarts = world.engine.info.restarts;
  }
  expect(restarts).toBeGreaterThan(1);
  await world.engine.close();
});

test('a worker terminated before stepSync', async () => {
  const { createWorker, made } = cast([]);
  const world = await heap({ workers: 2, createWorker });
  for (let step = 0; step < STEPS; step++) {
    if (step % 20 === 5) await made.at(-1)!.terminate();
    world.dynamics.stepSync(DT);
    expect(same(world.bytes(), want(step)), `step ${step}`).toBe(true);
  }
  await world.engine.close();
});

test('a successor that cannot start: steps go on with the threads that live, with the same bytes', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  for (const block of sweep([1, 45], [1, 20, 45, 70])) {
    const { createWorker, made } = cast([dying('claimed', block, 'exit'), healthy], missing);
    const world = await heap({ workers: 2, createWorker });
    let step = 0;
    const isDone = () => step >= FEW_STEPS && made.length > 2;
    await repeatUntil('a worker to die', isDone, async () => {
      await world.dynamics.step(DT);
      expect(same(world.bytes(), want(step)), `step ${step++}, block ${block}`).toBe(true);
    });
    await waitUntil('the end of all attempts', () => world.engine.info.fallbacks.length === 1);
    expect(world.engine.info).toMatchObject({ threads: 2, restarts: 0 });
    await world.engine.close();
  }
  warn.mockRestore();
});

/**
 * Queries whose workers die, in a process that nothing else keeps alive: Node must not end it before they settle. One
 * line per case. Then the resources that are left once all engines are closed, and an engine that is never closed.
 *
 *   node deathsProbe.mjs QUERIES [CASE,...]
 */
import { setImmediate as nextTask } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { box, createEngine } from 'hullstorm';
import { createDynamics } from 'hullstorm/dynamics';

const QUERIES = Number(process.argv[2]);
const DYING = new URL('../support/dyingWorker.mjs', import.meta.url);
const MISSING = new URL('../support/noSuchWorker.mjs', import.meta.url);

const healthy = () => new Worker(new URL(import.meta.resolve('hullstorm/worker')));
const missing = () => new Worker(MISSING);
const mute = () => new Worker(`require('node:worker_threads').parentPort.on('message', () => {})`, { eval: true });
const exiting = () =>
  new Worker(`require('node:worker_threads').parentPort.once('message', () => process.exit(3))`, { eval: true });
const dying = (how, held) => () => new Worker(DYING, { workerData: { moment: 'claimed', block: 1, how, held } });

/** Two workers and those that follow. */
async function makeEngine(first, rest, tuning = {}) {
  const made = [];
  const createWorker = () => {
    const worker = (made.length < 2 ? first : rest)();
    made.push(worker);
    return worker;
  };
  const engine = await createEngine({
    workers: 2,
    createWorker,
    warmUp: false,
    capacity: { shapes: 8, vertices: 1024, colliders: 256, pairs: 16_384, passBytes: 2 ** 22, contacts: 8192 },
    tuning: { shareFrom: 0, blockPairs: 16, silenceLimit: 500, endLimit: 1000, ...tuning },
  });
  const shape = engine.scene.addShape(box(1, 1, 1));
  for (let k = 0; k < 100; k++) engine.scene.addCollider(shape, { position: [0.1 * k, 0, 0] });
  engine.findPairsSync();
  return { engine, made };
}

/** Queries until so many deaths have been made good, or given up: workers may wake too late for a query. */
async function askUntil({ engine, made }, workers) {
  while (made.length < workers) {
    await engine.distance();
    await nextTask();
  }
}

const CASES = {
  async 'all at once'() {
    const fixture = await makeEngine(dying('exit'), healthy);
    await askUntil(fixture, 4);
    await fixture.engine.close();
  },
  async 'and their successors, in many queries'() {
    const fixture = await makeEngine(dying('exit'), dying('exit'));
    for (let k = 0; k < QUERIES; k++) await askUntil(fixture, Math.min(k, fixture.made.length + 1));
    await fixture.engine.close();
  },
  async 'terminated from outside, in the middle of a block'() {
    const held = new Int32Array(new SharedArrayBuffer(8));
    const { engine, made } = await makeEngine(dying('hold', held), healthy);
    let isSettled = true;
    let answer;
    while (held[0] < 2) {
      if (isSettled) {
        isSettled = false;
        answer = engine.distance().finally(() => {
          isSettled = true;
        });
      }
      await nextTask();
    }
    for (const worker of made) void worker.terminate();
    await answer;
    await engine.close();
  },
  async 'no successor starts'() {
    for (const rest of [missing, exiting, mute]) {
      const fixture = await makeEngine(dying('exit'), rest);
      await askUntil(fixture, 4);
      for (let k = 0; k < 5; k++) await fixture.engine.distance();
      await fixture.engine.close();
    }
  },
  async 'none starts at creation'() {
    for (const first of [missing, exiting]) {
      await makeEngine(first, healthy).then(
        () => console.log('an engine'),
        () => {},
      );
    }
  },
  async hang() {
    for (const how of ['loop', 'hold']) {
      const held = new Int32Array(new SharedArrayBuffer(8));
      const fixture = await makeEngine(dying(how, held), healthy, { silenceLimit: 200 });
      await askUntil(fixture, 3);
      await fixture.engine.close();
    }
  },
  async 'two engines'() {
    const fixtures = await Promise.all([1, 2].map(() => makeEngine(dying('exit'), healthy)));
    await Promise.all(fixtures.map((fixture) => askUntil(fixture, 4)));
    await Promise.all(fixtures.map(({ engine }) => engine.close()));
  },
  async 'steps of dynamics'() {
    const { engine, made } = await makeEngine(dying('exit'), healthy);
    const dynamics = await createDynamics(engine, { gravity: [0, -10, 0] });
    const shape = dynamics.addShape(box(1, 1, 1));
    for (let k = 0; k < 100; k++) dynamics.addBody(shape, { position: [0.9 * k, 5, 0] });
    while (made.length < 4) await dynamics.step(1 / 60);
    await engine.close();
  },
  async 'passes and shapes'() {
    const { engine, made } = await makeEngine(healthy, healthy);
    const loading = engine.loadPasses(new URL('../support/testPasses.mjs', import.meta.url), { bytes: 65_536 });
    for (const worker of made) void worker.terminate();
    await loading.catch(() => {});
    const points = Float32Array.from({ length: 60 }, (_, k) => Math.sin(k * k));
    const adding = engine.scene.addShapes([1, 2, 3].map(() => ({ kind: 'hull', points, radius: 0 })));
    for (const worker of made) void worker.terminate();
    await adding;
    await engine.close();
  },
  async 'an engine that is closed meanwhile'() {
    const { engine, made } = await makeEngine(dying('exit'), missing);
    const lists = [1, 2, 3].map(() => {
      const list = engine.createPairList(1000);
      list.set(Uint32Array.from({ length: 2000 }, (_, k) => (k & 1 ? 1 + (k % 99) : 0)));
      return list;
    });
    const answers = [undefined, ...lists].map((list) => engine.distance(list));
    const closing = engine.close();
    await Promise.all([...answers, closing]);
    for (const worker of made) void worker.terminate();
    await closing;
  },
};

let current;
process.on('exit', () => {
  if (current) console.log(`the process ends in the middle of: ${current}`);
});
for (current of process.argv[3]?.split(',') ?? Object.keys(CASES)) {
  await CASES[current]();
  console.log(current);
}
console.log('left:', JSON.stringify(process.getActiveResourcesInfo().filter((name) => !/^(TTY|Pipe|FS)/.test(name))));
current = 'an engine that is never closed, its workers about to be replaced';
const { engine, made } = await makeEngine(healthy, mute);
for (const worker of made) void worker.terminate();
while (made.length < 4) await nextTask();
await engine.distance();
console.log(current);
current = undefined;

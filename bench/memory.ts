/**
 * `npm run bench:memory`: what an engine takes. Reserved: the size of its shared memory, which the system provides page
 * by page when it is used. In use: resident memory of the process, its JavaScript heap and buffers outside of the
 * shared memory, after a query with distances, depth and contacts of round shapes, which wide kernels leave to f64.
 *
 * `--help` lists the options. Each row is a process of its own; numbers are differences to before the engine.
 */
import { spawnSync } from 'node:child_process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { commandLine, inner, integers } from '../tools/commandLine.ts';
import { box, capsule, createEngine, hull } from './library.ts';

const values = commandLine(
  'npm run bench:memory',
  'What an engine takes: kB of memory, by its capacities and threads',
  {
    threads: integers([1, 2, 4, 8], 'threads of each engine'),
    task: inner(),
  },
);

/** Of the small engine: a scene of some 50 bodies. */
const SMALL = {
  ...{ shapes: 16, vertices: 256, parts: 16, colliders: 64, pairs: 512, contacts: 256, polytopes: 64 },
  ...{
    probes: 16,
    neighbors: 64,
    volumes: 16,
    overlaps: 64,
    points: 16,
    casts: 16,
    rays: 16,
    rayHits: 64,
    passBytes: 1024,
  },
};
const BODIES = 48;

interface Figures {
  readonly reserved: number;
  readonly resident: number;
  readonly heap: number;
  readonly buffers: number;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

function used() {
  collectGarbage();
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  return { rss, heapUsed, arrayBuffers };
}

/** An engine that has computed rows of all kinds. Bytes. */
async function measure(capacity: Partial<typeof SMALL>, threads: number): Promise<Figures> {
  const before = used();
  const engine = await createEngine({ workers: threads - 1, capacity });
  const { scene } = engine;
  const shapes = [box(0.5, 0.5, 0.5), capsule(0.4, 0.3), hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])];
  const ids = shapes.map((shape) => scene.addShape(shape));
  for (let k = 0; k < BODIES; k++) {
    scene.addCollider(ids[k % ids.length]!, { position: [0.7 * (k % 4), 0.7 * ((k >> 2) % 4), 0.7 * (k >> 4)] });
  }
  engine.pairs.set(Array.from({ length: BODIES - 1 }, (_, k) => [k, k + 1]).flat());
  await engine.distance(engine.pairs);
  await engine.contacts(engine.pairs, { margin: 0.02 });
  const after = used();
  const reserved = scene.positions.buffer.byteLength;
  await engine.close();
  return {
    reserved,
    resident: after.rss - before.rss,
    heap: after.heapUsed - before.heapUsed,
    buffers: after.arrayBuffers - before.arrayBuffers,
  };
}

function inProcess(task: string): Figures {
  const given = [...process.execArgv, ...process.argv.slice(1), '--task', task];
  const { stdout, status } = spawnSync(process.execPath, given, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`bench:memory: the process of ${task} ended with ${status}`);
  return JSON.parse(stdout) as Figures;
}

if (values.task !== undefined) {
  const [name, threads] = values.task.split(' ');
  console.log(JSON.stringify(await measure(name === 'small' ? SMALL : {}, Number(threads))));
} else {
  const tasks = ['default', 'small'].flatMap((name) => values.threads.map((threads) => `${name} ${threads}`));
  const kilobytes = (figures: Figures) =>
    Object.fromEntries(Object.entries(figures).map(([name, bytes]) => [name, Math.round(bytes / 1000)]));
  console.log('Capacities and threads, kB:');
  console.table(Object.fromEntries(tasks.map((task) => [task, kilobytes(inProcess(task))])));
}

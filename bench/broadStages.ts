/**
 * `npm run bench:broad`: where the broad phase spends its time, stage by stage, one thread.
 *
 * `--help` lists the options.
 *
 * First table: the first step of heaps, each in fresh processes, ms: all of the code runs for the first time. Second
 * table: later calls of `findPairsSync` on the settled heap, ns per body: at rest, and with all bodies moved by 1 % of
 * their size before each call. CPU time; minimum of all processes and calls, so the stages do not add up to the whole.
 */
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { roomForBodies } from '../scenes/bodies.ts';
import { createHeap } from '../scenes/heap.ts';
import type { passesOf as allPasses, Searches } from '../src/queries/frameLayout.ts';
import type { StageList } from '../src/schedule/stageList.ts';
import { commandLine, inner, integer, integers, word } from '../tools/commandLine.ts';
import { createDynamics, createEngine, type KernelName } from './library.ts';
import { openWorkload } from './workloadEngine.ts';
import { makeWorkload } from './workloads.ts';

const values = commandLine('npm run bench:broad', 'The stages of the broad phase: first step, and later calls', {
  bodies: integers([300, 5000], 'bodies of the heaps'),
  runs: integer(7, 'processes of each'),
  calls: integer(400, 'later calls, in each process'),
  kernel: word<KernelName>('auto', 'of', ['auto', 'scalar', 'simd', 'relaxed']),
  task: inner(),
});
const DT = 1 / 60;
const MARGIN = 0.05;

/** CPU time of all threads of the process (ms): that of V8's compilers, too, and not that of other processes. */
function now(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds by stage. */
type Times = Record<string, number>;

/** Times of the stages since the last `take`. */
class Watch {
  readonly #times: Times = {};

  /** Measures all calls of a method. */
  cover<K extends string>(owner: Record<K, (...given: never[]) => unknown>, method: K, name: string): void {
    const run = owner[method];
    const times = this.#times;
    owner[method] = function (this: unknown, ...given: never[]) {
      const begin = now();
      const result = run.apply(this, given);
      times[name] = (times[name] ?? 0) + now() - begin;
      return result;
    };
  }

  /** The times, and the sum of all. */
  take(whole: number): Times {
    const taken: Times = { whole, ...this.#times };
    for (const name of Object.keys(this.#times)) this.#times[name] = 0;
    return taken;
  }
}

/** The modules of the built package that `hullstorm` consists of. */
async function builtModule<T>(path: string): Promise<T> {
  return (await import(new URL(`../dist/src/${path}.js`, import.meta.url).href)) as T;
}

async function watchStages(): Promise<Watch> {
  const watch = new Watch();
  const { SEARCHES } = await builtModule<{ SEARCHES: Searches }>('queries/wholeCode');
  const { passesOf } = await builtModule<{ passesOf: typeof allPasses }>('queries/frameLayout');
  for (const pass of passesOf(SEARCHES)) watch.cover(pass, 'run', pass.name);
  const list = await builtModule<{ StageList: typeof StageList }>('schedule/stageList');
  watch.cover(list.StageList.prototype, 'next', 'between stages');
  return watch;
}

/** The first step of a heap. */
async function firstStep(bodies: number): Promise<Times> {
  const scene = createHeap(bodies, 1);
  const engine = await createEngine({ workers: 0, kernel: values.kernel, capacity: roomForBodies(scene.bodies) });
  const dynamics = await createDynamics(engine, scene.stepping);
  for (const { shape, ...options } of scene.bodies) dynamics.addBody(shape, options);
  const watch = await watchStages();
  const begin = now();
  dynamics.stepSync(DT);
  const times = watch.take(now() - begin);
  await engine.close();
  return times;
}

/** The minimum of later calls on the settled heap, ns per body. */
async function laterCalls(moves: boolean): Promise<Times> {
  const at = await openWorkload(makeWorkload('settled', 100_000), 0, values.kernel, 100_000);
  const options = { margin: MARGIN };
  const watch = await watchStages();
  let least: Times = {};
  for (let call = 0; call < values.calls; call++) {
    if (moves) at.move();
    const begin = now();
    at.engine.findPairsSync(options);
    least = minimum(least, watch.take(now() - begin));
  }
  const { count } = at.engine.scene;
  await at.engine.close();
  return Object.fromEntries(Object.entries(least).map(([name, ms]) => [name, (ms * 1e6) / count]));
}

function minimum(a: Times, b: Times): Times {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(names.map((name) => [name, Math.min(a[name] ?? Infinity, b[name] ?? Infinity)]));
}

/** The minimum of all processes, in a column. */
function inProcesses(task: string, digits: number): Times {
  let least: Times = {};
  for (let run = 0; run < values.runs; run++) {
    const given = [...process.execArgv, ...process.argv.slice(1), '--task', task];
    const { stdout, status } = spawnSync(process.execPath, given, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (status !== 0) throw new Error(`bench:broad: the process of ${task} ended with ${status}`);
    least = minimum(least, JSON.parse(stdout) as Times);
  }
  return Object.fromEntries(Object.entries(least).map(([name, time]) => [name, Number(time.toFixed(digits))]));
}

/** Rows by stage, a column per task. */
function show(columns: Readonly<Record<string, Times>>): void {
  const names = [...new Set(Object.values(columns).flatMap((times) => Object.keys(times)))];
  const row = (name: string) => Object.entries(columns).map(([task, times]) => [task, times[name] ?? 0]);
  console.table(Object.fromEntries(names.map((name) => [name, Object.fromEntries(row(name))])));
}

if (values.task !== undefined) {
  const bodies = Number(values.task);
  const times = bodies > 0 ? await firstStep(bodies) : await laterCalls(values.task === 'moving');
  console.log(JSON.stringify(times));
} else {
  console.log(`${cpus()[0]?.model}, Node ${process.version}, kernel ${values.kernel}`);
  console.log('First step of a heap in a fresh process, ms:');
  show(Object.fromEntries(values.bodies.map((bodies) => [`${bodies} bodies`, inProcesses(String(bodies), 2)])));
  console.log('findPairsSync on the settled heap, ns per body:');
  show({ 'at rest': inProcesses('resting', 1), 'all bodies move': inProcesses('moving', 1) });
}

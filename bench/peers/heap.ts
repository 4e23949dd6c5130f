/**
 * `npm run bench:peers -- --only heap`: the falling cuboids of scenes/heap.ts, stepped by hullstorm and by what users would pick instead.
 *
 *   --count 1000,5000      cuboids, a table each; default 1000,2000,5000,10000
 *   --steps 600            of 1/60 s
 *   --seed 1               of the scene
 *   --engines rapier,jolt  default: all
 *   --limit 600            s that one engine may take for one count
 *   --json                 one object on stdout, instead of tables
 *
 * Every engine runs in a process of its own, one after the other: one that crashes, runs out of memory or hangs is a line with its reason.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { busiest, frameStats } from '../../scenes/frameStats.ts';
import { createHeap } from '../../scenes/heap.ts';
import { installPeers, MACHINE_LINE, machine, positive, progress, reasonOf, stop } from './command.ts';
import type { HeapReply, HeapTask } from './heapChild.ts';
import { judgeHeap } from './heapJudge.ts';
import { type HeapRow, heapTable } from './heapTable.ts';
import { STEP_PEERS } from './step/stepPeers.ts';
import { printLines } from './tables.ts';

const ENGINES = Object.keys(STEP_PEERS);
const DT = 1 / 60; // s
/** Steps that times are of: the consecutive ones that took longest. */
const BUSIEST = 200;

export function asksForHeap(argv: readonly string[]): boolean {
  const { values } = parseArgs({ args: argv.slice(2), options: { only: { type: 'string' } }, strict: false });
  return values.only === 'heap';
}

export async function benchHeap(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      count: { type: 'string', default: '1000,2000,5000,10000' },
      steps: { type: 'string', default: '600' },
      seed: { type: 'string', default: '1' },
      engines: { type: 'string', default: ENGINES.join() },
      limit: { type: 'string', default: '600' },
      json: { type: 'boolean', default: false },
    },
  });
  const counts = values.count.split(',').map((count) => positive('--count', count));
  const steps = positive('--steps', values.steps);
  const seed = positive('--seed', values.seed);
  const limit = positive('--limit', values.limit);
  const asked = values.engines.split(',');
  const unknown = asked.find((name) => !ENGINES.includes(name));
  if (unknown !== undefined) stop(`--engines: expected names from ${ENGINES.join(', ')}; got ${unknown}`);

  installPeers();
  const heaps: { count: number; rows: HeapRow[] }[] = [];
  if (!values.json) console.log(`${MACHINE_LINE}\nseed      ${seed}, ${steps} steps of 1/60 s`);
  for (const count of counts) {
    const rows: HeapRow[] = [];
    for (const engine of ENGINES.filter((name) => asked.includes(name))) {
      progress(`${count} cuboids: ${engine}`);
      rows.push(await measure({ engine, count, seed, steps, dt: DT }, limit));
    }
    progress('');
    heaps.push({ count, rows });
    if (!values.json) print(count, Math.min(steps, BUSIEST), rows);
  }
  if (values.json) {
    console.log(JSON.stringify({ machine, seed, steps, dt: DT, busiest: Math.min(steps, BUSIEST), heaps }, null, 2));
  }
}

async function measure(task: HeapTask, limit: number): Promise<HeapRow> {
  const { engine } = task;
  const reply = await runApart(task, limit);
  if ('reason' in reply) return { engine, reason: reply.reason };
  const { name, version, threads, times, before, after } = reply.run;
  try {
    const verdict = await judgeHeap(createHeap(task.count, task.seed), before, after, task.dt);
    return { engine, name, version, threads, stats: frameStats(busiest(times, BUSIEST)), verdict };
  } catch (error) {
    return { engine, name, version, reason: `what it left could not be judged: ${reasonOf(error)}` };
  }
}

/** What a process of its own replies, once it has ended; how it ended, if without a word. @param limit s */
function runApart(task: HeapTask, limit: number): Promise<HeapReply> {
  const child = fork(fileURLToPath(new URL('./heapChild.ts', import.meta.url)), {
    serialization: 'advanced', // typed arrays
    stdio: ['ignore', process.stderr.fd, process.stderr.fd, 'ipc'],
  });
  return new Promise((resolve) => {
    let reply: HeapReply | undefined;
    const timer = setTimeout(() => {
      reply ??= { reason: `not done after ${limit} s` };
      child.kill('SIGKILL');
    }, 1000 * limit);
    child.once('message', (message) => {
      reply = message as HeapReply;
      child.disconnect(); // and it ends
    });
    child.once('error', (error) => resolve({ reason: `did not start: ${error.message}` }));
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      resolve(reply ?? { reason: `its process ended with ${signal ?? `code ${code}`}` });
    });
    child.send(task);
  });
}

function print(count: number, window: number, rows: readonly HeapRow[]): void {
  const { lines, reasons } = heapTable(rows);
  console.log(`\n${count} cuboids: ms per step over the busiest ${window}; overlap and motion after the last step`);
  printLines(lines);
  reasons.forEach((reason, i) => {
    console.log(`[${i + 1}] ${reason}`);
  });
}

/**
 * `npm run bench:peers -- --only heap`: hullstorm and other engines step the falling cuboids of scenes/heap.ts.
 *
 * `--only heap --help` lists the options.
 *
 * Each engine runs in a process of its own, one after the other. If one crashes, runs out of memory or hangs, the table
 * has a line with the reason.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { busiestFrom, frameStats } from '../../scenes/frameStats.ts';
import { createHeap } from '../../scenes/heap.ts';
import { judgeHeap } from '../../scenes/heapJudge.ts';
import { commandLine, flag, integer, integers, word, words } from '../../tools/commandLine.ts';
import { installPeers, MACHINE_LINE, machine, progress, reasonOf } from './command.ts';
import type { HeapReply, HeapTask } from './heapChild.ts';
import { type HeapRow, heapTable } from './heapTable.ts';
import { STEP_PEERS } from './step/stepPeers.ts';
import { printLines } from './tables.ts';

const ENGINES = Object.keys(STEP_PEERS);
const DT = 1 / 60; // s
/** Steps of the mean: the consecutive ones with the largest sum. */
const BUSIEST = 200;

export function asksForHeap(argv: readonly string[]): boolean {
  const { values } = parseArgs({ args: argv.slice(2), options: { only: { type: 'string' } }, strict: false });
  return values.only === 'heap';
}

export async function benchHeap(): Promise<void> {
  const values = commandLine(
    'npm run bench:peers',
    'Falling cuboids, stepped by hullstorm and by what users would pick instead',
    {
      only: word('heap', 'this bench', ['heap']),
      count: integers([100, 300, 1000, 5000, 10_000, 20_000], 'cuboids, a table each'),
      steps: integer(600, 'of 1/60 s'),
      seed: integer(1, 'of the scene'),
      engines: words(ENGINES, 'of', ENGINES),
      budget: integer(30, 's of steps per engine and count, in two runs: a slower engine gets fewer steps'),
      limit: integer(600, 's that one engine may take for one count, with the time to load it'),
      json: flag('one object on stdout, instead of tables'),
    },
  );
  const { count: counts, steps, seed, budget, limit, engines: asked } = values;

  installPeers();
  const heaps: { count: number; rows: HeapRow[] }[] = [];
  if (!values.json) console.log(`${MACHINE_LINE}\nseed      ${seed}, ${steps} steps of 1/60 s`);
  for (const count of counts) {
    const rows: HeapRow[] = [];
    for (const engine of ENGINES.filter((name) => asked.includes(name))) {
      progress(`${count} cuboids: ${engine}`);
      rows.push(await measure({ engine, count, seed, steps, dt: DT, budget }, limit));
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
  const { name, version, threads, times, steady, before, after } = reply.run;
  const begin = busiestFrom(times, BUSIEST);
  const end = Math.min(begin + BUSIEST, times.length);
  try {
    const verdict = await judgeHeap(createHeap(task.count, task.seed), before, after, task.dt);
    return {
      engine,
      name,
      version,
      threads,
      steps: times.length,
      first: times[0],
      stats: frameStats(times.subarray(begin, end)),
      ...(steady.length >= end && { steady: frameStats(steady.subarray(begin, end)) }),
      verdict,
    };
  } catch (error) {
    return { engine, name, version, reason: `what it left could not be judged: ${reasonOf(error)}` };
  }
}

/** The reply of a child process, when it has ended; or how it ended without a reply. @param limit s */
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
      child.disconnect(); // ends the child
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
  console.log(
    `\n${count} cuboids: ms per step over the busiest ${window}, fresh and when the process runs the scene again; ` +
      'overlap and motion after the first run',
  );
  printLines(lines);
  reasons.forEach((reason, i) => {
    console.log(`[${i + 1}] ${reason}`);
  });
}

/**
 * `npm run bench`: ns per pair of whole queries (`intersectSync`, `distanceSync`), per kernel, thread count and start,
 * on the workloads of workloads.ts. docs/performance.md has the same rows.
 *
 * `--help` lists the options.
 *
 * "refined" is the share of pairs that a wide kernel defers to the scalar kernel, in one more query.
 *
 * Each workload, thread count and kernel runs in its own process: V8 optimizes a kernel for the types it has seen, and
 * a kernel that has seen three engines runs 1.5 times slower than one that has seen one.
 *
 * Cold: the caches of the list are dropped before each call. Coherent: every collider moves by 1 % of its pair's size
 * and 0.01 rad before each call, and the query starts from the simplexes of the last one. Both are outside of the
 * measured time.
 */
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Bench } from 'tinybench';
import { commandLine, inner, integer, word, words } from '../tools/commandLine.ts';
import type { DistanceOptions, KernelName } from './library.ts';
import { jsonFlag, printReport, type Report } from './report.ts';
import { openWorkload, type WorkloadEngine } from './workloadEngine.ts';
import { CROWDS, makeWorkload, WORKLOADS, type WorkloadName } from './workloads.ts';

const values = commandLine('npm run bench', 'ns per pair of integer queries, per kernel, thread count and start', {
  pairs: integer(30_000, 'pairs per workload; h256 a fifth'),
  time: integer(1000, 'ms per row'),
  seed: integer(1, 'of the workloads', 0),
  only: word('', 'rows whose name has it; with crowd, the two crowds of 100,000 colliders'),
  kernel: words<KernelName>(['auto'], 'of', ['auto', 'scalar', 'simd', 'relaxed']),
  json: jsonFlag,
  // arguments of a child process: one workload, one number of threads, one kernel
  workload: inner(),
  threads: inner(),
});
const { pairs: pairCount, time, seed } = values;

interface Row {
  readonly query: string;
  readonly workload: WorkloadName;
  readonly start: 'cold' | 'coherent';
  readonly run: (at: WorkloadEngine) => void;
}

interface Line {
  query: string;
  workload: string;
  start: string;
  kernel: string;
  threads: number;
  pairs: number;
  'ns/pair p50': number;
  'ns/pair p99': number;
  'refined %': number;
  calls: number;
  checksum: string;
}

const intersect = (at: WorkloadEngine) => void at.engine.intersectSync(at.list);
const distance = (options: DistanceOptions) => (at: WorkloadEngine) => void at.engine.distanceSync(at.list, options);
const WITHOUT_DEPTH = { depth: false };
const WITH_DEPTH = { depth: true };

/** The crowds take long, so they run only on request. */
const workloads: readonly WorkloadName[] = values.only.includes('crowd') ? CROWDS : WORKLOADS;

const rows: Row[] = workloads
  .flatMap(
    (workload) =>
      [
        { query: 'intersect', workload, start: 'cold', run: intersect },
        { query: 'distance', workload, start: 'cold', run: distance(WITHOUT_DEPTH) },
        { query: 'distance', workload, start: 'coherent', run: distance(WITHOUT_DEPTH) },
        { query: 'depth', workload, start: 'cold', run: distance(WITH_DEPTH) },
        { query: 'depth', workload, start: 'coherent', run: distance(WITH_DEPTH) },
      ] satisfies Row[],
  )
  .filter((row) => `${row.query} ${row.workload} ${row.start}`.includes(values.only));

/** FNV-1a of statuses and distances of the rows in use: equal results give equal numbers. */
function checksumOf({ engine, list }: WorkloadEngine, withDistances: boolean): string {
  const results = withDistances ? engine.distanceSync(list, WITH_DEPTH) : engine.intersectSync(list);
  let hash = 0x811c9dc5;
  const mix = (bytes: Uint8Array) => {
    for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  };
  mix(results.status.subarray(0, list.count));
  if ('separation' in results) {
    const { buffer, byteOffset } = results.separation;
    mix(new Uint8Array(buffer, byteOffset, 16 * list.count));
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

async function timeRow(row: Row, at: WorkloadEngine, threads: number): Promise<Line> {
  const bench = new Bench({ time, warmupTime: Math.min(time, 250), iterations: 8 });
  at.rest();
  at.chill();
  bench.add('row', () => row.run(at), {
    async: false,
    beforeEach: () => (row.start === 'cold' ? at.chill() : at.move()),
  });
  await bench.run();
  const { result } = bench.tasks[0];
  if (result.state !== 'completed') throw new Error(`${row.query} ${row.workload}: ${result.state}`);
  const refined = refinedShare(row, at);
  at.rest();
  at.chill();
  const perPair = (ms: number) => Number(((ms * 1e6) / at.list.count).toFixed(1));
  return {
    query: row.query,
    workload: row.workload,
    start: row.start,
    kernel: at.engine.info.kernel,
    threads,
    pairs: at.list.count,
    'ns/pair p50': perPair(result.latency.p50),
    'ns/pair p99': perPair(result.latency.p99),
    'refined %': refined,
    calls: result.latency.samplesCount,
    checksum: checksumOf(at, row.query !== 'intersect'),
  };
}

/** Share of one more query, in percent. */
function refinedShare(row: Row, at: WorkloadEngine): number {
  if (row.start === 'cold') at.chill();
  else at.move();
  const before = at.engine.info.refined;
  row.run(at);
  return Number(((100 * (at.engine.info.refined - before)) / at.list.count).toFixed(1));
}

/** Measures one workload on `threads` threads, in this process. */
async function runHere(name: WorkloadName, threads: number, kernel: KernelName): Promise<Line[]> {
  // Node 20 needs this flag for relaxed SIMD; later versions do not
  if (kernel === 'relaxed' && process.version.startsWith('v20.'))
    setFlagsFromString('--experimental-wasm-relaxed-simd');
  const at = await openWorkload(makeWorkload(name, pairCount, seed), threads - 1, kernel);
  const lines: Line[] = [];
  for (const row of rows.filter((candidate) => candidate.workload === name))
    lines.push(await timeRow(row, at, threads));
  await at.engine.close();
  return lines;
}

/** Measures it in a process of its own. */
function runApart(name: WorkloadName, threads: number, kernel: string): Line[] {
  const asked = ['--workload', name, '--threads', String(threads), '--kernel', kernel, '--json'];
  const same = ['--pairs', `${pairCount}`, '--time', `${time}`, '--seed', `${seed}`, '--only', values.only];
  const child = [...process.execArgv, fileURLToPath(import.meta.url), ...asked, ...same];
  const output = execFileSync(process.execPath, child, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  return (JSON.parse(output) as Report).tables.queries as Line[];
}

async function runAll(): Promise<Line[]> {
  if (values.workload !== undefined)
    return runHere(values.workload as WorkloadName, Number(values.threads), values.kernel[0]);
  const lines: Line[] = [];
  for (const name of workloads) {
    if (!rows.some((row) => row.workload === name)) continue;
    for (const threads of new Set([1, Math.min(2, availableParallelism())])) {
      for (const kernel of values.kernel) {
        if (!values.json) process.stderr.write(`${name}, ${threads} threads, kernel ${kernel} …\n`);
        lines.push(...runApart(name, threads, kernel));
      }
    }
  }
  return lines;
}

printReport(values.json, `Whole queries, ns per pair. Seed ${seed}.`, { queries: await runAll() });

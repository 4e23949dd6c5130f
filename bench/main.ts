/**
 * `npm run bench`: ns per pair of whole queries (`intersectSync`, `distanceSync`: everything a user pays for), per kernel,
 * thread count and start, on the workloads of workloads.ts. The rows are those of the targets in docs/performance.md.
 *
 *   --pairs N      pairs per workload (default 60,000; h256 a fifth)
 *   --time MS      time per row (default 1,000)
 *   --seed S       seed of the workloads (default 1)
 *   --only WORD    rows whose name has this word
 *   --json         one JSON object instead of the table
 *
 * Cold: the list's caches are dropped before each call, outside the clock. Coherent: every collider moves by 1 % of its
 * pair's size and 0.01 rad before each call, outside the clock, and the query starts from the last one's simplexes.
 */
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { Bench } from 'tinybench';
import type { DistanceOptions } from './library.ts';
import { openWorkload, type WorkloadEngine } from './workloadEngine.ts';
import { makeWorkload, WORKLOADS, type WorkloadName } from './workloads.ts';

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '60000' },
    time: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
});
const pairCount = Number(values.pairs);
const time = Number(values.time);
const seed = Number(values.seed);

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
  calls: number;
  checksum: string;
}

const intersect = (at: WorkloadEngine) => void at.engine.intersectSync(at.list);
const distance = (options: DistanceOptions) => (at: WorkloadEngine) => void at.engine.distanceSync(at.list, options);
const WITHOUT_DEPTH = { depth: false };
const WITH_DEPTH = { depth: true };

const rows: Row[] = WORKLOADS.flatMap(
  (workload) =>
    [
      { query: 'intersect', workload, start: 'cold', run: intersect },
      { query: 'distance', workload, start: 'cold', run: distance(WITHOUT_DEPTH) },
      { query: 'distance', workload, start: 'coherent', run: distance(WITHOUT_DEPTH) },
      { query: 'depth', workload, start: 'cold', run: distance(WITH_DEPTH) },
      { query: 'depth', workload, start: 'coherent', run: distance(WITH_DEPTH) },
    ] satisfies Row[],
).filter((row) => `${row.query} ${row.workload} ${row.start}`.includes(values.only));

/** FNV-1a over statuses and distances of the rows in use: the same work gives the same number. */
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
  const { result } = bench.tasks[0]!;
  if (result.state !== 'completed') throw new Error(`${row.query} ${row.workload}: ${result.state}`);
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
    calls: result.latency.samplesCount,
    checksum: checksumOf(at, row.query !== 'intersect'),
  };
}

const machine = `${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} threads, Node ${process.version}`;
const lines: Line[] = [];
for (const name of WORKLOADS) {
  const mine = rows.filter((row) => row.workload === name);
  if (mine.length === 0) continue;
  const workload = makeWorkload(name, pairCount, seed);
  for (const threads of new Set([1, Math.min(2, availableParallelism())])) {
    const at = await openWorkload(workload, threads - 1);
    for (const row of mine) {
      if (!values.json) process.stderr.write(`${row.query} ${row.workload} ${row.start}, ${threads} threads …\n`);
      lines.push(await timeRow(row, at, threads));
    }
    await at.engine.close();
  }
}

if (values.json) {
  console.log(JSON.stringify({ machine, seed, rows: lines }));
} else {
  console.log(`Whole queries, ns per pair. Seed ${seed}. ${machine}`);
  console.table(lines);
}

/**
 * `npm run bench:threads`: the speed-up by a second thread. Two engines with the same workload, one with a worker and
 * one without, take turns, so that load on the machine slows both. Prints the median call of each, ns per pair, and
 * their ratio.
 *
 * `--help` lists the options.
 *
 * The event loop runs before each call, as between frames: the worker sleeps, and the call wakes it.
 */
import { commandLine, integer, integers, word } from '../tools/commandLine.ts';
import type { KernelName } from './library.ts';
import { jsonFlag, printReport } from './report.ts';
import { openWorkload, type WorkloadEngine } from './workloadEngine.ts';
import { CROWDS, makeWorkload, WORKLOADS, type WorkloadName } from './workloads.ts';

const values = commandLine(
  'npm run bench:threads',
  'What two threads gain over one: ns per pair of each, and their ratio',
  {
    pairs: integers([30_000], 'pairs per workload'),
    calls: integer(200, 'calls of each engine'),
    only: word('', 'workloads whose name has it'),
    kernel: word<KernelName>('auto', 'of', ['auto', 'scalar', 'simd', 'relaxed']),
    seed: integer(1, 'of the workloads', 0),
    json: jsonFlag,
  },
);

interface Query {
  readonly name: string;
  readonly coherent: boolean;
  run(at: WorkloadEngine): void;
}

const WITHOUT_DEPTH = { depth: false };
const QUERIES: readonly Query[] = [
  { name: 'intersect', coherent: false, run: ({ engine, list }) => void engine.intersectSync(list) },
  { name: 'distance', coherent: false, run: ({ engine, list }) => void engine.distanceSync(list, WITHOUT_DEPTH) },
  { name: 'distance', coherent: true, run: ({ engine, list }) => void engine.distanceSync(list, WITHOUT_DEPTH) },
];

/** The median call of each engine (ms). */
async function timeInTurn(query: Query, engines: readonly WorkloadEngine[]): Promise<number[]> {
  const times = engines.map((): number[] => []);
  for (let call = 0; call < values.calls; call++) {
    for (const [k, at] of engines.entries()) {
      if (query.coherent) at.move();
      else at.chill();
      await new Promise((resolve) => setTimeout(resolve, 1));
      const begin = performance.now();
      query.run(at);
      times[k].push(performance.now() - begin);
    }
  }
  return times.map((calls) => calls.sort((a, b) => a - b)[calls.length >> 1]);
}

async function runWorkload(name: WorkloadName, pairs: number) {
  const workload = makeWorkload(name, pairs, values.seed);
  const { kernel } = values;
  const engines = [await openWorkload(workload, 0, kernel), await openWorkload(workload, 1, kernel)];
  const lines = [];
  for (const query of QUERIES) {
    const [one, two] = (await timeInTurn(query, engines)) as [number, number];
    const perPair = (ms: number) => Number(((ms * 1e6) / workload.pairCount).toFixed(1));
    lines.push({
      query: query.name,
      workload: name,
      start: query.coherent ? 'coherent' : 'cold',
      pairs: workload.pairCount,
      'one thread': perPair(one),
      'two threads': perPair(two),
      ratio: Number((one / two).toFixed(2)),
    });
  }
  for (const { engine } of engines) await engine.close();
  return lines;
}

const lines = [];
for (const pairs of values.pairs) {
  for (const name of [...WORKLOADS, ...CROWDS].filter((candidate) => candidate.includes(values.only))) {
    lines.push(...(await runWorkload(name, pairs)));
  }
}
printReport(values.json, 'One thread and two in turn, ns per pair.', { queries: lines });

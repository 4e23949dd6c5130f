/**
 * `npm run bench:contacts`: contact manifolds. Every body moves before each call, outside of the measured time, by 1 %
 * of its pair's size unless said.
 *
 * `--help` lists the options.
 *
 * First table: the cost of manifolds on top of the signed distance with depth, ns per pair with points, on fixed lists.
 * Two engines take turns, one for distances and one for contacts. Second table: whole `contactsSync({ margin })`, which
 * also finds the candidate pairs, ms per call, on one thread and on two in turn: bodies that move by 1 %, and bodies at
 * rest, which move by 0.01 %. Third table: the same pairs at several scales, ns per pair and rows that the scalar
 * kernel computed per call; all lengths, the margin too, count in the semi-axes of the largest hull.
 */
import { commandLine, integer, real, word } from '../tools/commandLine.ts';
import type { ContactResults, KernelName } from './library.ts';
import { jsonFlag, printReport } from './report.ts';
import { openWorkload, type WorkloadEngine } from './workloadEngine.ts';
import { scaledBy } from './workloads/scaled.ts';
import { makeWorkload, type WorkloadName } from './workloads.ts';

const values = commandLine(
  'npm run bench:contacts',
  'Contact manifolds: what they cost on top of the signed distance, and whole contactsSync calls',
  {
    calls: integer(120, 'calls of each'),
    margin: real(0.02, 'm'),
    kernel: word<KernelName>('auto', 'of', ['auto', 'scalar', 'simd', 'relaxed']),
    only: word('', 'workloads whose name has it'),
    json: jsonFlag,
  },
);
const CALLS = values.calls;
const { kernel } = values;
const options = { margin: values.margin };
const limits = { maxDistance: options.margin };
const PAIRS = 30_000;
/** Calls that are not measured: the first builds the tree, and V8 compiles. */
const WARM_UP = 12;
const LISTS: readonly WorkloadName[] = ['settled', 'falling', 'random', 'h16', 'h64', 'h256'];
const HEAPS: readonly WorkloadName[] = ['settled', 'falling'];
/** Motion of bodies before each call: a part of their pair's size, and an angle (rad). */
const MOVING = 0.01;
const RESTING = 1e-4;
/** The option `recycle` of the stepper: contacts of bodies that have moved less are kept. */
const RECYCLE = 1e-3;
/** Longest semi-axis of the hulls of the third table (m). */
const SCALES = [0.01, 0.1, 1, 10];
const wanted = (name: string) => name.includes(values.only);

/** Times of each engine (ms), ascending. In every frame the engines run one after the other. */
async function inTurn(engines: readonly WorkloadEngine[], runs: readonly ((at: WorkloadEngine) => void)[]) {
  const times = engines.map((): number[] => []);
  for (let call = -WARM_UP; call < CALLS; call++) {
    for (const [k, at] of engines.entries()) {
      at.move();
      await new Promise((resolve) => setTimeout(resolve, 1));
      const begin = performance.now();
      runs[k](at);
      const time = performance.now() - begin;
      if (call >= 0) times[k].push(time);
    }
  }
  return times.map((calls) => calls.sort((a, b) => a - b));
}

const middle = (times: readonly number[]) => times[times.length >> 1];
const late = (times: readonly number[]) => times[Math.floor(0.99 * times.length)];
const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

async function onTop(name: WorkloadName) {
  const workload = makeWorkload(name, PAIRS);
  const engines = [await openWorkload(workload, 0, kernel), await openWorkload(workload, 0, kernel)];
  const [distances, contacts] = (await inTurn(engines, [
    ({ engine, list }) => void engine.distanceSync(list, limits),
    ({ engine, list }) => void engine.contactsSync(list, options),
  ])) as [number[], number[]];
  const results = engines[1].engine.contactsSync(engines[1].list, options);
  const met = results.pointCount.subarray(0, results.count);
  const touching = met.reduce((sum, points) => sum + (points > 0 ? 1 : 0), 0);
  for (const { engine } of engines) await engine.close();
  return {
    workload: name,
    pairs: workload.pairCount,
    'with points': touching,
    points: met.reduce((sum, points) => sum + points, 0),
    'distance ns/pair': rounded((middle(distances) * 1e6) / workload.pairCount, 1),
    'contacts ns/pair': rounded((middle(contacts) * 1e6) / workload.pairCount, 1),
    'on top, ns per pair with points': rounded(((middle(contacts) - middle(distances)) * 1e6) / touching, 0),
  };
}

async function whole(name: WorkloadName, motion: number, recycle: number) {
  const workload = makeWorkload(name, Infinity);
  const room = 2 * workload.pairCount;
  const open = (workers: number) => openWorkload(workload, workers, kernel, room, motion);
  const engines = [await open(0), await open(1)];
  const asked = { ...options, recycle };
  let last!: ContactResults;
  const run = ({ engine }: WorkloadEngine) => {
    last = engine.contactsSync(asked);
  };
  const [one, two] = (await inTurn(engines, [run, run])) as [number[], number[]];
  const found = engines[0].engine.pairs.count;
  const kept = last.recycledCount;
  for (const { engine } of engines) await engine.close();
  return {
    heap: name,
    motion,
    recycle,
    bodies: workload.colliderCount,
    'candidate pairs': found,
    'kept, %': rounded((100 * kept) / found, 1),
    'one thread, ms p50': rounded(middle(one), 2),
    p99: rounded(late(one), 2),
    'two threads, ms p50': rounded(middle(two), 2),
    'p99, two': rounded(late(two), 2),
    ratio: rounded(middle(one) / middle(two), 2),
  };
}

async function atScales(name: WorkloadName) {
  const workloads = SCALES.map((scale) => scaledBy(makeWorkload(name, PAIRS / 3), scale));
  const engines: WorkloadEngine[] = [];
  for (const workload of workloads) engines.push(await openWorkload(workload, 0, kernel));
  const queries: Record<string, (at: WorkloadEngine, limit: number) => void> = {
    distance: ({ engine, list }, maxDistance) => void engine.distanceSync(list, { maxDistance }),
    contacts: ({ engine, list }, margin) => void engine.contactsSync(list, { margin }),
  };
  const rows: Record<string, number | string>[] = SCALES.map((scale) => ({ workload: name, 'size, m': scale }));
  for (const [query, ask] of Object.entries(queries)) {
    const before = engines.map(({ engine }) => engine.info.refined);
    const runs = SCALES.map((scale) => (at: WorkloadEngine) => {
      at.chill();
      ask(at, options.margin * scale);
    });
    const times = await inTurn(engines, runs);
    for (const [k, row] of rows.entries()) {
      row[`${query}, ns/pair`] = rounded((middle(times[k]) * 1e6) / workloads[k].pairCount, 1);
      const refined = engines[k].engine.info.refined - before[k];
      row[`${query}, refined per call`] = rounded(refined / (CALLS + WARM_UP), 1);
    }
  }
  for (const { engine } of engines) await engine.close();
  return rows;
}

const lists = [];
for (const name of LISTS.filter(wanted)) lists.push(await onTop(name));
const heaps = [];
for (const name of HEAPS.filter(wanted)) heaps.push(await whole(name, MOVING, 0));
if (wanted('settled')) {
  heaps.push(await whole('settled', MOVING, RECYCLE));
  heaps.push(await whole('settled', RESTING, 0));
  heaps.push(await whole('settled', RESTING, RECYCLE));
}
const scales = [];
for (const name of ['h16', 'round'] as const) if (wanted(`${name} at scales`)) scales.push(...(await atScales(name)));
printReport(values.json, `Contacts, margin ${options.margin} m.`, { lists, heaps, scales });

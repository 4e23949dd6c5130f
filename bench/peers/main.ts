/**
 * `npm run bench:peers`: hullstorm and other libraries on the same pairs.
 *
 * `--help` lists the options. `--only heap`, `rays`, `casts`, `ghosts` and `mesh` are benchmarks with options of their
 * own: heap.ts, rayBench.ts, castBench.ts, ghostBench.ts, meshBench.ts.
 *
 * Libraries take turns within a round, and the order rotates, so that load on the machine slows all of them. A library
 * that does not load, throws or has no answer is reported with its reason, and the others continue.
 */
import { commandLine, integer, word, words } from '../../tools/commandLine.ts';
import { jsonFlag } from '../report.ts';
import { makeWorkload, ROUND, WORKLOADS, type Workload } from '../workloads.ts';
import { measureFinders } from './broadPhase.ts';
import { asksForCasts, benchCasts } from './castBench.ts';
import { checkAnswers } from './check.ts';
import { installPeers, MACHINE_LINE, machine, reasonOf } from './command.ts';
import { asksForGhosts, benchGhosts } from './ghostBench.ts';
import { asksForHeap, benchHeap } from './heap.ts';
import { type Kernel, loadFinders, loadNamedPeers, PEER_NAMES } from './loaders.ts';
import { has, measure, median } from './measure.ts';
import { asksForMesh, benchMesh } from './meshBench.ts';
import { type Peer, QUERIES } from './peer.ts';
import { asksForRays, benchRays } from './rayBench.ts';
import { type Cell, printTables } from './tables.ts';
import { truthOf } from './truth.ts';

const ALL_WORKLOADS = [...WORKLOADS, ROUND] as const;
/** The value of `--only` for the table of broad phases. */
const FIND_PAIRS = 'findPairs';

if (asksForHeap(process.argv)) {
  await benchHeap();
  process.exit();
}
if (asksForCasts(process.argv)) {
  await benchCasts();
  process.exit();
}
if (asksForRays(process.argv)) {
  await benchRays();
  process.exit();
}
if (asksForGhosts(process.argv)) {
  await benchGhosts();
  process.exit();
}

if (asksForMesh(process.argv)) {
  await benchMesh();
  process.exit();
}

const flags = commandLine(
  'npm run bench:peers',
  'The same pairs through hullstorm and through what users would pick instead',
  {
    rounds: integer(7, 'timed rounds per cell; the median is printed'),
    pairs: integer(100_000, 'most pairs per workload; h256 gets a fifth'),
    seed: integer(1, 'of the generated workloads'),
    only: words(
      [],
      'libraries, workloads or queries to keep, of each kind all if none is named; heap alone is a bench of its ' +
        'own (--only heap --help), and so are rays, casts, ghosts and mesh',
      [...PEER_NAMES, ...ALL_WORKLOADS, ...QUERIES, FIND_PAIRS],
    ),
    kernel: word<Kernel>('auto', "hullstorm's", ['auto', 'scalar', 'simd', 'relaxed']),
    json: jsonFlag,
  },
);
const { rounds, pairs: pairCount, seed } = flags;
const { names, workloads, queries, findsPairs } = selection(flags.only);

installPeers();
/** Reasons of the libraries that do not load. */
const absent = new Map<string, string>();
const peers = await loadNamedPeers(queries.length > 0 ? names : [], flags.kernel, absent);

/** For people: nothing with --json. */
const say = flags.json ? () => {} : console.log;
say(MACHINE_LINE);
say(`libraries ${peers.map((peer) => `${peer.name} ${peer.version}`).join(', ')}`);
say('timed     one pass over all pairs: the call(s) and writing the answers to typed arrays. Not timed: shapes,');
say(`          transforms, reading back. Median of ${rounds} rounds after warming up, one thread, cold caches.`);

const cells: Cell[] = [];
for (const name of queries.length > 0 ? workloads : []) {
  const workload = makeWorkload(name, pairCount, seed);
  const truth = truthOf(workload);
  const checksum = workload.checksum.toString(16).padStart(8, '0');
  say(
    `${name.padEnd(9)} ${workload.pairCount} pairs, ${truth.overlapping} overlap, seed ${workload.seed}, ` +
      `checksum ${checksum}${truth.uncertified ? `, ${truth.uncertified} without a certified truth (not judged)` : ''}`,
  );
  const ready = await setUp(workload);
  for (const query of queries) {
    const results = measure(ready, workload, query, rounds);
    for (const cell of results) {
      const { peer, answers } = cell;
      const verdict = cell.rounds.length > 0 ? checkAnswers(workload, truth, query, answers, cell.pairs) : undefined;
      cells.push({
        peer: peer.name,
        workload: name,
        query,
        pairs: cell.pairs,
        rounds: cell.rounds,
        ...(cell.rounds.length > 0 && { median: median(cell.rounds) }),
        ...(verdict && { verdict }),
        ...(cell.reason && { reason: cell.reason }),
      });
    }
  }
  for (const peer of ready) await attempt(peer, workload, 'dispose', () => peer.dispose());
}
for (const [peer, reason] of absent) {
  for (const workload of workloads) {
    for (const query of queries) {
      const known = cells.some((cell) => cell.peer === peer && cell.workload === workload && cell.query === query);
      if (!known) cells.push({ peer, workload, query, pairs: 0, rounds: [], reason });
    }
  }
}

if (queries.length > 0 && !flags.json) printTables(cells, { peers: names, workloads, queries });
const broadPhases = findsPairs ? await measureFinders(await loadFinders(names, flags.kernel), rounds, flags.json) : [];
for (const peer of peers.filter(({ name }) => cells.some((cell) => cell.peer === name))) {
  for (const note of peer.notes ?? []) say(`${peer.name}: ${note}`);
}
if (flags.json) {
  const versions = Object.fromEntries(peers.map((peer) => [peer.name, peer.version]));
  console.log(JSON.stringify({ machine, seed, rounds, versions, cells, broadPhases }));
}

// ------------------------------------------------------------------------------------------------------- helpers

async function setUp(workload: Workload): Promise<Peer[]> {
  const ready: Peer[] = [];
  for (const peer of peers) {
    if (peer.maxPairs?.(workload) === 0 || !queries.some((query) => has(peer, workload, query))) continue;
    if (await attempt(peer, workload, 'setup', () => peer.setup(workload))) ready.push(peer);
  }
  return ready;
}

/** @returns false if it threw; the reason then applies to all cells of that workload */
async function attempt(peer: Peer, workload: Workload, what: string, act: () => unknown): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    const reason = `${what} failed: ${reasonOf(error)}`;
    console.error(`${peer.name}, ${workload.name}: ${reason}`);
    if (what === 'setup') {
      for (const query of queries) {
        cells.push({ peer: peer.name, workload: workload.name, query, pairs: 0, rounds: [], reason });
      }
    }
    return false;
  }
}

function selection(wanted: readonly string[]) {
  const pick = <T extends string>(all: readonly T[]): readonly T[] => {
    const some = all.filter((word) => wanted.includes(word));
    return some.length > 0 ? some : all;
  };
  const onlyPairs = wanted.includes(FIND_PAIRS) && !QUERIES.some((query) => wanted.includes(query));
  const queries = onlyPairs ? [] : pick(QUERIES);
  const findsPairs = wanted.includes(FIND_PAIRS) || queries.length === QUERIES.length;
  return { names: pick(PEER_NAMES), workloads: pick(ALL_WORKLOADS), queries, findsPairs };
}

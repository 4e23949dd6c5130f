/**
 * `npm run bench:builds`: builds of the wide kernel against each other, over one memory in one process, in turn. So the
 * hour and the place of the memory count for all builds alike.
 *
 * 1. In the old sources: `npm run bench:builds -- --write /tmp/old.wasm`.
 * 2. In the new ones: `npm run bench:builds -- --against /tmp/old.wasm`.
 *
 * Builds share the tables of the new sources, so an old build runs as long as words are only added to the context
 * (tables/kernelContext.ts), and the tables of a tile fit.
 *
 * Prints ns per pair, kernel and deferred rows together: the fastest round of each 2,048 pairs, summed. `cold` starts
 * without simplexes; `moved` moves every collider by 1 % of the size between two rounds. Prints as well how far the
 * results are from those of the f64 kernel, from a cold start: flags that differ, and the largest difference of a
 * distance, as a part of the size of the pair.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { ListTables } from '../src/tables/frame.ts';
import { commandLine, flag, integer, word, words } from '../tools/commandLine.ts';
import { compileLanes } from '../tools/lanes/compile.ts';
import { sourcesOf } from '../tools/lanes/pieces.ts';
import { BuildRuns, chill, type NamedWasm, type Query } from './buildRuns.ts';
import { makeWorkload, type WorkloadName } from './workloads.ts';

const QUERIES = ['intersect', 'distance', 'signed', 'distance-moved', 'signed-moved'] as const;

const values = commandLine('npm run bench:builds', 'Builds of the wide kernel in turn, over one memory, ns per pair', {
  write: word('', 'only write the build of these sources to this file'),
  against: words([], 'files with older builds'),
  skip: flag('do not build these sources'),
  only: words<WorkloadName>(['settled', 'random'], 'workloads'),
  query: words<(typeof QUERIES)[number]>(QUERIES, 'queries', QUERIES),
  pairs: integer(30_000, 'pairs per workload'),
  rounds: integer(41, 'rounds per query'),
  seed: integer(1, 'of the workloads', 0),
  relaxed: flag('the relaxed build'),
});

function queryOf(name: (typeof QUERIES)[number]): Query {
  return {
    overlapOnly: name === 'intersect',
    depth: name.startsWith('signed'),
    isMoved: name.endsWith('moved'),
  };
}

async function buildOf(): Promise<Uint8Array<ArrayBuffer>> {
  const root = new URL('..', import.meta.url).pathname;
  const { wasm } = compileLanes({ entries: sourcesOf('wide'), root, relaxed: values.relaxed });
  return new Uint8Array(wasm);
}

/** Times all queries of one workload, and prints a line for each. */
async function compare(name: WorkloadName, modules: readonly NamedWasm[]): Promise<void> {
  const workload = makeWorkload(name, values.pairs, values.seed);
  const { pairCount, sizes } = workload;
  const runs = await BuildRuns.open(workload, modules);
  const { builds, truth } = runs;
  for (const queryName of values.query) {
    const query = queryOf(queryName);
    timeRounds(runs, query);
    // moved: one more frame from the simplexes of the last; the f64 kernel starts cold
    runs.pose(query.isMoved ? values.rounds : 0);
    runs.runTruth(query);
    const total = (fastest: Float64Array) => fastest.reduce((sum, x) => sum + (x < Infinity ? x : 0), 0);
    const first = total(builds[0].fastest);
    const cells = builds.map((build) => {
      const time = total(build.fastest);
      if (!query.isMoved) chill(build.list);
      runs.run(build, query);
      const { flags, distance } = difference(build.list, truth, pairCount, sizes, query);
      const ns = ((1e6 * time) / pairCount).toFixed(1);
      const share = ((100 * build.deferred) / pairCount).toFixed(2);
      const ratio = (time / first).toFixed(3);
      const error = distance.toExponential(1);
      return `${build.name} ${ns} (${ratio}; deferred ${share} %, flags ${flags}, distance ${error})`;
    });
    console.log(`${name} ${queryName}: ${cells.join(' | ')}`);
  }
}

/** Runs all builds in turn. The order rotates. */
function timeRounds(runs: BuildRuns, query: Query): void {
  const { builds } = runs;
  runs.pose(0);
  for (const build of builds) {
    build.fastest.fill(Infinity);
    chill(build.list);
  }
  for (let round = 0; round < values.rounds; round++) {
    if (query.isMoved) runs.pose(round);
    for (let k = 0; k < builds.length; k++) {
      const build = builds[(k + round) % builds.length];
      if (!query.isMoved) chill(build.list);
      runs.run(build, query);
    }
  }
}

/** Rows with another status than the truth, and the largest difference of a distance, in sizes of the pair. */
function difference(list: ListTables, truth: ListTables, count: number, sizes: Float32Array, query: Query) {
  let flags = 0;
  let distance = 0;
  for (let p = 0; p < count; p++) {
    if (list.results.status[p] !== truth.results.status[p]) flags++;
    else if (!query.overlapOnly) {
      const gap = Math.abs(list.results.separation[4 * p + 3] - truth.results.separation[4 * p + 3]) / sizes[p];
      distance = Math.max(distance, gap);
    }
  }
  return { flags, distance };
}

if (values.write) {
  writeFileSync(values.write, await buildOf());
} else {
  const old = values.against.map((path) => [basename(path, '.wasm'), new Uint8Array(readFileSync(path))] as const);
  const own = values.skip ? [] : [['these sources', await buildOf()] as const];
  for (const name of values.only) await compare(name, [...old, ...own]);
}

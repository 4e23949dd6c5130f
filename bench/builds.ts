/**
 * `npm run bench:builds`: builds of the wide kernel against each other, over one memory in one process, in turn. So the
 * hour and the place of the memory count for all builds alike.
 *
 * 1. In the old sources: `npm run bench:builds -- --write /tmp/old.wasm`.
 * 2. In the new ones: `npm run bench:builds -- --against /tmp/old.wasm`.
 *
 * Builds share the tables of the new sources, so an old build runs as long as words are only added to the context
 * (narrow/wide/context.ts), and the tables of a tile fit.
 *
 * Prints ns per pair, kernel and deferred rows together: the fastest round of each 2,048 pairs, summed. `cold` starts
 * without simplexes; `moved` moves every collider by 1 % of the size between two rounds. Prints as well how far the
 * results are from those of the f64 kernel, from a cold start: flags that differ, and the largest difference of a
 * distance, as a part of the size of the pair.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { between, seeded } from '../scenes/random.ts';
import { Scene } from '../src/engine/scene.ts';
import { bindFrame, bindList, type Frame, frameBytes, type ListTables, leastCapacity } from '../src/memory/frame.ts';
import { createMemory } from '../src/memory/memory.ts';
import { createScalarScratch } from '../src/narrow/scalar/scratch.ts';
import { TILE_ROWS } from '../src/narrow/wide/context.ts';
import { instantiateWide } from '../src/narrow/wideCalls.ts';
import { WideKernel } from '../src/narrow/wideKernel.ts';
import { bindPolytopes, type PolytopeTable, polytopeTableBytes } from '../src/queries/distance/polytopeTable.ts';
import { listBytes } from '../src/queries/distance/query.ts';
import { UNUSED } from '../src/queries/distance/table.ts';
import { commandLine, flag, integer, word, words } from '../tools/commandLine.ts';
import { MODULES } from '../tools/lanes/build.ts';
import { compileLanes } from '../tools/lanes/compile.ts';
import { fillScene } from './fillScene.ts';
import { makeWorkload, type Workload, type WorkloadName } from './workloads.ts';

const BUILT = new URL('../dist/src/narrow/scalar/distanceRows.js', import.meta.url).href;
const { distanceRows }: typeof import('../src/narrow/scalar/distanceRows.ts') = await import(BUILT);

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

/** Pairs that are timed together. */
const TIMED = 2048;
/** Poses that rounds go through, forth and back. */
const FRAMES = 6;
/** Motion per axis between two poses, as a part of the size (of a pair), and of a component of a quaternion. */
const MOVED = 0.0058;
const TURNED = 0.005;

interface Poses {
  readonly positions: Float64Array;
  readonly rotations: Float32Array;
}

interface Build {
  readonly name: string;
  readonly wide: WideKernel;
  readonly list: ListTables;
  readonly polytopes: PolytopeTable;
  /** Which simplex column is read next. */
  even: boolean;
  readonly fastest: Float64Array;
  deferred: number;
}

interface Query {
  readonly overlapOnly: boolean;
  readonly depth: boolean;
  readonly isMoved: boolean;
}

function queryOf(name: (typeof QUERIES)[number]): Query {
  return {
    overlapOnly: name === 'intersect',
    depth: name.startsWith('signed'),
    isMoved: name.endsWith('moved'),
  };
}

function posesOf({ positions, rotations, pairs, sizes }: Workload): Poses[] {
  const random = seeded(2);
  const sizeOf = new Float32Array(rotations.length / 4).fill(1);
  sizes.forEach((size, p) => {
    sizeOf[pairs[2 * p]] = size;
    sizeOf[pairs[2 * p + 1]] = size;
  });
  const frames: Poses[] = [{ positions, rotations }];
  while (frames.length < FRAMES) {
    const last = frames[frames.length - 1];
    frames.push({
      positions: last.positions.map((x, k) => x + (k % 4 < 3 ? between(random, -MOVED, MOVED) * sizeOf[k >> 2] : 0)),
      rotations: last.rotations.map((x) => x + between(random, -TURNED, TURNED)),
    });
  }
  return frames;
}

async function buildOf(): Promise<Uint8Array<ArrayBuffer>> {
  const root = new URL('..', import.meta.url).pathname;
  const { wasm } = await compileLanes({ entries: MODULES.wide, root, relaxed: values.relaxed });
  return new Uint8Array(wasm);
}

async function load(name: string, wasm: Uint8Array<ArrayBuffer>, frame: Frame, memory: WebAssembly.Memory, k: number) {
  const module = await WebAssembly.compile(wasm);
  const wide = new WideKernel(frame, 0, await instantiateWide(module, memory));
  const { capacity } = frame.colliders;
  const rows = capacity / 2;
  const list = bindList(frame.buffer, frame.listsBegin + k * listBytes(rows), rows);
  const fastest = new Float64Array(Math.ceil(rows / TIMED));
  const polytopes = bindPolytopes(frame.buffer, frame.listsEnd + k * polytopeTableBytes(rows), rows);
  return { name, wide, list, polytopes, even: true, fastest, deferred: 0 } satisfies Build;
}

async function compare(name: WorkloadName, builds: readonly (readonly [string, Uint8Array<ArrayBuffer>])[]) {
  const workload = makeWorkload(name, values.pairs, values.seed);
  const { shapes, colliderCount, pairCount, pairs, sizes } = workload;
  const vertices = shapes.reduce((sum, shape) => sum + (shape.kind === 'hull' ? shape.points.length / 3 + 4 : 0), 64);
  const colliders = Math.max(colliderCount, 2 * pairCount);
  const rows = (builds.length + 2) * Math.ceil(colliders / 2);
  const polytopes = builds.length * Math.ceil(colliders / 2);
  const capacity = leastCapacity({ shapes: shapes.length, vertices, colliders, pairs: rows, polytopes });
  const memory = createMemory(frameBytes(capacity), true);
  const frame = bindFrame(memory.buffer, capacity);
  fillScene(new Scene(frame, { checkWritable: () => {}, restored: () => {} }), workload);
  const frames = posesOf(workload);
  const loaded: Build[] = [];
  for (const [build, wasm] of builds) loaded.push(await load(build, wasm, frame, memory, loaded.length));
  const truth = bindList(memory.buffer, frame.listsBegin + builds.length * listBytes(colliders / 2), colliders / 2);
  for (const { pairs: table } of [...loaded.map(({ list }) => list), truth]) table.ids.set(pairs);
  const scratch = createScalarScratch();

  const pose = (k: number) => {
    const at = k % (2 * FRAMES - 2);
    const { positions, rotations } = frames[at < FRAMES ? at : 2 * FRAMES - 2 - at];
    frame.colliders.positions.set(positions);
    frame.colliders.rotations.set(rotations);
  };
  const chill = ({ results }: ListTables) => {
    results.simplexEven.fill(UNUSED);
    results.simplexOdd.fill(UNUSED);
    results.status.fill(0);
  };
  const scalar = (list: ListTables, params: Parameters<typeof distanceRows>[7], begin: number, end: number) =>
    distanceRows(
      list.results,
      list.pairs.ids,
      frame.colliders,
      frame.counts,
      frame,
      frame,
      scratch,
      params,
      begin,
      end,
    );
  const paramsOf = ({ results }: ListTables, even: boolean, { overlapOnly, depth }: Query) => ({
    overlapOnly,
    depth,
    maxDistance: new Float64Array([Infinity]),
    from: even ? results.simplexEven : results.simplexOdd,
    to: even ? results.simplexOdd : results.simplexEven,
  });
  const run = (build: Build, query: Query) => {
    const { wide, list, fastest } = build;
    const params = paramsOf(list, build.even, query);
    wide.setQuery(list, frame, params);
    wide.setPolytopes(query.depth ? build.polytopes : undefined, build.even);
    build.deferred = 0;
    for (let begin = 0; begin < pairCount; begin += TIMED) {
      const start = performance.now();
      const end = Math.min(begin + TIMED, pairCount);
      for (let tile = begin; tile < end; tile += TILE_ROWS) {
        const deferred = wide.distanceTile(tile, Math.min(tile + TILE_ROWS, end));
        build.deferred += deferred;
        for (let k = 0; k < deferred; k++) scalar(list, params, wide.deferred[k], wide.deferred[k] + 1);
      }
      const time = performance.now() - start;
      if (time < fastest[begin / TIMED]) fastest[begin / TIMED] = time;
    }
    build.even = !build.even;
  };

  for (const queryName of values.query) {
    const query = queryOf(queryName);
    pose(0);
    for (const build of loaded) {
      build.fastest.fill(Infinity);
      chill(build.list);
    }
    for (let round = 0; round < values.rounds; round++) {
      if (query.isMoved) pose(round);
      for (let k = 0; k < loaded.length; k++) {
        const build = loaded[(k + round) % loaded.length];
        if (!query.isMoved) chill(build.list);
        run(build, query);
      }
    }
    // moved: one more frame from the simplexes of the last; the f64 kernel starts cold
    pose(query.isMoved ? values.rounds : 0);
    chill(truth);
    scalar(truth, paramsOf(truth, true, query), 0, pairCount);
    const first = loaded[0].fastest.reduce((sum, x) => sum + (x < Infinity ? x : 0), 0);
    const cells = loaded.map((build) => {
      const total = build.fastest.reduce((sum, x) => sum + (x < Infinity ? x : 0), 0);
      if (!query.isMoved) chill(build.list);
      run(build, query);
      const { flags, distance } = difference(build.list, truth, pairCount, sizes, query);
      const ns = ((1e6 * total) / pairCount).toFixed(1);
      const share = ((100 * build.deferred) / pairCount).toFixed(2);
      const ratio = (total / first).toFixed(3);
      const error = distance.toExponential(1);
      return `${build.name} ${ns} (${ratio}; deferred ${share} %, flags ${flags}, distance ${error})`;
    });
    console.log(`${name} ${queryName}: ${cells.join(' | ')}`);
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

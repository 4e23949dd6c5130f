/**
 * `npm run bench:kernel`: the kernels alone, on the calling thread, without an engine. Compare with whole queries
 * (`npm run bench`). Each workload and kernel has its own child process, so that V8 has compiled only that one.
 *
 * `--help` lists the options.
 *
 * Cold starts. Prints the fastest and the median run, ns per pair, and a checksum of statuses and distances.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Scene } from '../src/engine/scene.ts';
import { CoreScratch } from '../src/kernels/cores/scratch.ts';
import { createMemory } from '../src/memory/memory.ts';
import { chooseKernel } from '../src/narrow/chooseKernel.ts';
import type { RunningKernel } from '../src/narrow/runningKernel.ts';
import { DISTANCE_WASM, EXACT_DISTANCE, RELAXED } from '../src/narrow/wasmPieces.ts';
import { WideKernel } from '../src/narrow/wideKernel.ts';
import { bindFrame, frameBytes } from '../src/queries/frameLayout.ts';
import { leastCapacity } from '../src/queries/leastCapacity.ts';
import { SEARCHES } from '../src/queries/wholeCode.ts';
import { bindList, type Frame } from '../src/tables/frame.ts';
import { TILE_ROWS } from '../src/tables/kernelContext.ts';
import { UNUSED } from '../src/tables/simplexWords.ts';
import { commandLine, inner, integer, word, words } from '../tools/commandLine.ts';
import { distanceRows } from './built/distanceRows.ts';
import { fillScene } from './fillScene.ts';
import { jsonFlag, printReport } from './report.ts';
import { CROWDS, makeWorkload, WORKLOADS, type WorkloadName } from './workloads.ts';

const values = commandLine('npm run bench:kernel', 'The kernels alone, one thread, cold starts, ns per pair', {
  pairs: integer(30_000, 'pairs per workload'),
  runs: integer(41, 'runs over all pairs'),
  seed: integer(1, 'of the workloads', 0),
  only: word('', 'workloads whose name has it'),
  kernel: words<RunningKernel>(['scalar', 'simd'], 'of', ['scalar', 'simd', 'relaxed']),
  json: jsonFlag,
  // arguments of a child process
  workload: inner(),
});

interface Line {
  workload: string;
  query: string;
  kernel: string;
  pairs: number;
  'ns/pair fastest': number;
  'ns/pair middle': number;
  checksum: string;
}

/** The wide kernel with this name, or undefined for the scalar kernel. */
async function loadWide(kernel: RunningKernel, memory: WebAssembly.Memory, frame: Frame) {
  const {
    kernel: running,
    calls,
    fallbacks,
  } = await chooseKernel(kernel, memory, true, { pieces: [DISTANCE_WASM, EXACT_DISTANCE], relaxed: RELAXED });
  if (running !== kernel) throw new Error(fallbacks.join('; '));
  return calls && new WideKernel(frame, 0, calls);
}

async function runWorkload(name: WorkloadName, kernel: RunningKernel): Promise<Line[]> {
  const workload = makeWorkload(name, values.pairs, values.seed);
  const { shapes, colliderCount, pairCount, pairs } = workload;
  const vertices = shapes.reduce((sum, shape) => sum + (shape.kind === 'hull' ? shape.points.length / 3 + 4 : 0), 64);
  const capacity = leastCapacity({ shapes: shapes.length, vertices, colliders: colliderCount, pairs: pairCount });
  const memory = createMemory(frameBytes(capacity, SEARCHES), true);
  const { buffer } = memory;
  const frame = bindFrame(buffer, capacity, SEARCHES);
  const list = bindList(buffer, frame.listsBegin, pairCount);
  fillScene(new Scene(frame, { checkWritable: () => {}, restored: () => {} }), workload);
  list.pairs.ids.set(pairs.subarray(0, 2 * pairCount));
  const { simplexEven: from, simplexOdd: to, status, separation } = list.results;
  from.fill(UNUSED);
  const scratch = new CoreScratch();
  const params = { overlapOnly: true, maxDistance: new Float64Array([Infinity]), depth: false, from, to };
  const wide = await loadWide(kernel, memory, frame);
  const scalar = (begin: number, end: number) => {
    const { colliders, counts } = frame;
    distanceRows(list.results, list.pairs.ids, colliders, counts, frame, frame, scratch, params, begin, end);
  };
  const run = () => {
    if (!wide) return scalar(0, pairCount);
    wide.setQuery(list, frame, params);
    for (let tile = 0; tile < pairCount; tile += TILE_ROWS) {
      const deferred = wide.distanceTile(tile, Math.min(tile + TILE_ROWS, pairCount));
      for (let k = 0; k < deferred; k++) scalar(wide.deferred[k], wide.deferred[k] + 1);
    }
  };

  return ['intersect', 'distance'].map((query) => {
    params.overlapOnly = query === 'intersect';
    const times = Array.from({ length: values.runs }, () => {
      const begin = performance.now();
      run();
      return ((performance.now() - begin) * 1e6) / pairCount;
    }).sort((a, b) => a - b);
    let hash = 0x811c9dc5;
    const mix = (byte: number) => {
      hash = Math.imul(hash ^ byte, 0x01000193);
    };
    status.subarray(0, pairCount).forEach(mix);
    if (!params.overlapOnly) new Uint8Array(buffer, separation.byteOffset, 16 * pairCount).forEach(mix);
    return {
      workload: name,
      query,
      kernel,
      pairs: pairCount,
      'ns/pair fastest': Number(times[0].toFixed(1)),
      'ns/pair middle': Number(times[times.length >> 1].toFixed(1)),
      checksum: (hash >>> 0).toString(16).padStart(8, '0'),
    };
  });
}

if (values.workload !== undefined) {
  console.log(JSON.stringify(await runWorkload(values.workload as WorkloadName, values.kernel[0])));
} else {
  const same = ['--pairs', `${values.pairs}`, '--runs', `${values.runs}`, '--seed', `${values.seed}`];
  const lines = [...WORKLOADS, ...CROWDS]
    .filter((name) => name.includes(values.only))
    .flatMap((name) =>
      values.kernel.flatMap((kernel) => {
        const asked = ['--workload', name, '--kernel', kernel, ...same];
        const child = [...process.execArgv, fileURLToPath(import.meta.url), ...asked];
        const output = execFileSync(process.execPath, child, {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        return JSON.parse(output) as Line[];
      }),
    );
  const heading = `The kernels alone, one thread, cold, ns per pair. Seed ${values.seed}.`;
  printReport(values.json, heading, { kernels: lines });
}

/**
 * `npm run bench:gpu`: boxes on a GPU (docs/webgpu.md), beside the kernel simd in the same run. ns per pair, median of
 * the calls. `--help` lists the options.
 *
 *   one, all   `…Sync` on one thread, and on all of them
 *   passes     what the GPU takes for rows and packing, by timestamp-query
 *   poses      what it takes more if all poses go up
 *   none … all a whole query, wall clock, by `read`; no collider has moved
 *   moved      `read: 'status'`, and all poses go up
 *   left       rows that the GPU leaves to the threads, per thousand
 *
 * Without a GPU it prints `not measured: no GPU`: software says nothing about speed.
 */
import { createRequire } from 'node:module';
import { commandLine, flag, integer, words } from '../tools/commandLine.ts';
import { fillScene } from './fillScene.ts';
import { createEngine, type Engine, type Read } from './library.ts';
import { makeWorkload, type WorkloadName } from './workloads.ts';

const NAMES: readonly WorkloadName[] = ['random', 'settled', 'crowd'];
const values = commandLine('npm run bench:gpu', 'boxes on a GPU, ns per pair', {
  calls: integer(20, 'calls per figure; the first five are not counted'),
  most: integer(10_000_000, 'pairs of the longest list of random boxes', 10_000, 30_000_000),
  only: words(NAMES, 'workloads', NAMES),
  software: flag('measures a software adapter: to try this program'),
});
const WARM_UP = 5;
const READS: readonly Read[] = ['none', 'status', 'separation', 'all'];
const NOTHING_MOVED = { moved: [0, 0] };

/** WebGPU of the runtime, or of the package that the tests have. */
function findGpu(): GPU | undefined {
  const { gpu } = (globalThis.navigator ?? {}) as { readonly gpu?: GPU };
  if (gpu) return gpu;
  try {
    return createRequire(new URL('../test/gpu/webgpu/package.json', import.meta.url))('webgpu').create([]);
  } catch {
    return undefined;
  }
}

/** Passes of a query that are timed. */
const MOST_PASSES = 512;

/** Sums the time that compute passes of a device take on it. */
class PassTimer {
  readonly #device: GPUDevice;
  readonly #queries: GPUQuerySet;
  readonly #resolved: GPUBuffer;
  readonly #read: GPUBuffer;
  #passes = 0;

  constructor(device: GPUDevice) {
    this.#device = device;
    const bytes = 16 * MOST_PASSES;
    this.#queries = device.createQuerySet({ type: 'timestamp', count: 2 * MOST_PASSES });
    this.#resolved = device.createBuffer({ size: bytes, usage: 0x200 | 4 });
    this.#read = device.createBuffer({ size: bytes, usage: 1 | 8 });
    const create = device.createCommandEncoder.bind(device);
    device.createCommandEncoder = (descriptor) => {
      const encoder = create(descriptor);
      const begin = encoder.beginComputePass.bind(encoder);
      encoder.beginComputePass = () => {
        const at = 2 * (this.#passes++ % MOST_PASSES);
        const writes = { beginningOfPassWriteIndex: at, endOfPassWriteIndex: at + 1 };
        return begin({ timestampWrites: { querySet: this.#queries, ...writes } });
      };
      return encoder;
    };
  }

  /** Time of the passes of `act` (ns). */
  async time(act: () => Promise<unknown>): Promise<number> {
    this.#passes = 0;
    await act();
    const count = 2 * Math.min(this.#passes, MOST_PASSES);
    const encoder = this.#device.createCommandEncoder();
    encoder.resolveQuerySet(this.#queries, 0, count, this.#resolved, 0);
    encoder.copyBufferToBuffer(this.#resolved, 0, this.#read, 0, 8 * count);
    this.#device.queue.submit([encoder.finish()]);
    await this.#read.mapAsync(1);
    const times = new BigUint64Array(this.#read.getMappedRange(), 0, count);
    let sum = 0n;
    for (let k = 0; k < count; k += 2) sum += times[k + 1]! - times[k]!;
    this.#read.unmap();
    return Number(sum);
  }
}

const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1]!;

/** Median of the calls, ns per pair. */
async function measure(pairs: number, call: () => unknown): Promise<number> {
  const times = [];
  for (let k = 0; k < values.calls + WARM_UP; k++) {
    const begin = performance.now();
    await call();
    if (k >= WARM_UP) times.push(performance.now() - begin);
  }
  return (median(times) * 1e6) / pairs;
}

/** A list of random boxes as long as wanted, or a workload. */
function fill(engine: Engine, name: WorkloadName, pairs: number): number {
  const load = makeWorkload(name, Math.min(pairs, 100_000), 1);
  fillScene(engine.scene, load);
  const { ids } = engine.pairs;
  const count = name === 'random' ? pairs : load.pairCount;
  for (let k = 0; k < 2 * count; k++) ids[k] = load.pairs[k % (2 * load.pairCount)]!;
  engine.pairs.resize(count);
  return count;
}

async function report(device: GPUDevice, timer: PassTimer | undefined, name: WorkloadName, wanted: number) {
  const capacity = { shapes: 131_072, colliders: 262_144, pairs: Math.max(wanted, 1_048_576), polytopes: 1 };
  const tuning = { gpuFrom: 1, gpuOnSoftware: values.software };
  const start = performance.now();
  const engine = await createEngine({ gpu: device, workers: 0, capacity, tuning });
  const opened = performance.now() - start;
  const threads = await createEngine({ capacity, workers: 1 });
  const pairs = fill(engine, name, wanted);
  fill(threads, name, wanted);
  const ns = (time: number) => time.toFixed(2).padStart(8);
  const queries = [
    ['flags', () => engine.intersectSync(), () => threads.intersectSync(), undefined],
    [
      'distance',
      () => engine.distanceSync(engine.pairs, { depth: false }),
      () => threads.distanceSync(threads.pairs, { depth: false }),
      false,
    ],
    ['signed', () => engine.distanceSync(), () => threads.distanceSync(), true],
  ] as const;
  for (const [query, one, all, depth] of queries) {
    const run = (read: Read, options = {}) =>
      depth === undefined
        ? engine.intersect(engine.pairs, { read, ...options })
        : engine.distance(engine.pairs, { read, depth, ...options });
    const cells = [ns(await measure(pairs, one)), ns(await measure(pairs, all))];
    if (timer) {
      const rows = await timer.time(() => run('none', NOTHING_MOVED));
      const all = await timer.time(() => run('none'));
      cells.push(ns(rows / pairs), ns((all - rows) / pairs));
    }
    for (const read of READS) cells.push(ns(await measure(pairs, () => run(read, NOTHING_MOVED))));
    cells.push(ns(await measure(pairs, () => run('status'))));
    const left = engine.info.lastQuery?.left ?? 0;
    console.log(
      `${name} ${pairs} ${query}`.padEnd(28),
      cells.join(' '),
      ((1000 * left) / pairs).toFixed(2).padStart(6),
    );
  }
  await engine.close();
  await threads.close();
  return opened;
}

async function main(): Promise<void> {
  const gpu = findGpu();
  const adapter = await gpu?.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter || (adapter.info.isFallbackAdapter && !values.software)) {
    console.log('not measured: no GPU');
    return;
  }
  const { vendor, architecture, description } = adapter.info;
  const hasTimer = adapter.features.has('timestamp-query');
  const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
  const device = await adapter.requestDevice({
    requiredFeatures: hasTimer ? ['timestamp-query'] : [],
    requiredLimits: { maxBufferSize, maxStorageBufferBindingSize },
  });
  console.log(`${vendor} ${architecture} ${description}`.trim());
  const timer = hasTimer ? new PassTimer(device) : undefined;
  const apart = timer ? ['passes', 'poses'] : [];
  const heads = ['one', 'all', ...apart, ...READS, 'moved'].map((head) => head.padStart(8));
  console.log(''.padEnd(28), heads.join(' '), '  left');
  let first = 0;
  for (const name of values.only) {
    const lengths = name === 'random' ? [10_000, 100_000, 1_000_000, 10_000_000] : [100_000];
    for (const pairs of lengths.filter((length) => length <= values.most)) {
      const opened = await report(device, timer, name, pairs);
      first ||= opened;
    }
  }
  console.log(`createEngine, with pipelines and self-test: ${first.toFixed(0)} ms the first time`);
  device.destroy();
}

await main();

/**
 * What a device computes of the hard pairs, against the kernel of the threads. WGSL allows sums in any order, without a
 * bound of the error: whether a device keeps the promise is measured.
 */
import type { GpuQuery } from '../queries/gpuRows.ts';
import { NoGpu } from './failure.ts';
import { GpuRows, KINDS, type QueryKind } from './gpuRows.ts';
import { HARD_PAIRS } from './hardPairs.ts';
import type { Pipelines } from './pipelines.ts';
import { type MakeKernels, TestScene } from './testScene.ts';

/** The largest part of the rows that may be left to the threads. */
const MOST_LEFT = 0.02;
/** f32 rounding of a distance. */
const ROUNDING = 2 ** -23;
/** Pairs of the short list that shows what a query costs at least. */
const FEW = 256;
/** What a row costs on the device, as a part of its cost on a thread, for the device to pay. */
const GAIN = 0.8;

export interface SelfTest {
  /** Time of HARD_PAIRS rows on the device, by kind (ms). */
  readonly times: { readonly [K in QueryKind]: number };
  /** Rows from which flags take less time on the device than on one thread. Infinity: they never do. */
  readonly pays: number;
}

/** What the self-test needs of an engine. */
export interface SelfTestParts {
  readonly shared: boolean;
  readonly makeKernels: MakeKernels;
  /** The kernel of the threads, for errors. */
  readonly kernel: string;
  /** Whether it measures from how many rows the device pays. */
  readonly isMeasured: boolean;
}

/** @throws NoGpu if the device is not to be used */
export async function selfTest(device: GPUDevice, pipelines: Pipelines, parts: SelfTestParts): Promise<SelfTest> {
  const scene = await TestScene.create(parts.shared, parts.makeKernels);
  const rows = new GpuRows(device, pipelines, scene, HARD_PAIRS);
  try {
    const times = { flags: 0, distance: 0, depth: 0 };
    for (const kind of KINDS) times[kind] = await testKind(rows, scene, kind, parts.kernel);
    return { times, pays: parts.isMeasured ? await measure(rows, scene) : Infinity };
  } finally {
    rows.destroy();
  }
}

/** Compares the results of one kind of query, cold and warm. @returns the time of the second query (ms) */
async function testKind(rows: GpuRows, scene: TestScene, kind: QueryKind, kernel: string): Promise<number> {
  const { results } = scene.state.tables;
  scene.begin(kind, HARD_PAIRS);
  scene.compute();
  const [status, separation, offsetA] = [results.status, results.separation, results.offsetA].map((each) =>
    each.slice(),
  );
  let time = 0;
  for (const start of ['cold', 'warm']) {
    results.status.fill(0xff);
    const began = performance.now();
    const left = await rows.run(queryOf(scene, 'all'), scene.help);
    time = performance.now() - began;
    let wrong = 0;
    let beyond = 0;
    for (let row = 0; row < HARD_PAIRS; row++) {
      if (results.status[row] !== status[row]) wrong++;
      if (kind === 'flags') continue;
      const at = 4 * row + 3;
      const error = Math.abs(results.separation[at] - separation[at]);
      const bound = boundOf(offsetA[at]) + boundOf(results.offsetA[at]) + ROUNDING * Math.abs(separation[at]);
      // NaN is beyond any bound
      if (!(error <= bound)) beyond++;
    }
    const expected = `the results of kernel '${kernel}' from the GPU`;
    const of = `of ${HARD_PAIRS} in its self-test (${kind}, ${start})`;
    if (wrong > 0) throw new NoGpu(expected, `${wrong} wrong flags ${of}`);
    if (beyond > 0) throw new NoGpu(expected, `${beyond} distances beyond their bounds ${of}`);
    if (left > MOST_LEFT * HARD_PAIRS) throw new NoGpu(expected, `${left} rows without a result ${of}`);
  }
  return time;
}

/** Overlaps without depth have no bound. */
function boundOf(bound: number): number {
  return Number.isNaN(bound) ? 0 : bound;
}

function queryOf({ state, overlapOnly }: TestScene, read: GpuQuery['read']): GpuQuery {
  return { where: 'gpu', state, overlapOnly, read, moved: undefined, poses: undefined };
}

/** Rows from which flags pay: from the times of a short list, of all pairs, and of one thread. */
async function measure(rows: GpuRows, scene: TestScene): Promise<number> {
  const timeOf = async (act: () => unknown) => {
    let least = Infinity;
    for (let k = 0; k < 3; k++) {
      const began = performance.now();
      await act();
      least = Math.min(least, performance.now() - began);
    }
    return least;
  };
  const onGpu = async (count: number) => {
    scene.begin('flags', count);
    return timeOf(() => rows.run(queryOf(scene, 'status'), scene.help));
  };
  const short = await onGpu(FEW);
  const long = await onGpu(HARD_PAIRS);
  const perRow = Math.max(long - short, 0) / (HARD_PAIRS - FEW);
  const onThread = (await timeOf(() => scene.compute())) / HARD_PAIRS;
  return perRow < GAIN * onThread ? Math.ceil(short / (onThread - perRow)) : Infinity;
}

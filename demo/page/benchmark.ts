/**
 * The benchmark: steps a fixed heap at full speed, and draws it between runs of steps. The report holds the
 * measurements as data.
 */
import type { EngineInfo } from 'hullstorm';
import { busiest, type FrameStats, frameStats } from '../../scenes/frameStats.ts';
import { FIELDS, type Field, NO_ORDERS, TIME_STEP } from './protocol.ts';
import type { Session } from './session.ts';
import type { Settings } from './settings.ts';

export const STEPS = 600;
/** Steps between two frames. */
const RUN = 20;
const BUSIEST = 200;
/** What runs. */
export const WHAT = 'cuboids that fall into a yard';
const TIMES = ['total', 'broad', 'narrow', 'solve', 'integrate'] as const;

/** Times in ms. */
export type Percentiles = Record<(typeof TIMES)[number], FrameStats>;

export interface Report {
  readonly benchmark: 'hullstorm demo';
  readonly scene: string;
  readonly bodies: number;
  /** What falls. */
  readonly what: string;
  readonly seed: number;
  readonly steps: number;
  readonly timeStep: number;
  readonly margin: number;
  readonly date: string;
  readonly machine: { readonly browser: string; readonly cores: number; readonly graphics: string };
  readonly kernel: string;
  readonly threads: number;
  readonly shared: boolean;
  /** ms */
  readonly all: Percentiles;
  /** The consecutive steps with the largest sum of times; `from` is the first of them. */
  readonly busiest: Percentiles & { readonly steps: number; readonly from: number };
  readonly most: Record<'pairs' | 'contacts' | 'points', number>;
  readonly pairsPerSecond: number;
  /** Checksum of all final poses, the same on every machine with the same kernel. */
  readonly checksum: string;
}

/** Settings of the benchmark: a fixed scene, with the visitor's workers, kernel and margin. */
export function benchmarkSettings(settings: Settings): Settings {
  return { ...settings, scene: 'heap', count: 2000, seed: 1 };
}

/**
 * Steps a new world.
 * @param onRun called after each run with the number of steps so far; false ends the benchmark
 * @returns the samples, or undefined if `onRun` has ended the benchmark
 */
export async function runBenchmark(
  session: Session,
  onRun: (done: number) => Promise<boolean>,
): Promise<Float64Array | undefined> {
  const samples = new Float64Array(STEPS * FIELDS.length);
  for (let done = 0; done < STEPS; ) {
    for (let k = 0; k < RUN; k++) await session.stepOnce();
    samples.set(await session.takeSamples(NO_ORDERS), done * FIELDS.length);
    done += RUN;
    if (!(await onRun(done))) return undefined;
  }
  return samples;
}

export function makeReport(
  settings: Settings,
  info: EngineInfo,
  samples: Float64Array,
  checksum: string,
  graphics: string,
): Report {
  const steps = samples.length / FIELDS.length;
  const column = (field: Field) => {
    const at = FIELDS.indexOf(field);
    return Float64Array.from({ length: steps }, (_, step) => samples[step * FIELDS.length + at]);
  };
  const percentiles = (from: number, count: number) =>
    Object.fromEntries(TIMES.map((field) => [field, frameStats(column(field).subarray(from, from + count))]));
  const total = column('total');
  const part = busiest(total, BUSIEST);
  const from = part.byteOffset / part.BYTES_PER_ELEMENT;
  const sum = (field: Field) => column(field).reduce((a, b) => a + b, 0);
  const { scene, count, seed, margin } = settings;
  return {
    benchmark: 'hullstorm demo',
    scene,
    bodies: count,
    what: WHAT,
    seed,
    steps,
    timeStep: TIME_STEP,
    margin,
    date: new Date().toISOString(),
    machine: { browser: navigator.userAgent, cores: navigator.hardwareConcurrency ?? 1, graphics },
    kernel: info.kernel,
    threads: info.threads,
    shared: info.shared,
    all: percentiles(0, steps) as Percentiles,
    busiest: { steps: part.length, from, ...(percentiles(from, part.length) as Percentiles) },
    most: {
      pairs: Math.max(...column('pairs')),
      contacts: Math.max(...column('contacts')),
      points: Math.max(...column('points')),
    },
    pairsPerSecond: Math.round((1000 * sum('pairs')) / Math.max(sum('total'), 1e-9)),
    checksum,
  };
}

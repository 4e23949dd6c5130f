/** The report of a scene of bodies: an object for programs, tables for people. Times in ms. */
import { busiestFrom, type FrameStats, frameStats } from '../../scenes/frameStats.ts';
import type { HeapVerdict } from '../../scenes/heapJudge.ts';
import type { GuidedWalk } from '../shared/guidedWalk.ts';
import { BUSIEST_FRAMES, engineLine, HEAD, machineText, row, thousands } from './lines.ts';
import type { SceneName } from './options.ts';

/** Stages of a step, as in `StepStats` of hullstorm/dynamics. */
export const STEP_STAGES = ['broad', 'narrow', 'solve', 'integrate'] as const;
/** `step` is the time from the call to its end. */
const TIMES = [...STEP_STAGES, 'step'] as const;
export type StepTime = (typeof TIMES)[number];

/**
 * One sample per step. `scan` is the time of the sensor's scan, `hits` their number: 0 without a sensor. `walk` is the
 * time to move the character.
 */
export type StepSamples = Readonly<Record<StepTime | 'pairs' | 'contacts' | 'scan' | 'hits' | 'walk', Float64Array>>;

/** Printed by `--json`. Times in ms. The busiest steps are the 200 consecutive steps with the largest sum. */
export interface StepReport {
  readonly scene: SceneName;
  /** Bodies, without ground and walls. */
  readonly count: number;
  readonly frames: number;
  readonly threads: number;
  readonly kernel: string;
  /** Rows that a wide kernel has deferred to the scalar kernel, in all steps. */
  readonly refined: number;
  /** Checksum of the poses after the last step. */
  readonly checksum: string;
  readonly all: Readonly<Record<StepTime, FrameStats>>;
  readonly busiest: Readonly<Record<StepTime, FrameStats>>;
  /** Candidate pairs, and pairs with contact points: mean per step, in the busiest steps, and in the last step. */
  readonly pairs: Tally;
  readonly contacts: Tally;
  /** Awake bodies after the last step. */
  readonly awake: number;
  /** The state after the last step. m, J per body, m/s. */
  readonly rest: HeapVerdict;
  readonly seed: number;
  /** m */
  readonly margin: number;
  readonly substeps: number;
  readonly sleeping: boolean;
  readonly machine: string;
  /** Only of a scene with a sensor. */
  readonly rays?: RayReport;
  /** Only of a scene with a character. */
  readonly walk?: WalkReport;
}

/** The character's motion before each step. */
export interface WalkReport {
  /** Places of its way that it has reached. */
  readonly reached: number;
  /** x y z after the last step (m). */
  readonly position: readonly number[];
  /** ms per step. */
  readonly time: FrameStats;
}

/** The scans after the steps. */
export interface RayReport {
  readonly perScan: number;
  readonly perSecond: number;
  /** Mean per scan. */
  readonly hits: number;
  /** ms per scan. */
  readonly time: FrameStats;
  /** Checksum of the hits of all scans. */
  readonly checksum: string;
}

export interface Tally {
  readonly mean: number;
  readonly busiest: number;
  readonly last: number;
}

export type StepFacts = Omit<
  StepReport,
  'frames' | 'all' | 'busiest' | 'pairs' | 'contacts' | 'machine' | 'rays' | 'walk'
>;

export function createStepSamples(frames: number): StepSamples {
  const column = () => new Float64Array(frames);
  return {
    broad: column(),
    narrow: column(),
    solve: column(),
    integrate: column(),
    step: column(),
    pairs: column(),
    contacts: column(),
    scan: column(),
    hits: column(),
    walk: column(),
  };
}

/** @param perScan rays per scan @param checksum of all hits */
export function makeRayReport({ scan, hits }: StepSamples, perScan: number, checksum: string): RayReport {
  const time = frameStats(scan);
  return { perScan, perSecond: Math.round((1000 * perScan) / time.mean), hits: frameStats(hits).mean, time, checksum };
}

export function makeWalkReport({ walk }: StepSamples, { reached, position }: GuidedWalk): WalkReport {
  return { reached, position: [...position], time: frameStats(walk) };
}

export function makeStepReport(facts: StepFacts, samples: StepSamples): StepReport {
  const frames = samples.step.length;
  const begin = busiestFrom(samples.step, BUSIEST_FRAMES);
  const window = (column: Float64Array) => column.subarray(begin, begin + BUSIEST_FRAMES);
  const tally = (column: Float64Array): Tally => ({
    mean: frameStats(column).mean,
    busiest: frameStats(window(column)).mean,
    last: column[frames - 1],
  });
  const stats = (of: (column: Float64Array) => Float64Array) => ({
    broad: frameStats(of(samples.broad)),
    narrow: frameStats(of(samples.narrow)),
    solve: frameStats(of(samples.solve)),
    integrate: frameStats(of(samples.integrate)),
    step: frameStats(of(samples.step)),
  });
  const { scene, count, threads, kernel, refined, checksum, awake, rest, seed, margin, substeps, sleeping } = facts;
  return {
    scene,
    count,
    frames,
    threads,
    kernel,
    refined,
    checksum,
    all: stats((column) => column),
    busiest: stats(window),
    pairs: tally(samples.pairs),
    contacts: tally(samples.contacts),
    awake,
    rest,
    seed,
    margin,
    substeps,
    sleeping,
    machine: machineText(),
  };
}

export function printSteps(report: StepReport): string {
  const { count, frames, pairs, contacts, rest, sleeping, rays, walk } = report;
  const shown = Math.min(BUSIEST_FRAMES, frames);
  const table = (stats: StepReport['all']) => TIMES.map((name) => row(name, stats[name]));
  const tally = ({ mean, busiest, last }: Tally) =>
    `${thousands(mean)} per step, ${thousands(busiest)} in the busiest, ${thousands(last)} in the last`;
  const depth = (meters: number, part: number) => `${(1e3 * meters).toFixed(2)} mm (${(100 * part).toFixed(2)} %)`;
  return [
    HEAD,
    `all ${frames}`,
    ...table(report.all),
    `busiest ${shown}`,
    ...table(report.busiest),
    ...(rays ? ['after each step', row('scan', rays.time)] : []),
    ...(walk ? ['before each step', row('walk', walk.time)] : []),
    '',
    `scene      ${report.scene} of ${thousands(count)}, seed ${report.seed}, margin ${report.margin} m, ` +
      `${frames} steps of 1/60 s in ${report.substeps} substeps${sleeping ? '' : ', no sleep'}`,
    `pairs      ${tally(pairs)}`,
    `contacts   ${tally(contacts)}`,
    `awake      ${thousands(report.awake)} of ${thousands(count)} in the end`,
    `deepest    ${depth(rest.deepest, rest.deepestPart)} of the smaller body; p99 ${depth(rest.p99, rest.p99Part)}`,
    `rest       ${rest.energy.toPrecision(2)} J and ${(1e3 * rest.speed).toPrecision(2)} mm/s per body; ` +
      `${rest.escaped} escaped, ${rest.broken} NaN`,
    ...(rays ? [rayLine(rays)] : []),
    ...(walk ? [walkLine(walk)] : []),
    engineLine(report),
    `machine    ${report.machine}`,
    `checksum   ${report.checksum}`,
  ].join('\n');
}

function rayLine({ perScan, perSecond, hits, checksum }: RayReport): string {
  const counts = `${thousands(perScan)} per scan, ${thousands(hits)} hit`;
  return `rays       ${thousands(perSecond)} per s: ${counts}; checksum ${checksum}`;
}

function walkLine({ reached, position }: WalkReport): string {
  return `walk       ${reached} places reached; now at ${position.map((place) => place.toFixed(3)).join(', ')} m`;
}

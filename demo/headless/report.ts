/** The report of a stress world: an object for programs, a table for people. Times in ms. */
import { busiest, type FrameStats, frameStats } from '../../scenes/frameStats.ts';
import { BUSIEST_FRAMES, engineLine, HEAD, machineText, row, thousands } from './lines.ts';

export const STAGES = ['move', 'pairs', 'distance'] as const;
export type Stage = (typeof STAGES)[number];

/** One sample per frame and stage. */
export interface Samples {
  readonly stages: Record<Stage, Float64Array>;
  readonly pairCounts: Float64Array;
  readonly overlapCounts: Float64Array;
}

/** Printed by `--json`. Times in ms. The busiest frames are the 200 consecutive frames with the largest sum. */
export interface Report {
  readonly scene: string;
  readonly count: number;
  readonly frames: number;
  readonly threads: number;
  readonly kernel: string;
  /** Rows that a wide kernel has deferred to the scalar kernel, in all frames, with those of the warm-up. */
  readonly refined: number;
  readonly checksum: string;
  readonly all: FrameStats;
  readonly busiest: FrameStats;
  readonly stages: Record<Stage, Pick<FrameStats, 'mean' | 'p95'>>;
  /** Mean per frame. */
  readonly pairs: number;
  readonly overlaps: number;
  readonly seed: number;
  /** m */
  readonly margin: number;
  readonly machine: string;
}

export type RunFacts = Pick<
  Report,
  'scene' | 'count' | 'threads' | 'kernel' | 'refined' | 'checksum' | 'seed' | 'margin'
>;

export function createSamples(frames: number): Samples {
  const column = () => new Float64Array(frames);
  return {
    stages: { move: column(), pairs: column(), distance: column() },
    pairCounts: column(),
    overlapCounts: column(),
  };
}

export function makeReport(facts: RunFacts, { stages, pairCounts, overlapCounts }: Samples): Report {
  const whole = wholeFrames(stages);
  const brief = (samples: Float64Array) => {
    const { mean, p95 } = frameStats(samples);
    return { mean, p95 };
  };
  const { scene, count, threads, kernel, refined, checksum, seed, margin } = facts;
  return {
    scene,
    count,
    frames: whole.length,
    threads,
    kernel,
    refined,
    checksum,
    all: frameStats(whole),
    busiest: frameStats(busiest(whole, BUSIEST_FRAMES)),
    stages: { move: brief(stages.move), pairs: brief(stages.pairs), distance: brief(stages.distance) },
    pairs: frameStats(pairCounts).mean,
    overlaps: frameStats(overlapCounts).mean,
    seed,
    margin,
    machine: machineText(),
  };
}

export function printTable(report: Report, { stages }: Samples): string {
  const whole = wholeFrames(stages);
  const { all, pairs, overlaps } = report;
  const share = pairs > 0 ? Math.round((100 * overlaps) / pairs) : 0;
  const nsPerPair = pairs > 0 ? (1e6 * report.stages.distance.mean) / pairs : 0;
  const shown = Math.min(BUSIEST_FRAMES, whole.length);
  return [
    HEAD,
    ...STAGES.map((stage) => row(stage, frameStats(stages[stage]))),
    row('frame', all),
    row(`busiest ${shown}`, report.busiest),
    '',
    `scene      ${thousands(report.count)} ${report.scene}, seed ${report.seed}, margin ${report.margin} m, ` +
      `${report.frames} frames`,
    `pairs      ${thousands(pairs)} per frame, ${thousands(overlaps)} overlap (${share} %)`,
    `distance   ${nsPerPair.toFixed(0)} ns per pair`,
    engineLine(report),
    `machine    ${report.machine}`,
    `checksum   ${report.checksum}`,
  ].join('\n');
}

function wholeFrames(stages: Samples['stages']): Float64Array {
  return stages.move.map((move, i) => move + stages.pairs[i] + stages.distance[i]);
}

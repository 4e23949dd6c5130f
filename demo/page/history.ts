/** The last frames, by stage, in a ring. Times in ms. Recording allocates nothing. */
import { type FrameStats, frameStats } from '../shared/frameStats.ts';
import type { Frame } from '../shared/simulation.ts';

export const STAGES = ['move', 'pairs', 'distance', 'draw'] as const;
export type Stage = (typeof STAGES)[number];

/** Frames that are remembered. */
export const REMEMBERED = 300;

export interface History {
  /** Remembered frames. */
  readonly length: number;
  record(frame: Frame, draw: number): void;
  /** Time of a stage, `ago` frames back (0 is the last). */
  at(stage: Stage, ago: number): number;
  /** Over whole frames. */
  stats(): FrameStats;
  /** Means over the remembered frames. */
  means(): Record<Stage, number>;
  /** Forgets all. */
  clear(): void;
}

export function createHistory(): History {
  const rings = STAGES.map(() => new Float64Array(REMEMBERED));
  const whole = new Float64Array(REMEMBERED);
  let frames = 0;
  let length = 0;
  return {
    get length() {
      return length;
    },
    record({ move, pairs, distance }, draw) {
      const at = frames++ % REMEMBERED;
      rings[0][at] = move;
      rings[1][at] = pairs;
      rings[2][at] = distance;
      rings[3][at] = draw;
      whole[at] = move + pairs + distance + draw;
      length = Math.min(length + 1, REMEMBERED);
    },
    at: (stage, ago) => rings[STAGES.indexOf(stage)][(frames - 1 - ago + REMEMBERED) % REMEMBERED],
    stats() {
      return frameStats(recent(whole));
    },
    means() {
      const mean = (row: number) => frameStats(recent(rings[row])).mean;
      return { move: mean(0), pairs: mean(1), distance: mean(2), draw: mean(3) };
    },
    clear() {
      length = 0;
    },
  };

  /** The remembered samples, in any order. */
  function recent(ring: Float64Array): Float64Array {
    return Float64Array.from({ length }, (_, ago) => ring[(frames - 1 - ago + REMEMBERED) % REMEMBERED]);
  }
}

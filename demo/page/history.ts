/** Times (ms) and counts of the last steps, in a ring. Recording allocates nothing. */
import { type FrameStats, frameStats } from '../../scenes/frameStats.ts';
import { FIELDS, type Field } from './protocol.ts';

export const STAGES = ['broad', 'narrow', 'solve', 'integrate', 'draw'] as const;
export type Stage = (typeof STAGES)[number];

/** Capacity in steps. */
export const REMEMBERED = 300;

export interface History {
  /** Steps in the history. */
  readonly length: number;
  /** @param samples one number per entry of FIELDS, from `at` on @param draw time of the last frame */
  record(samples: Float64Array, at: number, draw: number): void;
  /** The value of the step `ago` steps back; 0 is the last step. */
  at(what: Stage | Field, ago: number): number;
  /** Statistics of whole steps, without drawing. */
  stats(): FrameStats;
  /** Mean over the history. */
  mean(what: Stage | Field): number;
  /** Removes all steps. */
  clear(): void;
}

export function createHistory(): History {
  const names = [...FIELDS, 'draw'] as const;
  const rings = new Map(names.map((name) => [name, new Float64Array(REMEMBERED)]));
  const columns = names.map((name) => rings.get(name) as Float64Array);
  let steps = 0;
  let length = 0;
  const ringOf = (what: Stage | Field) => rings.get(what) as Float64Array;
  return {
    get length() {
      return length;
    },
    record(samples, at, draw) {
      const slot = steps++ % REMEMBERED;
      for (let k = 0; k < FIELDS.length; k++) columns[k][slot] = samples[at + k];
      columns[FIELDS.length][slot] = draw;
      length = Math.min(length + 1, REMEMBERED);
    },
    at: (what, ago) => ringOf(what)[(steps - 1 - ago + REMEMBERED) % REMEMBERED],
    stats: () => frameStats(recent(ringOf('total'))),
    mean: (what) => frameStats(recent(ringOf(what))).mean,
    clear() {
      length = 0;
    },
  };

  /** All samples of a ring, newest first. */
  function recent(ring: Float64Array): Float64Array {
    return Float64Array.from({ length }, (_, ago) => ring[(steps - 1 - ago + REMEMBERED) % REMEMBERED]);
  }
}

/** Whole steps of falling cuboids, from the first step of a process on. */
import type { FrameStats } from '../../../scenes/frameStats.ts';
import { type Figures, type Group, percent, short } from '../group.ts';

const SCENES = [
  [5000, 1],
  [5000, 2],
  [10_000, 1],
  [10_000, 2],
  [20_000, 1],
] as const;
const SECONDS: Record<number, number> = { 5000: 10, 10000: 18, 20000: 40 };

/** Of the object that `npm start -- --json` prints. */
interface Report {
  readonly count: number;
  readonly seed: number;
  readonly all: { readonly step: FrameStats };
  readonly busiest: { readonly step: FrameStats };
  readonly rest: { readonly deepestPart: number };
}

export const stepper: Group = {
  name: 'stepper',
  runs: SCENES.map(([count, seed]) => ({
    script: 'start',
    args: ['--scene', 'heap', '--count', `${count}`, '--seed', `${seed}`],
    quick: ['--steps', '20'],
    seconds: SECONDS[count]!,
  })),
  read(output): Figures {
    const { count, seed, all, busiest, rest } = output as Report;
    const name = `${count} ${seed}`;
    return {
      [`${name} mean`]: busiest.step.mean,
      [`${name} p95`]: busiest.step.p95,
      [`${name} all`]: all.step.mean,
      [`${name} deepest`]: rest.deepestPart,
    };
  },
  tables: {
    stepper: ({ times, fact }) => [
      ['cuboids', 'busiest 200: mean, ms', 'p95', 'all 600: mean', 'deepest overlap left'],
      ...SCENES.map(([count, seed]) => [
        `${count.toLocaleString('en')}, seed ${seed}`,
        ...['mean', 'p95', 'all'].map((what) => times(`${count} ${seed} ${what}`, short)),
        fact(`${count} ${seed} deepest`, percent),
      ]),
    ],
  },
};

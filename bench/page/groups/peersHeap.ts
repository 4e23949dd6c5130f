/** The falling heap in other engines, by its size. */
import type { HeapRow } from '../../peers/heapTable.ts';
import { type Cells, type Figures, type Format, type Group, percent, type Rows, short } from '../group.ts';

const ENGINES = {
  hullstorm: '**hullstorm**',
  jolt: 'jolt, multithreaded',
  havok: 'havok',
  rapier: 'rapier-simd',
  physx: 'physx-js-webidl',
  'cannon-es': 'cannon-es',
};
const SMALL = [100, 300, 1000];
const LARGE = [5000, 10_000, 20_000];
const STEPS = 600;
const QUICK = ['--steps', '5', '--budget', '1'];

/** Of the object that `npm run bench:peers -- --only heap --json` prints. */
interface Report {
  readonly heaps: readonly { readonly count: number; readonly rows: readonly HeapRow[] }[];
}

function read(output: unknown): Figures {
  const figures: Record<string, number> = {};
  for (const { count, rows } of (output as Report).heaps) {
    for (const { engine, steps, stats, steady, verdict } of rows) {
      if (!stats || !verdict) continue;
      const name = `${engine} ${count}`;
      figures[`${name} steps`] = steps!;
      figures[`${name} fresh`] = stats.mean;
      if (steady) figures[`${name} again`] = steady.mean;
      figures[`${name} deepest`] = verdict.deepestPart;
      figures[`${name} lost`] = verdict.escaped + verdict.broken;
    }
  }
  return figures;
}

/** Times of an engine that had fewer steps are lower bounds: its busiest steps may be missing. */
const mean =
  (name: string): Format =>
  (value, figures) =>
    `${figures[`${name} steps`] === STEPS ? '' : '≥ '}${short(value, figures)}`;

const heaps =
  (counts: readonly number[]) =>
  ({ times }: Cells): Rows => [
    ['', ...counts.flatMap((count) => [count.toLocaleString('en'), 'again'])],
    ...Object.entries(ENGINES)
      .filter(([engine]) => counts === SMALL || engine !== 'cannon-es')
      .map(([engine, label]) => [
        label,
        ...counts.flatMap((count) => {
          const name = `${engine} ${count}`;
          return [times(`${name} fresh`, mean(name)), times(`${name} again`, short)];
        }),
      ]),
  ];

const run = (counts: readonly number[], engines: readonly string[], budget: number) => [
  ...['--only', 'heap', '--count', counts.join(), '--budget', `${budget}`],
  ...(engines.length > 0 ? ['--engines', engines.join()] : []),
];

export const smallHeaps: Group = {
  name: 'heap-small',
  runs: [{ script: 'bench:peers', args: run(SMALL, [], 20), quick: QUICK, seconds: 70 }],
  read,
  tables: { 'heap small': heaps(SMALL) },
};

export const largeHeaps: Group = {
  name: 'heap-large',
  runs: [
    { script: 'bench:peers', args: run(LARGE, ['hullstorm', 'jolt'], 60), quick: QUICK, seconds: 210 },
    // engines of one thread are slow here
    {
      script: 'bench:peers',
      args: run(LARGE, ['havok', 'rapier', 'physx'], 40),
      quick: QUICK,
      seconds: 340,
      nodes: ['20'],
    },
  ],
  read,
  tables: {
    'heap large': heaps(LARGE),
    'heap left': ({ fact }) => [
      ['', ...LARGE.flatMap((count) => [`${count.toLocaleString('en')}: deepest`, 'lost'])],
      ...Object.entries(ENGINES)
        .filter(([engine]) => engine !== 'cannon-es')
        .map(([engine, label]) => [
          label,
          ...LARGE.flatMap((count) => [fact(`${engine} ${count} deepest`, percent), fact(`${engine} ${count} lost`)]),
        ]),
    ],
  },
};

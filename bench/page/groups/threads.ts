/** What a second thread gains. */
import { type Figures, figuresOf, type Group, rowsOf, short } from '../group.ts';

const WORKLOADS = {
  settled: 'settled heap',
  random: 'boxes at random',
  h16: 'hulls of 16',
  h64: 'hulls of 64',
  h256: 'hulls of 256',
  'crowd-shuffled': '100,000 boxes in a dense crowd, ids shuffled',
};

export const threads: Group = {
  name: 'threads',
  runs: [
    { script: 'bench:threads', args: ['--calls', '100'], quick: ['--calls', '2', '--pairs', '1000'], seconds: 50 },
  ],
  read: (output): Figures =>
    figuresOf(rowsOf(output, 'queries'), 'ratio', ({ workload, query, start }) => `${workload} ${query} ${start}`),
  tables: {
    threads: ({ times }) => [
      ['pairs', 'intersect', 'distance', 'distance, coherent'],
      ...Object.entries(WORKLOADS).map(([workload, label]) => [
        label,
        ...['intersect cold', 'distance cold', 'distance coherent'].map((query) =>
          times(`${workload} ${query}`, short),
        ),
      ]),
    ],
  },
};

/** What a second thread gains. */
import { type Figures, figuresOf, type Group, rowsOf, short } from '../group.ts';
import { PAIR_LISTS } from '../labels.ts';

const WORKLOADS = { ...PAIR_LISTS, 'crowd-shuffled': '100,000 boxes in a dense crowd, ids shuffled' };

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

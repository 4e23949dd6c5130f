/** The kernels alone, by kernel. */
import { type Figures, figuresOf, type Group, rowsOf } from '../group.ts';
import { PAIR_LISTS } from '../labels.ts';

const WORKLOADS = { ...PAIR_LISTS, crowd: '100,000 boxes, ids in order', 'crowd-shuffled': 'the same, ids shuffled' };

export const kernels: Group = {
  name: 'kernels',
  runs: [{ script: 'bench:kernel', args: ['--runs', '31'], quick: ['--runs', '2', '--pairs', '2000'], seconds: 45 }],
  read: (output): Figures =>
    figuresOf(
      rowsOf(output, 'kernels'),
      'ns/pair fastest',
      ({ workload, query, kernel }) => `${workload} ${query} ${kernel}`,
    ),
  tables: {
    kernels: ({ times }) => [
      ['pairs', 'intersect, scalar', 'intersect, simd', 'distance, scalar', 'distance, simd'],
      ...Object.entries(WORKLOADS).map(([workload, label]) => [
        label,
        ...['intersect', 'distance'].flatMap((query) =>
          ['scalar', 'simd'].map((kernel) => times(`${workload} ${query} ${kernel}`)),
        ),
      ]),
    ],
  },
};

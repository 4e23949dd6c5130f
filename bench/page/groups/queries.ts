/** Whole queries, by kernel, start and number of threads. */
import { type Figures, figuresOf, type Group, rowsOf } from '../group.ts';
import { PAIR_LISTS } from '../labels.ts';

const QUERIES = { intersect: 'intersect', distance: 'distance', depth: 'with depth' };

export const queries: Group = {
  name: 'queries',
  runs: [
    {
      script: 'bench',
      args: ['--time', '200', '--kernel', 'scalar,simd'],
      quick: ['--time', '2', '--pairs', '1000', '--only', 'h16'],
      seconds: 120,
    },
  ],
  read: (output): Figures =>
    figuresOf(
      rowsOf(output, 'queries'),
      'ns/pair p50',
      ({ workload, query, start, kernel, threads }) => `${workload} ${query} ${start} ${kernel} ${threads}`,
    ),
  tables: {
    queries: ({ times }) => [
      ['query', 'scalar, 1 thread', 'simd, 1 thread', 'simd, coherent', 'simd, 2 threads'],
      ...Object.entries(PAIR_LISTS).flatMap(([workload, label]) =>
        Object.entries(QUERIES).map(([query, action]) => [
          `${label}: ${action}`,
          times(`${workload} ${query} cold scalar 1`),
          times(`${workload} ${query} cold simd 1`),
          query === 'intersect' ? '' : times(`${workload} ${query} coherent simd 1`),
          times(`${workload} ${query} cold simd 2`),
        ]),
      ),
    ],
  },
};

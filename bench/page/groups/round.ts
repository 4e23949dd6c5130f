/** Whole queries on cylinders, cones and boxes. */
import { type Figures, figuresOf, type Group, rowsOf } from '../group.ts';

const PAIRS = { apart: 'apart', mixed: '42 % overlap', together: 'overlapping' };
const QUERIES = { intersect: 'intersect', distance: 'distance', depth: 'signed distance' };

export const round: Group = {
  name: 'round',
  runs: [
    {
      script: 'bench:round',
      args: ['--only', 'cans', '--runs', '15'],
      quick: ['--runs', '1', '--pairs', '500'],
      seconds: 40,
    },
  ],
  read(output): Figures {
    const cold = rowsOf(output, 'queries').filter(({ start }) => start === 'cold');
    return {
      ...figuresOf(cold, 'ns/pair fastest', ({ set, query, kernel }) => `${set} ${query} ${kernel}`),
      ...figuresOf(cold, 'refined %', ({ set, query, kernel }) => `${set} ${query} ${kernel} left`),
    };
  },
  tables: {
    round: ({ times, fact }) => [
      ['pairs', 'scalar', 'simd', 'left, %'],
      ...Object.entries(PAIRS).flatMap(([kind, label]) =>
        Object.entries(QUERIES).map(([query, action]) => [
          `${label}: ${action}`,
          times(`cans ${kind} ${query} scalar`),
          times(`cans ${kind} ${query} simd`),
          fact(`cans ${kind} ${query} simd left`, String),
        ]),
      ),
    ],
  },
};

/** Rays, casts, probes and movers. */
import { type Figures, figuresOf, type Group, rowsOf } from '../group.ts';

const ROWS = {
  '`castRays`, 5,000 settled boxes: random': 'boxes random closest',
  '`castRays`, 5,000 settled boxes: camera': 'boxes camera closest',
  '`castRays`, 10,000 hulls at random: random': 'hulls random closest',
  '`castRays`, 10,000 hulls at random: camera': 'hulls camera closest',
  '`castPairs`, boxes: without turns': 'boxes no',
  '`castPairs`, boxes: turning': 'boxes yes',
  '`castPairs`, hulls of 16: without turns': 'hulls no',
  '`castPairs`, hulls of 16: turning': 'hulls yes',
  '`castShapes`, a box into 5,000 settled boxes: without turns': 'heap no',
  '`castShapes`, a box into 5,000 settled boxes: turning': 'heap yes',
  '`castShapes`, a box into 10,000 hulls of 16: without turns': 'field no',
  '`castShapes`, a box into 10,000 hulls of 16: turning': 'field yes',
  '`closestPoints`, settled heap': 'closestPoints',
  '`overlapShapes`, settled heap': 'overlapShapes',
  '`overlapShapes`, settled heap, margin 0.1 m': 'overlapShapes, 0.1 m',
  '`separate`, capsules sunk 0.1–0.3 m into the top of the heap': 'separate',
};

export const motions: Group = {
  name: 'motions',
  runs: [
    {
      script: 'bench:rays',
      args: ['--threads', '1', '--kernel', 'simd', '--only', 'closest'],
      quick: ['--calls', '1'],
      seconds: 8,
    },
    { script: 'bench:casts', args: ['--threads', '1'], quick: ['--runs', '1', '--casts', '200'], seconds: 12 },
    { script: 'bench:movers', args: [], quick: ['--calls', '1'], seconds: 8 },
  ],
  // each bench has one of these tables
  read: (output): Figures => ({
    ...figuresOf(rowsOf(output, 'rays'), 'CPU ns/ray', ({ rays }) => `${rays}`),
    ...figuresOf(rowsOf(output, 'casts'), 'ns/cast fastest', ({ set, turns }) => `${set} ${turns}`),
    ...figuresOf(rowsOf(output, 'queries'), 'ns per row', ({ query }) => `${query}`),
  }),
  tables: {
    motions: ({ times }) => [['query', 'ns'], ...Object.entries(ROWS).map(([label, name]) => [label, times(name)])],
  },
};

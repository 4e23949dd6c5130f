/** Hulls from points, beside other libraries. */
import { type Figures, type Format, figuresOf, type Group, rowsOf, whole } from '../group.ts';

const COLUMNS = ['addShape, best', 'addShape, median', 'three, best', 'rapier, best'];

/** ms, from microseconds to seconds. */
const ms: Format = (value) => (value >= 99.95 ? whole(value, {}) : `${Number(value.toPrecision(2))}`);

export const hulls: Group = {
  name: 'hulls',
  runs: [
    {
      script: 'bench:hulls',
      args: ['--seconds', '0.5', '--only', 'ball,sphere'],
      quick: ['--seconds', '0.01'],
      seconds: 30,
    },
  ],
  read: (output): Figures =>
    Object.assign(
      {},
      ...COLUMNS.map((column) => figuresOf(rowsOf(output, 'hulls'), column, ({ points }) => `${points} ${column}`)),
    ),
  tables: {
    hulls: ({ times }) => [
      ['points', 'hullstorm', 'hullstorm, median', 'three', 'rapier'],
      ...['ball', 'sphere'].flatMap((kind) =>
        [16, 64, 256, 1000, 20_000].map((count) => [
          `${kind} of ${count.toLocaleString('en')}`,
          ...COLUMNS.map((column) => times(`${kind} ${count} ${column}`, ms)),
        ]),
      ),
    ],
  },
};

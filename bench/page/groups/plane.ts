/** Queries in the plane: single pairs beside other libraries, and a planar engine. */
import { type Figures, figuresOf, type Group, rowsOf } from '../group.ts';

const LIBRARIES = ['hullstorm', 'planck', 'sat', 'rapier2d'];
const QUERIES = {
  intersect: 'intersect',
  distance: 'signed distance',
  contacts: 'contacts',
  castRay: 'castRay',
  castShapes: 'castShapes',
};

/** "distance planck 1.5.0, no depth" → "distance planck" */
const nameOf = ({ row }: Record<string, string | number>) => `${row}`.split(/[ ,]+/).slice(0, 2).join(' ');

export const plane: Group = {
  name: 'plane',
  runs: [{ script: 'bench:pair2d', args: ['--rounds', '150'], quick: ['--rounds', '2', '--pairs', '50'], seconds: 15 }],
  read(output): Figures {
    const rows = rowsOf(output, 'rows').filter(({ row }) => !`${row}`.endsWith('hullstorm, angle'));
    return {
      ...figuresOf(rows, 'p50', nameOf),
      ...figuresOf(rows, 'wrong', (row) => `${nameOf(row)} wrong`),
    };
  },
  tables: {
    plane: ({ times, fact }) => [
      ['ns', ...LIBRARIES],
      ...Object.entries(QUERIES).map(([query, label]) => [
        label,
        ...LIBRARIES.map((library) => {
          const wrong = fact(`${query} ${library} wrong`);
          return `${times(`${query} ${library}`)}${wrong === '0' || wrong === '–' ? '' : ` (${wrong} wrong)`}`;
        }),
      ]),
    ],
  },
};

export const planar: Group = {
  name: 'planar',
  runs: [
    { script: 'bench:planar', args: ['--rounds', '20'], quick: ['--rounds', '1', '--bodies', '1000'], seconds: 15 },
  ],
  read: (output): Figures => figuresOf(rowsOf(output, 'queries'), 'p50', ({ query }) => `${query}`),
  tables: {
    planar: ({ times }) => [
      ['', '`findPairs`, per body', '`intersect`, per pair', '`distance`', '`contacts`'],
      ['ns', ...['findPairs', 'intersect', 'distance', 'contacts'].map((query) => times(query))],
    ],
  },
};

/** The same pairs in other libraries: distances, contact manifolds, and round shapes. */
import type { Cell } from '../../peers/tables.ts';
import { type Cells, type Figures, type Format, type Group, type Rows, whole } from '../group.ts';
import { PAIR_LISTS } from '../labels.ts';

const LIBRARIES = {
  hullstorm: '**hullstorm**',
  oimo: 'oimophysics',
  crashcat: 'crashcat',
  physx: 'physx-js-webidl',
  rapier: 'rapier',
  jolt: 'jolt',
};
const MANIFOLDS = {
  hullstorm: '**hullstorm**',
  oimo: 'oimophysics',
  'rapier-step': 'rapier-simd, in a world',
  physx: 'physx-js-webidl',
  'jolt-step': 'jolt, in a world',
  rapier: 'rapier',
  jolt: 'jolt',
};
const ROUND = {
  hullstorm: '**hullstorm**',
  rapier: 'rapier',
  jolt: 'jolt',
  physx: 'physx-js-webidl',
  oimo: 'oimophysics',
};
const ROUND_QUERIES = ['intersect', 'distance', 'depth', 'signed'];
const QUICK = ['--pairs', '300', '--rounds', '1'];

/** Of the object that `npm run bench:peers -- --json` prints. */
interface Report {
  readonly cells: readonly Cell[];
}

const exponent: Format = (value) => value.toExponential(0);

function read(output: unknown): Figures {
  const figures: Record<string, number> = {};
  const add = (name: string, value: number) => {
    figures[name] = (figures[name] ?? 0) + value;
  };
  for (const { peer, workload, query, median, verdict } of (output as Report).cells) {
    if (median === undefined || !verdict) continue;
    figures[`${peer} ${query} ${workload}`] = median;
    // sums over all workloads
    add(`${peer} ${query} wrong`, verdict.wrongFlags);
    add(`${peer} ${query} off`, verdict.badErrors ?? 0);
    add(`${peer} ${query} points`, verdict.points ?? 0);
    add(`${peer} ${query} with points`, verdict.withPoints ?? 0);
    figures[`${peer} ${query} worst`] = Math.max(verdict.worstError ?? 0, figures[`${peer} ${query} worst`] ?? 0);
  }
  return figures;
}

/** Rows of libraries with the times of one query, and other cells of each. */
function timesOf(
  cells: Cells,
  libraries: object,
  query: string,
  head: string[],
  others: (name: string) => string[],
): Rows {
  return [
    ['', ...Object.values(PAIR_LISTS), ...head],
    ...Object.entries(libraries).map(([library, label]) => [
      label as string,
      ...Object.keys(PAIR_LISTS).map((workload) => cells.times(`${library} ${query} ${workload}`)),
      ...others(`${library} ${query}`),
    ]),
  ];
}

const judged =
  (query: string) =>
  (cells: Cells): Rows =>
    timesOf(cells, LIBRARIES, query, ['wrong flags', 'off'], (name) => [
      cells.fact(`${name} wrong`),
      cells.fact(`${name} off`),
    ]);

const only = (...names: string[]) => ['--only', names.join()];

export const peersPairs: Group = {
  name: 'peers-pairs',
  runs: [
    {
      script: 'bench:peers',
      args: [
        ...['--rounds', '3', '--pairs', '20000'],
        ...only('distance', 'depth', ...Object.keys(PAIR_LISTS), ...Object.keys(LIBRARIES)),
      ],
      quick: QUICK,
      seconds: 45,
    },
  ],
  read,
  tables: { 'peers distance': judged('distance'), 'peers depth': judged('depth') },
};

export const peersContacts: Group = {
  name: 'peers-contacts',
  runs: [
    {
      script: 'bench:peers',
      args: [
        ...['--rounds', '3', '--pairs', '10000'],
        ...only('contacts', ...Object.keys(PAIR_LISTS), ...Object.keys(MANIFOLDS)),
      ],
      quick: QUICK,
      seconds: 45,
    },
  ],
  read: (output) => {
    const figures = read(output);
    const each = Object.keys(MANIFOLDS).map((library): [string, number] => [
      `${library} contacts each`,
      figures[`${library} contacts points`]! / figures[`${library} contacts with points`]!,
    ]);
    return { ...figures, ...Object.fromEntries(each) };
  },
  tables: {
    'peers contacts': (cells) =>
      timesOf(cells, MANIFOLDS, 'contacts', ['points', 'overlaps missed'], (name) => [
        cells.fact(`${name} each`, (value) => value.toFixed(1)),
        cells.fact(`${name} wrong`),
      ]),
  },
};

export const peersRound: Group = {
  name: 'peers-round',
  runs: [
    {
      script: 'bench:peers',
      args: [...['--rounds', '5', '--pairs', '5000'], ...only('round', ...ROUND_QUERIES, ...Object.keys(ROUND))],
      quick: QUICK,
      seconds: 12,
    },
  ],
  read,
  tables: {
    'peers round': ({ times, fact }) => [
      ['', 'intersect', 'distance', 'depth and normal', 'signed distance', 'worst error of it'],
      ...Object.entries(ROUND).map(([library, label]) => [
        label,
        ...ROUND_QUERIES.map((query) => times(`${library} ${query} round`, whole)),
        fact(`${library} signed worst`, exponent),
      ]),
    ],
  },
};

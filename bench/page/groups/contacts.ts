/** Contact manifolds: beside the distance on the same pairs, and with the candidate pairs of a heap. */
import { type Figures, figuresOf, type Group, rowsOf, short } from '../group.ts';
import { PAIR_LISTS } from '../labels.ts';

const LISTS = { ...PAIR_LISTS, falling: 'falling heap' };
const HEAPS = {
  'settled 0.01 0': 'settled heap',
  'settled 0.01 0.001': 'the same with `recycle: 0.001`',
  'settled 0.0001 0': 'settled heap, every pose nudged by 1e-4',
  'settled 0.0001 0.001': 'the same with `recycle: 0.001`',
  'falling 0.01 0': 'falling heap',
};

export const contacts: Group = {
  name: 'contacts',
  runs: [{ script: 'bench:contacts', args: ['--calls', '100'], quick: ['--calls', '2'], seconds: 45 }],
  read(output): Figures {
    const lists = rowsOf(output, 'lists');
    const heaps = rowsOf(output, 'heaps');
    const list =
      (what: string) =>
      ({ workload }: Record<string, string | number>) =>
        `${workload} ${what}`;
    const heap =
      (what: string) =>
      ({ heap: name, motion, recycle }: Record<string, string | number>) =>
        `${name} ${motion} ${recycle} ${what}`;
    const perPair = lists.map((row) => ({ ...row, each: Number(row.points) / Number(row['with points']) }));
    return {
      ...figuresOf(lists, 'with points', list('with points')),
      ...figuresOf(perPair, 'each', list('points each')),
      ...figuresOf(lists, 'distance ns/pair', list('distance')),
      ...figuresOf(lists, 'contacts ns/pair', list('contacts')),
      ...figuresOf(lists, 'on top, ns per pair with points', list('on top')),
      ...figuresOf(heaps, 'candidate pairs', heap('pairs')),
      ...figuresOf(heaps, 'one thread, ms p50', heap('one')),
      ...figuresOf(heaps, 'p99', heap('p99')),
      ...figuresOf(heaps, 'two threads, ms p50', heap('two')),
      ...figuresOf(heaps, 'ratio', heap('ratio')),
    };
  },
  tables: {
    contacts: ({ times, fact }) => [
      ['pairs', 'with points', 'points each', 'distance with depth', 'contacts', 'on top, per pair with points'],
      ...Object.entries(LISTS).map(([list, label]) => [
        label,
        fact(`${list} with points`),
        fact(`${list} points each`, (value) => value.toFixed(1)),
        ...['distance', 'contacts', 'on top'].map((what) => times(`${list} ${what}`)),
      ]),
    ],
    'whole contacts': ({ times, fact }) => [
      ['`contactsSync`, ms', 'candidate pairs', 'one thread', 'p99', 'two threads', 'ratio'],
      ...Object.entries(HEAPS).map(([heap, label]) => [
        label,
        fact(`${heap} pairs`),
        ...['one', 'p99', 'two', 'ratio'].map((what) => times(`${heap} ${what}`, short)),
      ]),
    ],
  },
};

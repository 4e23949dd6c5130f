/** Candidate pairs, and the bodies in volumes. */
import { type Figures, figuresOf, type Group, rowsOf } from '../group.ts';

const SCENES = {
  settled: 'settled heap, 5,000 cuboids',
  falling: 'falling heap, 5,000 cuboids',
  crowd: '100,000 boxes in a dense crowd, ids in order',
  'crowd-shuffled': 'the same, ids shuffled',
  'boxes, 1,000': '1,000 boxes of equal density',
  'boxes, 10,000': '10,000 boxes',
  'boxes, 100,000': '100,000 boxes',
  'boxes, 1,000,000': '1,000,000 boxes',
  'boxes, 1,000,000, ids shuffled': '1,000,000 boxes, ids shuffled',
  'ground of 1 km, stones of 5 cm': '20,000 stones of 5 cm on a ground of 1 km',
  'sizes from 1 to 10,000': '20,000 boxes of sizes from 1 to 10,000',
};

export const pairs: Group = {
  name: 'pairs',
  runs: [
    {
      script: 'bench:pairs',
      args: ['--calls', '20'],
      quick: ['--calls', '1', '--only', 'settled'],
      seconds: 60,
    },
  ],
  read(output): Figures {
    const rows = rowsOf(output, 'scenes');
    return {
      ...figuresOf(rows, 'ns/body p50', ({ scene }) => `${scene}`),
      ...figuresOf(rows, 'ns/body p99', ({ scene }) => `${scene} p99`),
      ...figuresOf(rows, 'pairs', ({ scene }) => `${scene} pairs`),
    };
  },
  tables: {
    pairs: ({ times, fact }) => [
      ['scene', 'pairs', 'ns per body, p50', 'p99'],
      ...Object.entries(SCENES).map(([scene, label]) => [
        label,
        fact(`${scene} pairs`),
        times(scene),
        times(`${scene} p99`),
      ]),
    ],
  },
};

export const overlap: Group = {
  name: 'overlap',
  runs: [
    { script: 'bench:overlap', args: ['--calls', '10'], quick: ['--calls', '1', '--queries', '100'], seconds: 15 },
  ],
  read(output): Figures {
    const rows = rowsOf(output, 'volumes');
    return {
      ...figuresOf(rows, 'ns/query', ({ bodies, volumes }) => `${bodies} ${volumes}`),
      ...figuresOf(rows, 'ids per query', ({ bodies, volumes }) => `${bodies} ${volumes} ids`),
    };
  },
  tables: {
    overlap: ({ times, fact }) => [
      ['10,000 volumes of 2 m among', 'bodies found', 'boxes, ns per volume', 'spheres, ns per volume'],
      ...[5000, 100_000].map((bodies) => [
        `${bodies.toLocaleString('en')} bodies`,
        `${fact(`${bodies} boxes ids`)}, ${fact(`${bodies} spheres ids`)}`,
        times(`${bodies} boxes`),
        times(`${bodies} spheres`),
      ]),
    ],
  },
};

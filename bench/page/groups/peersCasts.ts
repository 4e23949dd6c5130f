/** Moving boxes in other libraries. */
import { type Figures, figuresOf, type Group, rowsOf } from '../group.ts';

const LIBRARIES = {
  'hullstorm auto': '**hullstorm**',
  havok: 'havok',
  rapier: 'rapier-simd',
  jolt: 'jolt',
  physx: 'physx-js-webidl',
};
const SCENES = ['heap', 'field'];

/** "jolt 1.1.0" without its version; that of hullstorm is empty. */
const nameOf = ({ scene, library }: Record<string, string | number>) => `${scene} ${library}`.replace(/ \S*$/, '');

export const peersCasts: Group = {
  name: 'peers-casts',
  runs: [
    {
      script: 'bench:peers',
      args: ['--only', 'casts', '--rounds', '3'],
      quick: ['--count', '20', '--rounds', '1'],
      seconds: 55,
    },
  ],
  read(output): Figures {
    const rows = SCENES.flatMap((scene) => rowsOf(output, scene));
    return { ...figuresOf(rows, 'ns/cast', nameOf), ...figuresOf(rows, 'wrong', (row) => `${nameOf(row)} wrong`) };
  },
  tables: {
    'peers casts': ({ times, fact }) => [
      ['', 'into the heap', 'off', 'into the hulls', 'off'],
      ...Object.entries(LIBRARIES).map(([library, label]) => [
        label,
        ...SCENES.flatMap((scene) => [times(`${scene} ${library}`), fact(`${scene} ${library} wrong`)]),
      ]),
    ],
  },
};

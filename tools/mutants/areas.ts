/** The parts of the sources that mutants are in, and the folders of the tests that are to find them. */

export interface Area {
  readonly name: string;
  /** How many operators are flipped in it. */
  readonly flips: number;
  readonly sources: RegExp;
  /** Folders or files in `test`, the most likely ones first. */
  readonly tests: readonly string[];
}

/** A source belongs to the first area that fits. The order is that of a run. */
export const AREAS: readonly Area[] = [
  {
    name: 'checks',
    flips: 18,
    sources: /^src\/(checks|errors|(.*\/)?(options|colliderOptions|poseCheck|snapshotCheck))\.ts$/,
    tests: ['arguments', 'scene', 'queries', 'dynamics/badInput', 'dynamics/limits', 'engine', 'dynamics'],
  },
  {
    name: 'schedule',
    flips: 26,
    sources: /^src\/schedule\//,
    tests: ['schedule', 'queries/passes', 'engine'],
  },
  {
    name: 'dynamics',
    flips: 40,
    sources: /^src\/dynamics\//,
    tests: [
      ...['stepping', 'collisions', 'freeMotion', 'piles', 'sleep', 'sweeps'].map((name) => `dynamics/${name}`),
      'dynamics',
    ],
  },
  { name: 'planar', flips: 18, sources: /^src\/(planar|pair2d)\//, tests: ['planar', 'pair2d'] },
  {
    name: 'scalar',
    flips: 34,
    sources: /^src\/(kernels\/(?!.*\/lanes\/)|pair\/)/,
    tests: ['narrow/scalar', 'narrow', 'pair', 'queries'],
  },
  { name: 'shapes', flips: 22, sources: /^src\/shapes\//, tests: ['shapes', 'pair', 'narrow', 'queries', 'engine'] },
  { name: 'broad', flips: 18, sources: /^src\/broad\//, tests: ['broad', 'queries', 'engine'] },
  {
    name: 'wide',
    flips: 44,
    sources: /^src\/kernels\/.*\/lanes\//,
    tests: ['narrow/oracle', 'narrow/wideKernel', 'narrow/roundWide', 'narrow', 'queries', 'engine'],
  },
  {
    name: 'engine',
    flips: 0,
    sources: /^(src|workers)\//,
    tests: ['queries', 'pairs', 'scene', 'engine', 'results', 'pair'],
  },
];

export function areaOf(file: string): Area {
  const area = AREAS.find(({ sources }) => sources.test(file));
  if (!area) throw new Error(`areaOf: expected a file of src or workers, got ${file}`);
  return area;
}

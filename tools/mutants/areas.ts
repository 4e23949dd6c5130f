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
  // its tests run it in a process of its own, which flips do not see
  { name: 'command', flips: 0, sources: /^src\/cli\//, tests: ['cli'] },
  {
    name: 'checks',
    flips: 18,
    sources: /^src\/(checks|errors|(.*\/)?(options|(engine|dynamics|collider)Options|poseCheck|snapshotCheck))\.ts$/,
    tests: [
      'arguments',
      'scene',
      'queries',
      'dynamics/badInput',
      'dynamics/limits',
      'engine',
      'dynamics',
      'meshes',
      'fields',
    ],
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
  { name: 'three', flips: 18, sources: /^src\/three\//, tests: ['three'] },
  { name: 'planar', flips: 18, sources: /^src\/dim2\//, tests: ['dim2'] },
  {
    name: 'scalar',
    flips: 34,
    sources: /^src\/((kernels|math)\/(?!(.*\/)?lanes\/)|single\/)/,
    tests: ['kernels', 'narrow', 'single', 'queries'],
  },
  { name: 'meshes', flips: 32, sources: /^src\/(meshes|fields)\//, tests: ['meshes', 'fields'] },
  {
    name: 'shapes',
    flips: 22,
    sources: /^src\/shapes\//,
    tests: ['shapes', 'single', 'kernels', 'narrow', 'queries', 'engine'],
  },
  {
    name: 'children',
    flips: 34,
    sources: /^src\/narrow\/children\//,
    tests: ['narrow/children', 'queries', 'dynamics/meshes', 'dynamics/compounds', 'engine'],
  },
  { name: 'gpu', flips: 24, sources: /^src\/gpu\//, tests: ['gpu'] },
  { name: 'broad', flips: 18, sources: /^src\/(broad|tables)\//, tests: ['broad', 'queries', 'engine'] },
  {
    name: 'wide',
    flips: 44,
    sources: /^src\/(kernels|math)\/(.*\/)?lanes\//,
    tests: ['narrow/oracle', 'narrow/wideKernel', 'narrow/roundWide', 'kernels', 'narrow', 'queries', 'engine'],
  },
  {
    name: 'engine',
    flips: 0,
    sources: /^(src|workers)\//,
    tests: ['queries', 'pairs', 'scene', 'engine', 'results', 'single'],
  },
];

export function areaOf(file: string): Area {
  const area = AREAS.find(({ sources }) => sources.test(file));
  if (!area) throw new Error(`areaOf: expected a file of src or workers, got ${file}`);
  return area;
}

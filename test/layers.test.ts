/** Who may import whom: docs/decisions and the design's section on stages, as a check of every import statement. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const CHECKED = ['src', 'workers', 'scenes', 'demo', 'examples', 'bench'];
/** Folders in which no import may lead back to its file. */
const WITHOUT_CIRCLES = [...CHECKED, 'tools'];
const PUBLIC = new Set(['hullstorm', 'hullstorm/dynamics', 'hullstorm/pair', 'hullstorm/pair2d', 'hullstorm/worker']);

/**
 * Layer → layers it may import besides itself, errors and memory. `table` is any table.ts or *Table.ts.
 * An arrow that is not here is an arrow that runs back up.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  errors: [],
  checks: [],
  memory: [],
  codes: [],
  table: ['lanes'],
  lanes: [],
  wasm: [],
  frame: ['table', 'query'],
  query: ['table', 'broad', 'queries'],
  // a core knows its mass and its hull; only kernels and engines know the list of cores
  cores: ['table', 'shapes', 'planar', 'supports', 'lanes'],
  // the supports of cores, which kernels compile, and the tables of kernels that they read
  supports: ['table', 'lanes', 'kernel'],
  shapes: ['table', 'cores'],
  scene: ['table', 'frame', 'cores'],
  pairs: ['table'],
  kernel: ['table', 'lanes', 'cores', 'supports', 'planar'],
  // host code: it names the exports of the wasm, some of which are passes of the broad phase
  narrow: ['table', 'frame', 'wasm', 'kernel', 'planar', 'schedule', 'cores', 'broad'],
  broad: ['table', 'lanes', 'frame', 'kernel', 'schedule'],
  results: ['table', 'queries', 'cores'],
  schedule: ['table', 'frame', 'query', 'shapes', 'cores', 'wasm', 'kernel', 'narrow', 'broad', 'queries'],
  queries: ['table', 'frame', 'query', 'pairs', 'scene', 'broad', 'results', 'schedule', 'engine'],
  engine: [
    'table',
    'frame',
    'query',
    'shapes',
    'planar',
    'cores',
    'scene',
    'pairs',
    'narrow',
    'broad',
    'results',
    'schedule',
    'queries',
  ],
  workers: ['table', 'frame', 'shapes', 'narrow', 'schedule'],
  pair: ['table', 'shapes', 'cores', 'kernel', 'results'],
  // worlds of their own: they share errors, checks and codes
  planar: ['lanes'],
  pair2d: ['lanes', 'planar'],
  entry: ['entry', 'engine', 'workers', 'table', 'planar', 'shapes', 'scene', 'pairs', 'queries', 'results'],
};
/** What lies outside of the library: it sees public entries only, and these folders. The stepper is of the package, and has its ground. */
const OUTSIDE: Record<string, readonly string[]> = {
  scenes: ['scenes'],
  dynamics: ['dynamics', 'errors', 'checks', 'wasm', 'lanes'],
  demo: ['demo', 'scenes', 'tools'],
  examples: ['examples'],
};

/** What every layer may import but errors, checks and codes. */
const GROUND = ['checks', 'codes', 'memory'];

/** A file that checks a public type, so that the stepper has no copy of it. */
const OPEN_TO_DYNAMICS = 'src/shapes/shape.ts';

/** Wasm as text, and the one file that may pull it in: not a worker, not `hullstorm/pair`. */
const LOADERS: Readonly<Record<string, string>> = {
  '#wide/binaries': 'src/narrow/chooseKernel.ts',
  '#exact/binaries': 'src/narrow/chooseKernel.ts',
  '#dynamics/binaries': 'src/dynamics/index.ts',
};
/**
 * What cores of tier smooth bring to the narrow phase: programs without such a core are bundled without it. And what one
 * query has of a kernel.
 */
const BROUGHT: Readonly<Record<string, string>> = {
  'src/kernels/points/pointRow.ts': 'src/queries/closestPoints/passes.ts',
  'src/kernels/cores/halfSpaceDistance.ts': 'src/shapes/cores/halfSpace.ts',
  'src/kernels/cores/scratch.ts': 'src/shapes/cores/core.ts',
  'src/kernels/round/smoothDistance.ts': 'src/shapes/cores/smooth.ts',
};
/** The language of wide sources, and codes that both dialects read. */
const LANES = new Set([
  'src/kernels/counter.ts',
  'src/kernels/lanes.ts',
  'src/kernels/members.ts',
  'src/kernels/math/lanes/vectors.ts',
  'src/queries/casts/status.ts',
  'src/queries/distance/status.ts',
]);

/** `src/kernels/gjk/gjk.ts` → `kernel`. */
function layerOf(path: string): string {
  const [top, second] = path.split('/') as [string, string];
  if (top !== 'src') return top;
  // numbers only, for host and wasm alike
  if (/\/(codes|featureIds|stamps|distance\/simplex|epa\/capacity(\.wasm)?)\.ts$/.test(path)) return 'codes';
  // what host and wasm agree on is a table under another name
  if (/(Table|\/table)\.ts$/.test(path) || path === 'src/kernels/rows/lanes/context.ts') return 'table';
  if (path === 'src/memory/frame.ts') return 'frame';
  // what a query brings to the frame; the frame sees no other part of it
  if (/^src\/queries\/(list|query|\w+\/query)\.ts$/.test(path)) return 'query';
  if (LANES.has(path)) return 'lanes';
  if (/^src\/shapes\/cores\/(supports\/|revolution)/.test(path)) return 'supports';
  if (path.startsWith('src/shapes/cores/')) return 'cores';
  // the kernels themselves; what lies beside their folders is host code
  if (path.startsWith('src/kernels/')) return 'kernel';
  if (path === 'src/publicApi.ts' || /^src\/index\.\w+\.ts$/.test(path)) return 'entry';
  return second.replace(/\.ts$/, '');
}

/** Everything a source text imports, exports from, or loads. */
function importsOf(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const statements = /\b(?:import|export)\b[^'"`;]*?\bfrom\s*(['"])([^'"]+)\1|\bimport\s*\(?\s*(['"])([^'"]+)\3/g;
  return [...code.matchAll(statements)].map((match) => (match[2] ?? match[4])!);
}

/** Why `file` may not import `target`; undefined if it may. */
function objection(file: string, target: string): string | undefined {
  const from = layerOf(file);
  if (!target.startsWith('.')) {
    if (file.startsWith('src/kernels/')) return 'kernels import no package';
    if (target in LOADERS) return file === LOADERS[target] ? undefined : `only ${LOADERS[target]} loads ${target}`;
    const own = target === 'hullstorm' || target.startsWith('hullstorm/');
    if (own && !PUBLIC.has(target)) return 'not a public entry';
    if (own && MAY_IMPORT[from]) return 'the library does not import itself by name';
    return undefined;
  }
  const path = posix.join(posix.dirname(file), target);
  const to = layerOf(path);
  if (from === to && from !== 'table') return undefined;
  if (['bench', 'test', 'demo', 'examples'].includes(to)) return `nothing imports ${to}`;
  if (from === 'bench' || BROUGHT[path] === file) return undefined;
  if (from === 'dynamics' && path === OPEN_TO_DYNAMICS) return undefined;
  const outside = OUTSIDE[from];
  if (outside) return outside.includes(to) ? undefined : `${from} imports public entries only`;
  const allowed = MAY_IMPORT[from];
  if (!allowed) return `no rule for ${from}`;
  // the ground that all of the library stands on; errors.ts itself imports nothing, checks.ts only that
  if (to === 'errors' || (GROUND.includes(to) && !['errors', 'checks', 'codes'].includes(from))) return undefined;
  return allowed.includes(to) ? undefined : `${from} may not import ${to}`;
}

function violations(file: string, source: string): string[] {
  return importsOf(source).flatMap((target) => {
    const why = objection(file, target);
    return why ? [`${file} imports ${target}: ${why}`] : [];
  });
}

/** The first circle of imports: files, each of which imports the next, and the last the first. Undefined if there is none. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): string[] | undefined => {
    if (path.includes(file)) return path.slice(path.indexOf(file));
    if (done.has(file)) return undefined;
    path.push(file);
    for (const target of imports.get(file) ?? []) {
      const circle = visit(target);
      if (circle) return circle;
    }
    path.pop();
    done.add(file);
    return undefined;
  };
  for (const file of imports.keys()) {
    const circle = visit(file);
    if (circle) return circle;
  }
  return undefined;
}

/** The files that a source imports by a relative path. */
function neighborsOf(file: string, source: string): string[] {
  const relative = importsOf(source).filter((target) => target.startsWith('.'));
  return relative.map((target) => posix.join(posix.dirname(file), target));
}

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.name === 'node_modules') return [];
    if (entry.isDirectory()) return sources(path);
    return /\.(ts|mjs)$/.test(entry.name) ? [path] : [];
  });
}

describe('layers', () => {
  const files = CHECKED.flatMap(sources);

  test('there is something to check', () => {
    expect(files.length).toBeGreaterThan(60);
    const imports = files.flatMap((file) => importsOf(readFileSync(join(ROOT, file), 'utf8')));
    expect(imports.length).toBeGreaterThan(200);
  });

  test('every import is one that its layer may have', () => {
    expect(files.flatMap((file) => violations(file, readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
  });
});

test('no circle of imports', () => {
  const files = WITHOUT_CIRCLES.flatMap(sources);
  const imports = files.map((file) => [file, neighborsOf(file, readFileSync(join(ROOT, file), 'utf8'))] as const);
  expect(circleIn(new Map(imports))).toBeUndefined();
});

describe('the check itself', () => {
  test('finds circles of any length, types included', () => {
    expect(
      circleIn(
        new Map([
          ['a', ['b', 'c']],
          ['b', ['c']],
          ['c', []],
        ]),
      ),
    ).toBeUndefined();
    expect(circleIn(new Map([['a', ['a']]]))).toEqual(['a']);
    expect(
      circleIn(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['d', 'b']],
        ]),
      ),
    ).toEqual(['b', 'c']);
    expect(neighborsOf('src/x/a.ts', `import type { B } from '../b.ts';\nimport 'three';`)).toEqual(['src/b.ts']);
  });

  const planted: [string, string][] = [
    ['src/pairs/pairTable.ts', `import { x } from '../scene/colliderTable.ts';`],
    ['src/pairs/pairTable.ts', `import { x } from './carry.ts';`],
    ['src/memory/units.ts', `import { x } from '../frame.ts';`],
    ['src/errors.ts', `import { x } from './memory/units.ts';`],
    ['src/errors.ts', `import { x } from './checks.ts';`],
    ['src/checks.ts', `import { x } from './memory/units.ts';`],
    ['src/pairs/sweep.ts', `import { x } from '../scene/colliderRows.ts';`],
    ['src/kernels/gjk/gjk.ts', `import { x } from '../../shapes/hull/cells.ts';`],
    ['src/kernels/gjk.ts', `import { vec3 } from 'gl-matrix';`],
    ['src/kernels/gjk/gjk.ts', `import { x } from '../../memory/frame.ts';`],
    ['src/queries/distance/results.ts', `import type { x } from '../../narrow/scalar/exactDistance.ts';`],
    ['src/memory/frame.ts', `import { x } from '../schedule/blocks.ts';`],
    ['src/memory/frame.ts', `import { x } from '../wasm/unshared.ts';`],
    ['src/kernels/rows/lanes/context.ts', `import { x } from '../../../memory/frame.ts';`],
    ['src/schedule/dispatcher.ts', `import { simd } from '#wide/binaries';`],
    ['src/planar/search.ts', `import { x } from '../narrow/scalar/gjk/gjk.ts';`],
    ['src/planar/search.ts', `import { x } from '../pair2d/poses.ts';`],
    ['src/pair2d/cast.ts', `import { x } from '../narrow/scalar/gjk/gjk.ts';`],
    ['src/pair2d.ts', `import { x } from './shapes/shape.ts';`],
    ['src/pair.ts', `import { simd } from '#wide/binaries';`],
    ['workers/queryWorker.ts', `import { simd } from '#wide/binaries';`],
    ['src/schedule/dispatcher.ts', `import { x } from '../pairs/sweep.ts';`],
    ['src/schedule/dispatcher.ts', `import { x } from '../engine/engine.ts';`],
    ['src/engine/engine.ts', `import { x } from '../../workers/spawn.node.ts';`],
    ['src/engine/engine.ts', `import { x } from 'hullstorm';`],
    ['workers/queryWorker.ts', `import { x } from '../src/engine/engine.ts';`],
    ['scenes/fall.ts', `import { x } from '../src/errors.ts';`],
    ['scenes/fall.ts', `import { x } from '../demo/shared/simulation.ts';`],
    ['scenes/fall.ts', `import { x } from 'hullstorm/dist/src/errors.js';`],
    ['demo/page/main.ts', `const x = await import('../../src/memory/frame.ts');`],
    ['examples/tinySolver.ts', `import { x } from '../src/errors.ts';`],
    ['examples/tinySolver.ts', `import { x } from '../scenes/random.ts';`],
    ['bench/main.ts', `import { x } from '../examples/bodies.ts';`],
    ['src/dynamics/step.ts', `export { x } from '../backend/pool.ts';`],
    ['src/dynamics/step.ts', `import { x } from '../shapes/hullBuild.ts';`],
    ['src/dynamics/step.ts', `import { x } from '#dynamics/binaries';`],
    ['src/pairs/sweep.ts', `import { x } from '../wasm/unpackWide.ts';`],
    ['bench/main.ts', `import '../test/support/random.ts';`],
    ['bench/main.ts', `import { simd } from '#wide/binaries';`],
    ['bench/main.ts', `import { x } from '../demo/shared/simulation.ts';`],
    ['src/pair.ts', `export * from '../bench/workloads.ts';`],
    ['src/novel/thing.ts', `import { x } from '../frame.ts';`],
    ['src/pairs/sweep.ts', `import {\n  a,\n  b,\n} from '../scene/colliderRows.ts';`],
  ];
  test.each(planted)('%s: %s', (file, source) => {
    expect(violations(file, source)).toHaveLength(1);
  });

  test('what is right passes', () => {
    expect(violations('src/pairs/sweep.ts', `import { x } from '../scene/colliderTable.ts';`)).toEqual([]);
    expect(violations('src/memory/frame.ts', `import { x } from '../kernels/rows/lanes/context.ts';`)).toEqual([]);
    expect(violations('src/narrow/chooseKernel.ts', `import { simd } from '#wide/binaries';`)).toEqual([]);
    expect(violations('src/dynamics/index.ts', `import { x } from '#dynamics/binaries';\nimport 'hullstorm';`)).toEqual(
      [],
    );
    expect(violations('src/dynamics/wide/x.ts', `import { x } from '../../kernels/lanes.ts';`)).toEqual([]);
    expect(violations('src/scene/poseCheck.ts', `import { quat } from 'gl-matrix';`)).toEqual([]);
    expect(violations('demo/page/main.ts', `import { x } from 'hullstorm/pair';\nimport 'three';`)).toEqual([]);
    expect(violations('demo/page/main.ts', `import { x } from '../../scenes/fall.ts';`)).toEqual([]);
    expect(violations('examples/tinySolver.ts', `import 'hullstorm';\nimport { x } from './bodies.ts';`)).toEqual([]);
    expect(violations('bench/main.ts', `import { x } from '../src/memory/frame.ts';`)).toEqual([]);
    expect(violations('src/errors.ts', `// import { x } from './frame.ts';\n/* import '../bench/main.ts' */`)).toEqual(
      [],
    );
  });

  test('finds every form of import', () => {
    const source = `import a from "a";\nimport 'b';\nimport type { c } from 'c';\nexport * from 'd';\nexport { e } from 'e';
      const f = import('f'); const g = await import( "g" );\nimport * as h\n  from 'h';`;
    expect(importsOf(source).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
  });
});

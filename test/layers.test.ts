/** A layer is a folder, and imports run down: the order is the list in docs/architecture.md, "Layers". */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const CHECKED = ['src', 'workers', 'scenes', 'demo', 'examples', 'bench'];
/** Folders in which no import may lead back to its file. */
const WITHOUT_CIRCLES = [...CHECKED, 'tools'];
const PUBLIC = new Set(
  ['', '/dynamics', '/gpu', '/loop', '/pair', '/pair2d', '/three', '/worker'].map((entry) => `hullstorm${entry}`),
);

/** The rows of the list, from below: layers of one row do not import each other. */
function rowsOf(page: string): string[][] {
  const list = page.slice(page.indexOf('\n## Layers'), page.indexOf('\nBeside the library'));
  const cells = [...list.matchAll(/^\| (`[^|]*`) \|/gm)].map(([, cell]) => cell!);
  return cells.map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => layerOf(path!)));
}

/** `src/kernels/gjk/gjk.ts` → `kernels`, `src/pair.ts` → `pair`, `demo/page/main.ts` → `demo`. */
function layerOf(path: string): string {
  const [top, second] = path.split('/');
  return top === 'src' ? second!.replace(/\..*/, '') : top!;
}

const ROWS = rowsOf(readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8'));
/** How high a layer stands. */
const HEIGHTS = new Map(ROWS.flatMap((row, height) => row.map((layer) => [layer, height] as const)));

/** What sees the library by its public entries only, and these folders besides. Stepper and command are of the package. */
const OUTSIDE: Readonly<Record<string, readonly string[]>> = {
  scenes: [],
  cli: ['errors', 'checks', 'wasm', 'narrow', 'dynamics'],
  dynamics: ['errors', 'checks', 'wasm', 'language', 'math', 'shapes'],
  loop: ['errors', 'checks', 'untilEnd', 'memory'],
  three: ['errors', 'checks', 'loop'],
  demo: ['scenes', 'tools'],
  examples: [],
};
/** Nothing imports these. */
const ENDS = ['bench', 'test', 'demo', 'examples'];
/** Sources of `tools/lanes`: they import no package. */
const COMPILED = ['language', 'math', 'kernels'];
/** Wasm as text: the layer that may pull it in is no worker, and not `hullstorm/pair`. */
function loaderOf(target: string): string {
  if (target === '#wasm/files.js') return 'wasm';
  if (target === '#wasm/wgsl.js' || target === '#wasm/layoutWgsl.js') return 'gpu';
  return target.startsWith('#wasm/stepper') ? 'dynamics' : 'narrow';
}

/** Everything a source imports, exports from, or loads, also types alone. */
function importsOf(source: string): string[] {
  return ts.preProcessFile(source).importedFiles.map(({ fileName }) => fileName);
}

/** Why a layer may not import the package `target`; undefined if it may. */
function packageObjection(from: string, target: string): string | undefined {
  if (COMPILED.includes(from)) return `${from} imports no package`;
  if (target.startsWith('#')) return from === loaderOf(target) ? undefined : `only ${loaderOf(target)} loads ${target}`;
  const own = target === 'hullstorm' || target.startsWith('hullstorm/');
  if (target === 'three' && HEIGHTS.has(from) && from !== 'three') return 'only three imports three.js';
  if (own && !PUBLIC.has(target)) return 'not a public entry';
  if (own && HEIGHTS.has(from) && !OUTSIDE[from]) return 'the library does not import itself by name';
  return undefined;
}

/** Why `file` may not import `target`; undefined if it may. */
function objection(file: string, target: string): string | undefined {
  const from = layerOf(file);
  if (!target.startsWith('.')) return packageObjection(from, target);
  const to = layerOf(posix.join(posix.dirname(file), target));
  if (from === to) return undefined;
  if (ENDS.includes(to)) return `nothing imports ${to}`;
  if (from === 'bench') return undefined;
  const outside = OUTSIDE[from];
  if (outside) return outside.includes(to) ? undefined : `${from} imports public entries only`;
  const [height, below] = [HEIGHTS.get(from), HEIGHTS.get(to)];
  if (height === undefined || below === undefined) return `${height === undefined ? from : to} is not in the list`;
  return below < height ? undefined : `${to} is not below ${from}`;
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
    expect(imports.length).toBeGreaterThan(2000);
  });

  test('the list has every folder and file of src, once', () => {
    const layers = new Set(readdirSync(join(ROOT, 'src')).map((name) => layerOf(`src/${name}`)));
    expect(ROWS.flat().sort()).toEqual([...layers, 'workers'].sort());
  });

  test('every import runs down the list', () => {
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

  test('reads rows of layers, and nothing else', () => {
    const page =
      '\n| `src/x` | no layer |\n## Layers\n| layer | what |\n|---|---|\n| `src/a.ts`, `src/b` | `c` |\n| `d` | |';
    expect(rowsOf(`# Page\n${page}\nBeside the library:\n| \`e\` | |`)).toEqual([['a', 'b'], ['d']]);
  });

  const planted: [string, string][] = [
    ['src/errors.ts', `import { x } from './memory/units.ts';`],
    ['src/errors.ts', `import { x } from './checks.ts';`],
    ['src/checks.ts', `import { x } from './memory/units.ts';`],
    ['src/memory/units.ts', `import { x } from '../tables/frame.ts';`],
    ['src/memory/units.ts', `import { x } from '../wasm/unshared.ts';`],
    ['src/tables/pairTable.ts', `import { x } from '../pairs/carry.ts';`],
    ['src/tables/frame.ts', `import type { x } from '../queries/list.ts';`],
    ['src/tables/frame.ts', `const x: import('../queries/list.ts').QueryTables = 0;`],
    ['src/tables/kernelContext.ts', `import { x } from '../kernels/rows/row.ts';`],
    ['src/tables/statusTable.ts', `import { x } from '../math/vectors.ts';`],
    ['src/math/vectors.ts', `import { x } from '../kernels/poses/relativePose.ts';`],
    ['src/kernels/gjk/gjk.ts', `import { x } from '../../shapes/hull/cells.ts';`],
    ['src/kernels/gjk/gjk.ts', `import type { x } from '../../shapes/cores/core.ts';`],
    ['src/kernels/gjk/gjk.ts', `import { x } from '../../queries/distance/statusTable.ts';`],
    ['src/kernels/gjk.ts', `import { vec3 } from 'gl-matrix';`],
    ['src/dim2/pair/search.ts', `import { x } from '../../narrow/rowRunner.ts';`],
    ['src/pair2d.ts', `import { x } from './shapes/shape.ts';`],
    ['src/single/query.ts', `import { x } from '../scene/snapshot.ts';`],
    ['src/pair.ts', `import { x } from './broad/pass.ts';`],
    ['src/pair.ts', `import { packed } from '#wasm/distance.js';`],
    ['src/pairs/sweep.ts', `import { x } from '../scene/colliderRows.ts';`],
    ['src/pairs/sweep.ts', `import {\n  a,\n  b,\n} from '../scene/colliderRows.ts';`],
    ['src/broad/tree/treeUpdater.ts', `import type { x } from '../../schedule/stageList.ts';`],
    ['src/narrow/rowRunner.ts', `import { x } from '../schedule/service.ts';`],
    ['src/schedule/dispatcher.ts', `import { packed } from '#wasm/rays.js';`],
    ['src/schedule/dispatcher.ts', `import { x } from '../queries/searchList.ts';`],
    ['src/results/worldShape.ts', `import { x } from '../queries/distance/results.ts';`],
    ['src/queries/queryRunner.ts', `import type { x } from '../engine/baseScene.ts';`],
    ['src/queries/queryRunner.ts', `const x = await import('../engine/baseScene.ts');`],
    ['src/engine/engine.ts', `import { x } from '../../workers/spawn.node.ts';`],
    ['src/engine/engine.ts', `import { x } from 'hullstorm';`],
    ['workers/queryWorker.ts', `import { x } from '../src/engine/engine.ts';`],
    ['workers/queryWorker.ts', `import { packed } from '#wasm/distance.js';`],
    ['src/dynamics/step.ts', `export { x } from '../scene/snapshot.ts';`],
    ['src/dynamics/step.ts', `import { x } from '#wasm/contacts.js';`],
    ['src/three/bridge.ts', `import { x } from '../dynamics/dynamics.ts';`],
    ['src/three/bridge.ts', `import { x } from 'hullstorm/dist/src/three/bridge.js';`],
    ['src/dynamics/step.ts', `import type { Vector3 } from 'three';`],
    ['src/publicApi.ts', `export * from './index.node.ts';`],
    ['src/pair.ts', `export * from '../bench/workloads.ts';`],
    ['src/novel/thing.ts', `import { x } from '../errors.ts';`],
    ['src/engine/engine.ts', `import { x } from '../novel/thing.ts';`],
    ['scenes/fall.ts', `import { x } from '../src/errors.ts';`],
    ['scenes/fall.ts', `import { x } from '../demo/shared/simulation.ts';`],
    ['scenes/fall.ts', `import { x } from 'hullstorm/dist/src/errors.js';`],
    ['demo/page/main.ts', 'const x = await import(`../../src/tables/frame.ts`);'],
    ['examples/tinySolver.ts', `import { x } from '../src/errors.ts';`],
    ['examples/tinySolver.ts', `import { x } from '../scenes/random.ts';`],
    ['bench/main.ts', `import { x } from '../examples/bodies.ts';`],
    ['bench/main.ts', `import '../test/support/random.ts';`],
    ['bench/main.ts', `import { packed } from '#wasm/distance.js';`],
    ['bench/main.ts', `import { x } from '../demo/shared/simulation.ts';`],
  ];
  test.each(planted)('%s: %s', (file, source) => {
    expect(violations(file, source)).toHaveLength(1);
  });

  const right: [string, string][] = [
    ['src/pairs/sweep.ts', `import { x } from '../tables/colliderTable.ts';`],
    ['src/shapes/cores/smooth.ts', `import { x } from '../../kernels/round/smoothDistance.ts';`],
    ['src/narrow/wasmPieces.ts', `import('#wasm/distance.js');`],
    ['src/dynamics/index.ts', `import { x } from '#wasm/stepper.js';\nimport 'hullstorm';`],
    ['src/dynamics/wide/x.ts', `import { x } from '../../language/lanes.ts';`],
    ['src/three/bridge.ts', `import { Vector3 } from 'three';\nimport 'hullstorm/dynamics';`],
    ['src/scene/poseCheck.ts', `import { quat } from 'gl-matrix';`],
    ['src/index.web.ts', `import { x } from '../workers/spawn.web.ts';`],
    ['demo/page/main.ts', `import { x } from 'hullstorm/pair';\nimport 'three';`],
    ['demo/page/main.ts', `import { x } from '../../scenes/fall.ts';`],
    ['examples/tinySolver.ts', `import 'hullstorm';\nimport { x } from './bodies.ts';`],
    ['bench/main.ts', `import { x } from '../src/tables/frame.ts';`],
    ['src/errors.ts', `// import { x } from './checks.ts';\n/* import '../bench/main.ts' */`],
  ];
  test.each(right)('%s: %s is right', (file, source) => {
    expect(violations(file, source)).toEqual([]);
  });

  test('finds every form of import', () => {
    const source = `import a from "a";\nimport 'b';\nimport type { c } from 'c';\nexport * from 'd';\nexport { e } from 'e';
      const f = import('f'); const g = await import( "g" );\nimport * as h\n  from 'h'; type I = import('i').I;
      export type { J } from 'j'; let k: typeof import('k'); const l = import(\`l\`);`;
    expect(importsOf(source).sort()).toEqual([...'abcdefghijkl']);
  });
});

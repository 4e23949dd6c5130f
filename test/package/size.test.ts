/** What a page pays for: entries bundled and minified as an application's bundler would. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { expectStated } from '../support/statedSizes.ts';

const DIST = new URL('../../dist/src/', import.meta.url).pathname;

const WASM = new URL('../../dist/wasm/', import.meta.url);
const ONE_FILE = new URL('../../dist/hullstorm.min.js', import.meta.url);

/**
 * Bytes of `source` with all it imports but the wasm, and but `hullstorm` by its name; minified, and gzipped after that.
 * What is loaded only when it is wanted does not count: the scalar kernel, the text of the worker, the code for `wasmUrl`
 * and for a GPU.
 */
async function sizeOf(source: string, isWhole: boolean): Promise<{ minified: number; gzipped: number; wasm: boolean }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: source, resolveDir: DIST, sourcefile: 'entry.js' },
    bundle: true,
    external: ['../../wasm/*', 'hullstorm'],
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    splitting: true,
    outdir: 'unwritten',
    chunkNames: 'chunks/[name]-[hash]',
    write: false,
    metafile: true,
  });
  const { outputs } = metafile;
  const eager: string[] = Object.keys(outputs).filter(
    (path) => basename(outputs[path]!.entryPoint ?? '') === 'entry.js',
  );
  for (const path of eager) {
    for (const { path: other, kind, external } of outputs[path]!.imports) {
      if (kind === 'import-statement' && !external && !eager.includes(other)) eager.push(other);
    }
  }
  const later = Object.entries(outputs).filter(([path]) => !eager.includes(path));
  const loaded = later.flatMap(([, { entryPoint }]) => (entryPoint === undefined ? [] : [basename(entryPoint)]));
  expect(loaded.sort()).toEqual(
    isWhole ? ['engineGpu.js', 'kernel.js', 'scalarBroad.js', 'scalarKernel.js', 'source.js', 'wasmFile.js'] : [],
  );
  const files = outputFiles.filter(({ path }) => eager.some((name) => path.endsWith(basename(name))));
  const contents = Buffer.concat(files.map((file) => file.contents));
  const gzipped = gzipSync(contents, { level: 9 }).length;
  return { minified: contents.length, gzipped, wasm: /wasm\/(distance|stepper)\.js/.test(contents.toString()) };
}

async function report(name: string, source: string, withWasm = false): Promise<number> {
  const { minified, gzipped, wasm } = await sizeOf(source, source.includes('index.web'));
  expect(wasm, 'imports the wasm').toBe(withWasm);
  console.log(`${name}: ${(gzipped / 1000).toFixed(1)} kB gzipped (${(minified / 1000).toFixed(1)} kB minified)`);
  return gzipped;
}

test('a program that imports box, distance, intersect from hullstorm/pair: at most 15.2 kB', async () => {
  const source = `import { box, distance, intersect } from './pair.js'; console.log(box, distance, intersect)`;
  expect(await report('hullstorm/pair, box distance intersect', source)).toBeLessThan(15_250);
});

// 0.1 kB of it: casts whose numbers cross no call, so that V8 allocates nothing
test('the whole of hullstorm/pair, hulls, round shapes, sums and shapes of your own included: below 45.1 kB', async () => {
  const source = `import * as pair from './pair.js'; console.log(pair)`;
  expect(await report('hullstorm/pair, all', source)).toBeLessThan(45_100);
});

// 0.1 kB of it: sides whose corners f32 has moved off their line
test('the whole of hullstorm/pair2d: below 10.1 kB', async () => {
  const source = `import * as pair from './pair2d.js'; console.log(pair)`;
  expect(await report('hullstorm/pair2d, all', source)).toBeLessThan(10_100);
});

// everything that is exported, and the worker with all kernels, which engines on wasm do not load. 67 kB of it
// are meshes, height fields and compounds; 1.2 kB: options and results of a GPU, and 2.2 kB that the same code takes in
// more chunks, since the code for a GPU is one
test('hullstorm for browsers, caller and worker, without wasm and scalar kernel of the caller: below 308 kB', async () => {
  const entry = await report('hullstorm', `import * as all from './index.web.js'; console.log(all)`, true);
  const worker = await report('hullstorm/worker', `import '../workers/entry.web.js'`);
  expect(entry + worker).toBeLessThan(308_000);
});

// 0.8 kB of it: sweeps of bodies that turn, and sleep that asks whether a body speeds up; 0.6 kB: setShape,
// and the masses of compounds; 0.9 kB: bodies that meet another child of the shape on which they slide; 0.2 kB:
// gravity that changes; 2.5 kB: contacts over the seams of surfaces, and thin bodies on them
test('what hullstorm/dynamics adds to hullstorm, without the wasm: below 29.9 kB', async () => {
  const source = `import { createDynamics } from './dynamics/index.js'; console.log(createDynamics)`;
  expect(await report('hullstorm/dynamics', source, true)).toBeLessThan(29_900);
});

test('what hullstorm/three adds to hullstorm, the stepper and three.js, all of it: below 10 kB', async () => {
  const { outputFiles } = await build({
    stdin: { contents: `export * from './three/index.js'`, resolveDir: DIST },
    bundle: true,
    // hullstorm has these checks, too
    external: ['hullstorm', 'hullstorm/*', 'three', '../checks.js', '../errors.js'],
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  const gzipped = gzipSync(outputFiles[0].contents, { level: 9 }).length;
  console.log(`hullstorm/three: ${(gzipped / 1000).toFixed(1)} kB gzipped`);
  expect(gzipped).toBeLessThan(10_000);
});

test.each(['index.web.js', 'core.web.js', 'dynamics/index.js', 'pair.js', 'cli/main.js'])(
  '%s loads nothing of three.js',
  async (entry) => {
    const { metafile } = await build({
      entryPoints: [`${DIST}${entry}`],
      bundle: true,
      packages: 'external',
      external: ['../../wasm/*'],
      format: 'esm',
      outdir: 'unwritten',
      write: false,
      metafile: true,
    });
    const imported = Object.values(metafile.inputs).flatMap(({ imports }) => imports.map(({ path }) => path));
    expect(imported.filter((path) => path === 'three' || path.includes('/three/'))).toEqual([]);
    expect(Object.keys(metafile.inputs).length).toBeGreaterThan(0);
  },
);

test('hullstorm without the stepper pulls in none of its wasm', async () => {
  const { outputFiles } = await build({
    stdin: { contents: `import * as all from './index.web.js'; console.log(all)`, resolveDir: DIST },
    bundle: true,
    external: ['../../wasm/*'],
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  expect(outputFiles[0].text).not.toContain('createDynamics');
});

/** Modules of the wasm, and their limits in bytes gzipped. */
const MODULES = {
  distance: 74_500, // of it 7 kB the broad phase: docs/decisions/broad-phase-in-wasm.md
  contacts: 17_800,
  children: 9_900, // search, ghost rule and clusters: a quarter less time for boxes on a terrain
  rays: 11_500, // of it 4 kB rays into meshes and height fields
  points: 7_600,
  casts: 22_600,
  relaxed: 34_000,
  stepper: 14_200,
  stepperRelaxed: 9_500,
  wgsl: 15_000,
  layoutWgsl: 1_200,
  files: 400,
};

test('every module of the wasm, as it is shipped, has a limit', () => {
  const names = readdirSync(WASM).map((name) => basename(name, '.js'));
  expect(names.sort()).toEqual(Object.keys(MODULES).sort());
});

test.each(Object.entries(MODULES))('the wasm %s, as it is shipped: below %i bytes', (name, limit) => {
  const gzipped = gzipSync(readFileSync(new URL(`${name}.js`, WASM)), { level: 9 }).length;
  console.log(`${name}: ${(gzipped / 1000).toFixed(1)} kB gzipped`);
  expect(gzipped).toBeLessThan(limit);
});

test('hullstorm.min.js, all of it: below 436 kB, as README and docs/performance.md say', () => {
  const text = readFileSync(ONE_FILE);
  const gzipped = gzipSync(text, { level: 9 }).length;
  console.log(`hullstorm.min.js: ${(gzipped / 1000).toFixed(1)} kB gzipped (${(text.length / 1000).toFixed(1)} kB)`);
  expect(gzipped).toBeLessThan(436_000);
  expectStated('README.md', /all of it: ([\d,]+) kB gzipped, ([\d,]+) kB as it is/, gzipped, text.length);
  expectStated('docs/performance.md', /^\| `hullstorm\.min\.js`: .* \| ([\d,.]+) \|$/m, gzipped);
});

test('what an engine with a GPU loads besides, its WGSL apart: below 10 kB', async () => {
  const { outputFiles } = await build({
    stdin: { contents: `export * from './index.web.js'`, resolveDir: DIST },
    bundle: true,
    external: ['../../wasm/*'],
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    splitting: true,
    outdir: 'unwritten',
    write: false,
  });
  const [own, ...others] = outputFiles.filter(({ path }) => /engineGpu-\w+\.js$/.test(path));
  expect(others).toEqual([]);
  const gzipped = gzipSync(own!.contents, { level: 9 }).length;
  console.log(`src/gpu: ${(gzipped / 1000).toFixed(1)} kB gzipped`);
  expect(gzipped).toBeLessThan(10_000);
  // no other chunk has code of it, nor looks for the package of Node
  const rest = outputFiles.filter((file) => file !== own).map(({ text }) => text);
  for (const text of rest) expect(text).not.toMatch(/createComputePipeline|requestAdapter|import\(['"]webgpu/);
});

/**
 * Makes the files of the package without imports:
 *
 *   dist/workers/entry.web.js  the worker: it loads from any address; entry.node.js imports it
 *   dist/workers/runWebWorker.js  with comlink in it: workers know no import maps, and coreEntry.web.js and
 *                              wideEntry.web.js are no bundles
 *   dist/src/cli/batch/main.js  the command `hullstorm batch`, minified: it is loaded by its command alone
 *   dist/workers/source.js     the same as text, if its address does not load (spawn.*.ts)
 *   dist/hullstorm.min.js      engine, stepper, worker and wasm for pages without a bundler, with its types and map
 *
 * The reasons are in docs/decisions/worker-sources.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = `${ROOT}dist/`;
const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));

const COMMON = { bundle: true, format: 'esm', target: 'es2022', logLevel: 'warning' };
const BANNER =
  `/*! hullstorm ${version}, MIT, with comlink, Apache-2.0, (c) 2019 Google LLC,` +
  ' and gl-matrix, MIT, (c) 2015-2021 Brandon Jones, Colin MacKenzie IV */';

const ENTRY = `${DIST}workers/entry.web.js`;
const worker = await build({ ...COMMON, entryPoints: [ENTRY], minify: true, write: false });
const text = worker.outputFiles[0].text.trim();
writeFileSync(
  `${DIST}workers/source.js`,
  `// made by tools/bundle.mjs\nexport const source = () => ${JSON.stringify(text)};\n`,
);
// the file keeps its names, for stacks of errors
const named = { minifySyntax: true, minifyWhitespace: true, legalComments: 'none', banner: { js: BANNER } };
const { outputFiles: entryFiles } = await build({ ...COMMON, ...named, entryPoints: [ENTRY], write: false });
// esbuild drops the comment that keeps webpack from looking for the address of users' passes
writeFileSync(ENTRY, entryFiles[0].text.replace(/\bimport\((\w+)\)/g, 'import(/* webpackIgnore: true */ $1)'));

const RUN = `${DIST}workers/runWebWorker.js`;
const external = ['../src/*', './queryWorker.js'];
await build({ ...COMMON, ...named, external, entryPoints: [RUN], outfile: RUN, allowOverwrite: true });

const BATCH = `${DIST}src/cli/batch/main.js`;
const command = { packages: 'external', platform: 'node', entryPoints: [BATCH], outfile: BATCH, allowOverwrite: true };
await build({ ...COMMON, ...command, minify: true });

const ENTRIES = `export * from './src/index.web.js';\nexport * from './src/dynamics/index.js';\n`;
/** For its own worker (ownWorker.mjs); the declarations leave it out. */
const WORKER = `export { runWholeWorker as _runWebWorker } from './workers/runWholeWorker.js';\n`;

/** The single file has no worker file beside it, and is its own worker. It is without GPU. */
const ownWorker = {
  name: 'own worker',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /[\\/](byAddress|wideByAddress)\.web\.js$/ }, ({ path }) => ({
      contents: `export const ${/(\w+)\.web\.js$/.exec(path)[1]} = undefined;`,
    }));
    onResolve({ filter: /^\.\/source\.js$/ }, () => ({ path: `${ROOT}tools/ownWorker.mjs` }));
    onResolve({ filter: /\/gpu\/engineGpu\.js$/ }, () => ({ path: `${ROOT}tools/noGpu.mjs` }));
  },
};

/**
 * The functions of gl-matrix that are used. Through the namespaces of its entry esbuild takes all of them; Node has
 * only that entry.
 */
const onlyUsed = (text) =>
  text.replace(/import \{ ([\w, ]+) \} from .gl-matrix.;/, (_, names) =>
    names.replace(/\w+/g, "import * as $& from 'gl-matrix/esm/$&.js'").replaceAll(', ', '; '),
  );

/** Modules that are loaded later are loaded at once. If one were late, esbuild would make a function of each module. */
function loadAtOnce(text) {
  const paths = [];
  const eager = text.replace(/\bimport\((['"])([.#].+?)\1\)/g, (_, __, path) => {
    paths.push(path);
    return `Promise.resolve(module${paths.length})`;
  });
  return [eager, ...paths.map((path, i) => `import * as module${i + 1} from '${path}';`)].join('\n');
}

/** Modules that have a map (hostModules.ts) are in the bundle's map themselves, not their sources. */
const singleFile = {
  name: 'modules of a single file',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]dist[\\/](src|workers)[\\/].*\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8').replace(/^\/\/# sourceMappingURL=.*\n/m, '');
      return { contents: loadAtOnce(onlyUsed(text)) };
    });
  },
};

await build({
  ...COMMON,
  stdin: { contents: ENTRIES + WORKER, resolveDir: DIST },
  outfile: `${DIST}hullstorm.min.js`,
  minify: true,
  sourcemap: true,
  platform: 'browser',
  banner: { js: BANNER },
  plugins: [ownWorker, singleFile],
});
writeFileSync(`${DIST}hullstorm.min.d.ts`, ENTRIES);

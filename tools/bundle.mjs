/**
 * Makes the files of the package without imports:
 *
 *   dist/workers/entry.*.js    the workers: they load from any address
 *   dist/workers/source.js     the minified worker of browsers as text, if its address does not load (spawn.*.ts)
 *   dist/hullstorm.min.js      engine, stepper, worker and wasm for pages without a bundler, with `hullstorm.min.d.ts`
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

for (const platform of ['browser', 'node']) {
  const entry = `${DIST}workers/entry.${platform === 'node' ? 'node' : 'web'}.js`;
  await build({ ...COMMON, entryPoints: [entry], outfile: entry, allowOverwrite: true, minifySyntax: true, platform });
}

const worker = await build({
  ...COMMON,
  entryPoints: [`${DIST}workers/entry.web.js`],
  minify: true,
  write: false,
});
const text = worker.outputFiles[0].text.trim();
writeFileSync(
  `${DIST}workers/source.js`,
  `// made by tools/bundle.mjs\nexport const source = ${JSON.stringify(text)};\n`,
);

const ENTRIES = `export * from './src/index.web.js';\nexport * from './src/dynamics/index.js';\n`;

/** The single file has no worker file beside it. */
const withoutAddress = {
  name: 'without address',
  setup({ onLoad }) {
    onLoad({ filter: /byAddress\.web\.js$/ }, () => ({ contents: 'export const byAddress = undefined;' }));
  },
};

await build({
  ...COMMON,
  stdin: { contents: ENTRIES, resolveDir: DIST },
  outfile: `${DIST}hullstorm.min.js`,
  minify: true,
  platform: 'browser',
  banner: { js: BANNER },
  plugins: [withoutAddress],
});
writeFileSync(`${DIST}hullstorm.min.d.ts`, ENTRIES);

/**
 * `npm run site`: builds the site to site/dist. It needs `npm ci --prefix site`, and the built package.
 *
 * SITE_BASE is the path that the site is at, with a slash at both ends. SITE_OUT is the folder that gets it.
 * SITE_FROM is a folder with the site for another base: parts in it that know no base are copied.
 */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build as buildApp } from 'vite';
import { build as buildPages } from 'vitepress';
import { GALLERY, isPage } from './gallery.ts';
import { writePages } from './pages.ts';
import { ROOT } from './sources.ts';

const OUT = resolve(process.env.SITE_OUT ?? join(import.meta.dirname, 'dist'));
const FROM = process.env.SITE_FROM;
/** The parts that work under any path. */
const PARTS = ['api', 'run', 'apps', 'demo'];

/** Shows `text` with the time that `part` takes. */
async function step(text: string, part: () => unknown): Promise<void> {
  const start = performance.now();
  await part();
  console.log(`site: ${text}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

/** The reference by typedoc, in a process of its own. Its title leads to the front page of the site. */
async function buildApi(): Promise<void> {
  const typedoc = join(ROOT, 'node_modules/typedoc/bin/typedoc');
  const out = `${OUT}-api`; // the generator of pages empties OUT
  await promisify(execFile)(process.execPath, [typedoc, '--out', out, '--logLevel', 'Warn'], { cwd: ROOT });
  for (const path of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.html')) continue;
    const up = '../'.repeat(path.split(/[\\/]/).length);
    const page = readFileSync(join(out, path), 'utf8');
    writeFileSync(join(out, path), page.replace(/href="[^"]*" class="title"/, `href="${up}index.html" class="title"`));
  }
}

/** The page that runs examples. Programs that ask whether Node has started them run when they are loaded. */
async function buildRun(): Promise<void> {
  await buildApp({
    configFile: false,
    root: join(import.meta.dirname, 'run'),
    base: './',
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir: join(OUT, 'run'), emptyOutDir: true, target: 'es2022' },
    plugins: [
      {
        name: 'programs',
        enforce: 'pre',
        transform(code, id) {
          if (!id.includes('/examples/')) return;
          const isMain = /import\.meta\.url === pathToFileURL\(process\.argv\[1\][^)]*\)\.href/;
          // package.json says that only files of the library have none
          return { code: code.replace(isMain, 'true'), map: null, moduleSideEffects: true };
        },
      },
    ],
  });
}

/** Examples that are pages, each with the settings of its folder. */
async function buildPageExamples(): Promise<void> {
  for (const { name, folder } of GALLERY.filter(isPage)) {
    await buildApp({
      root: join(ROOT, folder),
      base: './',
      logLevel: 'error',
      worker: { format: 'es' },
      build: { outDir: join(OUT, 'apps', name), emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 2000 },
    });
  }
}

async function buildDemo(): Promise<void> {
  await buildApp({
    configFile: join(ROOT, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: join(OUT, 'demo'), emptyOutDir: true },
  });
}

const made = (part: string) => FROM !== undefined && existsSync(join(FROM, part));
const api = made('api') ? undefined : step('api', buildApi);
await step('pages', async () => {
  writePages();
  await buildPages(import.meta.dirname, { outDir: OUT });
});
for (const [part, build] of Object.entries({ run: buildRun, apps: buildPageExamples, demo: buildDemo }))
  if (!made(part)) await step(part, build);
for (const part of PARTS.filter(made)) cpSync(join(FROM!, part), join(OUT, part), { recursive: true });
await api;
if (api) renameSync(`${OUT}-api`, join(OUT, 'api'));

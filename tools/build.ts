/**
 * `npm run build`: makes `dist`, unless these sources already made it. Hashes of the sources and of `dist` are stored
 * in `node_modules/.cache`, which `npm ci` empties.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { hashFiles } from './hashFiles.ts';

const ROOT = resolve(import.meta.dirname, '..');
const SOURCES = [
  'src',
  'workers',
  'tools',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
];
const LAST_BUILD = resolve(ROOT, 'node_modules/.cache/hullstorm/lastBuild.json');

/** Hashes of the inputs and of the output of the last build. */
interface LastBuild {
  readonly sources: string;
  readonly dist: string;
}

const distHash = () => hashFiles(ROOT, ['dist']);

function lastBuild(): Partial<LastBuild> {
  try {
    return JSON.parse(readFileSync(LAST_BUILD, 'utf8'));
  } catch {
    return {};
  }
}

/** Runs a script of Node. @throws if it fails; the script prints the reason */
function run(...command: string[]): Promise<void> {
  const child = spawn(process.execPath, command, { cwd: ROOT, stdio: 'inherit' });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error(`npm run build: ${command.join(' ')} failed`))));
  });
}

/** Says what is made, and how long it took. @param make makes it */
async function step(what: string, make: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  console.error(`build: ${what} …`);
  await make();
  console.error(`build: ${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

/** Runs scripts of this folder, one after the other, in this process: they share what they load. */
async function importAll(...scripts: string[]): Promise<void> {
  for (const script of scripts) await import(`./${script}`);
}

/** The modules of `dist/src` and their declarations. */
async function makeModules(): Promise<void> {
  await run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json');
  await importAll('plainImports.mjs', 'hostModules.ts', 'dropDocs.ts');
}

async function build(): Promise<void> {
  // a deleted source must leave no module behind
  rmSync(resolve(ROOT, 'dist'), { recursive: true, force: true });
  const steps = await Promise.allSettled([
    step('modules and types', makeModules),
    step('wasm of the wide kernels (the longest step)', () =>
      run('--import', './tools/typeScript.mjs', 'tools/lanes/build.ts'),
    ),
  ]);
  for (const each of steps) if (each.status === 'rejected') throw each.reason;
  await step('bundles', () => importAll('bundle.mjs', 'flattenPasses.mjs', 'prune.mjs', 'thinMap.mjs'));
}

const sources = hashFiles(ROOT, SOURCES);
const last = lastBuild();
if (last.sources === sources && last.dist === distHash()) {
  console.error('dist is up to date');
} else {
  try {
    await build();
    mkdirSync(dirname(LAST_BUILD), { recursive: true });
    writeFileSync(LAST_BUILD, JSON.stringify({ sources, dist: distHash() } satisfies LastBuild));
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

/**
 * The packed npm package in a fresh vite app, as a user installs it: built, served for development, run in Node, and
 * compiled. Needs the npm registry (or npm's cache). Other bundlers: apps.test.ts.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectStated } from '../support/statedSizes.ts';
import { installApp, makeFolder, type Packed, packInto, removeFolder, run } from './apps.ts';
import { launchChromium, openPage } from './chromium.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const VITE = 'node_modules/vite/bin/vite.js';
const PAIRS = 3999;
/** Of a body after a second of free fall: x, and y. */
const FALLEN = ['3.0', '-4.9'];

let folder: string;
let app: string;
let packed: Packed;
let browser: Browser;

beforeAll(async () => {
  folder = await makeFolder();
  packed = await packInto(folder);
  app = await installApp(folder, 'vite');
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
  if (folder) await removeFolder(folder);
});

test('the package holds what is needed, and nothing else', () => {
  const paths = packed.files.map(({ path }) => path);
  for (const path of [
    'dist/src/index.web.js',
    'dist/src/index.node.d.ts',
    'dist/src/pair.js',
    'dist/src/kernels/rows/pairRow.js.map',
    'dist/src/kernels/rows/distanceRows.js.map',
    'dist/src/kernels/rays/nextOnRay.js.map',
    'dist/src/dynamics/index.js',
    'dist/src/dynamics/index.d.ts',
    'dist/src/cli/main.js',
    'dist/src/cli/batch/main.js',
    'dist/wasm/distance.js',
    'dist/wasm/relaxed.js',
    'dist/wasm/stepper.js',
    'dist/wasm/files.js',
    'dist/workers/entry.web.js',
    'dist/workers/entry.node.js',
    'dist/workers/source.js',
    'dist/hullstorm.min.js',
    'dist/hullstorm.min.js.map',
    'dist/hullstorm.min.d.ts',
    'package.json',
  ]) {
    expect(paths).toContain(path);
  }
  const odd = paths.filter(
    (path) =>
      !/^(dist\/(src|workers)\/.*\.(js|d\.ts)|dist\/src\/(broad\/tree\/(findBoxes|searches)|kernels\/(rows\/(pairRow|distanceRows)|cores\/halfSpaceDistance|rays\/(castCore|nextOn(Lines|Ray)|triangle)|points\/(nextNearPoint|triangle)|casts\/nextSwept|children\/nextNear))\.js\.map|dist\/wasm\/\w+\.js|dist\/hullstorm\.min\.(js|js\.map|d\.ts)|[A-Z]+(\.md)?|package\.json)$/.test(
        path,
      ),
  );
  expect(odd).toEqual([]);
  // types of what is public, and of no memory, table or thread
  const internal =
    /^dist\/(src\/(schedule\/(?!tuning)|kernels|narrow\/(?!runningKernel)|broad|memory\/(?!capacity)|scene\/(?!sceneChanges)|wasm)|workers\/(?!entry|core\.web))/;
  expect(paths.filter((path) => path.endsWith('.d.ts') && internal.test(path))).toEqual([]);
  console.log(`packed ${(packed.size / 1000).toFixed(0)} kB, unpacked ${(packed.unpackedSize / 1000).toFixed(0)} kB`);
  // of it 29 kB boxes on a GPU, which load where they are asked for
  expect(packed.size).toBeLessThan(1_650_000);
  expect(packed.unpackedSize).toBeLessThan(4_650_000);
  expectStated('README.md', /^Packed ([\d,]+) kB, unpacked ([\d,]+) kB/m, packed.size, packed.unpackedSize);
  const row = /^\| the npm package, packed \/ unpacked \| ([\d,]+) \/ ([\d,]+) \|$/m;
  expectStated('docs/performance.md', row, packed.size, packed.unpackedSize);
});

describe('what linters of packages say of it', () => {
  const report = (tool: string, ...options: string[]) =>
    run('npx', ['--no-install', tool, ...options], { cwd: ROOT, env: { ...process.env, NO_COLOR: '1' } }).then(
      ({ stdout }) => stdout,
      (problems: { stdout: string; stderr: string }) => problems.stdout + problems.stderr,
    );
  const tarball = () => join(folder, packed.filename);

  test('publint', async () => {
    expect(await report('publint', 'run', tarball(), '--strict')).toMatch(/All good!\s*$/);
  });

  test('attw: are the types wrong', async () => {
    // modules are for import() from CommonJS
    const said = await report('attw', tarball(), '--format', 'ascii', '--ignore-rules', 'cjs-resolves-to-esm');
    expect(said).toMatch(/^ No problems found/m);
    expect(said).toContain('"hullstorm/dynamics"');
  });
});

describe('vite', () => {
  test('build and preview', async () => {
    const built = await run('node', [join(app, VITE), 'build'], { cwd: app });
    expect(built.stderr).not.toMatch(/warn|error|invalid/i);
    await withServer(['preview'], async (url) => {
      await expectAnswers(url);
      const weights = new Map<string, number>();
      for (const name of ['core', 'rays', 'whole']) weights.set(name, await weightOf(`${url}${name}.html`));
      console.log(`bytes that pages load: ${JSON.stringify(Object.fromEntries(weights))}`);
      expect(weights.get('core')).toBeLessThan(187_000);
      expect(weights.get('rays')).toBeLessThan(262_000);
      expect(weights.get('whole')).toBeLessThan(380_000);
    });
  });

  test('development server, no configuration but the headers', async () => {
    const log = await withServer([], expectAnswers);
    expect(log).not.toMatch(/warn|error|missing source/i);
  });
});

describe('Node', () => {
  test('threads, one pair at a time, and an exit of its own accord', async () => {
    const { stdout, stderr } = await run('node', ['node.mjs'], { cwd: app, timeout: 20_000 });
    expect(JSON.parse(stdout)).toMatchObject({
      pairs: PAIRS,
      threads: 3,
      first: -0.1,
      fallen: FALLEN,
      distance: 1,
      overlap: true,
      kernel: 'simd',
    });
    expect(stderr).toBe('');
  });
});

describe('TypeScript, strict, libraries checked', () => {
  test.each([
    ['bundler', 'tsconfig.bundler.json'],
    ['nodenext', 'tsconfig.node.json'],
  ])('%s', async (_, config) => {
    const tsc = join(app, 'node_modules/typescript/bin/tsc');
    const { stdout } = await run('node', [tsc, '-p', config], { cwd: app }).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });
});

/** Runs one of vite's servers for the app, calls `use` with its address, and ends it. @returns what it said */
async function withServer(command: string[], use: (url: string) => Promise<void>): Promise<string> {
  const args = [join(app, VITE), ...command, '--host', '127.0.0.1', '--port', '0', '--clearScreen', 'false'];
  const server = spawn(process.execPath, args, { cwd: app, env: { ...process.env, NO_COLOR: '1' } });
  let log = '';
  try {
    const url = await new Promise<string>((resolve, reject) => {
      const listen = (chunk: Buffer) => {
        log += chunk.toString();
        const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(log);
        if (address) resolve(address[0]);
      };
      server.stdout.on('data', listen);
      server.stderr.on('data', listen);
      server.once('exit', (code) => reject(new Error(`exit ${code}: ${log}`)));
    });
    await use(url);
    return log;
  } finally {
    server.removeAllListeners('exit');
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill();
    await gone;
  }
}

async function expectAnswers(url: string): Promise<void> {
  const own = { pairs: PAIRS, threads: 3, shared: true, first: -0.1, kernel: 'simd' };
  await expectAnswer(url, { own, made: own, fallen: FALLEN, distance: 1 });
  const core = { threads: 3, shared: true, kernel: 'simd', fallbacks: [] };
  await expectAnswer(`${url}core.html`, { ...core, pairs: PAIRS, flags: PAIRS, first: -0.1 });
  await expectAnswer(`${url}rays.html`, { ...core, hits: 4000, first: 4.5 });
  await expectAnswer(`${url}whole.html`, { count: 4 });
}

async function expectAnswer(url: string, wanted: object): Promise<void> {
  const { page, errors, warnings } = await openPage(browser, url);
  await page.waitForFunction(() => 'answer' in globalThis, undefined, { timeout: 30_000 });
  expect(await page.evaluate(() => (globalThis as unknown as { answer: unknown }).answer)).toMatchObject(wanted);
  expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
  await page.close();
}

/** Bytes of the scripts that a page has loaded when it has answered, each gzipped: its workers and its wasm count. */
async function weightOf(url: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const files = new Set<string>();
  context.on('response', (response) => {
    if (/\.(js|wasm)$/.test(new URL(response.url()).pathname)) files.add(response.url());
  });
  await page.goto(url);
  await page.waitForFunction(() => 'answer' in globalThis, undefined, { timeout: 30_000 });
  await context.close();
  const bodies = await Promise.all([...files].map(async (file) => (await fetch(file)).arrayBuffer()));
  return bodies.reduce((sum, body) => sum + gzipSync(new Uint8Array(body), { level: 9 }).length, 0);
}

/**
 * `hullstorm.min.js` on pages without a bundler: the page of docs/installing.md, and wherever the file may be. The file is
 * its own worker: the threads must be there, or a sentence that says why not.
 */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { box, createEngine } from 'hullstorm';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium, type OpenPage, openPage } from './chromium.ts';
import { openFirefox } from './firefox.ts';
import { firstCalls } from './firstCalls.ts';
import { ISOLATED, type Site, serve } from './server.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FILE = join(ROOT, 'dist/hullstorm.min.js');
const OPEN = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };
const ONE_THREAD = {
  workers: 0,
  fallbacks: [expect.stringMatching(/hullstorm\.min\.js has become a part of .*; the calling thread works alone$/)],
};

/** Counts its runs, and those in workers; asks for all that a machine has, and tells what became of it. */
const APP = (address: string) => `
  import { box, createEngine } from ${JSON.stringify(address)};
  const say = globalThis.document ? (answer) => Object.assign(globalThis, { answer }) : postMessage;
  globalThis.runs = (globalThis.runs ?? 0) + 1;
  async function run(options) {
    const engine = await createEngine(options);
    const crate = engine.scene.addShape(box(0.5, 0.5, 0.5));
    for (let k = 0; k < 4000; k++) engine.scene.addCollider(crate, { position: [0.9 * k, 0, 0] });
    const pairs = await engine.findPairs();
    const gap = (await engine.distance(pairs)).distance(0).toFixed(2);
    // workers join in the course of time, if they can
    while (engine.info.threads < 3 && engine.info.fallbacks.length === 0) await engine.distance(pairs);
    const { threads, fallbacks } = engine.info;
    await engine.close();
    return { workers: threads - 1, gap, fallbacks };
  }
  const wanted = await run({ workers: 2 }).catch(String);
  say({ wanted, unwanted: typeof wanted === 'string' ? await run() : undefined });
`;

let folder: string;
let browser: Browser;
let own: Site;
let cdn: Site;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hullstorm-one-file-'));
  for (const place of ['own', 'cdn']) {
    await mkdir(join(folder, place));
    for (const name of ['hullstorm.min.js', 'hullstorm.min-1a2b.js', 'hullstorm@1']) {
      await cp(FILE, join(folder, place, name));
    }
  }
  own = await serve(join(folder, 'own'), ISOLATED);
  cdn = await serve(join(folder, 'cdn'), OPEN);
  cdn.moved = '/latest/';
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
  await Promise.all([own?.close(), cdn?.close()]);
  await rm(folder, { recursive: true, force: true });
});

/** Opens a page of this site with one script. */
async function openScript(name: string, tag: string, site = own): Promise<OpenPage> {
  await writeFile(join(folder, 'own', `${name}.html`), `<!doctype html><link rel="icon" href="data:,">${tag}`);
  return openPage(browser, `${site.url}${name}.html`);
}

interface Answer {
  readonly wanted: unknown;
  readonly unwanted: unknown;
}

async function answerOf({ page }: OpenPage): Promise<Answer> {
  await page.waitForFunction(() => 'answer' in globalThis, undefined, { timeout: 60_000 });
  return page.evaluate(() => (globalThis as unknown as { answer: Answer }).answer);
}

/** Expects two workers, and no word in the console. */
async function expectThreads(opened: OpenPage): Promise<void> {
  const answer = await answerOf(opened);
  const wanted = { workers: 2, gap: '-0.10', fallbacks: [] };
  expect({ ...answer, errors: opened.errors, warnings: opened.warnings }).toEqual({ wanted, errors: [], warnings: [] });
  await opened.page.close();
}

const module = (code: string) => `<script type="module">${code}</script>`;

describe('the page of docs/installing.md', () => {
  let text: string;

  beforeAll(async () => {
    const page = await readFile(join(ROOT, 'docs/installing.md'), 'utf8');
    text = /```html\n(<!doctype html>.*?)```/s.exec(page)![1]!;
  });

  test('has ten lines', () => expect(text.trimEnd().split('\n')).toHaveLength(10));

  test.each(['beside the page', 'at another origin'])('with the file %s', async (where) => {
    const address = where === 'beside the page' ? './hullstorm.min.js' : `${cdn.url}hullstorm.min.js`;
    const page = text.replace('./hullstorm.min.js', address);
    expect(page).toContain(address);
    await writeFile(join(folder, 'own/page.html'), page);
    const { page: shown, errors, warnings } = await openPage(browser, `${own.url}page.html`);
    await expect.poll(() => shown.locator('body').innerText(), { timeout: 30_000 }).toBe('distance: -0.10 m');
    expect({ errors: errors.filter((error) => !error.includes('favicon')), warnings }).toEqual({
      errors: [],
      warnings: [],
    });
    await shown.close();
  });

  test('in Firefox', async () => {
    await writeFile(join(folder, 'own/page.html'), text);
    const firefox = await openFirefox();
    const shown = await firefox.open(`${own.url}page.html`);
    await expect
      .poll(() => shown.evaluate<string>('document.body.innerText.trim()'), { timeout: 60_000 })
      .toBe('distance: -0.10 m');
    await firefox.close();
  });
});

describe('threads start', () => {
  test.each([
    ['beside the page', () => './hullstorm.min.js'],
    ['under a name with a version', () => './hullstorm.min-1a2b.js?v=1#there'],
    ['at another origin', () => `${cdn.url}hullstorm.min.js`],
    ['under the name of the package, as a CDN has it', () => `${cdn.url}hullstorm@1`],
    ['at an address that leads to another', () => `${cdn.url}latest/hullstorm.min.js`],
  ])('the file %s', async (_, address) => {
    await expectThreads(await openScript('app', module(APP(address()))));
  });

  test('from a blob', async () => {
    const code = `
      const text = await (await fetch('./hullstorm.min.js')).text();
      const blob = (part) => URL.createObjectURL(new Blob([part], { type: 'text/javascript' }));
      await import(blob(${JSON.stringify(APP('FILE'))}.replace('FILE', blob(text))));`;
    await expectThreads(await openScript('blob', module(code)));
  });

  test('for an engine in a worker', async () => {
    await writeFile(join(folder, 'own/worker.js'), APP(`${cdn.url}hullstorm.min.js`));
    const code = `
      const worker = new Worker('./worker.js', { type: 'module' });
      worker.onmessage = ({ data }) => Object.assign(globalThis, { answer: data });`;
    await expectThreads(await openScript('engineInWorker', module(code)));
  });

  test('under a strict content security policy that allows blobs as workers', async () => {
    const policy = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; img-src data:; worker-src blob:`;
    const site = await serve(join(folder, 'own'), { ...ISOLATED, 'Content-Security-Policy': policy });
    await writeFile(join(folder, 'own/app.js'), APP('./hullstorm.min.js'));
    await expectThreads(await openScript('strict', '<script type="module" src="./app.js"></script>', site));
    await site.close();
  });
});

/** Bundles the file into the application: its address is that of the application then. */
async function bundle(format: 'esm' | 'iife'): Promise<void> {
  const app = APP(FILE);
  // a classic script has no `await` outside of functions
  const wrapped = `(async () => {${app.replace(/import (\{.*?\}) from (".*?");/, 'const $1 = require($2);')}})()`;
  await build({
    stdin: { contents: format === 'esm' ? app : wrapped, resolveDir: ROOT, sourcefile: 'entry.js' },
    bundle: true,
    format,
    outfile: join(folder, 'own/moved/entry.js'),
    target: 'es2022',
    logLevel: 'error',
  });
}

describe('the code moved into the application: a sentence, one thread, and the application runs once', () => {
  test.each([
    ['a module', 'esm', '<script type="module" src="./moved/entry.js"></script>'],
    ['a classic script', 'iife', '<script src="./moved/entry.js"></script>'],
  ] as const)('%s', async (_, format, tag) => {
    await bundle(format);
    const opened = await openScript('moved', tag);
    await expectOneThread(opened);
  });

  test('a module inside the page', async () => {
    await bundle('esm');
    const code = await readFile(join(folder, 'own/moved/entry.js'), 'utf8');
    await expectOneThread(await openScript('inside', module(code)));
  });

  async function expectOneThread(opened: OpenPage): Promise<void> {
    const { wanted, unwanted } = await answerOf(opened);
    expect(wanted).toMatch(
      /^QueryError: createEngine: expected workers to start, got: hullstorm\.min\.js has become a part of .*'hullstorm'/,
    );
    expect(unwanted).toMatchObject({ ...ONE_THREAD, gap: '-0.10' });
    expect(opened.warnings).toHaveLength(1);
    expect(await opened.page.evaluate(() => (globalThis as unknown as { runs: number }).runs)).toBe(1);
    await opened.page.close();
  }
});

test('each query is the first call of an engine', async () => {
  const entry = join(ROOT, 'test/browser/firstCalls.ts');
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'esm', write: false });
  await writeFile(join(folder, 'own', 'firstCalls.js'), outputFiles[0]!.text);
  const script = `
    import * as library from './hullstorm.min.js';
    import { firstCalls } from './firstCalls.js';
    firstCalls(library, { workers: 1, kernel: 'simd' }).then((answer) => Object.assign(globalThis, { answer }));`;
  const { page, errors } = await openScript('first', `<script type="module">${script}</script>`);
  await page.waitForFunction(() => 'answer' in globalThis);
  const answer = await page.evaluate(() => (globalThis as unknown as { answer: unknown }).answer);
  expect(answer).toEqual(await firstCalls({ createEngine, box }, { workers: 0, kernel: 'simd' }));
  expect(errors).toEqual([]);
  await page.close();
});

describe('adapters of examples/, in pages of those projects', () => {
  const MAP = {
    three: './three/three.module.js',
    'three/addons/': './addons/',
    hullstorm: './hullstorm.min.js',
    'hullstorm/dynamics': './hullstorm.min.js',
  };
  const openModule = (name: string, script: string) => {
    const map = `<script type="importmap">${JSON.stringify({ imports: MAP })}</script>`;
    return openScript(name, `${map}<script type="module">${script}</script>`);
  };

  test('HullstormPhysics.js among the addons of three.js: a mesh falls on another one, and rests', async () => {
    await cp(join(ROOT, 'node_modules/three/build'), join(folder, 'own/three'), { recursive: true });
    await cp(join(ROOT, 'examples/threeAddon'), join(folder, 'own/addons/physics'), { recursive: true });
    const { page, errors } = await openModule(
      'addon',
      `import { BoxGeometry, Mesh, Scene } from 'three';
      import { HullstormPhysics } from 'three/addons/physics/HullstormPhysics.js';
      const physics = await HullstormPhysics(new URL('hullstorm.min.js', location.href).href);
      const [scene, ground, crate] = [new Scene(), new Mesh(new BoxGeometry(9, 1, 9)), new Mesh(new BoxGeometry())];
      ground.position.y = -0.5;
      ground.userData.physics = { mass: 0 };
      crate.position.y = 1;
      crate.userData.physics = { mass: 1 };
      scene.add(ground, crate);
      physics.addScene(scene);
      const { awake } = physics.dynamics;
      while (awake[1]) await new Promise(requestAnimationFrame);
      globalThis.answer = crate.position.toArray();
      await physics.dispose();`,
    );
    await page.waitForFunction(() => 'answer' in globalThis, undefined, { timeout: 60_000 });
    const place = await page.evaluate(() => (globalThis as unknown as { answer: number[] }).answer);
    expect(place).toEqual([0, 0.5, 0].map((x) => expect.closeTo(x, 2)));
    expect(errors).toEqual([]);
    await page.close();
  });

  test('the implementation for js-physics-benchmarks: a ball falls on a box, and a ray meets it', async () => {
    const sources = join(ROOT, 'examples/jsPhysicsBenchmarks/src');
    await build({
      stdin: { contents: `export * from './impls/hullstorm-impl.ts'; export * from './api.ts'`, resolveDir: sources },
      bundle: true,
      format: 'esm',
      external: ['hullstorm', 'hullstorm/*'],
      outfile: join(folder, 'own/impl.js'),
    });
    const { page, errors } = await openModule(
      'benchmarks',
      `import * as impl from './impl.js';
      await impl.init();
      const world = impl.createWorld();
      const add = (desc, motionType, position) => {
        const shape = impl.createShape(world, desc);
        return impl.createRigidBody(world, { shape, motionType, position, mass: 1 }, shape);
      };
      add({ type: impl.ShapeType.BOX, halfExtents: [9, 1, 9] }, impl.MotionType.STATIC, [0, -1, 0]);
      const ball = add({ type: impl.ShapeType.SPHERE, radius: 0.5 }, impl.MotionType.DYNAMIC, [0, 2, 0]);
      for (let k = 0; k < 150; k++) impl.stepSimulation(world, 1 / 60);
      const place = [0, 0, 0];
      impl.getBodyPosition(place, world, ball);
      const ray = { hit: false, fraction: 0 };
      impl.raycastClosest(ray, world, [0, 11, 0], [0, -1, 0], 20);
      globalThis.answer = [place[1], ray.hit, ray.fraction];
      impl.disposeWorld(world);`,
    );
    await page.waitForFunction(() => 'answer' in globalThis, undefined, { timeout: 60_000 });
    const answer = await page.evaluate(() => (globalThis as unknown as { answer: unknown[] }).answer);
    expect(answer).toEqual([expect.closeTo(0.5, 2), true, expect.closeTo(0.5, 2)]);
    expect(errors).toEqual([]);
    await page.close();
  });
});

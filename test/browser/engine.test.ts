/** The built package in a page that is cross-origin isolated. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { KERNELS, type Kernel } from '../support/kernels.ts';
import type {} from './buildSites.ts';
import { expectNoWorkers, launchChromium, type OpenPage, openPage } from './chromium.ts';
import { markWasm } from './markWasm.ts';
import { answersInNode, portable, snapshotInNode } from './nodeAnswers.ts';
import type { Answers } from './questions.ts';
import { ISOLATED, type Site, serve } from './server.ts';
import type { Fate } from './site/main.ts';

const SEED = 42;

let browser: Browser;
let site: Site;
/** One for all tests that leave no error in its console. */
let open: OpenPage;
/** By kernel. */
let inNode: Record<Kernel, Answers>;

beforeAll(async () => {
  site = await serve(inject('site'), ISOLATED);
  browser = await launchChromium();
  open = await openPage(browser, site.url);
  inNode = Object.fromEntries(
    await Promise.all(KERNELS.map(async (kernel) => [kernel, await answersInNode(SEED, kernel)])),
  );
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

test('the page is isolated', async () => {
  expect(await open.page.evaluate(() => hullTests.isolated())).toBe(true);
});

test('passes of a JavaScript module and of wasm, on all threads', async () => {
  const found = await open.page.evaluate((wasm) => hullTests.pass(2, wasm), markWasm());
  expect(found).toEqual([
    { right: true, threads: 3 },
    { right: true, threads: 3 },
  ]);
  expect(open).toMatchObject({ errors: [], warnings: [] });
});

// the rest of this table, in every browser: browsers.test.ts
test.each([
  ['simd', 4, false],
  ['relaxed', 2, false],
  ['relaxed', 0, true],
  ['relaxed', 2, true],
] as const)('the same bytes as in Node, kernel %s, %i workers, synchronous: %s', async (kernel, workers, sync) => {
  const setup = { workers, kernel, sync };
  const { answers, info } = await open.page.evaluate(([s, w]) => hullTests.report(s, w), [SEED, setup] as const);
  expect(portable(answers, kernel)).toEqual(portable(inNode[kernel], kernel));
  expect(info).toMatchObject({ kernel, threads: workers + 1, shared: true, fallbacks: [], restarts: 0 });
  expect(open).toMatchObject({ errors: [], warnings: [] });
});

describe('the wasm as files', () => {
  test.each(['simd', 'relaxed'] as const)('%s: the same bytes, of the stepper too', async (kernel) => {
    const own = await openPage(browser, site.url);
    const asked: string[] = [];
    own.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const setup = { workers: 2, kernel, wasmUrl: 'wasm' };
    const { answers, info } = await own.page.evaluate(([s, w]) => hullTests.report(s, w), [SEED, setup] as const);
    expect(portable(answers, kernel)).toEqual(portable(inNode[kernel], kernel));
    expect(info).toMatchObject({ kernel, threads: 3, shared: true, fallbacks: [] });
    expect(await own.page.evaluate(([s, w]) => hullTests.steps(s, w), [SEED, setup] as const)).toBe(
      await own.page.evaluate(([s, w]) => hullTests.steps(s, w), [SEED, { workers: 2, kernel }] as const),
    );
    const files = asked.filter((path) => path.endsWith('.wasm'));
    expect(files).toHaveLength(8);
    expect(files.filter((path) => /Relaxed-/.test(path))).toHaveLength(kernel === 'relaxed' ? 6 : 0);
    expect(own).toMatchObject({ errors: [], warnings: [] });
    await own.page.close();
  });

  test('that are not there: a sentence with the address', async () => {
    const own = await openPage(browser, site.url);
    const setup = { workers: 0, kernel: 'auto', wasmUrl: '/elsewhere/' } as const;
    const refused = own.page.evaluate(([s, w]) => hullTests.report(s, w), [SEED, setup] as const);
    await expect(refused).rejects.toThrow(/wasmUrl: expected wasm at http.*\/elsewhere\/\w+-\w+\.wasm, got status 404/);
    await own.page.close();
  });
});

describe('the same bytes as in Node', () => {
  test('no options: one thread per core, four pairs at a time', async () => {
    const { answers, info } = await open.page.evaluate((s) => hullTests.reportDefault(s), SEED);
    expect(answers).toEqual(inNode.simd);
    expect(info.kernel).toBe('simd');
    expect(info.threads).toBe(await open.page.evaluate(() => navigator.hardwareConcurrency));
    expect(open).toMatchObject({ errors: [], warnings: [] });
  });

  test.each([
    [0, false, 'simd'],
    [2, false, 'scalar'],
    [2, false, 'simd'],
    [2, true, 'simd'],
  ] as const)('in a worker, %i nested workers, synchronous: %s, kernel %s', async (workers, sync, kernel) => {
    const setup = { workers, sync, kernel };
    const { answers, info } = await open.page.evaluate(([s, w]) => hullTests.reportFromWorker(s, w), [
      SEED,
      setup,
    ] as const);
    expect(portable(answers, kernel)).toEqual(portable(inNode[kernel], kernel));
    expect(info).toMatchObject({ kernel, threads: workers + 1, shared: true, restarts: 0 });
    expect(open).toMatchObject({ errors: [], warnings: [] });
  });

  test('two engines at once', async () => {
    const answers = await open.page.evaluate((s) => hullTests.two([s, s + 1]), SEED);
    expect(answers).toEqual([inNode.simd, await answersInNode(SEED + 1, 'simd')]);
    expect(open.errors).toEqual([]);
  });

  test('a scene through a snapshot into another engine', async () => {
    const { bytes, answers, refusal } = await open.page.evaluate((s) => hullTests.roundTrip(s), SEED);
    expect(bytes).toBe(await snapshotInNode(SEED));
    expect(answers).toEqual(inNode.simd);
    expect(refusal).toMatch(/^QueryError: scene\.restore: bytes: expected/);
    expect(open.errors).toEqual([]);
  });
});

test('every thread has a part in the work', async () => {
  const { pairs, pairsByThread } = await open.page.evaluate(() => hullTests.spread(2));
  expect(pairs).toBeGreaterThan(20_000);
  expect(pairsByThread).toHaveLength(3);
  expect(Math.min(...pairsByThread)).toBeGreaterThan(0);
  expect(pairsByThread.reduce((a, b) => a + b)).toBe(pairs);
});

test('engines made and closed 16 times leave no worker behind', async () => {
  // the other page has had nested workers
  const own = await openPage(browser, site.url);
  expect(await own.page.evaluate(() => hullTests.createAndClose(16))).toBe(16);
  await expectNoWorkers(own.page);
  expect(own).toMatchObject({ errors: [], warnings: [] });
  await own.page.close();
});

describe('death of a worker', () => {
  test.each<[string, Fate]>([
    ['terminated in the middle of a query', { how: 'terminate', replaceable: true, sync: false }],
    ['terminated between synchronous queries', { how: 'terminate', replaceable: true, sync: true }],
    ['thrown in the middle of a query', { how: 'throw', replaceable: true, sync: false }],
    ['thrown in the middle of a synchronous query', { how: 'throw', replaceable: true, sync: true }],
  ])('%s: replaced, and the answer is right', async (_, fate) => {
    const death = await open.page.evaluate((f) => hullTests.kill(f), fate);
    expect(death.answer).toBe(death.expected);
    expect(death.info).toMatchObject({ restarts: 1, threads: 3 });
    expect(death.answerAfter).toBe(death.expected);
    expect(death.infoAfter).toMatchObject({ restarts: 1, threads: 3 });
    expect(open).toMatchObject({ errors: [], warnings: [] });
  });
});

describe('workers that are not to be had', () => {
  beforeEach(async () => {
    open = await openPage(browser, site.url);
  });

  afterEach(async () => {
    site.missing = undefined;
    await open.page.close();
  });

  test('no replacement to be had: the answers are right, the engine goes on with the others', async () => {
    const fate = { how: 'terminate', replaceable: false, sync: false } as const;
    const death = await open.page.evaluate((f) => hullTests.kill(f), fate);
    expect(death.answer).toBe(death.expected);
    const sentence =
      '5 workers in a row failed as thread 1, the last with: it failed: its script could not be loaded; the engine goes on without this thread';
    expect(death.info).toMatchObject({ threads: 2, restarts: 0, fallbacks: [sentence] });
    expect(death.answerAfter).toBe(death.expected);
  });

  test('the worker script is not there: createEngine rejects, and does not wait for its limit', async () => {
    // neither the file nor the text that takes its place (workerSources.test.ts)
    site.missing = /([eE]ntry\.web|source).*\.js$/;
    const outcome = await open.page.evaluate(() => hullTests.attempt());
    expect(outcome).toMatch(
      /^QueryError: createEngine: expected 2 workers to start, got: worker 1: it failed: its script could not be loaded \(tried .*, then a blob; createWorker/,
    );
  });

  test('createWorker makes one worker, then something else: createEngine rejects, and ends the worker', async () => {
    const outcome = await open.page.evaluate(() => hullTests.attempt(true));
    expect(outcome).toMatch(
      /^QueryError: createEngine: expected 2 workers to start, got: worker 2: .*createWorker: expected a Worker, got worker\.js$/,
    );
    await expectNoWorkers(open.page);
    expect(open.errors).toEqual([]);
  });
});

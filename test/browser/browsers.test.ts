/** The same bytes as in Node from every browser, kernel and number of workers; and what the library says where threads are not to be had. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { PORTABLE } from '../support/kernels.ts';
import type {} from './buildSites.ts';
import { openChromium } from './chromium.ts';
import { openFirefox } from './firefox.ts';
import { markWasm } from './markWasm.ts';
import { type AllAnswers, allAnswersInNode } from './nodeAnswers.ts';
import { ISOLATED, type Site, serve } from './server.ts';
import { type BrowserPage, call, type TestBrowser } from './testBrowser.ts';
import { openWebKit } from './webkit.ts';

const SEED = 42;
const TWO = { workers: 2, kernel: 'simd' } as const;
/** Workers asked for, and whether queries are synchronous; where there are no threads all run on one. */
const THREADED: readonly [number, boolean][] = [
  [0, false],
  [1, false],
  [2, false],
  [2, true],
];
const ALONE: readonly [number, boolean][] = [
  [0, true],
  [2, false],
];
/** Chromium takes two seconds to end a worker that sleeps on shared memory. */
const PATIENCE = { timeout: 60_000, interval: 50 };

const NOT_ISOLATED =
  /^expected a cross-origin isolated page for threads, got none: .* Send "Cross-Origin-Opener-Policy/;
const UNSAFE = /^expected workerPort for threads in a worker of Firefox, got none: .* call lendWorkers\(\) on the page/;
const NO_SHARED_MEMORY = /^expected SharedArrayBuffer for threads, got a browser without it, .* no header is missing/;

interface Case {
  readonly name: string;
  open(): Promise<TestBrowser>;
  /** Whether isolated pages have threads. */
  readonly threads: boolean;
}

const CASES: readonly Case[] = [
  { name: 'Chromium', open: () => openChromium(), threads: true },
  { name: 'Firefox', open: () => openFirefox(), threads: true },
  // 2.50 has SharedArrayBuffer behind a switch of its engine
  { name: 'WebKitGTK', open: () => openWebKit(), threads: false },
  {
    name: 'WebKitGTK with SharedArrayBuffer',
    open: () => openWebKit({ JSC_useSharedArrayBuffer: '1' }),
    threads: true,
  },
];

let wasm: number[];
let inNode: AllAnswers;

beforeAll(async () => {
  wasm = markWasm();
  inNode = await allAnswersInNode(SEED);
});

describe.each(CASES)('$name', ({ name, open, threads: hasThreads }) => {
  let browser: TestBrowser;

  beforeAll(async () => {
    browser = await open();
  });

  afterAll(() => browser?.close());

  describe.each([
    { place: 'isolated', headers: ISOLATED, why: hasThreads ? undefined : NO_SHARED_MEMORY },
    { place: 'not isolated', headers: {}, why: NOT_ISOLATED },
  ])('$place', ({ place, headers, why }) => {
    let site: Site;
    let page: BrowserPage;

    beforeAll(async () => {
      site = await serve(inject('site'), headers);
      page = await browser.open(site.url);
    });

    afterAll(async () => {
      await page?.close();
      await site?.close();
    });

    test('the page is what it is meant to be', async () => {
      // WebKitGTK tells of a page that has loaded before its modules have run
      await expect.poll(() => page.evaluate('typeof hullTests'), { timeout: 60_000 }).toBe('object');
      expect(await call(page, 'isolated')).toBe(place === 'isolated');
    });

    describe.each(PORTABLE)('kernel %s', (kernel) => {
      test.each(why ? ALONE : THREADED)('%i workers, synchronous: %s', async (workers, sync) => {
        const setup = { workers, kernel, sync };
        const before = (await call(page, 'complaints')).length;
        const { answers, info } = await call(page, 'report', SEED, setup);
        expect(answers).toEqual(inNode[kernel].answers);
        expect(await call(page, 'steps', SEED, setup)).toBe(inNode[kernel].steps);
        const { whyNoWorkers } = info;
        expect(info).toMatchObject({ kernel, threads: why ? 1 : workers + 1, shared: !why, restarts: 0 });
        if (why) expect(whyNoWorkers).toMatch(why);
        else expect(whyNoWorkers).toBeUndefined();
        const fallbacks = why && workers > 0 ? [whyNoWorkers] : [];
        expect(info.fallbacks).toEqual(fallbacks);
        // each of the two engines warns once
        const warnings = [...fallbacks, ...fallbacks].map((reason) => `hullstorm: ${reason}`);
        expect((await call(page, 'complaints')).slice(before)).toEqual(warnings);
      });
    });

    test('in a worker, with nested workers where they are safe', async () => {
      const { answers, info } = await call(page, 'reportFromWorker', SEED, TWO);
      expect(answers).toEqual(inNode.simd.answers);
      const reason = why ?? (name === 'Firefox' ? UNSAFE : undefined);
      expect(info).toMatchObject({ kernel: 'simd', threads: reason ? 1 : 3, shared: !why, restarts: 0 });
      expect(info.fallbacks).toEqual(reason ? [expect.stringMatching(reason)] : []);
    });

    test.each([false, true])('in a worker, with workers that the page lends, synchronous: %s', async (sync) => {
      const { answers, info } = await call(page, 'reportFromWorker', SEED, { ...TWO, sync }, true);
      expect(answers).toEqual(inNode.simd.answers);
      expect(info).toMatchObject({ kernel: 'simd', threads: why ? 1 : 3, shared: !why, restarts: 0 });
      expect(info.fallbacks).toEqual(why ? [expect.stringMatching(why)] : []);
    });

    test('passes of a JavaScript module and of wasm', async () => {
      const right = { right: true, threads: why ? 1 : 3 };
      expect(await call(page, 'pass', 2, wasm)).toEqual([right, right]);
    });

    // where there are workers
    if (why) return;

    test('classic workers only: it says so', async () => {
      const before = (await call(page, 'complaints')).length;
      expect(await call(page, 'attemptWithClassicWorkers')).toBe('it started');
      expect((await call(page, 'complaints')).slice(before)).toEqual([
        expect.stringMatching(
          /^hullstorm: expected workers of type 'module' for threads, got a browser without them: /,
        ),
      ]);
    });

    test('several engines, at once and one after the other, on one port', async () => {
      const reports = await call(page, 'reportsFromOnePort', SEED);
      expect(reports.map(({ info }) => info.threads)).toEqual([3, 3, 3]);
      for (const { answers } of reports) expect(answers).toEqual(inNode.simd.answers);
      await expect.poll(() => call(page, 'lives'), PATIENCE).toBe(0);
    });

    test.each(['throw', 'terminate'] as const)('lent workers that die are replaced: %s', async (how) => {
      const { different, info } = await call(page, 'killLent', how, SEED);
      expect(info).toMatchObject({ restarts: 1, threads: 3, fallbacks: [] });
      expect(different).toBe(1);
    });

    test('lent workers start from a blob where their file is missing; without either the engine says so', async () => {
      expect(await call(page, 'lendWithoutFile', true)).toBe(3);
      expect(await call(page, 'lendWithoutFile', false)).toMatch(
        /QueryError: createEngine: expected 2 workers to start, got: worker 1: it failed: its script could not be loaded \(tried .* of the page, then a blob of the page; /,
      );
    });

    test.each(['terminate', 'close'] as const)(
      'lent workers end with the worker that has the engine: %s',
      async (how) => {
        await expect.poll(() => call(page, 'lives'), PATIENCE).toBe(0);
        expect(await call(page, 'endBorrower', how)).toEqual([2, 0]);
      },
    );

    test('workers that throw or are terminated are replaced', async () => {
      for (const how of ['throw', 'terminate'] as const) {
        const death = await call(page, 'kill', { how, replaceable: true, sync: false });
        expect(death).toMatchObject({ answer: death.expected, answerAfter: death.expected });
        expect(death.info).toMatchObject({ restarts: 1, threads: 3 });
      }
    });
  });
});

/** A page whose worker script cannot be loaded. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type {} from './buildSites.ts';
import { launchChromium, openPage } from './chromium.ts';
import { answersInNode } from './nodeAnswers.ts';
import { ISOLATED, serve } from './server.ts';
import type {} from './site/main.ts';

const SEED = 45;
const SCRIPT = /(entry|wideEntry)\.web.*\.js$/;
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\/assets\/(wideEntry|entry)\.web[^/ ]*\.js/;

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
});

/** An isolated page without a worker script. @param policy whether a content security policy forbids blobs, too */
async function openWithoutScript(policy: boolean) {
  const headers = policy ? { ...ISOLATED, 'Content-Security-Policy': "worker-src 'self'" } : ISOLATED;
  const site = await serve(inject('site'), headers);
  site.missing = SCRIPT;
  const open = await openPage(browser, site.url);
  return {
    ...open,
    async close() {
      await open.page.close();
      await site.close();
    },
  };
}

test('workers start from a blob, all of them, and the answers are the same', async () => {
  const { page, warnings, close } = await openWithoutScript(false);
  const { answers, info } = await page.evaluate((s) => hullTests.report(s, { workers: 2, kernel: 'auto' }), SEED);
  expect(answers).toEqual(await answersInNode(SEED, 'simd'));
  expect(info).toMatchObject({ kernel: 'simd', threads: 3, shared: true, fallbacks: [] });
  expect(warnings).toEqual([]);
  await close();
});

test('no blobs either, and workers were asked for: the error names the address, and createWorker', async () => {
  const { page, close } = await openWithoutScript(true);
  const outcome = await page.evaluate(() => hullTests.attempt());
  expect(outcome).toMatch(/^QueryError: createEngine: expected 2 workers to start, got: worker 1: /);
  expect(outcome).toMatch(ADDRESS);
  expect(outcome).toMatch(/, then a blob; createWorker can make workers of hullstorm\/worker in another way\)$/);
  await close();
});

test('no blobs either, and workers were not asked for: one thread, one warning', async () => {
  const { page, warnings, close } = await openWithoutScript(true);
  const { answers, info } = await page.evaluate((s) => hullTests.reportDefault(s), SEED);
  expect(answers).toEqual(await answersInNode(SEED, 'simd'));
  expect(info).toMatchObject({ kernel: 'simd', threads: 1, shared: true });
  expect(info.fallbacks).toHaveLength(1);
  expect(warnings).toEqual([`hullstorm: ${info.fallbacks[0]}`]);
  expect(info.fallbacks[0]).toMatch(ADDRESS);
  expect(info.fallbacks[0]).toMatch(/; the calling thread works alone$/);
  await close();
});

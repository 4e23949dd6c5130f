/** A page without the headers for threads: everything works on the calling thread. */
import { box, createEngine } from 'hullstorm';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type {} from './buildSites.ts';
import { launchChromium, openPage } from './chromium.ts';
import { firstCalls } from './firstCalls.ts';
import { markWasm } from './markWasm.ts';
import { answersInNode, portable } from './nodeAnswers.ts';
import { type Site, serve } from './server.ts';
import type {} from './site/main.ts';

const SEED = 43;

let browser: Browser;
let site: Site;

beforeAll(async () => {
  site = await serve(inject('site'), {});
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

test('workers asked for: one warning that names the headers, and the same answers', async () => {
  const { page, errors, warnings } = await openPage(browser, site.url);
  expect(await page.evaluate(() => hullTests.isolated())).toBe(false);
  const { answers, info } = await page.evaluate((s) => hullTests.report(s, { workers: 2, kernel: 'auto' }), SEED);
  expect(answers).toEqual(await answersInNode(SEED, 'simd'));
  expect(info).toMatchObject({ kernel: 'simd', threads: 1, shared: false, restarts: 0 });
  expect(info.fallbacks).toHaveLength(1);
  expect(errors).toEqual([]);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/^hullstorm: /);
  expect(warnings[0]).toContain('Cross-Origin-Opener-Policy: same-origin');
  expect(warnings[0]).toContain('Cross-Origin-Embedder-Policy: require-corp');
  await page.close();
});

test('passes: wasm is adapted to memory that is not shared', async () => {
  const { page, errors } = await openPage(browser, site.url);
  const found = await page.evaluate((wasm) => hullTests.pass(0, wasm), markWasm());
  expect(found).toEqual([
    { right: true, threads: 1 },
    { right: true, threads: 1 },
  ]);
  expect(errors).toEqual([]);
  await page.close();
});

test('workers: 0 warns of nothing', async () => {
  const { page, errors, warnings } = await openPage(browser, site.url);
  const { answers, info } = await page.evaluate(
    (s) => hullTests.report(s, { workers: 0, kernel: 'scalar', sync: true }),
    SEED,
  );
  expect(answers).toEqual(await answersInNode(SEED, 'scalar'));
  expect(info).toMatchObject({ kernel: 'scalar', threads: 1, shared: false, fallbacks: [] });
  expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
  await page.close();
});

test('in a worker of such a page', async () => {
  const { page, errors, warnings } = await openPage(browser, site.url);
  const { answers, info } = await page.evaluate(
    (s) => hullTests.reportFromWorker(s, { workers: 2, kernel: 'relaxed' }),
    SEED,
  );
  expect(portable(answers, 'relaxed')).toEqual(portable(await answersInNode(SEED, 'relaxed'), 'relaxed'));
  expect(info).toMatchObject({ kernel: 'relaxed', threads: 1, shared: false });
  expect(errors).toEqual([]);
  expect(warnings).toHaveLength(1);
  await page.close();
});

test('each query of hullstorm/core is the first call of an engine', async () => {
  const { page, errors } = await openPage(browser, site.url);
  const answers = await page.evaluate(() => hullTests.first(true, 'simd'));
  expect(answers).toEqual(await firstCalls({ createEngine, box }, { workers: 0, kernel: 'simd' }));
  expect(errors).toEqual([]);
  await page.close();
});

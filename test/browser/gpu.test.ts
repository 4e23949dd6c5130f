/** Boxes on WebGPU of Chromium, by its software adapter: the words of the kernel in Node. */
import { createEngine } from 'hullstorm';
import { afterEach, expect, inject, test } from 'vitest';
import { boxWords } from './boxWords.ts';
import type {} from './buildSites.ts';
import { launchChromium, openPage } from './chromium.ts';
import { ISOLATED, serve } from './server.ts';
import type {} from './site/main.ts';

const SEED = 36;
const SOFTWARE = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function pageOf(headers: Readonly<Record<string, string>>, flags: readonly string[]) {
  const site = await serve(inject('site'), headers);
  closing.push(() => site.close());
  const browser = await launchChromium(flags);
  closing.push(() => browser.close());
  return openPage(browser, site.url);
}

test.each([
  ['threads', ISOLATED],
  ['one thread', {}],
] as const)('the words of Node, on a page with %s', async (_, headers) => {
  const { page, errors } = await pageOf(headers, SOFTWARE);
  const { words, ran, info } = await page.evaluate((seed) => hullTests.boxesOnGpu(seed), SEED);
  expect(info.fallbacks.filter((sentence) => sentence.startsWith('gpu: '))).toEqual([]);
  expect(info.gpu).toMatchObject({ software: true, from: 1 });
  for (const query of ran) {
    expect(query).toMatchObject({ on: 'gpu', rows: 2000, why: undefined });
    expect(query!.left).toBeLessThanOrEqual(20);
  }
  const engine = await createEngine({ kernel: 'simd', workers: 0 });
  closing.push(() => engine.close());
  expect(words).toEqual((await boxWords(engine, SEED)).words);
  expect(errors).toEqual([]);
});

test('a browser without an adapter: a sentence, and the words of Node', async () => {
  const { page, errors } = await pageOf(ISOLATED, []);
  const { words, ran, info } = await page.evaluate((seed) => hullTests.boxesOnGpu(seed), SEED);
  expect(info.gpu).toBeUndefined();
  expect(info.fallbacks).toEqual([
    expect.stringMatching(/^gpu: expected a GPU, got no.+: all queries run on kernel 'simd'$/),
  ]);
  expect(ran.map((query) => query?.on)).toEqual(['simd', 'simd', 'simd']);
  const engine = await createEngine({ kernel: 'simd', workers: 0 });
  closing.push(() => engine.close());
  expect(words).toEqual((await boxWords(engine, SEED)).words);
  expect(errors).toEqual([]);
});

/** A page that allows scripts and workers of its own origin, and nothing else. */
import { box, createEngine, type KernelName } from 'hullstorm';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type {} from './buildSites.ts';
import { launchChromium, openPage } from './chromium.ts';
import { firstCalls } from './firstCalls.ts';
import { answersInNode, portable } from './nodeAnswers.ts';
import { ISOLATED, serve } from './server.ts';
import type {} from './site/main.ts';

const SEED = 44;
const policy = (scripts: string) => ({
  ...ISOLATED,
  'Content-Security-Policy': `default-src 'none'; script-src ${scripts}; worker-src 'self'`,
});

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
});

async function reportUnder(scripts: string, kernel: KernelName) {
  const site = await serve(inject('site'), policy(scripts));
  const { page, errors, warnings } = await openPage(browser, site.url);
  const { answers, info } = await page.evaluate(([s, k]) => hullTests.report(s, { workers: 2, kernel: k }), [
    SEED,
    kernel,
  ] as const);
  // the policy is in force: an inline script does not run
  const inline = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.ranInline = true';
    document.head.append(script);
    return 'ranInline' in globalThis;
  });
  expect(inline).toBe(false);
  await page.close();
  await site.close();
  return { answers, info, warnings, errors: errors.filter((error) => !error.includes('inline script')) };
}

test.each(['auto', 'relaxed'] as const)(
  "a strict content security policy with 'wasm-unsafe-eval': %s",
  async (wanted) => {
    const kernel = wanted === 'auto' ? 'simd' : wanted;
    const { answers, info, errors, warnings } = await reportUnder("'self' 'wasm-unsafe-eval'", wanted);
    expect(info).toMatchObject({ kernel, threads: 3, shared: true, fallbacks: [] });
    expect(portable(answers, kernel)).toEqual(portable(await answersInNode(SEED, kernel), kernel));
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
  },
);

test.each(['auto', 'relaxed'] as const)('without it: %s falls back to scalar, and says why', async (wanted) => {
  const { answers, info, errors, warnings } = await reportUnder("'self'", wanted);
  expect(info).toMatchObject({ kernel: 'scalar', refined: 0, threads: 3, shared: true });
  expect(info.fallbacks).toEqual([
    expect.stringMatching(
      /^expected kernel '(simd|relaxed)', got 'scalar': CompileError: .*\(allow 'wasm-unsafe-eval' in/,
    ),
  ]);
  expect(warnings).toEqual([`hullstorm: ${info.fallbacks[0]}`]);
  expect(answers).toEqual(await answersInNode(SEED, 'scalar'));
  // what Chromium itself says of the policy, if anything
  expect(errors.filter((error) => !/content security policy/i.test(error))).toEqual([]);
});

test("without it: kernel 'scalar' compiles nothing, and nobody complains", async () => {
  const { answers, info, errors, warnings } = await reportUnder("'self'", 'scalar');
  expect(info).toMatchObject({ kernel: 'scalar', fallbacks: [] });
  expect(answers).toEqual(await answersInNode(SEED, 'scalar'));
  expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
});

describe('each query is the first call of an engine', () => {
  test.each([
    [true, 'simd'],
    [false, 'simd'],
    [true, 'scalar'],
  ] as const)('of hullstorm/core: %s, kernel %s', async (isCore, kernel) => {
    const site = await serve(inject('site'), policy("'self' 'wasm-unsafe-eval'"));
    const { page, errors, warnings } = await openPage(browser, site.url);
    const answers = await page.evaluate(([c, k]) => hullTests.first(c, k), [isCore, kernel] as const);
    expect(answers).toEqual(await firstCalls({ createEngine, box }, { workers: 0, kernel }));
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
    await page.close();
    await site.close();
  });
});

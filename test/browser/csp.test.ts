/** A page that allows scripts and workers of its own origin, and nothing else. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSite, removeSite } from './buildSite.ts';
import { launchChromium, openPage } from './chromium.ts';
import { answersInNode } from './nodeAnswers.ts';
import { ISOLATED, type Site, serve } from './server.ts';
import type {} from './site/main.ts';

const SEED = 44;
const POLICY = {
  'Content-Security-Policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'",
};

let browser: Browser;
let folder: string;
let site: Site;

beforeAll(async () => {
  folder = await buildSite();
  site = await serve(folder, { ...ISOLATED, ...POLICY });
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
  if (folder) await removeSite(folder);
});

test('a strict content security policy', async () => {
  const { page, errors, warnings } = await openPage(browser, site.url);
  const { answers, info } = await page.evaluate((s) => hullTests.report(2, s), SEED);
  expect(answers).toEqual(await answersInNode(SEED));
  expect(info).toMatchObject({ threads: 3, shared: true, fallbacks: [] });
  // the policy is in force: an inline script does not run
  const inline = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.ranInline = true';
    document.head.append(script);
    return 'ranInline' in globalThis;
  });
  expect(inline).toBe(false);
  expect(warnings).toEqual([]);
  expect(errors.filter((error) => !error.includes('inline script'))).toEqual([]);
  await page.close();
});

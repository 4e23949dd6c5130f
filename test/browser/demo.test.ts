/** The demo page as it is published: built, under a path of its own, with and without threads. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {} from '../../demo/page/window.ts';
import { launchChromium, openPage } from './chromium.ts';
import { ISOLATED, type Site, serve } from './server.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ARTIFACTS = join(ROOT, 'test/artifacts');
/** Pixels are drawn by the processor here: few bodies, small pages. */
const START = '#shape=box&count=200';
const SMALL = { width: 720, height: 240 };
const FULL = { width: 1280, height: 800 };
const PATIENCE = { timeout: 40_000, interval: 100 };

let browser: Browser;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hullstorm-demo-'));
  await build({
    root: join(ROOT, 'demo/page'),
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  });
  browser = await launchChromium(['--enable-unsafe-swiftshader']);
});

afterAll(async () => {
  await browser?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

describe('cross-origin isolated', () => {
  let site: Site;

  beforeAll(async () => {
    site = await serve(folder, ISOLATED, '/some/where/');
  });

  afterAll(() => site.close());

  test('it runs, and its controls and keys do what they say', async () => {
    const { page, errors } = await openDemo(site.url);
    await frames(page, 60);
    expect((await page.evaluate(() => window.hullstormDemo.info()))?.shared).toBe(true);

    const panel = page.getByLabel('Measurements and controls');
    await expect.poll(() => panel.textContent(), PATIENCE).toMatch(/pairs\s*[\d,]{2,}/i);
    await expect.poll(() => panel.textContent(), PATIENCE).toMatch(/cross-origin isolated/i);

    await page.getByLabel('Shape').selectOption('mixed');
    await expect.poll(() => settings(page), PATIENCE).toMatchObject({ shape: 'mixed' });
    await frames(page, 3);

    await page.getByLabel('Workers').selectOption('0');
    await expect.poll(() => threads(page), PATIENCE).toBe(1);
    await frames(page, 3);
    await page.getByLabel('Workers').selectOption('1');
    await expect.poll(() => threads(page), PATIENCE).toBe(2);
    await frames(page, 3);

    for (const kernel of ['scalar', 'relaxed', 'simd']) {
      await page.getByLabel('Kernel').selectOption(kernel);
      await expect.poll(() => page.evaluate(() => window.hullstormDemo.info()?.kernel), PATIENCE).toBe(kernel);
      await frames(page, 2);
    }

    const { count } = await settings(page);
    await page.getByRole('slider', { name: 'Bodies' }).press('ArrowRight');
    await expect.poll(async () => (await settings(page)).count, PATIENCE).toBeGreaterThan(count);
    await frames(page, 3);

    await page.getByRole('slider', { name: 'Margin' }).press('ArrowRight');
    await frames(page, 3);

    await page.getByRole('button', { name: 'Pause' }).click();
    await expectPaused(page, true);
    await page.getByRole('button', { name: 'Pause' }).click();
    await expectPaused(page, false);
    await page.getByRole('button', { name: 'Restart' }).click();
    await frames(page, 3);

    // the keys, with the focus on the view
    await page.locator('canvas').first().focus();
    await page.keyboard.press('Space');
    await expectPaused(page, true);
    await page.keyboard.press('Space');
    await expectPaused(page, false);
    for (const key of ['r', 'p', 'p', 'ArrowLeft', 'ArrowUp', '+', '-']) await page.keyboard.press(key);
    await frames(page, 3);

    await page.setViewportSize(FULL);
    await frames(page, 3);
    await mkdir(ARTIFACTS, { recursive: true });
    await page.screenshot({ path: join(ARTIFACTS, 'demo.png') });
    expect(await page.getByRole('alert').isVisible()).toBe(false);
    expect(errors).toEqual([]);
    await page.close();
  });

  test('the recording it starts with loads', async () => {
    const { page, errors } = await openDemo(site.url, '');
    await frames(page, 1);
    expect(await settings(page)).toMatchObject({ shape: 'recorded' });
    expect(errors).toEqual([]);
    await page.close();
  });
});

test('not isolated: one thread, and it says so', async () => {
  const site = await serve(folder, {}, '/some/where/');
  const { page, errors } = await openDemo(site.url);
  await frames(page, 60);
  expect(await page.evaluate(() => window.hullstormDemo.info())).toMatchObject({ threads: 1, shared: false });
  await expect
    .poll(() => page.getByLabel('Measurements and controls').textContent(), PATIENCE)
    .toMatch(/threads\s*1\D.*one thread.*Cross-Origin-Opener-Policy/is);
  expect(await page.getByLabel('Workers').isDisabled()).toBe(true);
  expect(errors).toEqual([]);
  await page.close();
  await site.close();
});

function openDemo(url: string, start = START) {
  return openPage(browser, `${url}${start}`, SMALL);
}

/** Waits until `count` more frames have been computed. */
async function frames(page: Page, count: number): Promise<void> {
  const before = await page.evaluate(() => window.hullstormDemo.frames);
  await page.waitForFunction((goal) => window.hullstormDemo.frames >= goal, before + count, { timeout: 40_000 });
}

function settings(page: Page) {
  return page.evaluate(() => window.hullstormDemo.stats().settings);
}

function threads(page: Page) {
  return page.evaluate(() => window.hullstormDemo.info()?.threads);
}

async function expectPaused(page: Page, paused: boolean): Promise<void> {
  await expect.poll(() => page.evaluate(() => window.hullstormDemo.stats().paused), PATIENCE).toBe(paused);
}

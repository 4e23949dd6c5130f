/** The demo's page of cuboids on WebGPU of Chromium, by its software adapter, and the button that leads to it. */
import { writeFileSync } from 'node:fs';
import { afterEach, expect, inject, test } from 'vitest';
import type {} from '../../demo/page/cuboids/main.ts';
import { keepPicture, readPicture } from '../../tools/gpuPicture.ts';
import type {} from './buildSites.ts';
import { launchChromium, openPage } from './chromium.ts';
import { drawNothing } from './demoPage.ts';
import { ISOLATED, serve } from './server.ts';

const SOFTWARE = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];
/** Rows of pictures on a GPU are multiples of 256 bytes. */
const SIZE = { width: 512, height: 320 };
const PIXELS = SIZE.width * SIZE.height;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(flags: readonly string[]) {
  const site = await serve(inject('demo'), ISOLATED);
  closing.push(() => site.close());
  const browser = await launchChromium(flags);
  closing.push(() => browser.close());
  return { site, browser };
}

test('2,000 cuboids in two colors: the same picture at 0 and 1,000 km away', async () => {
  const { site, browser } = await start(SOFTWARE);
  const pictures: number[][] = [];
  for (const far of [0, 1e6]) {
    const address = `${site.url}cuboids/index.html?count=2000&at=3&far=${far}`;
    const { page, errors } = await openPage(browser, address, SIZE, keepPicture);
    await page.waitForFunction(() => (globalThis.cuboidFrames ?? 0) > 0, undefined, { timeout: 60_000 });
    expect(await page.locator('output').textContent()).toBe('2,000 cuboids, 20,000 pairs per frame');
    const { pixels, png } = await page.evaluate(readPicture);
    pictures.push(pixels);
    const folder = process.env.HULLSTORM_PICTURES;
    if (folder) writeFileSync(`${folder}/cuboids${far}.png`, Buffer.from(png, 'base64'));
    expect(errors).toEqual([]);
    await page.close();
  }
  const [near, far] = pictures as [number[], number[]];
  const count = (is: (red: number, blue: number, at: number) => boolean) => {
    let found = 0;
    for (let at = 0; at < 4 * PIXELS; at += 4) if (is(near[at]!, near[at + 2]!, at)) found++;
    return found;
  };
  expect(near).toHaveLength(4 * PIXELS);
  expect(count((red, blue) => red > 80 && red > 2 * blue)).toBeGreaterThan(PIXELS / 50);
  expect(count((red, blue) => blue > 80 && blue > 2 * red)).toBeGreaterThan(PIXELS / 50);
  // far away the last bits of positions differ, and so does an edge here and there
  expect(count((red, _, at) => Math.abs(red - far[at]!) > 8)).toBeLessThan(PIXELS / 1000);
});

test('without an adapter the page says why, and the button of the demo, too', async () => {
  const { site, browser } = await start([]);
  const { page } = await openPage(browser, `${site.url}cuboids/index.html?count=100`, SIZE);
  await page.waitForFunction(() => document.querySelector('output')?.textContent?.startsWith('gpu: expected a GPU'));
  const demo = await openPage(browser, site.url, undefined, drawNothing);
  const button = demo.page.locator('#cuboids[title]');
  expect(await button.getAttribute('title')).toMatch(/^needs WebGPU, which /);
  expect(await button.isDisabled()).toBe(true);
});

test('with an adapter the button of the demo leads to the page', async () => {
  const { site, browser } = await start(SOFTWARE);
  const { page } = await openPage(browser, site.url, undefined, drawNothing);
  await page.locator('#cuboids:enabled').evaluate((button: HTMLButtonElement) => button.click());
  await page.waitForURL(/cuboids\/index\.html$/);
});

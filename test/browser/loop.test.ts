/** `hullstorm/loop` over a real worker, as examples/webWorker uses it: with and without shared memory. */
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type {} from './buildSites.ts';
import { openChromium } from './chromium.ts';
import { openFirefox } from './firefox.ts';
import { ISOLATED, type Site, serve } from './server.ts';
import { type TestBrowser, until } from './testBrowser.ts';

/** The heights of all balls. */
const HEIGHTS = `(() => {
  const { to } = loopOfPage.poses;
  return Array.from({ length: to.rows - 5 }, (_, k) => to.positions[4 * (k + 5) + 1]);
})()`;
const OPEN = { Chromium: openChromium, Firefox: openFirefox };

describe.each(['Chromium', 'Firefox'] as const)('%s', (name) => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await OPEN[name]();
  });
  afterAll(() => browser?.close());

  test.each([true, false])('isolated: %s', async (isIsolated) => {
    const site: Site = await serve(inject('loop'), isIsolated ? ISOLATED : {});
    const page = await browser.open(site.url);
    await until(page, `'loopOfPage' in globalThis && loopOfPage.steps > 20`);
    expect(await page.evaluate('crossOriginIsolated')).toBe(isIsolated);
    expect(await page.evaluate(`loopOfPage.poses.to.positions.buffer.constructor.name`)).toBe(
      isIsolated ? 'SharedArrayBuffer' : 'ArrayBuffer',
    );
    // bodies that fell are bumped, and rise
    await until(page, `loopOfPage.steps > 90`);
    const before = await page.evaluate<number[]>(HEIGHTS);
    expect(before.length).toBe(160);
    expect(Math.min(...before)).toBeGreaterThan(0.3);
    await page.evaluate(`loopOfPage.stop().then(() => loopOfPage.call('bump', 9))`);
    const steps = await page.evaluate<number>('loopOfPage.steps');
    for (let k = 0; k < 3; k++) await page.evaluate('loopOfPage.stepOnce()');
    expect(await page.evaluate('loopOfPage.steps')).toBe(steps + 3);
    const after = await page.evaluate<number[]>(HEIGHTS);
    expect(Math.max(...after)).toBeGreaterThan(Math.max(...before));
    await page.evaluate(`loopOfPage.start()`);
    await until(page, `loopOfPage.steps > ${steps + 10} && loopOfPage.alpha >= 0 && loopOfPage.alpha <= 1`);
    if (process.env.HULLSTORM_PICTURES) {
      writeFileSync(`${process.env.HULLSTORM_PICTURES}/loop${name}.png`, await page.screenshot());
    }
    await page.evaluate(`loopOfPage.close()`);
    await page.close();
    await site.close();
  });
});

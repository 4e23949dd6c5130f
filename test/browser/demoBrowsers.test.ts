/** The demo in Firefox and in WebKitGTK: bodies fall, and only as many workers are offered as there can be. Chromium: demo.test.ts. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EngineInfo } from 'hullstorm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type {} from './buildSites.ts';
import { type Display, openDisplay } from './display.ts';
import { openFirefox } from './firefox.ts';
import { ISOLATED, type Site, serve } from './server.ts';
import type { TestBrowser } from './testBrowser.ts';
import { openWebKit } from './webkit.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ARTIFACTS = join(ROOT, 'test/artifacts');
/** The processor draws: pictures take seconds. */
const PATIENCE = { timeout: 150_000, interval: 200 };

/** What the page shows. */
interface Shown {
  readonly info: EngineInfo;
  readonly cores: number;
  readonly frames: number;
  readonly xyz: readonly number[];
  readonly alert: string;
  readonly workers: readonly string[];
  readonly isDisabled: boolean;
  readonly title: string;
  readonly isolation: string;
}

/** Whether a second has been simulated; the rest is for the message of a failure. */
const PROGRESS = `({
  isReady: globalThis.hullstormDemo?.steps >= 60 && document.querySelector('#isolation').textContent !== '',
  steps: globalThis.hullstormDemo?.steps,
  frames: globalThis.hullstormDemo?.frames,
  alert: document.querySelector('#error-text').textContent,
  state: document.visibilityState,
})`;

const SHOWN = `({
  info: hullstormDemo.info(),
  cores: navigator.hardwareConcurrency,
  frames: hullstormDemo.frames,
  xyz: hullstormDemo.positions().xyz,
  alert: document.querySelector('#error').hidden ? '' : document.querySelector('#error-text').textContent,
  workers: [...document.querySelectorAll('#workers option')].map((option) => option.textContent),
  isDisabled: document.querySelector('#workers').disabled,
  title: document.querySelector('#workers').title,
  isolation: document.querySelector('#isolation').textContent,
})`;

let site: Site;
let display: Display;

beforeAll(async () => {
  await mkdir(ARTIFACTS, { recursive: true });
  site = await serve(inject('demo'), ISOLATED, '/some/where/');
  display = await openDisplay();
});

afterAll(async () => {
  await display?.close();
  await site?.close();
});

/** Lets a scene of 150 bodies fall. @returns what is shown after a second of it */
async function show(name: string, opening: Promise<TestBrowser>): Promise<Shown> {
  const browser = await opening;
  try {
    const page = await browser.open(`${site.url}#scene=wall&count=150`);
    await expect.poll(() => page.evaluate(PROGRESS), PATIENCE).toMatchObject({ isReady: true });
    const shown = await page.evaluate<Shown>(SHOWN);
    await writeFile(join(ARTIFACTS, `demo-${name}.png`), await page.screenshot());
    expect(shown.alert).toBe('');
    expect(shown.frames).toBeGreaterThan(0);
    expect(shown.xyz).toHaveLength(3 * 150);
    expect(shown.xyz.every(Number.isFinite)).toBe(true);
    expect(Math.min(...shown.xyz.filter((_, i) => i % 3 === 1))).toBeGreaterThan(-0.1);
    return shown;
  } finally {
    await browser.close();
  }
}

test('Firefox: a thread for every core', async () => {
  // WebGL without a graphics card
  const opening = openFirefox({ 'webgl.force-enabled': true }, { DISPLAY: display.name });
  const { info, cores, workers, isDisabled, title, isolation } = await show('firefox', opening);
  expect(info).toMatchObject({ threads: cores, shared: true, fallbacks: [] });
  expect({ offered: workers.length, isDisabled, title }).toEqual({
    offered: cores,
    isDisabled: cores === 1,
    title: '',
  });
  expect(isolation).toMatch(/^Cross-origin isolated/);
});

/** Holds a key until the character is elsewhere, for 600 steps at most. @returns how far it has come (m) */
const WALK = `(async () => {
  const demo = hullstormDemo;
  const [x, , z] = demo.character();
  const away = () => Math.hypot(demo.character()[0] - x, demo.character()[2] - z);
  const last = demo.steps + 600;
  dispatchEvent(new KeyboardEvent('keydown', { key: 'w' }));
  while (away() <= 1 && demo.steps < last) await new Promise(requestAnimationFrame);
  dispatchEvent(new KeyboardEvent('keyup', { key: 'w' }));
  return away();
})()`;

test('Firefox: a key moves the character', async () => {
  const browser = await openFirefox({ 'webgl.force-enabled': true }, { DISPLAY: display.name });
  try {
    const page = await browser.open(`${site.url}#scene=walk&count=60`);
    await expect.poll(() => page.evaluate(PROGRESS), PATIENCE).toMatchObject({ isReady: true });
    expect(await page.evaluate<number>(WALK)).toBeGreaterThan(1);
    await writeFile(join(ARTIFACTS, 'demo-walk-firefox.png'), await page.screenshot());
  } finally {
    await browser.close();
  }
});

/** What lies beyond the right edge of the page: its id and tag. */
const OUTSIDE = `[...document.querySelectorAll('body *')]
  .filter((part) => part.checkVisibility() && !part.closest('#scenes, svg, option'))
  .filter((part) => part.getBoundingClientRect().right > innerWidth + 1)
  .map(({ id, tagName }) => id + ' ' + tagName)`;

test('Firefox: a phone, with the panel folded and open', async () => {
  const browser = await openFirefox({ 'webgl.force-enabled': true }, { DISPLAY: display.name });
  try {
    const page = await browser.open(`${site.url}#scene=wall&count=150`, { width: 390, height: 844 });
    await expect.poll(() => page.evaluate(PROGRESS), PATIENCE).toMatchObject({ isReady: true });
    const isOpen = `document.querySelector('#fold').getAttribute('aria-expanded')`;
    for (const state of ['false', 'true']) {
      expect(await page.evaluate(isOpen)).toBe(state);
      await writeFile(join(ARTIFACTS, `demo-phone-firefox-${state}.png`), await page.screenshot());
      expect(await page.evaluate(OUTSIDE)).toEqual([]);
      await page.evaluate(`document.querySelector('#fold').click()`);
    }
  } finally {
    await browser.close();
  }
});

test('Firefox without WebGL: a sentence, and no panel', async () => {
  const browser = await openFirefox({ 'webgl.disabled': true });
  try {
    const page = await browser.open(site.url, { width: 390, height: 844 });
    const alert = `document.querySelector('#error:not([hidden])')?.textContent ?? ''`;
    await expect.poll(() => page.evaluate(alert), PATIENCE).toMatch(/No WebGL.*This page draws with WebGL/s);
    await writeFile(join(ARTIFACTS, 'demo-no-webgl-firefox.png'), await page.screenshot());
    const controls = `[...document.querySelectorAll('#panel, #scenes, button, input, select')]
      .filter((part) => part.checkVisibility()).map(({ id }) => id)`;
    expect(await page.evaluate(controls)).toEqual([]);
  } finally {
    await browser.close();
  }
});

test('WebKitGTK: no SharedArrayBuffer, so one thread, and it says why', async () => {
  const { info, workers, isDisabled, title, isolation } = await show('webkit', openWebKit());
  expect(info).toMatchObject({ threads: 1, shared: false });
  expect({ workers, isDisabled, title }).toEqual({
    workers: ['none, one thread'],
    isDisabled: true,
    title: info.whyNoWorkers,
  });
  expect(isolation).toBe(`Slower: one thread, and poses are copied. ${info.whyNoWorkers}`);
});

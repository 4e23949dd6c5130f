/** The demo page as it is published: built, under a path of its own, with and without threads. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type {} from '../../demo/page/window.ts';
import { BODY_SCENES } from '../../scenes/bodyScenes.ts';
import type {} from './buildSites.ts';
import { launchChromium, type OpenPage, openPage } from './chromium.ts';
import {
  bodies,
  cameraRests,
  characterOf,
  chooseScene,
  drawFrame,
  drawNothing,
  expectBalls,
  expectFallen,
  expectPaused,
  expectScan,
  expectStill,
  frameCount,
  heapOf,
  height,
  last,
  lowest,
  meanSpeed,
  PATIENCE,
  readTerms,
  seenAt,
  settings,
  stepCount,
  steps,
  type Triple,
  takePicture,
  targetAt,
  threads,
} from './demoPage.ts';
import { ISOLATED, type Site, serve } from './server.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ARTIFACTS = join(ROOT, 'test/artifacts');
/** Few bodies and small pages: drawing takes the processor long. */
const START = '#scene=heap&count=200';
const SMALL = { width: 720, height: 120 };
const FULL = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

let browser: Browser;

beforeAll(async () => {
  await mkdir(ARTIFACTS, { recursive: true });
  browser = await launchChromium(['--enable-unsafe-swiftshader']);
});

afterAll(async () => {
  await browser?.close();
});

describe('cross-origin isolated', () => {
  let site: Site;

  beforeAll(async () => {
    site = await serve(inject('demo'), ISOLATED, '/some/where/');
  });

  afterAll(() => site.close());

  test('bodies fall, land on the ground, and come to rest', async () => {
    const { page, errors } = await openDemo(site.url);
    await steps(page, 10);
    expect(await page.evaluate(() => window.hullstormDemo.info())).toMatchObject({ shared: true });
    await expectFallen(page);
    await steps(page, 300);
    const { xyz } = await page.evaluate(() => window.hullstormDemo.positions());
    expect(xyz).toHaveLength(3 * 200);
    expect(xyz.every(Number.isFinite)).toBe(true);
    expect(lowest(xyz)).toBeGreaterThan(-0.1);
    expect(lowest(xyz)).toBeLessThan(1);
    expect(await meanSpeed(page)).toBeLessThan(0.05);
    await expect.poll(async () => (await last(page)).awake, PATIENCE).toBeLessThan(20);
    expect(errors).toEqual([]);
    await page.close();
  });

  test('every control and key does what it says', async () => {
    const { page, errors } = await openDemo(site.url);
    await steps(page, 20);
    for (const scene of [...BODY_SCENES.slice(1), BODY_SCENES[0]]) {
      await chooseScene(page, scene);
      await expect.poll(() => settings(page), PATIENCE).toMatchObject({ scene });
      await expect.poll(() => bodies(page), PATIENCE).toBe((await settings(page)).count);
      await steps(page, 2);
      await drawFrame(page);
      expect(page.url().includes(`scene=${scene}`)).toBe(scene !== 'wall');
    }
    await page.evaluate(() => {
      location.hash = '#scene=heap&count=200';
    });
    await expect.poll(() => bodies(page), PATIENCE).toBe(200);

    for (const workers of [0, 1]) {
      await page.getByLabel('Workers').selectOption(String(workers));
      await expect.poll(() => threads(page), PATIENCE).toBe(workers + 1);
      await steps(page, 3);
    }
    for (const kernel of ['scalar', 'relaxed', 'simd']) {
      await page.getByLabel('Kernel').selectOption(kernel);
      await expect.poll(() => page.evaluate(() => window.hullstormDemo.info()?.kernel), PATIENCE).toBe(kernel);
      await steps(page, 2);
    }
    await page.getByRole('slider', { name: 'Bodies' }).press('ArrowRight');
    await expect.poll(() => bodies(page), PATIENCE).toBeGreaterThan(200);
    await steps(page, 2);
    await page.getByRole('slider', { name: 'Margin' }).press('ArrowRight');
    await expect.poll(async () => (await settings(page)).margin, PATIENCE).toBeCloseTo(0.025, 9);
    await expect.poll(() => page.url(), PATIENCE).toMatch(/margin=0\.025/);
    await steps(page, 2);

    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await button('Pause').click();
    await expectPaused(page, true);
    await expectStill(page);
    const before = await stepCount(page);
    await button('Step').click();
    await expect.poll(() => stepCount(page), PATIENCE).toBe(before + 1);
    await expectStill(page);
    // paused: bodies stay at their start
    const low = await height(page);
    await button('Restart').click();
    await expect.poll(() => height(page), PATIENCE).toBeGreaterThan(low);
    await button('Pause').click();
    await expectPaused(page, false);
    await steps(page, 5);
    await button('Shoot').click();
    await expectBalls(page, 1);
    await page.mouse.click(200, 8);
    await expectBalls(page, 2);

    // a drag turns, and does not shoot
    const frames = await frameCount(page);
    await page.mouse.move(200, 8);
    await page.mouse.down();
    await page.mouse.move(260, 18, { steps: 4 });
    await page.mouse.up();
    await page.mouse.wheel(0, 200);
    await expect.poll(() => frameCount(page), PATIENCE).toBeGreaterThan(frames);
    await expectBalls(page, 2);

    // the keys, with the focus on the view
    await page.locator('#view').focus();
    await page.keyboard.press('f');
    await expectBalls(page, 3);
    await page.keyboard.press('Space');
    await expectPaused(page, true);
    const stopped = await stepCount(page);
    await page.keyboard.press('.');
    await expect.poll(() => stepCount(page), PATIENCE).toBe(stopped + 1);
    await page.keyboard.press('Space');
    await expectPaused(page, false);
    await page.keyboard.press('p');
    await expect.poll(() => page.locator('#details').isVisible(), PATIENCE).toBe(false);
    await page.keyboard.press('p');
    await expect.poll(() => page.locator('#details').isVisible(), PATIENCE).toBe(true);
    for (const key of ['ArrowLeft', 'ArrowUp', '+', '-']) await page.keyboard.press(key);
    await page.keyboard.press('2');
    await expect.poll(() => settings(page), PATIENCE).toMatchObject({ scene: 'wall' });
    await page.keyboard.press('r');
    await steps(page, 3);
    await page.getByRole('button', { name: 'Hide panel' }).click();
    await page.getByRole('button', { name: 'Show panel' }).click();
    expect(await page.getByRole('alert').isVisible()).toBe(false);
    expect(errors).toEqual([]);
    await page.close();
  });

  test('the panel shows what runs', async () => {
    const { page, errors } = await openDemo(site.url, '#scene=wall&count=300');
    await steps(page, 30);
    const shown = async () => Object.fromEntries(await page.locator('#details dt').evaluateAll(readTerms));
    await expect.poll(async () => Number((await shown()).contacts), PATIENCE).toBeGreaterThan(100);
    const first = await shown();
    for (const name of ['p50', 'p95', 'p99', 'max']) expect(Number(first[name])).toBeGreaterThan(0);
    expect(Number(first.p50)).toBeLessThanOrEqual(Number(first.max));
    expect(first).toMatchObject({ bodies: '300', kernel: 'simd' });
    expect(Number(first['frames per s'])).toBeGreaterThan(0);
    // the processor draws, and tells no time; test/demo/gpuTimer.test.ts
    expect(first['GPU ms']).toBe('–');
    expect(Number(first.pairs?.replace(',', ''))).toBeGreaterThanOrEqual(Number(first.contacts));
    expect(first['pairs per s']).toMatch(/^[\d.]+ [kM]$/);
    expect(Number(first.threads)).toBe(await threads(page));
    expect(await page.locator('#stages').textContent()).toMatch(
      /broad[\d.]+ msnarrow[\d.]+ mssolve[\d.]+ msintegrate[\d.]+ msdraw[\d.]+ ms/,
    );
    expect(await page.locator('#isolation').textContent()).toMatch(/cross-origin isolated/i);
    await steps(page, 60);
    await expect.poll(shown, PATIENCE).not.toEqual(first);
    const { step, means } = await page.evaluate(() => window.hullstormDemo.stats());
    const sum = means.broad + means.narrow + means.solve + means.integrate;
    expect(sum).toBeGreaterThan(0.5 * step.mean);
    expect(sum).toBeLessThan(1.01 * step.mean);
    expect(errors).toEqual([]);
    await page.close();
  });

  test('a terrain lights the triangle under the cursor, and shows contact points', async () => {
    const { page, errors } = await openDemo(site.url, '#scene=terrain&count=100', FULL);
    await steps(page, 10);
    await page.mouse.move(480, 600);
    const seen = () => page.evaluate(() => window.hullstormDemo.seen);
    await expect.poll(async () => (await seen())?.child ?? -1, PATIENCE).toBeGreaterThan(-1);
    const shown = async () => Object.fromEntries(await page.locator('#details dt').evaluateAll(readTerms));
    await expect.poll(async () => Number((await shown()).child?.replace(',', '')), PATIENCE).toBeGreaterThan(-1);
    await steps(page, 80);
    await page.getByRole('button', { name: 'Contacts', exact: true }).click();
    await steps(page, 2);
    expect(await page.getByRole('button', { name: 'Contacts', exact: true }).getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('c');
    await steps(page, 2);
    expect(await page.getByRole('button', { name: 'Contacts', exact: true }).getAttribute('aria-pressed')).toBe(
      'false',
    );
    for (const what of ['children', 'manifolds']) {
      await expect.poll(async () => Number((await shown())[what]?.replace(',', '')), PATIENCE).toBeGreaterThan(0);
    }
    for (const text of ['Outlines', 'Bounds', 'No lines', 'Outlines']) {
      await page.locator('#view').press('x');
      await expect.poll(() => page.locator('#lines').textContent(), PATIENCE).toBe(text);
    }
    expect(await page.locator('#lines').getAttribute('aria-pressed')).toBe('true');
    await takePicture(page, join(ARTIFACTS, 'terrain.png'));
    expect(errors).toEqual([]);
    await page.close();
  });

  test('the benchmark measures, and gives its figures away', async () => {
    const { page, errors } = await openDemo(site.url);
    await steps(page, 5);
    await page.getByRole('button', { name: 'Benchmark' }).click();
    await expect.poll(() => page.locator('#report-title').textContent(), PATIENCE).toBe('Benchmark running');
    expect(await page.locator('#report-running').textContent()).toMatch(
      /^2,000 cuboids that fall into a yard: 600 steps on (one thread|\d+ threads), kernel auto$/,
    );
    // the picture of the end is drawn
    await page.locator('#report-progress').evaluate((bar) => {
      Object.defineProperty(bar, 'value', {
        set: (part: number) => {
          globalThis.drawsPixels = part === 1;
        },
      });
    });
    await page.locator('#report-result').waitFor({ timeout: 150_000 });
    await page.evaluate(() => {
      globalThis.drawsPixels = false;
    });
    const picture = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download picture' }).click();
    expect((await picture).suggestedFilename()).toBe('hullstorm-benchmark.png');
    await (await picture).saveAs(join(ARTIFACTS, 'demo-benchmark-picture.png'));
    const [size, colors] = await page.locator('#report-picture').evaluate(readColors);
    expect(size).toEqual([1200, 630]);
    expect(colors).toBeGreaterThan(100);
    const waiting = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download JSON' }).click();
    const saved = await (await waiting).createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of saved) chunks.push(chunk as Buffer);
    const report = JSON.parse(Buffer.concat(chunks).toString());
    expect(report).toEqual(await page.evaluate(() => window.hullstormDemo.report));
    expect(report).toMatchObject({ scene: 'heap', bodies: 2000, seed: 1, steps: 600, kernel: 'simd', shared: true });
    expect(report.checksum).toMatch(/^[0-9a-f]{8}$/);
    expect(report.machine.browser).toMatch(/Chrome/);
    expect(report.busiest).toMatchObject({ steps: 200 });
    for (const part of [report.all, report.busiest]) {
      for (const name of ['total', 'broad', 'narrow', 'solve', 'integrate']) {
        const { mean, p50, p95, p99, max } = part[name];
        expect(mean).toBeGreaterThan(0);
        expect([p50, p95, p99, max]).toEqual([p50, p95, p99, max].toSorted((a, b) => a - b));
      }
    }
    expect(report.busiest.total.mean).toBeGreaterThanOrEqual(report.all.total.mean);
    await page.setViewportSize(FULL);
    await drawFrame(page);
    await page.screenshot({ path: join(ARTIFACTS, 'demo-benchmark.png') });
    await page.setViewportSize(SMALL);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => bodies(page), PATIENCE).toBe(200);
    // and one that is cut short
    await page.keyboard.press('b');
    await expect.poll(() => bodies(page), PATIENCE).toBe(2000);
    await page.keyboard.press('Escape');
    await expect.poll(() => bodies(page), PATIENCE).toBe(200);
    await steps(page, 3);
    expect(errors).toEqual([]);
    await page.close();
  });

  test('a link restores scene, settings and camera in a fresh page', async () => {
    const { page, errors } = await openDemo(site.url, '#scene=heap&count=150&seed=7');
    await steps(page, 2);
    await page.getByLabel('Workers').selectOption('0');
    await page.getByLabel('Kernel').selectOption('scalar');
    await page.getByRole('slider', { name: 'Margin' }).press('ArrowRight');
    await steps(page, 2);
    await page.locator('#view').focus();
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowUp', '+']) await page.keyboard.press(key);
    await cameraRests(page);
    await page.locator('#copy-link').click();
    await expect.poll(() => page.url(), PATIENCE).toMatch(/camera=/);
    const fresh = await openDemo(page.url(), '');
    await steps(fresh.page, 2);
    const chosen = { scene: 'heap', count: 150, seed: 7, workers: 0, kernel: 'scalar', margin: 0.025 };
    expect(await settings(fresh.page)).toEqual(chosen);
    expect(await settings(page)).toEqual(chosen);
    for (const place of [
      [0, 0, 0],
      [5, 1, 5],
      [-5, 2, 3],
    ] as const) {
      const [x, y] = await seenAt(page, [...place]);
      const [freshX, freshY] = await seenAt(fresh.page, [...place]);
      // the camera has two decimals in a link; the page is 120 px high
      expect(Math.hypot(x - freshX, y - freshY)).toBeLessThan(2);
    }
    expect([...errors, ...fresh.errors]).toEqual([]);
    await fresh.page.close();
    await page.close();
  });

  test('4,000 steps leave no garbage behind', async () => {
    const { page, errors } = await openDemo(site.url, '#scene=heap&count=100', { width: 400, height: 120 });
    await page.locator('#speed').evaluate((speed: HTMLSelectElement) => {
      speed.value = '4'; // the panel is folded
      speed.dispatchEvent(new Event('change'));
    });
    await steps(page, 3000); // compiled code takes 400 kB, and hardly any after these
    const bytes = await page.evaluate(() => window.hullstormDemo.bytes);
    const before = await heapOf(page);
    await steps(page, 4000);
    // B; the answers of a worker, one per frame, would be 1,000,000
    expect((await heapOf(page)) - before).toBeLessThan(500_000);
    expect(await page.evaluate(() => window.hullstormDemo.bytes)).toBe(bytes);
    expect(errors).toEqual([]);
    await page.close();
  }, 480_000);

  test('a worker that cannot be loaded is said, and tried again', async () => {
    site.missing = /simulationWorker/;
    const { page } = await openDemo(site.url);
    await expect.poll(() => page.getByRole('alert').textContent(), PATIENCE).toMatch(/could not be loaded/);
    site.missing = undefined;
    await page.getByRole('button', { name: 'Start again' }).click();
    await steps(page, 5);
    expect(await page.getByRole('alert').isVisible()).toBe(false);
    await page.close();
  });

  test('no WebGL: a sentence, and nothing that would have no effect', async () => {
    const without = await launchChromium(['--disable-3d-apis']);
    const { page, errors } = await openPage(without, site.url, FULL);
    expect(await page.evaluate(() => document.createElement('canvas').getContext('webgl2'))).toBe(null);
    const alert = page.getByRole('alert');
    await expect.poll(() => alert.textContent(), PATIENCE).toMatch(/No WebGL.*This page draws with WebGL/s);
    await page.screenshot({ path: join(ARTIFACTS, 'no-webgl.png') });
    expect(await alert.isVisible()).toBe(true);
    for (const id of ['panel', 'hint', 'scenes', 'view'])
      expect(await page.locator(`#${id}`).isVisible(), id).toBe(false);
    expect(await page.locator('button:visible, input:visible, select:visible').count()).toBe(0);
    // what three says of the missing context
    expect(errors.filter((error) => !/WebGL/.test(error))).toEqual([]);
    await without.close();
  });

  test('mixed shapes: every shape is drawn, lands on the ground, and slows down', async () => {
    const { page, errors } = await openDemo(site.url, '#scene=mixed&count=300');
    await steps(page, 10);
    await expectFallen(page, 'mixed');
    await steps(page, 290);
    const { xyz } = await page.evaluate(() => window.hullstormDemo.positions());
    expect(xyz).toHaveLength(3 * 300);
    expect(xyz.every(Number.isFinite)).toBe(true);
    expect(lowest(xyz)).toBeGreaterThan(0.015); // the thinnest coin has a half height of 0.02 m
    expect(await meanSpeed(page)).toBeLessThan(0.1);
    const { step, means } = await page.evaluate(() => window.hullstormDemo.stats());
    expect(means.narrow).toBeGreaterThan(0);
    expect(step.p50).toBeGreaterThan(0);
    await page.setViewportSize(FULL);
    await takePicture(page, join(ARTIFACTS, 'demo-mixed.png'));
    expect(errors).toEqual([]);
    await page.close();
  });

  test('lidar: the hits of 50,048 rays per step are drawn, and the panel shows the rays per second', async () => {
    const { page, errors } = await openDemo(site.url, '#scene=lidar&count=400');
    await expectScan(page);
    await steps(page, 100);
    await page.setViewportSize(FULL);
    await takePicture(page, join(ARTIFACTS, 'demo-lidar.png'));
    await page.setViewportSize(SMALL);
    await chooseScene(page, 'wall');
    await expect.poll(() => page.locator('#scan').isVisible(), PATIENCE).toBe(false);
    expect(await page.evaluate(() => window.hullstormDemo.scan())).toEqual([]);
    expect(errors).toEqual([]);
    await page.close();
  });

  test('walk: keys move the character to where the camera looks, it jumps, and the camera follows', async () => {
    const { page, errors } = await openDemo(site.url, '#scene=walk&count=60', FULL);
    await steps(page, 10);
    const start = await characterOf(page);
    const center = await seenAt(page, start);
    await page.locator('#view').focus();
    for (const [key, sign] of [
      ['d', 1],
      ['ArrowLeft', -1],
    ] as const) {
      const before = await characterOf(page);
      await page.keyboard.down(key);
      await steps(page, 20);
      await page.keyboard.up(key);
      await drawFrame(page);
      const after = await characterOf(page);
      expect(Math.hypot(after[0] - before[0], after[2] - before[2])).toBeGreaterThan(1);
      // the place that it left is on the other side, and it is in the middle
      expect(sign * ((await seenAt(page, before))[0] - (await seenAt(page, after))[0])).toBeLessThan(-60);
      const [x, y] = await seenAt(page, after);
      expect(Math.hypot(x - center[0], y - center[1])).toBeLessThan(20);
    }
    await steps(page, 5);
    const low = (await characterOf(page))[1];
    await page.keyboard.down('Space');
    await expect.poll(async () => (await characterOf(page))[1], PATIENCE).toBeGreaterThan(low + 0.2);
    await page.keyboard.up('Space');
    await expectPaused(page, false);
    await expect.poll(async () => (await characterOf(page))[1], PATIENCE).toBeLessThan(low + 0.01);
    await takePicture(page, join(ARTIFACTS, 'demo-walk.png'));
    expect(errors).toEqual([]);
    await page.close();
  });

  /** With less motion the camera does not turn by itself, and no ball is shot at a pyramid. */
  async function openCalmly(start: string): Promise<OpenPage> {
    const opened = await openDemo(site.url, start, FULL);
    await opened.page.emulateMedia({ reducedMotion: 'reduce' });
    await opened.page.reload();
    return opened;
  }

  test('a click aims at what is under the pointer, through the walls, and the ball hits it', async () => {
    const { page, errors } = await openCalmly('#scene=pyramid&count=140');
    await steps(page, 20);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await expectPaused(page, true);
    const { xyz } = await page.evaluate(() => window.hullstormDemo.positions());
    const farthest = (x: number, y: number, z: number) => {
      const along = Array.from({ length: xyz.length / 3 }, (_, k) => {
        return x * xyz[3 * k] + y * xyz[3 * k + 1] + z * xyz[3 * k + 2];
      });
      return along.indexOf(Math.max(...along));
    };
    // the cube on top, and the one nearest to the camera: none is in front of them; the ground is body 0
    const [top, front] = [farthest(0, 1, 0), farthest(0.5, 0.3, 0.8)];
    const center = (k: number) => [xyz[3 * k], xyz[3 * k + 1], xyz[3 * k + 2]] as Triple;
    expect(await targetAt(page, center(front), 1)).toBe(1 + front);
    expect(await targetAt(page, [-7, 0, 0], 2)).toBe(0);
    await page.mouse.click(20, 4); // the sky
    await expectBalls(page, 3);
    expect(await page.evaluate(() => window.hullstormDemo.target)).toBe(-1);
    await page.getByRole('button', { name: 'Restart' }).click();
    await expectBalls(page, 0);
    expect(await targetAt(page, center(top), 1)).toBe(1 + top);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    const moved = async () => {
      const now = await page.evaluate(() => window.hullstormDemo.positions().xyz);
      return Math.hypot(...center(top).map((before, axis) => now[3 * top + axis] - before));
    };
    await expect.poll(moved, PATIENCE).toBeGreaterThan(1);

    await chooseScene(page, 'heap');
    await steps(page, 5);
    const target = await targetAt(page, [-8, 0, -8], 1);
    expect([1, 2, 3, 4]).not.toContain(target); // the walls
    expect(target).toBeGreaterThanOrEqual(0);
    expect(errors).toEqual([]);
    await page.close();
  });

  test('a body that is dragged comes along, and slow motion is slow', async () => {
    const { page, errors } = await openCalmly('#scene=pyramid&count=30');
    await steps(page, 20);
    const { xyz } = await page.evaluate(() => window.hullstormDemo.positions());
    const top = Array.from({ length: xyz.length / 3 }, (_, k) => xyz[3 * k + 1]!).reduce(
      (best, y, k) => (y > xyz[3 * best + 1]! ? k : best),
      0,
    );
    const before = xyz.slice(3 * top, 3 * top + 3) as Triple;
    const [x, y] = await seenAt(page, before);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await steps(page, 4); // it is taken
    await page.mouse.move(x, y - 120, { steps: 4 });
    const rise = () => page.evaluate((at) => window.hullstormDemo.positions().xyz[at], 3 * top + 1);
    await expect.poll(rise, PATIENCE).toBeGreaterThan(before[1] + 0.7);
    await page.mouse.up();
    await expectBalls(page, 0);
    await expect.poll(rise, PATIENCE).toBeLessThan(before[1] + 0.3);
    await page.getByLabel('Speed').selectOption('0.1');
    const clock = () => page.evaluate(() => [window.hullstormDemo.steps, performance.now()] as const);
    const [begin, since] = await clock();
    await page.waitForTimeout(1000);
    const [end, until] = await clock();
    // 6 per second
    expect(end - begin).toBeLessThan(5 + 0.012 * (until - since));
    expect(errors).toEqual([]);
    await page.close();
  });

  test('one thread against N: two worlds with times of each, and one again', async () => {
    const { page, errors } = await openDemo(site.url, '#scene=wall&count=200', { width: 720, height: 200 });
    await steps(page, 5);
    await page.locator('#view').press('v');
    await expect.poll(() => page.locator('#time-rival').textContent(), PATIENCE).toMatch(/^1 thread: [\d.]+ ms/);
    expect(await page.locator('#time-first').textContent()).toMatch(/^\d+ threads?: [\d.–]+ ms per step$/);
    expect(await page.locator('canvas.view').count()).toBe(2);
    await page.locator('#view').press('v');
    await expect.poll(() => page.locator('canvas.view').count(), PATIENCE).toBe(1);
    await steps(page, 5);
    expect(errors).toEqual([]);
    await page.close();
  });

  test('opens on a tour until the first touch; on the wall where less motion is preferred', async () => {
    const { page, errors } = await openDemo(site.url, '');
    await steps(page, 3);
    const tour = page.locator('#tour');
    expect(await tour.getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => settings(page), PATIENCE).toMatchObject({ scene: 'lidar' });
    await page.mouse.click(100, 20);
    expect(await tour.getAttribute('aria-pressed')).toBe('false');
    expect(page.url()).toMatch(/scene=lidar/);
    expect(errors).toEqual([]);
    await page.close();
    const still = await browser.newContext({ viewport: SMALL, reducedMotion: 'reduce' });
    const calm = await still.newPage();
    await calm.addInitScript(drawNothing);
    await calm.goto(site.url);
    await steps(calm, 3);
    expect(await calm.locator('#tour').getAttribute('aria-pressed')).toBe('false');
    expect(await settings(calm)).toMatchObject({ scene: 'wall' });
    await still.close();
  });

  test('pictures, of a desktop and of a phone', async () => {
    const { page, errors } = await openDemo(site.url, '#scene=wall&count=900');
    await steps(page, 48);
    await page.setViewportSize(FULL);
    await takePicture(page, join(ARTIFACTS, 'demo.png'));
    await page.close();
    const phone = await openDemo(site.url, '#scene=wall&count=300', { width: PHONE.width, height: 120 });
    await steps(phone.page, 40);
    await phone.page.setViewportSize(PHONE);
    await takePicture(phone.page, join(ARTIFACTS, 'demo-phone.png'));
    await phone.page.getByRole('button', { name: 'Show panel' }).click();
    await takePicture(phone.page, join(ARTIFACTS, 'demo-phone-panel.png'));
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    expect([...errors, ...phone.errors]).toEqual([]);
    await phone.page.close();
  });
});

describe('on a host that sends no headers', () => {
  let site: Site;

  beforeAll(async () => {
    site = await serve(inject('demo'), {}, '/some/where/');
  });

  afterAll(() => site.close());

  test('a service worker makes the page isolated, with one reload, and then at once', async () => {
    const context = await browser.newContext({ viewport: SMALL });
    const page = await context.newPage();
    await page.addInitScript(drawNothing);
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    let loads = 0; // documents asked for: a page that reloads early fires `load` once
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads++;
    });
    await page.goto(`${site.url}${START}`);
    await page.waitForFunction(() => crossOriginIsolated && window.hullstormDemo?.steps > 5, undefined, PATIENCE);
    expect(await page.evaluate(() => window.hullstormDemo.info())).toMatchObject({ shared: true });
    expect(loads).toBe(2);
    await page.reload();
    await page.waitForFunction(() => crossOriginIsolated && window.hullstormDemo?.steps > 5, undefined, PATIENCE);
    expect(loads).toBe(3);
    expect(errors).toEqual([]);
    await context.close();
  });

  test('where service workers are off: one thread, copies, and it says so', async () => {
    const context = await browser.newContext({ viewport: SMALL, serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.addInitScript(drawNothing);
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.goto(`${site.url}${START}`);
    await steps(page, 10);
    await expectFallen(page);
    await steps(page, 60);
    expect(await page.evaluate(() => window.hullstormDemo.info())).toMatchObject({ threads: 1, shared: false });
    await expect
      .poll(() => page.getByLabel('Measurements and controls').textContent(), PATIENCE)
      .toMatch(/threads\s*1\D.*slower.*one thread.*copied.*Cross-Origin-Opener-Policy/is);
    expect(await page.getByLabel('Workers').isDisabled()).toBe(true);
    expect(await page.getByLabel('Workers').locator('option').allTextContents()).toEqual(['none, one thread']);
    await page.locator('#view').focus();
    await page.keyboard.press('f');
    await expectBalls(page, 1);
    expect(lowest((await page.evaluate(() => window.hullstormDemo.positions())).xyz)).toBeGreaterThan(-0.1);
    await chooseScene(page, 'lidar');
    await expect.poll(() => settings(page), PATIENCE).toMatchObject({ scene: 'lidar' });
    await expectScan(page);
    expect(errors).toEqual([]);
    await context.close();
  });
});

test('on a host that sends the headers no service worker is asked for', async () => {
  const site = await serve(inject('demo'), ISOLATED, '/some/where/');
  const { page } = await openDemo(site.url);
  await steps(page, 3);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await page.close();
  await site.close();
});

/** The size of a picture, and how many colors are in its upper half. */
function readColors(image: Element): [size: [number, number], colors: number] {
  const { naturalWidth: width, naturalHeight: height } = image as HTMLImageElement;
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  context.drawImage(image as HTMLImageElement, 0, 0);
  const { data } = context.getImageData(0, 0, width, height / 2);
  return [[width, height], new Set(new Uint32Array(data.buffer)).size];
}

function openDemo(url: string, start = START, viewport = SMALL): Promise<OpenPage> {
  return openPage(browser, `${url}${start}`, viewport, drawNothing);
}

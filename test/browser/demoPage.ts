/** What tests of the demo do with its page, and ask it. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type {} from '../../demo/page/window.ts';
import { isDynamic } from '../../scenes/bodies.ts';
import { type BodySceneName, createBodyScene } from '../../scenes/bodyScenes.ts';

declare global {
  /** Whether WebGL draws after all: `drawNothing`. */
  var drawsPixels: boolean | undefined;
}

export const PATIENCE = { timeout: 60_000, interval: 100 };

/** Waits until `count` more steps have been taken. */
export async function steps(page: Page, count: number): Promise<void> {
  await page.waitForFunction(() => window.hullstormDemo?.info(), undefined, PATIENCE);
  const goal = (await stepCount(page)) + count;
  const timeout = Math.max(60_000, 150 * count); // ms; pictures of a slow machine hold steps up
  await page.waitForFunction((steps) => window.hullstormDemo.steps >= steps, goal, { timeout, polling: 50 });
}

/**
 * Turns WebGL's calls that draw into calls that do nothing, until `drawFrame`: the processor draws here, which takes ten times as
 * long as all the rest. Runs in the page, before its scripts.
 */
export function drawNothing(): void {
  const { prototype } = WebGL2RenderingContext;
  const names = ['clear', 'drawArrays', 'drawArraysInstanced', 'drawElements', 'drawElementsInstanced'] as const;
  for (const name of names) {
    const draw = prototype[name] as (...args: unknown[]) => void;
    Object.defineProperty(prototype, name, {
      value(...args: unknown[]) {
        if (globalThis.drawsPixels) draw.apply(this, args);
      },
    });
  }
}

/** Draws one frame, of the present size. It stays on the screen: the next ones draw nothing. */
export async function drawFrame(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise(requestAnimationFrame);
    // the first one tells the page of a new size
    await nextFrame();
    await nextFrame();
    const before = window.hullstormDemo.frames;
    globalThis.drawsPixels = true;
    dispatchEvent(new Event('resize'));
    while (window.hullstormDemo.frames === before) await nextFrame();
    globalThis.drawsPixels = false;
  });
}

/** Pauses the world, draws it, and writes a picture of the page. @param path of a PNG file */
export async function takePicture(page: Page, path: string): Promise<void> {
  await page.evaluate(() => {
    if (!window.hullstormDemo.stats().paused) document.getElementById('pause')?.click();
  });
  await drawFrame(page);
  await page.screenshot({ path });
}

export async function chooseScene(page: Page, scene: BodySceneName): Promise<void> {
  // the radio button lies on its picture, and small pages have it out of sight
  await page.locator(`#scenes input[value=${scene}]`).evaluate((radio: HTMLInputElement) => radio.click());
}

export function stepCount(page: Page): Promise<number> {
  return page.evaluate(() => window.hullstormDemo.steps);
}

export function frameCount(page: Page): Promise<number> {
  return page.evaluate(() => window.hullstormDemo.frames);
}

export function settings(page: Page) {
  return page.evaluate(() => window.hullstormDemo.stats().settings);
}

export function last(page: Page) {
  return page.evaluate(() => window.hullstormDemo.stats().last);
}

export function threads(page: Page) {
  return page.evaluate(() => window.hullstormDemo.info()?.threads);
}

/** Of the world that runs. */
export async function bodies(page: Page): Promise<number> {
  return page.evaluate(() => window.hullstormDemo.positions().xyz.length / 3);
}

export async function height(page: Page): Promise<number> {
  const { xyz } = await page.evaluate(() => window.hullstormDemo.positions());
  return Math.max(...xyz.filter((_, i) => i % 3 === 1));
}

export function lowest(xyz: readonly number[]): number {
  return Math.min(...xyz.filter((_, i) => i % 3 === 1));
}

/** m/s, over some steps. */
export async function meanSpeed(page: Page): Promise<number> {
  const before = await page.evaluate(() => window.hullstormDemo.positions());
  await steps(page, 6);
  const after = await page.evaluate(() => window.hullstormDemo.positions());
  let sum = 0;
  for (let i = 0; i < after.xyz.length; i += 3) {
    sum += Math.hypot(...[0, 1, 2].map((k) => after.xyz[i + k] - before.xyz[i + k]));
  }
  return (60 * sum) / (after.xyz.length / 3) / (after.steps - before.steps);
}

/**
 * Waits until the bodies of a scene, which fall, have fallen as far as in ten steps of free fall: what is drawn is one
 * or two steps behind the steps that are counted.
 */
export async function expectFallen(page: Page, scene: BodySceneName = 'heap'): Promise<void> {
  const heights = () =>
    page.evaluate(() => window.hullstormDemo.positions().xyz.filter((_, coordinate) => coordinate % 3 === 1));
  const sum = (of: readonly number[]) => of.reduce((total, value) => total + value, 0);
  const bodies = (await heights()).length;
  const moving = (await createBodyScene(scene, bodies, 1)).bodies.filter(isDynamic);
  const before = sum(moving.map(({ position }) => position[1]));
  const fallen = async () => (before - sum(await heights())) / moving.length; // m
  await expect.poll(fallen, PATIENCE).toBeGreaterThan(0.13);
}

/** Waits until the world is paused and its last step has ended, or until it is not paused. */
export async function expectPaused(page: Page, paused: boolean): Promise<void> {
  const state = () => page.evaluate(() => window.hullstormDemo.stats());
  await expect.poll(state, PATIENCE).toMatchObject(paused ? { paused, busy: false } : { paused });
}

/** No steps are taken. For a paused world. */
export async function expectStill(page: Page): Promise<void> {
  const before = await stepCount(page);
  await page.waitForTimeout(300);
  expect(await stepCount(page)).toBe(before);
}

export async function expectBalls(page: Page, balls: number): Promise<void> {
  await expect.poll(() => page.evaluate(() => window.hullstormDemo.stats().balls), PATIENCE).toBe(balls);
}

export type Triple = [number, number, number];

/** Where the character is (m). */
export async function characterOf(page: Page): Promise<Triple> {
  const position = await page.evaluate(() => window.hullstormDemo.character());
  if (!position) throw new Error('expected a scene with a character');
  return position;
}

/** Waits until the camera has stopped: for ten frames no place moves on the page. */
export async function cameraRests(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const place = () => window.hullstormDemo.pointOf([5, 1, 5]);
    let before = place();
    for (let still = 0; still < 10; still++) {
      await new Promise(requestAnimationFrame);
      const [x, y] = place();
      if (Math.hypot(x - before[0], y - before[1]) > 0.01) still = -1;
      before = [x, y];
    }
  });
}

/** The point of the page at which a position is seen (CSS px). */
export function seenAt(page: Page, position: Triple): Promise<[number, number]> {
  return page.evaluate((place) => window.hullstormDemo.pointOf(place), position);
}

/** Clicks on a position (m). @param balls that there are then @returns the body that the ball is aimed at */
export async function targetAt(page: Page, position: Triple, balls: number): Promise<number> {
  await page.mouse.click(...(await seenAt(page, position)));
  await expectBalls(page, balls);
  return page.evaluate(() => window.hullstormDemo.target);
}

/**
 * Checks the scene with the sensor: the panel has its rays, and what is drawn lies on the ground, on the walls, or where
 * bodies are.
 */
export async function expectScan(page: Page): Promise<void> {
  await steps(page, 20);
  const shown = async () => Object.fromEntries(await page.locator('#scan dt').evaluateAll(readTerms));
  await expect.poll(shown, PATIENCE).toMatchObject({ rays: '50,048', 'rays per s': expect.stringMatching(/ [kM]$/) });
  expect(Number((await shown()).hits?.replace(',', ''))).toBeGreaterThan(20_000);
  const [points, { xyz }] = await page.evaluate(() => {
    const { scan, positions } = window.hullstormDemo;
    return [scan(), positions()] as const;
  });
  expect(points.length / 3).toBeGreaterThan(20_000);
  let onBodies = 0;
  for (let p = 0; p < points.length; p += 3) {
    const [x, y, z] = points.slice(p, p + 3);
    expect(y).toBeGreaterThan(-1e-3);
    if (y < 1e-3 || Math.max(Math.abs(x), Math.abs(z)) > 19.99) continue;
    onBodies++;
    const isNear = (_: number, at: number) =>
      at % 3 === 0 && Math.hypot(xyz[at] - x, xyz[at + 1] - y, xyz[at + 2] - z) < 0.9;
    if (onBodies % 50 === 0) expect(xyz.some(isNear), `${[x, y, z]}`).toBe(true);
  }
  expect(onBodies).toBeGreaterThan(1000);
}

/** B of the page's heap, after its garbage is gone. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  for (let i = 0; i < 3; i++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

export function readTerms(terms: Element[]): [string, string][] {
  return terms.map((term) => [term.textContent ?? '', term.nextElementSibling?.textContent ?? '']);
}

/** A real Chromium, and pages of it that remember what they complained about. */
import { type Browser, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { findProgram, type TestBrowser } from './testBrowser.ts';

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Chromium takes two seconds to end a worker that sleeps on shared memory (ms). */
const LINGER = 60_000;

/** Starts Chromium with a profile of its own, which goes when the browser is closed. */
export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const executablePath = findProgram([EXECUTABLE], "install Debian's chromium, or set CHROMIUM");
  return chromium.launch({ executablePath, args: [...ARGUMENTS, ...more] });
}

/** Chromium behind the interface that all browsers share. */
export async function openChromium(more?: readonly string[]): Promise<TestBrowser> {
  const browser = await launchChromium(more);
  return {
    async open(url) {
      const { page } = await openPage(browser, url);
      return {
        evaluate: (expression) => page.evaluate<never>(expression),
        screenshot: () => page.screenshot(),
        close: () => page.close(),
      };
    },
    close: () => browser.close(),
  };
}

/** An open page and what its console said. */
export interface OpenPage {
  readonly page: Page;
  /** Uncaught errors, console errors, and requests that failed. */
  readonly errors: string[];
  readonly warnings: string[];
}

/**
 * Opens `url` in a page of its own.
 * @param viewport size of the page (px)
 * @param prepare runs in the page, before its scripts
 */
export async function openPage(
  browser: Browser,
  url: string,
  viewport = { width: 1280, height: 720 },
  prepare?: () => void,
): Promise<OpenPage> {
  const page = await browser.newPage({ viewport });
  if (prepare) await page.addInitScript(prepare);
  const errors: string[] = [];
  const warnings: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
    if (message.type() === 'warning') warnings.push(message.text());
  });
  // a dev server makes bundles first, which takes long on a busy machine
  await page.goto(url, { timeout: 120_000 });
  return { page, errors, warnings };
}

/**
 * Expects that all workers of a page end. For pages without nested workers: Chromium 156 may never end a worker that is
 * terminated within milliseconds of its nested workers.
 */
export async function expectNoWorkers(page: Page): Promise<void> {
  await expect.poll(() => page.workers().map((worker) => worker.url()), { timeout: LINGER }).toEqual([]);
}

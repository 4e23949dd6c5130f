/** Browsers that lack something, and what the library says of it. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type {} from './buildSites.ts';
import { openChromium } from './chromium.ts';
import { openFirefox } from './firefox.ts';
import { ISOLATED, type Site, serve } from './server.ts';
import { call, type TestBrowser } from './testBrowser.ts';

let site: Site;

beforeAll(async () => {
  site = await serve(inject('site'), ISOLATED);
});

afterAll(async () => {
  await site?.close();
});

/** What becomes of an engine with two workers. @param address of the isolated page */
async function attemptIn(opening: Promise<TestBrowser>, address = site.url) {
  const browser = await opening;
  try {
    const page = await browser.open(address);
    const outcome = await call(page, 'attempt');
    return { outcome, complaints: await call(page, 'complaints') };
  } finally {
    await browser.close();
  }
}

test('http from another host than localhost: the headers do not help, and it says so', async () => {
  const opening = openChromium(['--host-resolver-rules=MAP page.test 127.0.0.1']);
  const { outcome, complaints } = await attemptIn(opening, site.url.replace('127.0.0.1', 'page.test'));
  expect(outcome).toBe('it started');
  expect(complaints).toEqual([
    expect.stringMatching(/^hullstorm: expected a page from https or localhost for threads, got one from elsewhere: /),
  ]);
});

test('WebAssembly turned off', async () => {
  const { outcome } = await attemptIn(openChromium(['--js-flags=--jitless']));
  expect(outcome).toBe(
    'QueryError: createEngine: expected WebAssembly, got a browser without it, or one in which it is turned off',
  );
});

test('shared memory turned off, and Atomics with it', async () => {
  const { outcome } = await attemptIn(openFirefox({ 'javascript.options.shared_memory': false }));
  expect(outcome).toBe(
    'QueryError: createEngine: expected Atomics, got a browser without it, or one in which it is turned off',
  );
});

/**
 * The packed npm package in apps that bring no worker with them: pages without a bundler, whose package is at another origin, and
 * bundlers that know nothing of workers. vite: package.test.ts; the heavier ones: test/apps.
 */
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANSWER, expectAnswer, installApp, makeFolder, makePages, packInto, removeFolder, run } from './apps.ts';
import { launchChromium } from './chromium.ts';
import { ISOLATED, serve } from './server.ts';

let folder: string;
let browser: Browser;

beforeAll(async () => {
  folder = await makeFolder();
  await packInto(folder);
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
  if (folder) await removeFolder(folder);
});

/** Serves a folder as an isolated page's, and checks the answer of one page of it. */
async function expectFrom(app: string, page = '', headers = ISOLATED, wanted: object = ANSWER): Promise<void> {
  const site = await serve(app, headers);
  await expectAnswer(browser, `${site.url}${page}`, wanted);
  await site.close();
}

test.each(['esbuild', 'rollup'])('%s: threads in the page and in Node, and no word from the bundler', async (name) => {
  const app = await installApp(folder, name);
  const command = name === 'esbuild' ? ['build.mjs'] : ['node_modules/rollup/dist/bin/rollup', '-c'];
  const { stderr } = await run('node', command, { cwd: app });
  expect(stderr).not.toMatch(/warn|error|\(!\)/i);
  if (name === 'rollup') await run('cp', ['index.html', 'dist'], { cwd: app });
  await expectFrom(join(app, 'dist'));
  const inNode = await run('node', ['dist/node.mjs'], { cwd: app, timeout: 30_000 });
  expect(JSON.parse(inNode.stdout)).toEqual(ANSWER);
  expect(inNode.stderr).toBe('');
});

describe('no bundler, the package at another origin', () => {
  let cdn: Awaited<ReturnType<typeof serve>>;
  let app: string;

  beforeAll(async () => {
    const headers = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };
    const root = join(folder, 'package');
    await run('npm', ['install', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'], {
      cwd: root,
    });
    cdn = await serve(root, headers);
    app = await makePages(folder, cdn.url.slice(0, -1));
  });

  afterAll(() => cdn?.close());

  test('hullstorm.min.js', async () => {
    await expectFrom(app, 'one-file.html');
  });

  test('modules of the package through an import map', async () => {
    await expectFrom(app, 'modules.html');
  });
});

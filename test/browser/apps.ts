/** Fresh apps that use the packed npm package: fixtures, installed as their lock files say, with the package beside. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import { openPage } from './chromium.ts';

export const run = promisify(execFile);

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FIXTURES = join(ROOT, 'test/fixtures');

/** What npm says of a packed package. */
export interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** What every app of `app-shared` answers, as soon as all of its threads have had a part. */
export const ANSWER = {
  pairs: 3999,
  first: -0.1,
  threads: 3,
  shared: true,
  kernel: 'simd',
  fallbacks: [],
  fallen: ['3.0', '-4.9'],
};

/** A folder for apps and the package. */
export function makeFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'hullstorm-app-'));
}

export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}

/** Packs the built package into `folder`, and unpacks it again into `folder/package`. */
export async function packInto(folder: string): Promise<Packed> {
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: ROOT,
  });
  // npm 12 names each package, npm 10 and 11 list them
  const answer = JSON.parse(stdout) as Packed[] | Record<string, Packed>;
  const packed = Object.values(answer)[0];
  await run('tar', ['-xzf', packed.filename], { cwd: folder });
  return packed;
}

/** Installs the app of test/fixtures/app-`name` in `folder`, where the package is unpacked. @returns where the app is */
export async function installApp(folder: string, name: string): Promise<string> {
  const app = join(folder, name);
  await cp(join(FIXTURES, 'app-shared'), join(app, 'src'), { recursive: true });
  // last: an app may have sources of its own
  await cp(join(FIXTURES, `app-${name}`), app, { recursive: true });
  await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: app });
  await cp(join(folder, 'package'), join(app, 'node_modules/hullstorm'), { recursive: true });
  return app;
}

/** Makes the app that needs no installation: pages, with `cdn` as the origin that the package is at. */
export async function makePages(folder: string, cdn: string): Promise<string> {
  const app = join(folder, 'pages');
  await mkdir(app);
  await cp(join(FIXTURES, 'app-shared'), app, { recursive: true });
  for (const page of ['one-file.html', 'modules.html']) {
    const text = await readFile(join(FIXTURES, 'app-page', page), 'utf8');
    await writeFile(join(app, page), text.replaceAll('CDN', cdn));
  }
  return app;
}

/** Opens the page of an app and checks its answer, and that the console is empty. */
export async function expectAnswer(browser: Browser, url: string, wanted: object = ANSWER): Promise<void> {
  const { page, errors, warnings } = await openPage(browser, url);
  await page.waitForFunction(() => 'answer' in globalThis, undefined, { timeout: 60_000 });
  const answer = await page.evaluate(() => (globalThis as unknown as { answer: unknown }).answer);
  expect({ answer, errors, warnings }).toEqual({ answer: wanted, errors: [], warnings: [] });
  await page.close();
}

/** The packed npm package under the heavier bundlers, before a release: the page, and Node where the bundler builds for it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANSWER, expectAnswer, installApp, makeFolder, packInto, removeFolder, run } from '../browser/apps.ts';
import { launchChromium } from '../browser/chromium.ts';
import { ISOLATED, serve } from '../browser/server.ts';

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

/** Runs a command of an app: it must say nothing of warnings and errors. */
async function build(app: string, ...command: string[]): Promise<void> {
  const { stdout, stderr } = await run('node', command, { cwd: app, env: { ...process.env, NO_COLOR: '1' } });
  expect(stdout + stderr).not.toMatch(/\bwarn|\berror/i);
}

async function expectFrom(site: string): Promise<void> {
  const { url, close } = await serve(site, ISOLATED);
  await expectAnswer(browser, url);
  await close();
}

async function expectInNode(app: string, file: string): Promise<void> {
  const { stdout, stderr } = await run('node', [file], { cwd: app, timeout: 60_000 });
  expect({ answer: JSON.parse(stdout), stderr }).toEqual({ answer: ANSWER, stderr: '' });
}

/** Runs a server of an app until `use` is through. @param ready what it says once it listens, with its address as the first group */
async function withServer(app: string, command: string[], use: (url: string) => Promise<void>): Promise<string> {
  const server: ChildProcess = spawn(process.execPath, command, { cwd: app, env: { ...process.env, NO_COLOR: '1' } });
  let log = '';
  try {
    const url = await new Promise<string>((resolve, reject) => {
      const listen = (chunk: Buffer) => {
        log += chunk.toString();
        const address = /http:\/\/(?:127\.0\.0\.1|localhost):(\d+)/.exec(log);
        if (address) resolve(`http://127.0.0.1:${address[1]}/`);
      };
      server.stdout!.on('data', listen);
      server.stderr!.on('data', listen);
      server.once('exit', (code) => reject(new Error(`exit ${code}: ${log}`)));
    });
    await use(url);
    return log;
  } finally {
    server.removeAllListeners('exit');
    if (server.exitCode === null) {
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.kill();
      await gone;
    }
  }
}

test('vite 7: build, preview and development server', async () => {
  const app = await installApp(folder, 'vite7');
  const vite = 'node_modules/vite/bin/vite.js';
  const listen = ['--host', '127.0.0.1', '--port', '0', '--clearScreen', 'false'];
  await build(app, vite, 'build');
  for (const command of [['preview'], []]) {
    const log = await withServer(app, [vite, ...command, ...listen], (url) => expectAnswer(browser, url));
    // vite 7 looks for the sources of maps in the package; vite 8 knows addresses
    const other = log.replace(/^Sourcemap for ".*" points to missing source files$/gm, '');
    expect(other).not.toMatch(/warn|error|missing source/i);
  }
});

test('webpack: the page, and Node', async () => {
  const app = await installApp(folder, 'webpack');
  await build(app, 'node_modules/webpack/bin/webpack.js');
  await cp(join(app, 'index.html'), join(app, 'dist/index.html'));
  await expectFrom(join(app, 'dist'));
  await expectInNode(app, 'dist/node.mjs');
});

test('Parcel', async () => {
  const app = await installApp(folder, 'parcel');
  await build(app, 'node_modules/parcel/lib/bin.js', 'build', 'index.html', '--no-cache');
  await expectFrom(join(app, 'dist'));
});

test('Next: a page and a route, built and in development', async () => {
  const app = await installApp(folder, 'next');
  const next = 'node_modules/next/dist/bin/next';
  const expectBoth = async (url: string) => {
    // a development server compiles a page when it is first asked for it
    await (await fetch(url)).text();
    await expectAnswer(browser, url);
    const response = await fetch(`${url}server`);
    expect(await response.json()).toEqual(ANSWER);
  };
  await build(app, next, 'build');
  await withServer(app, [next, 'start', '-p', '0', '-H', '127.0.0.1'], expectBoth);
  await withServer(app, [next, 'dev', '-p', '0', '-H', '127.0.0.1'], expectBoth);
});

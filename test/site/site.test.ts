/**
 * The site at two paths: all links and anchors lead somewhere, nothing is loaded from elsewhere, and its examples and
 * the demo run in Chromium, isolated by the service worker. Needs `npm ci --prefix site`.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GALLERY, isPage, isProgram } from '../../site/gallery.ts';
import { SOURCES, withLinks } from '../../site/sources.ts';
import { launchChromium, openPage } from '../browser/chromium.ts';
import { type Site, serve } from '../browser/server.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PATIENCE = { timeout: 60_000 };
/** Hosts that scripts name in texts, links and namespaces; they load nothing from there. */
const NAMED = new Set([
  ...['www.w3.org', 'github.com', 'vuejs.org', 'vitepress.dev', 'a.com'], // namespaces, messages, a base of URLs
  ...['react.dev', 'docs.pmnd.rs', 'opencollective.com'], // messages of libraries of an example
  ...['lunrjs.com', 'tartarus.org', 'graphics.stanford.edu'], // licenses and sources
]);

const parent = mkdtempSync(join(tmpdir(), 'hullstorm-site-'));
const BASES = ['/', '/hullstorm/'];
const folderOf = (base: string) => join(parent, String(BASES.indexOf(base)));
let browser: Browser;

async function build(base: string, env: Record<string, string>): Promise<void> {
  const all = { ...process.env, SITE_BASE: base, SITE_OUT: folderOf(base), ...env };
  const args = ['--import', './tools/typeScript.mjs', 'site/build.ts'];
  await promisify(execFile)(process.execPath, args, { cwd: ROOT, env: all });
}

/** Of TypeScript about the sources of the site. */
let complaints: string;

beforeAll(async () => {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const check = promisify(execFile)(process.execPath, [tsc, '-p', join(ROOT, 'site/tsconfig.json')]);
  const checked = check.then(
    () => '',
    ({ stdout }) => stdout,
  );
  await build(BASES[0]!, {});
  await build(BASES[1]!, { SITE_FROM: folderOf(BASES[0]!) });
  complaints = await checked;
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  rmSync(parent, { recursive: true, force: true });
});

test('the sources of the site have the types that they say', () => expect(complaints).toBe(''));

test('links of pages: to pages, pictures and files; not those in code', () => {
  const pictures: string[] = [];
  const text = '`[a](b)` [c](rays.md#hits) [d](../src/pair.ts) [e](lab) [f](#g) ![h](demo.jpg) list<f64>';
  const page = withLinks('docs/casts.md', text, 'guide/casts.md', (path) => pictures.push(path));
  const at = (path: string) => `https://github.com/hullstorm/hullstorm/${path}`;
  const files = `[d](${at('blob/main/src/pair.ts')}) [e](${at('tree/main/docs/lab')})`;
  expect(page).toBe(`\`[a](b)\` [c](./rays.md#hits) ${files} [f](#g) ![h](./demo.jpg) list&lt;f64>`);
  expect(pictures).toEqual(['docs/demo.jpg']);
  expect(() => withLinks('docs/casts.md', '[a](none.md)', 'guide/casts.md', () => {})).toThrow(/none\.md/);
});

interface Tag {
  readonly name: string;
  readonly url: string;
}

/** What the tags of a page link to or load, without data in the address. */
function tagsOf(html: string): Tag[] {
  const found = html.matchAll(/<(?<name>[a-z]+)\b[^>]*?\s(?:href|src|data-src|poster)="(?<url>[^"]*)"/g);
  return [...found]
    .map(({ groups }) => ({ name: groups!.name!, url: groups!.url!.replaceAll('&amp;', '&') }))
    .filter(({ url }) => !url.startsWith('data:'));
}

describe.each(BASES)('at %s', (base) => {
  const folder = folderOf(base);
  const origin = 'https://site.test';
  const files = (pattern: RegExp) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => pattern.test(path));
  const text = (path: string) => readFileSync(join(folder, path), 'utf8');
  const pages = new Map<string, { tags: Tag[]; anchors: Set<string> }>();
  beforeAll(() => {
    for (const path of files(/\.(html|svg)$/)) {
      const html = text(path).replace(/<!--.*?-->/gs, '');
      const anchors = new Set([...html.matchAll(/\s(?:id|name)="([^"]+)"/g)].map((match) => match[1]!));
      pages.set(path, { tags: tagsOf(html), anchors });
    }
  });

  /** Why a link leads nowhere. */
  function faultOf(path: string, { url }: Tag): string | undefined {
    const target = new URL(url, `${origin}${base}${path}`);
    if (target.origin !== origin) return undefined;
    if (!target.pathname.startsWith(base)) return 'outside of the base';
    let file = decodeURIComponent(target.pathname.slice(base.length));
    if (file === '' || file.endsWith('/')) file += 'index.html';
    if (!existsSync(join(folder, file)) || statSync(join(folder, file)).isDirectory()) return 'no file';
    const anchor = decodeURIComponent(target.hash.slice(1));
    if (file === 'api/hierarchy.html') return undefined; // its script makes the anchors
    if (anchor && !pages.get(file)?.anchors.has(anchor)) return 'no anchor';
    return undefined;
  }

  test('there are all pages, of the guide and of the reference', () => {
    expect([...pages.keys()].filter((path) => /^guide\/.*html$/.test(path))).toHaveLength(SOURCES.length);
    expect(pages.size).toBeGreaterThan(200);
    for (const path of ['index.html', 'gallery.html', 'benchmarks.html', 'api/index.html', 'demo/index.html']) {
      expect(pages.get(path)!.tags.length).toBeGreaterThan(0);
    }
  });

  test('every link and every anchor of it exists', () => {
    const faults: string[] = [];
    let count = 0;
    for (const [path, { tags }] of pages) {
      for (const tag of tags) {
        count++;
        const fault = faultOf(path, tag);
        if (fault) faults.push(`${path}: ${tag.url}: ${fault}`);
      }
    }
    expect(count).toBeGreaterThan(5000);
    expect(faults.slice(0, 20)).toEqual([]);
    expect(faultOf('index.html', { name: 'a', url: './guide/rays.html#hits' })).toBeUndefined();
    expect(faultOf('index.html', { name: 'a', url: './guide/rays.html#none' })).toBe('no anchor');
    expect(faultOf('guide/rays.html', { name: 'a', url: 'none.html' })).toBe('no file');
  });

  test('nothing is loaded from elsewhere', () => {
    const isForeign = (url: string) => new URL(url, origin).origin !== origin;
    const loads = [...pages].flatMap(([path, { tags }]) =>
      tags.filter(({ name, url }) => name !== 'a' && isForeign(url)).map(({ url }) => `${path}: ${url}`),
    );
    expect(loads).toEqual([]);
    const styles = files(/\.(css|html|svg)$/).flatMap((path) =>
      [...text(path).matchAll(/(?:url\(|@import\s)\s*["']?((?:https?:)?\/\/[^"')]+)/g)].map(
        ([, url]) => `${path}: ${url}`,
      ),
    );
    expect(styles).toEqual([]);
    const hosts = files(/\.js$/).flatMap((path) =>
      [...text(path).matchAll(/\b(?:https?|wss?):\/\/([\w.-]+\.[a-z]{2,})/g)].map(([, host]) => [host!, path] as const),
    );
    const programs = hosts.filter(
      ([, path]) => !/\.md\.|localSearchIndex|^api\/assets\/(search|navigation)/.test(path),
    );
    expect(programs.filter(([host]) => !NAMED.has(host))).toEqual([]);
  });

  describe('in Chromium', () => {
    let site: Site;
    /** Requests of all pages that fail or leave the origin, and errors. */
    const faults: string[] = [];
    beforeAll(async () => {
      site = await serve(folder, {}, base);
    });
    afterAll(() => site.close());

    async function open(path: string): Promise<Page> {
      const { page, errors } = await openPage(browser, 'about:blank');
      page.on('request', (request) => {
        const url = request.url();
        if (!/^(data|blob|about):/.test(url) && !url.startsWith(site.url)) faults.push(url);
      });
      page.on('response', (response) => {
        if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
      });
      page.on('close', () => faults.push(...errors));
      await page.goto(new URL(path, site.url).href);
      return page;
    }

    test('the front page, a search, and the page that it finds', async () => {
      const page = await open('./');
      expect(await page.title()).toBe('hullstorm');
      await page.locator('.VPNavBarSearch button').click();
      await page.locator('.VPLocalSearchBox input').fill('castRays');
      await page.locator('.VPLocalSearchBox .result').first().click(PATIENCE);
      await page.waitForURL(/\/guide\/.*html/, PATIENCE);
      await page.close();
      expect(faults).toEqual([]);
    });

    test('the gallery is isolated, and each example runs with threads', async () => {
      const page = await open('gallery.html');
      await page.waitForFunction(() => crossOriginIsolated, undefined, PATIENCE);
      // a page that has reloaded
      await page.waitForLoadState('networkidle');
      expect(await page.locator('.run').count()).toBe(GALLERY.length);
      const programs = GALLERY.filter(isProgram).slice(0, base === '/' ? undefined : 1);
      for (const example of [...programs, ...GALLERY.filter(isPage), ...GALLERY.filter(({ needsGpu }) => needsGpu)]) {
        const { title } = example;
        if (example.needsGpu) {
          // this browser has no GPU
          const run = page.locator('.run').nth(titleAt(title));
          await run.getByText('needs WebGPU').waitFor(PATIENCE);
          expect(await run.getByRole('button').isDisabled()).toBe(true);
          continue;
        }
        await page.locator('.run').nth(titleAt(title)).getByRole('button').click();
        const frame = page.frameLocator(`iframe[title="${title}"]`);
        if (isPage(example)) {
          await expect.poll(() => canvasIn(page, example.name), PATIENCE).toBeGreaterThan(99);
          continue;
        }
        await frame.locator('body[data-done]').waitFor({ ...PATIENCE, state: 'attached' });
        const log = await frame.locator('#output').innerText();
        expect(log).toMatch(/^isolated: .*\n(.+\n)+done in /);
        expect(log).not.toMatch(/error/i);
      }
      await page.close();
      expect(faults).toEqual([]);
    });
    /** The width of the canvas of an example that is a page (px); 0: it has none yet. */
    async function canvasIn(page: Page, name: string): Promise<number> {
      const frame = page.frames().find((one) => one.url().includes(`/apps/${name}/`));
      return (await frame?.locator('canvas').count())
        ? frame!.locator('canvas').evaluate((canvas) => canvas.clientWidth)
        : 0;
    }
    const titleAt = (title: string) => GALLERY.findIndex((example) => example.title === title);

    test('the demo opens, isolated', async () => {
      const page = await open('demo/');
      await page.waitForFunction(() => crossOriginIsolated, undefined, PATIENCE);
      await page.close();
      expect(faults).toEqual([]);
    });
  });
});

/** Files of the package that stand alone: they load wherever their address does. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DIST = `${ROOT}dist/`;

/** All that a file imports, by `import` or `import()`; addresses that are computed do not count. */
async function importsOf(file: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [`${DIST}${file}`],
    bundle: true,
    external: ['*'],
    format: 'esm',
    write: false,
    metafile: true,
  });
  return Object.values(metafile.inputs).flatMap(({ imports }) => imports.map(({ path }) => path));
}

test.each([
  ['workers/entry.web.js', []],
  ['workers/entry.node.js', ['./webScope.node.js', './entry.web.js']],
  ['workers/webScope.node.js', ['node:worker_threads']],
  ['workers/source.js', []],
  ['hullstorm.min.js', []],
])('%s imports %j', async (file, wanted) => {
  expect(await importsOf(file)).toEqual(wanted);
});

test('the text of the worker is a program without imports, and names no address of its own', async () => {
  const { source } = (await import(`${DIST}workers/source.js`)) as { source: () => string };
  const text = source();
  const { metafile } = await build({
    stdin: { contents: text },
    bundle: true,
    external: ['*'],
    format: 'esm',
    write: false,
    metafile: true,
  });
  expect(Object.values(metafile.inputs).flatMap(({ imports }) => imports)).toEqual([]);
  expect(text).not.toContain('import.meta');
  expect(text).not.toMatch(/^export\b/m);
});

test('the worker with fewer queries imports files of the package alone: workers know no import maps', () => {
  const seen = new Set<string>();
  const read = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, 'utf8');
    for (const [, name] of text.matchAll(/^(?:import|(?:import|export)\b[^;'"]*? from) ?['"]([^'"]+)['"]/gm)) {
      expect(name, file).toMatch(/^\.\.?\//);
      read(resolve(dirname(file), name!));
    }
  };
  read(`${DIST}workers/coreEntry.web.js`);
  expect(seen.size).toBeGreaterThan(20);
});

test('hullstorm.min.js is the whole: engine, stepper, and every kernel', async () => {
  const all = (await import(`${DIST}hullstorm.min.js`)) as Record<string, unknown>;
  const [web, dynamics] = await Promise.all([import(`${DIST}src/index.web.js`), import('hullstorm/dynamics')]);
  const wanted = [...Object.keys(web), ...Object.keys(dynamics), '_runWebWorker'];
  expect(Object.keys(all).sort()).toEqual(wanted.sort());
});

test('the code of the worker is in the package as a file, as text, and as a module for workers with fewer queries', () => {
  // an error of the worker's side: no other code has it
  const mark = /queryWorker\.serve/g;
  const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  const times = files.map((file) => [file, readFileSync(`${DIST}${file}`, 'utf8').match(mark)?.length ?? 0] as const);
  expect(times.filter(([, count]) => count > 0).sort()).toEqual([
    ['hullstorm.min.js', 1],
    ['workers/entry.web.js', 1],
    ['workers/queryWorker.js', 1],
    ['workers/source.js', 1],
  ]);
});

test('the file of the worker keeps its names, for stacks of errors, and names what it brings', () => {
  const text = readFileSync(`${DIST}workers/entry.web.js`, 'utf8');
  expect(text).toContain('function createQueryWorker(');
  expect(text).toMatch(/^\/\*! hullstorm .*comlink, Apache-2\.0.*gl-matrix, MIT.*\*\/$/m);
});

test('the map of hullstorm.min.js leads to the lines of the modules, all of which it or the package has', () => {
  const code = `import(${JSON.stringify(`${DIST}hullstorm.min.js`)}).then((h) => h.massProperties(h.box(-1, 1, 1)))`;
  const { stderr } = spawnSync(process.execPath, ['--enable-source-maps', '-e', code], { encoding: 'utf8' });
  expect(stderr).toMatch(/QueryError\]: massProperties/);
  const places = [...stderr.matchAll(/dist\/(src\/[\w/.]+\.js):(\d+):\d+/g)];
  expect(places[0]?.[1]).toBe('src/errors.js');
  const [, file, line] = places[0]!;
  expect(readFileSync(`${DIST}${file}`, 'utf8').split('\n')[Number(line) - 1]).toContain('throw new QueryError');
  const { sources, sourcesContent } = JSON.parse(readFileSync(`${DIST}hullstorm.min.js.map`, 'utf8')) as {
    sources: string[];
    sourcesContent: (string | null)[];
  };
  const lost = sources.filter((path, k) => sourcesContent[k] === null && !existsSync(DIST + path));
  expect(lost).toEqual([]);
  expect(sources.filter((path, k) => sourcesContent[k] === null && path.startsWith('..'))).toEqual([]);
});

test.each(['pairRow', 'distanceRows'])(
  'the map of %s leads to sources of this version, not to files of the package',
  (name) => {
    const map = JSON.parse(readFileSync(`${DIST}src/kernels/rows/${name}.js.map`, 'utf8')) as {
      sourceRoot: string;
      sources: string[];
    };
    const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { version: string };
    expect(map.sourceRoot).toBe(`https://raw.githubusercontent.com/hullstorm/hullstorm/v${version}/src/`);
    expect(map.sources).toContain(`kernels/rows/row.ts`);
    expect(map.sources.filter((path) => !existsSync(`${ROOT}src/${path}`))).toEqual([]);
  },
);

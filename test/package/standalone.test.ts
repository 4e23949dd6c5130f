/** Files of the package that stand alone: they load wherever their address does. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

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
  ['workers/entry.node.js', ['node:worker_threads']],
  ['workers/source.js', []],
  ['hullstorm.min.js', []],
])('%s imports %j', async (file, wanted) => {
  expect(await importsOf(file)).toEqual(wanted);
});

test('the text of the worker is a program without imports, and names no address of its own', async () => {
  const { source } = (await import(`${DIST}workers/source.js`)) as { source: string };
  const { metafile } = await build({
    stdin: { contents: source },
    bundle: true,
    external: ['*'],
    format: 'esm',
    write: false,
    metafile: true,
  });
  expect(Object.values(metafile.inputs).flatMap(({ imports }) => imports)).toEqual([]);
  expect(source).not.toContain('import.meta');
  expect(source).not.toMatch(/^export\b/m);
});

test('hullstorm.min.js is the whole: engine, stepper, and every kernel', async () => {
  const all = (await import(`${DIST}hullstorm.min.js`)) as Record<string, unknown>;
  const [web, dynamics] = await Promise.all([import(`${DIST}src/index.web.js`), import('hullstorm/dynamics')]);
  expect(Object.keys(all).sort()).toEqual([...Object.keys(web), ...Object.keys(dynamics)].sort());
});

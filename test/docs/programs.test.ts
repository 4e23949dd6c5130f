/** What README and the pages of docs/ show compiles, and prints what they say; their links lead somewhere. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPage, root } from './page.ts';

const PAGES = [
  'README.md',
  'docs/casts.md',
  'docs/compounds.md',
  'docs/contacts.md',
  'docs/core.md',
  'docs/dynamics.md',
  'docs/loop.md',
  'docs/meshes.md',
  'docs/movers.md',
  'docs/pair2d.md',
  'docs/passes.md',
  'docs/planar.md',
  'docs/probes.md',
  'docs/rays.md',
  'docs/shapes.md',
  'docs/three.md',
  'docs/webgpu.md',
  'examples/README.md',
].map(readPage);
const PROGRAMS = PAGES.flatMap(({ programs }) => programs);

/** Stands between the output of two programs. */
const END = '=== end of a program ===';

let folder = '';
const fileOf = (n: number) => join(folder, `program${n}.ts`);

beforeAll(() => {
  // inside the project, so that `hullstorm` resolves to the package by its own name
  folder = mkdtempSync(join(root, 'test/docs/.example-'));
  for (const { modules } of PAGES) for (const [name, code] of modules) writeFileSync(join(folder, name), code);
  for (const [n, { code }] of PROGRAMS.entries()) {
    // an example may have neighbors
    writeFileSync(fileOf(n), code.replaceAll(`from './`, `from '../../../examples/`));
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('there are as many programs as the pages show, and as many that say what they print', () => {
  expect(PAGES.map(({ path, programs, parts }) => [path, programs.length, parts.length])).toEqual([
    ['README.md', 1, 0],
    ['docs/casts.md', 1, 0],
    ['docs/compounds.md', 2, 0],
    ['docs/contacts.md', 2, 3],
    ['docs/core.md', 1, 0],
    ['docs/dynamics.md', 4, 0],
    ['docs/loop.md', 1, 0],
    ['docs/meshes.md', 3, 0],
    ['docs/movers.md', 2, 0],
    ['docs/pair2d.md', 1, 0],
    ['docs/passes.md', 1, 0],
    ['docs/planar.md', 1, 0],
    ['docs/probes.md', 3, 0],
    ['docs/rays.md', 1, 0],
    ['docs/shapes.md', 3, 0],
    ['docs/three.md', 2, 0],
    ['docs/webgpu.md', 2, 0],
    ['examples/README.md', 7, 0],
  ]);
  // the page of the stepper links to its example, which it shows, and to that of contacts
  const silent = PROGRAMS.filter(({ prints }) => prints === undefined).map(({ name }) => name);
  // the page of three.js begins with a program for browsers
  expect(silent).toEqual(['examples/brickWall.ts', 'examples/tinySolver.ts', 'docs/three.md, program 1']);
});

test('no other page says what something prints', () => {
  const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /^(?!api).*\.md$/.test(path),
  );
  expect(pages.length).toBeGreaterThan(20);
  const others = pages.map((path) => `docs/${path}`).filter((path) => !PAGES.some((page) => page.path === path));
  const printing = others.filter((path) =>
    /\bprints(?: `|[^\n]*\n\n```\n)/.test(readFileSync(join(root, path), 'utf8')),
  );
  expect(printing).toEqual([]);
});

test('every example that prints is on a page', () => {
  // those in folders are programs for the shell
  const files = readdirSync(join(root, 'examples')).filter((file) => file.endsWith('.ts'));
  const printing = files.filter((file) => readFileSync(join(root, 'examples', file), 'utf8').includes('console.log'));
  expect(printing.length).toBeGreaterThan(1);
  const shown = PROGRAMS.map(({ name }) => name);
  expect(printing.filter((file) => !shown.includes(`examples/${file}`))).toEqual([]);
});

test('all of them compile', () => {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root);
  // with a folder for output, TypeScript reads the sources of the package in place of its declarations
  delete options.outDir;
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  const program = ts.createProgram(
    files.map((file) => join(folder, file)),
    options,
  );
  const errors = ts.getPreEmitDiagnostics(program);
  expect(errors.map(({ file, messageText }) => [file?.fileName, messageText])).toEqual([]);
});

describe('prints what the page says', () => {
  const numbered = PROGRAMS.map(({ name, prints }, n) => ({ name, prints, n }));
  const printing = numbered.filter(({ prints }) => prints !== undefined);
  let printed: string[] = [];

  // one after the other in one process: to start a process takes longer than any of them
  beforeAll(() => {
    const lines = printing.map(
      ({ n }) => `process.argv[1] = ${JSON.stringify(fileOf(n))};
await import('./program${n}.ts');
console.log('${END}');`,
    );
    const all = join(folder, 'all.ts');
    writeFileSync(all, `${lines.join('\n')}\nexport {};\n`);
    const run = ['--import', './tools/typeScript.mjs', all];
    printed = execFileSync(process.execPath, run, { cwd: root, encoding: 'utf8' }).split(`${END}\n`);
  });

  test.each(printing.map(({ name, prints }, k) => ({ name, prints, k })))('$name', ({ prints, k }) => {
    expect(printed[k]?.trimEnd()).toBe(prints);
  });
});

describe('what does not run alone is a part of an example of its page', () => {
  /** Without indentation, which differs by how deep a part lies. */
  const flat = (code: string) => code.replace(/^ +/gm, '');
  const parts = PAGES.flatMap(({ parts, programs }) => parts.map((part) => ({ part, programs })));
  test.each(parts)('$part', ({ part, programs }) => {
    expect(programs.some(({ code }) => flat(code).includes(flat(part)))).toBe(true);
  });
});

describe.each(PAGES)('$path', ({ path, links }) => {
  test.each(links)('links to %s, which exists', (link) => {
    expect(existsSync(join(root, dirname(path), link))).toBe(true);
  });
});

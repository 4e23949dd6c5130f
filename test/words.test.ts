/**
 * The words of comments and docs: no persons for things, American spelling, no retired names, lines of at most 120
 * columns.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Files and folders that are checked. Add a folder here when its words are in order. */
const CHECKED = ['src', 'workers', 'bench', 'demo', 'docs', 'examples', 'scenes', 'tools', 'README.md'];
/** Parts of them that are not checked yet, or are not written by hand. */
const UNCHECKED = ['docs/api', 'docs/lab/scalar-kernel.md'];

/** Persons: threads, bodies, rows and code are things. */
const PERSONS = /\b(who|whom|whoever|nobody|somebody|anybody|everybody|someone|anyone|everyone)\b/i;
/** British spellings, in code too. */
const BRITISH =
  /colour|centre|neighbour|normalis|behaviour|optimis|initialis|serialis|\bgrey|labelled|modelling|(?<![a-z])(centi|milli|kilo)?metres?\b/i;
/** Names that were replaced by those of the field. */
const RETIRED = /\b(rehearsals?|puppets?|patience|strayed|oblivions?|bury|seeOff|disband|workbench|restless|tired)\b/i;
/** Names of other packages and of the public API that still have the British form. */
const ALLOWED = [/\bcolours\b(?=\(\)|: number|`)/g];
const COLUMNS = 120;

interface Line {
  readonly place: string;
  readonly text: string;
  /** The part of the line that is prose: a comment, or a line of a page. */
  readonly prose: string;
  /** Whether the line can be broken: not a row of a table, and not code on a page. */
  readonly isBreakable: boolean;
}

function filesIn(path: string): string[] {
  if (UNCHECKED.includes(path) || path.endsWith('node_modules') || /\/\.[^/]*$/.test(path)) return [];
  if (statSync(join(ROOT, path)).isDirectory()) {
    return readdirSync(join(ROOT, path)).flatMap((name) => filesIn(`${path}/${name}`));
  }
  return /\.(ts|mjs|md)$/.test(path) ? [path] : [];
}

/** The comment in a line of code, if there is one. */
function commentIn(text: string): string {
  const found = /^\s*(?:\/\*\*?|\*)(?<block>.*)$|(?:^|\s)\/\/ (?<line>.*)$|\/\*\*(?<inner>.*)\*\//.exec(text);
  return found?.groups?.block ?? found?.groups?.line ?? found?.groups?.inner ?? '';
}

function linesOf(file: string, source: string): Line[] {
  const isPage = file.endsWith('.md');
  let isFenced = false;
  return source.split('\n').map((text, k) => {
    const isFence = text.trimStart().startsWith('```');
    if (isPage && isFence) isFenced = !isFenced;
    const prose = isPage ? (isFenced ? '' : text) : commentIn(text);
    const isBreakable = !isPage || !(isFenced || isFence || text.startsWith('|') || text.startsWith('!['));
    return { place: `${file}:${k + 1}`, text, prose, isBreakable };
  });
}

const persons = ({ prose }: Line) => PERSONS.test(prose);
const retired = ({ text }: Line) => RETIRED.test(text);
const tooLong = ({ text, isBreakable }: Line) => isBreakable && text.length > COLUMNS;
const british = ({ text }: Line) => BRITISH.test(ALLOWED.reduce((rest, name) => rest.replaceAll(name, ''), text));

const placesOf = (lines: readonly Line[]) => lines.map(({ place, text }) => `${place}: ${text.trim()}`);

describe('words', () => {
  const files = CHECKED.flatMap(filesIn);
  const lines = files.flatMap((file) => linesOf(file, readFileSync(join(ROOT, file), 'utf8')));

  test('there is something to check', () => {
    expect(files.length).toBeGreaterThan(120);
    expect(lines.filter(({ prose }) => prose !== '').length).toBeGreaterThan(2000);
  });

  test('things are not persons', () => expect(placesOf(lines.filter(persons))).toEqual([]));
  test('spelling is American', () => expect(placesOf(lines.filter(british))).toEqual([]));
  test('retired names stay retired', () => expect(placesOf(lines.filter(retired))).toEqual([]));
  test(`lines have at most ${COLUMNS} columns`, () => expect(placesOf(lines.filter(tooLong))).toEqual([]));
});

describe('the check itself', () => {
  const line = (file: string, source: string) => linesOf(file, source)[0]!;

  test.each([
    ['src/a.ts', '/** Bodies who sleep. */', persons],
    ['src/a.ts', 'const a = 1; // nobody reads it', persons],
    ['src/a.ts', '  /** whoever calls */ readonly a: number;', persons],
    ['docs/a.md', 'Somebody moved it.', persons],
    ['src/a.ts', 'const centreX = 1;', british],
    ['src/a.ts', 'const perMetre = 1; // metres', british],
    ['docs/a.md', 'The colour of contacts.', british],
    ['src/a.ts', `import './rehearsal.ts';`, retired],
    ['src/a.ts', `// ${'long '.repeat(30)}`, tooLong],
  ])('%s: %s', (file, source, check) => expect(check(line(file, source))).toBe(true));

  test.each([
    ['src/a.ts', `const who = 'who';`, persons],
    ['src/a.ts', 'const diameter = perimeter; // parameters', british],
    ['docs/a.md', `| ${'cell | '.repeat(30)}`, tooLong],
  ])('%s: %s is right', (file, source, check) => expect(check(line(file, source))).toBe(false));
});

/**
 * The words of code, comments and docs: those of the glossary (docs/conventions.md#words), no persons for things,
 * American spelling, lines of at most 120 columns.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Files and folders that are checked. Add a folder here when its words are in order. */
const CHECKED = ['src', 'workers', 'bench', 'demo', 'docs', 'examples', 'scenes', 'site', 'tools', 'README.md'];
/** Parts of them that are not checked yet, or are not written by hand. */
const UNCHECKED = ['docs/api', 'site/dist', 'docs/lab/scalar-kernel.md'];

/** Persons: threads, bodies, rows and code are things. */
const PERSONS = /\b(who|whom|whoever|nobody|somebody|anybody|everybody|someone|anyone|everyone)\b/i;
/** British spellings, in code too. */
const BRITISH =
  /colour|centre|neighbour|normalis|behaviour|optimis|initialis|serialis|\bgrey|labelled|modelling|(?<![a-z])(centi|milli|kilo)?metres?\b/i;
/** Names of other packages and of the public API that still have the British form. */
const ALLOWED = [/\bcolours\b(?=\(\)|: number|`)/g];
const COLUMNS = 120;

/** Names that were replaced, and the names in their place: those of the field, or of the glossary. */
const REPLACED: readonly (readonly [string, string])[] = [
  ['arms', 'angular'],
  ['bring', 'register'],
  ['broughtPrepare', 'registeredPrepare'],
  ['copyKept', 'copyPolytope'],
  ['gives', 'invEffectiveMass'],
  ['gapSpeed', 'separationSpeed'],
  ['handOn', 'transferImpulses'],
  ['heir', 'receiver'],
  ['castOn', 'castSwept'],
  ['deeds', 'cases'],
  ['ever', 'deepest'],
  ['isJudged', 'needsDistance'],
  ['judge', 'oracle'],
  ['judgeChord', 'boundChord'],
  ['SEEK', 'APART'],
  ['keeper', 'treeUpdater'],
  ['rig', 'fixture'],
  ['keptAt', 'polytopeAt'],
  ['leads', 'midstep'],
  ['lightA', 'invSqrtMassA'],
  ['lightB', 'invSqrtMassB'],
  ['mayKeep', 'mayRecycle'],
  ['movesA', 'isDynamicA'],
  ['movesB', 'isDynamicB'],
  ['recall', 'warmStart'],
  ['recalled', 'cache'],
  ['rememberMeeting', 'storeApproach'],
  ['rub', 'solveFriction'],
  ['settleFaces', 'f64FaceRows'],
  ['settleOver', 'f64FaceRow'],
  ['steepest', 'MAX_STIFFNESS_GAIN'],
  ['steepness', 'stiffnessGain'],
  ['sunk', 'biasedSeparation'],
  ['turnAhead', 'predictRotations'],
];

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
  test(`lines have at most ${COLUMNS} columns`, () => expect(placesOf(lines.filter(tooLong))).toEqual([]));
});

/** The words of the glossary, and their meanings. */
function glossary(): [string, string][] {
  const page = readFileSync(join(ROOT, 'docs/conventions.md'), 'utf8');
  const rows = page.slice(page.indexOf('\n## Words')).matchAll(/^\| (?<words>[^|]+) \| (?<meaning>[^|]+) \|.*\|$/gm);
  const [, , ...entries] = [...rows].map(({ groups }) => [groups?.words ?? '', groups?.meaning ?? ''] as const);
  return entries.flatMap(([words, meaning]) => words.split(', ').map((word): [string, string] => [word, meaning]));
}

/** A word in prose or as a part of a name: `warm start`, `warmStart`, `WARM_START`. */
const inUse = (word: string) => new RegExp(`(?<![a-z])${word.split(/[ -]/).join('[ _-]?')}`, 'i');

/** The names in a source, with those of private members. */
function namesIn(source: string): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.add(node.text.replace('#', ''));
    node.forEachChild(visit);
  };
  visit(ts.createSourceFile('a.ts', source, ts.ScriptTarget.ES2022, false));
  return names;
}

describe('glossary', () => {
  const entries = glossary();
  const sources = ['src', 'test'].flatMap(filesIn).flatMap((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8');
    return file.endsWith('.ts') ? [{ file, source, names: namesIn(source) }] : [];
  });
  const own = sources.filter(({ file }) => file.startsWith('src'));
  const text = own.map(({ source }) => source).join('\n');

  test('it has some 60 words, each once', () => {
    const words = entries.map(([word]) => word);
    expect(words.length).toBeGreaterThan(55);
    expect(words.length).toBeLessThan(90);
    expect(new Set(words).size).toBe(words.length);
  });

  test.each(entries)('%s: it is in use', (word) => expect(text).toMatch(inUse(word)));

  test('the names in place of others are in use', () => {
    const unused = REPLACED.filter(([, name]) => !sources.some(({ names }) => names.has(name)));
    expect(unused).toEqual([]);
  });

  test('names that were replaced do not come back', () => {
    const back = REPLACED.flatMap(([old, name]) =>
      sources.filter(({ names }) => names.has(old)).map(({ file }) => `${file}: ${old}, now ${name}`),
    );
    expect(back).toEqual([]);
  });
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
    ['src/a.ts', `// ${'long '.repeat(30)}`, tooLong],
  ])('%s: %s', (file, source, check) => expect(check(line(file, source))).toBe(true));

  test.each([
    ['src/a.ts', `const who = 'who';`, persons],
    ['src/a.ts', 'const diameter = perimeter; // parameters', british],
    ['docs/a.md', `| ${'cell | '.repeat(30)}`, tooLong],
  ])('%s: %s is right', (file, source, check) => expect(check(line(file, source))).toBe(false));

  test('names of a source are those outside of comments and texts', () => {
    const names = namesIn("const rub = 'gives'; // sunk\nclass A { #heir = 1; }");
    expect([...names]).toEqual(['rub', 'A', 'heir']);
  });

  test.each(['const WARM_START = 1;', 'warmStart();', '// a warm start', '#warmStart'])('a word is in %s', (source) =>
    expect(source).toMatch(inUse('warm start')),
  );
  test('a word is not a part of another one', () => expect('broadcast').not.toMatch(inUse('cast')));
});

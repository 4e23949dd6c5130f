/** What the compiler says about sources that are not for WGSL, with their lines; and what it writes. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { checkForWgsl, compileToWgsl } from '../../../tools/lanes/compile.ts';
import type { LanesError } from '../../../tools/lanes/diagnostics.ts';
import { gpuTexts } from '../../../tools/lanes/gpuTexts.ts';
import { MAIN, ROOT } from '../../support/lanesFixture.ts';

const IMPORTS = `import { type Bytes, type Double, type Doubles, type Int, type IntColumn, type Ints, type Lane, type Shorts, type Table, addressOf, double, int, intsAt, splat, transpose } from '../language/lanes.ts';
interface Row extends Table<4> { readonly id: IntColumn; readonly size: IntColumn }
`;

const optionsOf = (source: string) => ({
  entries: [MAIN],
  own: ['Row'],
  root: ROOT,
  overlay: { [MAIN]: IMPORTS + source },
});

function errorsOf(source: string): readonly string[] {
  try {
    checkForWgsl(optionsOf(source));
    return [];
  } catch (error) {
    return (error as LanesError).diagnostics.map((text) => text.replace('src/kernels/', ''));
  }
}

const NO_F64 = 'WGSL has no f64; write a Lane or a Float, or compute it in a function that is native';

describe('errors', () => {
  test.each([
    ['an f64 that is loaded', 'if (d[0] > 1) n = 1;', `x.ts:5:7: ${NO_F64}`],
    ['an f64 that is stored', 'd[0] = 1;', `x.ts:5:3: ${NO_F64}`],
    ['a constant of f64', 'const far: Double = 2;', `x.ts:5:23: ${NO_F64}`],
    ['an f64 of a builtin', 'n = int(double(n));', `x.ts:5:11: ${NO_F64}`],
  ])('%s', (_, statement, error) => {
    expect(
      errorsOf(`export function run(d: Doubles): Int {
  let n: Int = 0;
  ${statement}
  return n;
}`),
    ).toEqual([error]);
  });

  test('elements that are no words are loaded, and not stored', () => {
    const source = (statement: string) => `export function run(b: Bytes, s: Shorts, w: Ints): void {
  ${statement}
}`;
    expect(errorsOf(source('w[0] = b[1] + s[2];'))).toEqual([]);
    const reason = 'another invocation may store to the same word; store Ints';
    expect(errorsOf(source('b[1] = 2;'))).toEqual([`x.ts:4:3: WGSL stores no Bytes: ${reason}`]);
    expect(errorsOf(source('s[1] = 2;'))).toEqual([`x.ts:4:3: WGSL stores no Shorts: ${reason}`]);
  });

  test('four lanes, and functions that hosts run as written', () => {
    const lanes = 'export function run(): void { const t = transpose({ a: 0, b: 0, c: 0, d: 0 }); }';
    expect(errorsOf(lanes)).toEqual(['x.ts:3:41: transpose needs four lanes; put it under `if (LANES === 4)`']);
    const hosted = `import { setBits } from '../broad/words.ts';
export function run(w: Ints): void { setBits(w, 0, 2); }`;
    expect(errorsOf(hosted)).toEqual(['x.ts:4:38: setBits is not written in WGSL; call a helper of a wide source']);
  });

  test('memory of a table that an invocation has for itself has no address', () => {
    const source = `function sum(ids: Ints, n: Int): Int { let all: Int = 0; for (let k: Int = 0; k < n; k++) all += ids[k]; return all; }
export function run(row: Row): Int { return sum(intsAt(row.id), 1); }`;
    expect(errorsOf(source)).toEqual(['x.ts:4:45: sum takes an address; pass the table that this memory is of']);
  });

  test('a function that no export calls may be for another build', () => {
    expect(
      errorsOf('function far(d: Doubles): Double { return d[0]; }\nexport function run(): Int { return 1; }'),
    ).toEqual([]);
  });
});

test('a table of one row is a struct, whose index is left out', () => {
  const text = compileToWgsl(
    optionsOf(`function fill(row: Row, n: Int): void { for (let k: Int = 0; k < n; k++) row.size[0] = row.size[0] + splat(k); }
export function run(row: Row, n: Int): void { row.id[0] = splat(n); fill(row, n); }`),
  );
  expect(text).toContain('struct Row { m0: i32, m1: i32 }');
  expect(text).toContain('fn run_(a: ptr<function, Row>, b: i32)');
  expect(text).toContain('(*a).m0 = b;');
  expect(text).toContain('fill_(a, b);');
  expect(text).not.toContain('word(');
});

test('the kernels of boxes take at most 15 kB as gzip, with all passes', () => {
  const texts = gpuTexts(ROOT);
  expect(gzipSync(JSON.stringify(texts), { level: 9 }).length).toBeLessThan(15_000);
  expect(texts.boxes).not.toMatch(/\n\n|\/\/|f64/);
});

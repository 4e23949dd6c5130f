/** ES modules of hosts: the bits of the source that they come from, its imports, and a map to its lines. */
import { decode } from '@jridgewell/sourcemap-codec';
import { transform } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { seeded } from '../../../scenes/random.ts';
import { compileToModule } from '../../../tools/lanes/compile.ts';
import { MAIN, ROOT } from '../../support/lanesFixture.ts';

const TABLES = `
import type { Double, Int } from '../language/lanes.ts';
import { doubles, ints } from '../language/members.ts';
export class Pair { readonly at = doubles(3); readonly ids = ints(4); sum: Double = NaN; count: Int = 0; }
`;
const OWN = `
import type { Doubles, Int } from '../language/lanes.ts';
export function outer(at: Doubles, k: Int): Int { at[k] *= 2; return [3, 1, 2][k]!; }
`;
const SOURCE = `import type { Double, Doubles, Flag, Floats, Int } from '../language/lanes.ts';
import { greater } from '../math/extremes.ts';
import { outer } from './own.ts';
import type { Pair } from './t.ts';
interface Vec { x: Double; y: Double }
interface Search { readonly v: Vec; steps: Int; ending: Int }
interface Context { readonly pair: Pair; readonly near: Doubles; readonly limit: Double; readonly unread: Double }
interface Found { readonly id: Int; readonly size: Double }
/** Taken alone: tables have its members. */
interface Numbers { readonly at: Doubles }
export interface Columns { readonly near: Doubles; readonly far: Doubles; readonly isFar: Flag }
function lengthOf(v: Vec): Double { return Math.sqrt(v.x * v.x + v.y * v.y); }
function copyAll(to: Numbers, from: Doubles): void { for (let k: Int = 0; k < 3; k++) to.at[k] = from[k]; }
/** Long, and called twice: a function of the module. */
function mixed(at: Doubles, k: Int): Double {
  const before = at[k === 0 ? 2 : k - 1];
  const after = at[k === 2 ? 0 : k + 1];
  return 0.5 * (before + after) - 0.25 * at[k] * Math.abs(before - after);
}
/** Sets a record of its caller, and returns early. */
function advance(context: Context, search: Search, k: Int): void {
  const { pair, near } = context;
  search.steps += 1;
  if (near[k] > context.limit) { search.ending = 2; return; }
  search.v.x += mixed(near, k);
  search.v.y -= mixed(pair.at, k);
  pair.ids[k] = search.steps;
}
/** Returns a record, early or late. */
function foundIn(context: Context, search: Search): Found {
  if (search.ending === 2) return { id: -1, size: context.limit };
  const size = lengthOf(search.v);
  return { id: search.steps, size };
}
function sumOf(at: Doubles): Double {
  let sum: Double = 0;
  for (let k: Int = 0; k < 3; k++) { if (at[k] < 0) continue; sum = sum + at[k]; }
  return sum;
}
export function run(pair: Pair, columns: Columns, floats: Floats, n: Int): Int {
  const near = columns.isFar ? columns.far : columns.near;
  const context: Context = { pair, near, limit: Number(floats[1]), unread: Number(floats[0]) };
  const search: Search = { v: { x: 0, y: 1 }, steps: 0, ending: 0 };
  copyAll(pair, columns.near);
  for (let k: Int = 0; k < n && search.ending === 0; k++) advance(context, search, k);
  const found = foundIn(context, search);
  const other = outer(pair.at, 1);
  pair.sum = greater(found.size, sumOf(near)) * Number(1 - 2 * Number(found.id < 0));
  pair.count = pair.count + 3 * other - n;
  pair.sum += pair.at[Math.trunc(found.size) === 0 ? 0 : 1];
  return found.id ^ Math.imul(n, 0x7fff1234);
}
`;

const compiled = (text = SOURCE) => {
  const overlay = { [MAIN]: text, 'src/kernels/t.ts': TABLES, 'src/kernels/own.ts': OWN };
  return compileToModule({ entries: [MAIN], outside: ['src/kernels/own.ts'], root: ROOT, overlay }, MAIN);
};

/** Runs a module or a source. Its imports are functions of this test. */
async function load(source: string) {
  const { code } = await transform(source, { loader: 'ts', format: 'esm' });
  const own = await transform(OWN.replace('export', ''), { loader: 'ts' });
  const local = code.replace(/^import \{ outer as (\S+) \}.*$/m, 'const $1 = outer;').replace(/^import .*$/gm, '');
  const greater = 'function greater(a, b) { return a < b ? b : a; }';
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(`${own.code}${greater}${local}`)}`);
}

describe('modules of hosts', () => {
  test('the bits of the source, in results and in memory', async () => {
    const { text } = compiled();
    const [module, source] = await Promise.all([load(text), load(SOURCE)]);
    const random = seeded(4801);
    for (let round = 0; round < 400; round++) {
      const number = () => (round % 7 === 0 ? Math.round(4 * random() - 2) : 4 * random() - 2);
      const near = Float64Array.from({ length: 3 }, number);
      const far = Float64Array.from({ length: 3 }, number);
      const floats = Float32Array.of(random(), 3 * random() - 0.5);
      const calls = [module, source].map(({ run }) => {
        const pair = { at: new Float64Array(3), ids: new Int32Array(4), sum: NaN, count: round };
        const columns = { near: near.slice(), far: far.slice(), isFar: round % 2 === 1 };
        const given = run(pair, columns, floats, round % 4);
        return { given, pair, columns };
      });
      expect(calls[0], `seed 4801, round ${round}`).toEqual(calls[1]);
    }
  });

  test('records become locals, unread members go, long helpers are called, others are imported', () => {
    const { text } = compiled();
    expect(text).toContain("import { outer as outer$$ } from './own.js';");
    expect(text).not.toMatch(/unread|lengthOf|greater/);
    expect(text.match(/^function (\w+)/gm)).toEqual(expect.arrayContaining(['function mixed', 'function run']));
    expect(text.match(/mixed\$\(/g)).toHaveLength(3);
    expect(text).toContain('export { run$ as run };');
  });

  test('a helper over memory for which wasm has instructions is one like others', () => {
    const { text } = compiled(`import type { Doubles, Int } from '../language/lanes.ts';
import { isNear } from '../broad/near.ts';
export function run(boxes: Doubles, n: Int): Int { return isNear(boxes, n, boxes[0], 0, 0, 1, 1, 1, boxes[1]); }`);
    expect(text).not.toMatch(/isNear|import/);
    expect(text).toMatch(/boxes\[n \+ 3\]/);
  });

  test('a function that stays outside, and takes what only hosts have, is refused', () => {
    const own =
      "import type { Engine } from '../engine/engine.ts';\nexport function ask(of: Engine, k: Int): Int { return k; }";
    const text = `import type { Doubles, Int } from '../language/lanes.ts';
import { ask } from './own.ts';
export function run(at: Doubles, k: Int): Int { return ask(at, k); }`;
    const overlay = { [MAIN]: text, 'src/kernels/own.ts': own };
    const compile = () =>
      compileToModule({ entries: [MAIN], outside: ['src/kernels/own.ts'], root: ROOT, overlay }, MAIN);
    expect(compile).toThrow('x.ts:3:56: ask is imported as it is, and the kind of of is not known');
  });

  test('a float that crosses an export is refused', () => {
    expect(() => compiled(`${SOURCE}export function half(x: Double): Double { return x / 2; }`)).toThrow(
      'moduleOf: expected half to take and return no float, which V8 allocates',
    );
  });

  test('the map leads from each statement to its line', () => {
    const { text, map } = compiled(SOURCE.replace('pair.count = ', 'pair.count =  '));
    const { sources, mappings } = JSON.parse(map);
    expect(sources).toEqual(['x.ts']);
    const lines = decode(mappings);
    const lineOf = (part: string, from: string) => {
      const at = from.split('\n').findIndex((line) => line.includes(part));
      expect(at, part).toBeGreaterThan(-1);
      return at;
    };
    for (const [written, read] of [
      ['pair.count = ', 'pair.count ='],
      ['search_v_x += ', 'search.v.x += '],
      ['= ((0.5 * ', 'return 0.5 * '],
    ] as const) {
      expect(lines[lineOf(written, text)]![0]![2], written).toBe(lineOf(read, SOURCE));
    }
  });
});

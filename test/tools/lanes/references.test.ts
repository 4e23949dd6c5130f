/** Records whose members are set: by the function that has them, and by helpers that take them. */
import { describe, expect, test } from 'vitest';
import { check } from '../../../tools/lanes/compile.ts';
import { ALL_BUILDS, compile, optionsOf, runnable } from '../../support/lanesFixture.ts';

const IMPORTS = `import { type Double, type Doubles, type Flag, type Int, type Ints } from '../language/lanes.ts';
interface Vec { x: Double; y: Double }
interface Search { count: Int; vv: Double; isDone: Flag; readonly v: Vec; readonly w: Vec }
function zero(): Vec { return { x: 0, y: 0 }; }
function newSearch(): Search { return { count: 0, vv: 1 / 0, isDone: false, v: zero(), w: zero() }; }
function copy(to: Vec, from: Vec): void { to.x = from.x; to.y = from.y; }
function dot(a: Vec, b: Vec): Double { return a.x * b.x + a.y * b.y; }
`;

/** The numbers that `run(f, n)` writes. */
async function written(source: string, build: (typeof ALL_BUILDS)[number], n: number, count: number) {
  const { run, buffer } = await runnable(IMPORTS + source, build);
  run.run!(0, n);
  return [...new Float64Array(buffer, 0, count)];
}

describe.each(ALL_BUILDS)('$name', (build) => {
  test('a helper sets members of a const, with branches and early returns', async () => {
    const source = `
function advance(search: Search, n: Int): void {
  const { v, w } = search;
  w.x = v.x + 1;
  if (n < 2) { search.isDone = true; return; }
  for (let k: Int = 0; k < 10; k++) {
    if (k === 1) continue;
    if (k > n) break;
    if (k === 7) return;
    search.count += k;
  }
  copy(v, w);
  search.vv = dot(v, v);
}
export function run(f: Doubles, n: Int): void {
  const search = newSearch();
  advance(search, n);
  advance(search, n);
  f[0] = search.count; f[1] = search.vv; f[2] = search.v.x; f[3] = search.w.x; f[4] = search.isDone ? 1 : 0;
}`.replace('f[0] = search.count', 'f[0] = Number(search.count)');
    expect(await written(source, build, 1, 5)).toEqual([0, Infinity, 0, 1, 1]);
    expect(await written(source, build, 3, 5)).toEqual([10, 4, 2, 2, 0]);
    // 2 + … + 6, and it leaves before the copy
    expect(await written(source, build, 9, 5)).toEqual([40, Infinity, 0, 1, 0]);
  });

  test('it returns a scalar, a record, or memory, from any of its branches', async () => {
    const source = `
interface Weights { p: Double; q: Double }
interface Pools { readonly f: Doubles; readonly at: Int }
function scalar(v: Vec, n: Int): Double { v.x += 1; if (n > 2) return v.x; return -v.x; }
function record(v: Vec, n: Int): Vec { v.y = 7; if (n > 2) return { x: v.y, y: v.x }; return v; }
function memory(v: Vec, pools: Pools, n: Int): Pools { v.y += 1; if (n > 2) return pools; return { f: pools.f, at: pools.at + 1 }; }
export function run(f: Doubles, n: Int): void {
  const v = zero();
  f[0] = scalar(v, n);
  const r = record(v, n);
  f[1] = r.x; f[2] = r.y;
  v.x = 50;
  f[3] = r.x;
  const at = memory(v, { f, at: 4 }, n);
  at.f[at.at] = v.y;
  const weights: Weights = { p: 0, q: 0 };
  weights.q += 3;
  f[6] = weights.p + weights.q;
}`;
    expect(await written(source, build, 3, 7)).toEqual([1, 7, 1, 7, 8, 0, 3]);
    // a record that is returned is a copy in wasm: sources of hosts do not set it afterward
    expect(await written(source, build, 1, 7)).toEqual([-1, 1, 7, 1, 0, 8, 3]);
  });

  test('scalars of a call are those before it; records are what they become', async () => {
    const source = `
function step(v: Vec, x: Double, w: Vec): void { v.x += 10; v.y = x + w.x; if (v.y > 1000) return; v.y += 1; }
export function run(f: Doubles, n: Int): void {
  const v = zero();
  v.x = 1;
  step(v, v.x, v);
  f[0] = v.x; f[1] = v.y;
  const { x, y: other } = v;
  v.x = 0; v.y = 0;
  f[2] = x; f[3] = other;
}`;
    expect(await written(source, build, 0, 4)).toEqual([11, 13, 11, 13]);
  });

  test('through names of members, and helpers of helpers', async () => {
    const source = `
interface Outer { readonly search: Search; readonly own: Vec }
function deepest(v: Vec, n: Int): Int { if (n === 0) return 5; v.x = Number(n); return 6; }
function deeper(outer: Outer, n: Int): Int {
  const { search } = outer;
  const { v } = search;
  const found = deepest(v, n);
  copy(outer.own, v);
  return found;
}
export function run(f: Doubles, n: Int): void {
  const search = newSearch();
  const outer: Outer = { search, own: zero() };
  const found = deeper(outer, n);
  f[0] = Number(found); f[1] = search.v.x; f[2] = outer.own.x;
}`;
    expect(await written(source, build, 3, 3)).toEqual([6, 3, 3]);
    expect(await written(source, build, 0, 3)).toEqual([5, 0, 0]);
  });
});

test('a record that is set may hold numbers, memory and tables of a parameter, which stays as it is', async () => {
  const source = `import { type Doubles, type Int } from '../language/lanes.ts';
import { ints } from '../language/members.ts';
class Stack { readonly nodes = ints(2); height: Int = 0 }
interface Tree { readonly boxes: Doubles; readonly stack: Stack; readonly first: Int }
interface Own { readonly boxes: Doubles; readonly stack: Stack; count: Int }
function count(own: Own, n: Int): void { own.count += n; own.stack.height += 1; own.boxes[1] = Number(own.count); }
function search(tree: Tree, n: Int): Int {
  const { stack } = tree;
  const own: Own = { boxes: tree.boxes, stack, count: tree.first };
  count(own, n);
  return own.count;
}
function treeAt(stack: Stack, boxes: Doubles): Tree { return { boxes, stack, first: 7 }; }
export function run(stack: Stack, boxes: Doubles, n: Int): Int { return search(treeAt(stack, boxes), n); }`;
  const { run, buffer } = await runnable(source);
  expect(run.run!(0, 64, 5)).toBe(12);
  expect([new Int32Array(buffer)[2], new Float64Array(buffer, 64)[1]]).toEqual([1, 12]);
});

test('a name of a record, or of a record in it, is no copy; a name of what a let holds is one', async () => {
  const source = `
export function run(f: Doubles, n: Int): void {
  const search = newSearch();
  const v = search.v;
  let w = search.w;
  const before = w;
  search.v.x = 5;
  w.x = 7;
  f[0] = v.x; f[1] = search.w.x; f[2] = before.x; f[3] = w.x;
}`;
  expect(await written(source, ALL_BUILDS[0]!, 0, 4)).toEqual([5, 0, 0, 7]);
});

test('a table, or a larger record, stands for a record of some of its members', async () => {
  const source = `import { type Double, type Doubles, type Int } from '../language/lanes.ts';
import { doubles } from '../language/members.ts';
interface Points { readonly y: Doubles }
interface More extends Points { readonly k: Int }
class Two { count: Int = 0; readonly y = doubles(2) }
class Four { readonly y = doubles(4); count: Int = 0 }
function move(to: Points, k: Int, from: Points, j: Int): void { if (k >= 0) to.y[k] = from.y[j]; }
export function run(two: Two, four: Four): Double {
  const more: More = { y: four.y, k: 3 };
  move(four, 2, two, 1);
  move(more, more.k, four, 2);
  return four.y[3];
}`;
  const { run, buffer } = await runnable(source);
  new Float64Array(buffer)[2] = 6;
  expect(run.run!(0, 64)).toBe(6);
});

test('a record holds tables', async () => {
  const source = `import { type Double, type Int } from '../language/lanes.ts';
class Body { t: Double = 0; n: Int = 0 }
interface Row { readonly body: Body; readonly k: Int }
function rise(row: Row): void { if (row.k > 0) row.body.t += Number(row.k); }
function twice(row: Row): Double { rise(row); rise(row); return row.body.t; }
export function run(body: Body, k: Int): Double { const row: Row = { body, k }; rise(row); return twice(row); }`;
  const { run } = await runnable(source);
  expect(run.run!(0, 3)).toBe(9);
});

test('patterns take apart tables, too', async () => {
  const source = `import { type Double, type Doubles, type Int } from '../language/lanes.ts';
import { doubles } from '../language/members.ts';
class Body { t: Double = 0; readonly v = doubles(3) }
export function run(body: Body): void { const { t, v } = body; body.t = 9; v[0] = t; v[1] = body.t; }`;
  const { run, buffer } = await runnable(source);
  new Float64Array(buffer)[0] = 4;
  run.run!(0);
  expect([...new Float64Array(buffer, 0, 3)]).toEqual([9, 4, 9]);
});

const errors: readonly (readonly [string, string, string])[] = [
  [
    'a helper that sets a record inside of an expression',
    'function f(v: Vec): Double { v.x = 1; return 2; }\nexport function run(f64: Doubles): void { const v = zero(); f64[0] = 1 + f(v); }',
    '9:74: f sets a record; call it in a statement of its own, or as all of a right-hand side',
  ],
  [
    'a record with another name, as a whole',
    'interface Two { v: Vec }\nexport function run(f: Doubles): void { let two: Two = { v: zero() }; const { v } = two; two.v = zero(); f[0] = v.x; }',
    '9:90: another name stands for two.v; set its members one by one',
  ],
  [
    'a value that is no name',
    'function f(v: Vec): void { v.x = 1; }\nexport function run(g: Doubles): void { f({ x: g[0], y: 0 }); }',
    '9:43: this cannot be assigned; write a local, a member of one, or an element of memory',
  ],
];

test.each(errors)('%s', (_, source, text) => {
  const compileIt = () => check(optionsOf(IMPORTS + source));
  expect(compileIt).toThrow(text);
});

test('a helper that sets nothing stays as it was', () => {
  const source = `${IMPORTS}
function reads(v: Vec, n: Int): Double { if (n > 0) return v.x; return v.y; }
export function run(f: Doubles, n: Int): void { const v: Vec = { x: f[0], y: f[1] }; f[2] = reads(v, n); }`;
  expect(compile(source).text).toContain('(call $reads');
});

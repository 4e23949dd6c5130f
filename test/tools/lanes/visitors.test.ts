/** Visitors: functions that a helper takes by name, and calls where it is inlined. */
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { check } from '../../../tools/lanes/compile.ts';
import { ALL_BUILDS, compile, optionsOf, runnable } from '../../support/lanesFixture.ts';

/** Lines 1 to 4 of every source. */
const IMPORTS = `import { any, extract, type Column, type Double, type Doubles, type Flag, type Int, type Ints, type Lane, max, type Table } from '../language/lanes.ts';
type Visit<State> = (state: State, node: Int) => Flag;
interface Most { value: Double; count: Int; node: Int }
interface Sum extends Table<4> { total: Double; last: Int }
`;
/** Down a binary tree, of which node k has the children 2 k + 1 and 2 k + 2. */
const DESCEND = `
function descend<State>(stack: Ints, end: Int, state: State, visit: Visit<State>): Int {
  let top: Int = 1;
  stack[0] = 0;
  while (top > 0) {
    top -= 1;
    const node = stack[top];
    if (node >= end) continue;
    const isEnough = visit(state, node);
    if (isEnough) return node;
    stack[top] = 2 * node + 2;
    stack[top + 1] = 2 * node + 1;
    top += 2;
  }
  return -1;
}
interface Query { readonly most: Most; readonly f: Doubles; readonly limit: Double }
function keepMost(query: Query, node: Int): Flag {
  const { most, f, limit } = query;
  most.count += 1;
  if (!(f[node] > most.value)) return false;
  most.value = f[node];
  most.node = node;
  return most.value > limit;
}
function addUp(sum: Sum, node: Int): Flag {
  sum.total += Number(node);
  sum.last = node;
  return node === 5;
}
`;

/** The numbers that `run(f, stack, n)` leaves behind `inputs`. */
async function written(source: string, build: (typeof ALL_BUILDS)[number], inputs: readonly number[], count: number) {
  const { run, buffer } = await runnable(IMPORTS + source, build);
  const f = new Float64Array(buffer, 0, inputs.length + count);
  f.set(inputs);
  run.run!(0, 4096, inputs.length);
  return [...f.subarray(inputs.length)];
}

describe.each(ALL_BUILDS)('$name', (build) => {
  test('one descent with the states of two searches: a record that the visitor sets, and a table', async () => {
    const source = `${DESCEND}
export function run(f: Doubles, stack: Ints, n: Int): void {
  const most: Most = { value: -1, count: 0, node: -1 };
  const query: Query = { most, f, limit: 8.5 };
  const found = descend(stack, n, query, keepMost);
  f[n] = most.value; f[n + 1] = Number(most.count); f[n + 2] = Number(most.node); f[n + 3] = Number(found);
  f[n + 4] = sumOf(stack, n);
}
function sumOf(stack: Ints, n: Int): Double {
  const sum = tableAt<Sum>(8192);
  sum.total = 0;
  const found = descend(stack, n, sum, addUp);
  return found < 0 ? sum.total : 100 + sum.total;
}`.replace('export', "import { tableAt } from '../language/lanes.ts';\nexport");
    // in the order 0 1 3 4 2 5 6: 9 is enough, and 5 ends the sum
    expect(await written(source, build, [1, 7, 3, 9, 2], 5)).toEqual([9, 3, 3, 3, 10]);
    expect(await written(source, build, [1, 7, 3, 8, 2, 0, 8], 5)).toEqual([8, 7, 3, -1, 115]);
    expect(await written(source, build, [], 5)).toEqual([-1, 0, -1, -1, 0]);
  });

  test('passed on by helpers, called twice, in a loop and in a straight line', async () => {
    const source = `
function twice(x: Double): Double { return 2 * x; }
function halved(x: Double): Double { if (x > 4) return x / 2; return x; }
function both(x: Double, first: (x: Double) => Double, second: (x: Double) => Double): Double {
  const y = first(x);
  return second(y);
}
function often(f: Doubles, n: Int, change: (x: Double) => Double, other: (x: Double) => Double): void {
  for (let k: Int = 0; k < n; k++) f[k] = both(f[k], other, change);
}
export function run(f: Doubles, stack: Ints, n: Int): void {
  often(f, n, twice, halved);
  f[n] = both(f[0], twice, twice);
  f[n + 1] = both(f[1], halved, halved);
}`;
    expect(await written(source, build, [3, 10], 2)).toEqual([24, 2.5]);
  });

  test('a visitor may leave out the last parameters', async () => {
    const source = `
function least(a: Double, b: Double): Double { return max(a, b); }
function three(): Double { return 3; }
function sum(f: Doubles, n: Int, add: (a: Double, b: Double, k: Int) => Double): Double {
  let total: Double = 0;
  for (let k: Int = 0; k < n; k++) { const own = add(f[k], total, k); total += own; }
  return total;
}
export function run(f: Doubles, stack: Ints, n: Int): void {
  f[n] = sum(f, n, least);
  f[n + 1] = sum(f, n, three);
}`;
    expect(await written(source, build, [2, 1, 5], 2)).toEqual([9, 9]);
  });

  test('with lanes, and a visitor that stores and gives nothing', async () => {
    const source = `
type Take = (c: Column, row: Int, x: Lane) => void;
function raise(c: Column, row: Int, x: Lane): void { if (any(x > 1)) c[row] = max(x, c[row]); }
function each(c: Column, n: Int, take: Take): void { for (let row: Int = 0; row < n; row += 4) take(c, row, c[row] * 3); }
export function run(f: Doubles, stack: Ints, n: Int): void {
  const c = columnAt(256);
  c[0] = splat(float(f[0]));
  each(c, 4, raise);
  f[n] = Number(extract(c[0], 0));
}`.replace('export', "import { columnAt, float, splat } from '../language/lanes.ts';\nexport");
    expect(await written(source, build, [2], 1)).toEqual([6]);
    expect(await written(source, build, [-2], 1)).toEqual([-2]);
  });
});

test('hosts run it as it is', async () => {
  const { outputText } = ts.transpileModule(`${DESCEND}\nexport { descend, keepMost };`, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  const { descend, keepMost } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(outputText)}`
  );
  const most = { value: -1, count: 0, node: -1 };
  const found = descend(new Int32Array(9), 5, { most, f: new Float64Array([1, 7, 3, 9, 2]), limit: 8.5 }, keepMost);
  expect([found, most]).toEqual([3, { value: 9, count: 3, node: 3 }]);
});

test('neither the helper nor a visitor that sets records is a function of the module', () => {
  const source = `${IMPORTS}${DESCEND}
export function run(f: Doubles, stack: Ints, n: Int): void {
  const most: Most = { value: -1, count: 0, node: -1 };
  const query: Query = { most, f, limit: 2 };
  descend(stack, n, query, keepMost);
  f[0] = most.value;
}`;
  expect(compile(source).text).not.toMatch(/\(call|func \$(descend|keepMost)/);
});

const RUN = 'export function run(stack: Ints, n: Int): void';
const EACH = 'function each(n: Int, visit: (k: Int) => Flag): Flag { const is = visit(n); return is; }';
const YES = 'function yes(k: Int): Flag { return k > 0; }';

/** Lines 5 and on. */
const errors: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'a visitor that is written at its call',
    `${EACH}\n${RUN} { each(n, (k) => k > 0); }`,
    ['6:58: visit is the name of a function; write one at the top level, and pass what it needs in a record'],
  ],
  [
    'a builtin',
    `function each(n: Int, most: (a: Int, b: Int) => Int): Int { return most(n, n); }\n${RUN} { each(n, max); }`,
    ['6:58: most is the name of a function; write one at the top level, and pass what it needs in a record'],
  ],
  [
    'other kinds',
    `${EACH}\nfunction yes(k: Lane): Flag { return any(k > 0); }\n${RUN} { each(n, yes); }`,
    ['7:58: expected (Int) => Flag, got (Lane) => Flag'],
  ],
  [
    'more parameters',
    `${EACH}\nfunction yes(k: Int, n: Int): Flag { return k > n; }\n${RUN} { each(n, yes); }`,
    ['7:58: expected (Int) => Flag, got (Int, Int) => Flag'],
  ],
  [
    'another state',
    `function each<State>(state: State, visit: Visit<State>): void { visit(state, 1); }\nfunction no(k: Double, n: Int): Flag { return Number(n) < k; }\n${RUN} { each(n, no); }`,
    ['5:71: expected Double, got Int; write double(…)'],
  ],
  [
    'a state without a kind',
    `function each<State>(state: State, visit: Visit<State>): void { visit(state, 1); }\nfunction no(k: Int, n: Int): Flag { return n < k; }\n${RUN} { each(3, no); }`,
    ['7:55: which kind is this number? Give it a name: `const n: Int = …`'],
  ],
  [
    'recursion',
    `${EACH}\nfunction again(k: Int): Flag { const is = each(k, again); return is; }\n${RUN} { each(n, again); }`,
    ['6:43: each calls itself; there is no recursion, write a loop'],
  ],
  [
    'a visitor with a name of its own',
    `function each(n: Int, visit: (k: Int) => Flag): void { const other = visit; }\n${YES}\n${RUN} { each(n, yes); }`,
    ['5:70: `visit` is no value here; a function is called, or passed to a helper that takes one'],
  ],
  [
    'a visitor in a record',
    'interface State { readonly visit: (k: Int) => Flag }',
    ['5:35: a function is not stored or returned; a parameter of a helper may be one'],
  ],
  [
    'a visitor that is returned',
    `type Other = Visit<Int>;\nfunction yes(state: Int, k: Int): Flag { return k > state; }\nfunction other(): Other { return yes; }\n${RUN} {}`,
    [
      '7:19: a function is not stored or returned; a parameter of a helper may be one',
      '7:34: `yes` is no value here; a function is called, or passed to a helper that takes one',
    ],
  ],
  [
    'a state that is returned',
    'function each<State>(state: State, visit: Visit<State>): State { visit(state, 1); return state; }',
    ['5:58: a type parameter is the kind of a parameter; write the kind of the result out'],
  ],
  [
    'a call inside of an expression',
    `${EACH}\n${YES}\nexport function run(stack: Ints, n: Int): Flag { return n > 3 && each(n, yes); }`,
    ['7:66: each takes a visitor; call it in a statement of its own, or as all of a right-hand side'],
  ],
  [
    'a visitor that stores, inside of an expression',
    `function each(stack: Ints, visit: (s: Ints) => Int): void { stack[0] = 1 + visit(stack); }\nfunction put(s: Ints): Int { s[1] = 3; return 1; }\n${RUN} { each(stack, put); }`,
    ['5:76: put stores to memory; call it in a statement of its own, or as all of a right-hand side'],
  ],
  [
    'an export',
    `export ${EACH}`,
    ['5:30: the exported each cannot take visit: (Int) => Flag; take memory or a scalar'],
  ],
];

test.each(errors)('%s', (_, source, texts) => {
  const compiled = () => check(optionsOf(`${IMPORTS}${source}`));
  const at = (text: string) => `src/kernels/x.ts:${text}`;
  expect(compiled).toThrow(expect.objectContaining({ diagnostics: texts.map(at) }));
});

/** What the compiler says about sources that are not in the language: every text with its line and column. */
import { describe, expect, test } from 'vitest';
import { check } from '../../../tools/lanes/compile.ts';
import { LanesError } from '../../../tools/lanes/diagnostics.ts';
import { MAIN, optionsOf } from '../../support/lanesFixture.ts';

/** Lines 1 and 2 of every source. */
const IMPORTS = `import { type Bytes, type Column, type ColumnOf, type Double, type Flag, type Float, type Floats, type Int, type IntColumn, type Lane, type LaneInt, type Mask, type Table, type Tables, LANES, all, any, columnAt, extract, float, int, max, min, select, splat, tableAt, toInt, toLane } from '../language/lanes.ts';
interface Vec2 { readonly x: Lane; readonly y: Lane }
`;

const CLASS =
  'a class is a table; its members are memory, `readonly v = doubles(3)`, a scalar, `t: Double = 0`, ' +
  'or a table, `readonly own = new Other()`';

type Case = readonly [name: string, source: string, errors: readonly string[]];

/** Bodies of a function, from line 5 column 3 on; what follows a closing brace stands after the function. */
const BODIES: readonly Case[] = [
  [
    'if mask',
    'if (x > 0) c[0] = x;',
    ['5:7: a Mask is one truth per lane and lanes do not branch; ask any(…) or all(…), or choose values by select(…)'],
  ],
  [
    'while mask',
    'while (x > 0) c[0] = x;',
    ['5:10: a Mask is one truth per lane and lanes do not branch; ask any(…) or all(…), or choose values by select(…)'],
  ],
  [
    'for mask',
    'for (; x > 0; ) { break; }',
    ['5:10: a Mask is one truth per lane and lanes do not branch; ask any(…) or all(…), or choose values by select(…)'],
  ],
  [
    'mask ? scalar',
    'f[0] = x > 0 ? f[1] : f[2];',
    ['5:10: a Mask cannot choose a Float: it has no lanes; write splat(…) on both sides, or ask any(…) or all(…)'],
  ],
  [
    'select mask scalar',
    'f[0] = select(x > 0, f[1], 2);',
    ['5:10: a Mask cannot choose a Float: it has no lanes; write splat(…) on both sides, or ask any(…) or all(…)'],
  ],
  ['if int', 'if (n) c[0] = x;', ['5:7: expected Flag, got Int; write … !== 0']],
  ['lane to scalar', 'f[0] = x;', ['5:10: expected Float, got Lane; write extract(…, k)']],
  ['scalar to lane', 'c[0] = f[0];', ['5:10: expected Lane, got Float; write splat(…)']],
  ['lane+float', 'c[0] = x + f[0];', ['5:10: `+` of Lane and Float; write splat(…)']],
  ['float*lane', 'c[0] = f[0] * x;', ['5:10: `*` of Float and Lane; write splat(…)']],
  ['int+float', 'f[n] = n + f[0];', ['5:10: `+` of Int and Float; write float(…)']],
  [
    'laneint+lane',
    'c[0] = toInt(x) + x;',
    ['5:10: `+` of LaneInt and Lane; write toInt(…), or bitsOf(…) for the bits'],
  ],
  [
    'mask+lane',
    'c[0] = select(x > 0, x > 1, x);',
    ["5:3: Type 'boolean' is not assignable to type 'number'.", '5:31: expected Mask, got Lane'],
  ],
  ['mask && flag', 'c[0] = select(x > 0 && n > 0, x, 0);', ['5:17: `&&` of Mask and Flag; write splat(…)']],
  [
    'int /',
    'f[0] = float(n / 2);',
    ['5:16: Int has no `/`; write int(double(a) / double(b)), or a shift for a power of two'],
  ],
  ['%', 'f[0] = float(n % 2);', ['5:16: there is no `%`; write `& (n − 1)` for a power of two']],
  [
    'laneint /',
    'c[0] = toLane(toInt(x) / toInt(x));',
    ['5:17: LaneInt has no `/`; write toInt(toLane(a) / toLane(b))'],
  ],
  ['**', 'c[0] = x ** 2;', ['5:10: there is no `**`; write the product']],
  ['==', 'c[0] = x == 0 ? x : 1;', ['5:10: write `===`']],
  [
    'let without kind',
    'let i = 0;\n  for (; i < n; i++) c[i] = x;',
    ['5:7: i needs a kind; write `let i: Int = …` or another kind'],
  ],
  ['let uninitialised', 'let y: Lane;\n  c[0] = x;', ['5:7: y has no value; write `let y: Kind = …`']],
  ['var', 'var y: Lane = 0;\n  c[0] = y;', ['5:3: there is no `var`; write const or let']],
  ['0.5 as Int', 'const i: Int = 0.5;\n  c[i] = x;', ['5:18: expected Int, got 0.5, which is no i32']],
  ['float index', 'c[f[0]] = x;', ['5:5: expected Int, got Float; write int(…)']],
  [
    'no common kind',
    'const y = min(1, 2);\n  c[0] = y;',
    ['5:13: which kind are these numbers? Give one a kind: splat(…) or a const with a kind'],
  ],
  [
    'numbers select',
    'const y = select(x > 0, 1, 0);\n  c[0] = y;',
    ['5:13: which kind are these numbers? Write splat(…), or give the const a kind'],
  ],
  ['assign const', 'const y = x;\n  y = x + 1;', ['6:3: y cannot be assigned; declare it, or a copy of it, with let']],
  ['assign param', 'n = 3;', ['5:3: n cannot be assigned; declare it, or a copy of it, with let']],
  [
    'assign member',
    'let v: Vec2 = { x, y: x };\n  v.x = x;\n  c[0] = v.x;',
    ["6:5: Cannot assign to 'x' because it is a read-only property."],
  ],
  [
    'expression assign',
    'let y = x;\n  c[0] = y = x;',
    ['6:10: an assignment is a statement of its own; write it before'],
  ],
  [
    'expression count',
    'let i: Int = 0;\n  f[i++] = 0;',
    ['6:5: a count changes in a statement of its own; write it before or after'],
  ],
  [
    'expression pre count',
    'let i: Int = 0;\n  f[++i] = 0;',
    ['6:5: a count changes in a statement of its own; write it before or after'],
  ],
  [
    'closure',
    'const g = (y: Lane) => y + x;\n  c[0] = g(x);',
    [
      '5:13: functions are not values here; write a helper at the top level and call it',
      '6:10: unknown call `g`; call a builtin of lanes.ts or a helper of a wide source',
    ],
  ],
  [
    'nested function',
    'function g(y: Lane): Lane { return y; }\n  c[0] = g(x);',
    ['5:3: a function inside of a function is a closure; write a helper at the top level'],
  ],
  ['string', "const s = 'x';\n  c[0] = x;", ['5:13: there are no strings; use a numeric constant']],
  ['template', 'const s = `x`;\n  c[0] = x;', ['5:13: there are no strings; use a numeric constant']],
  [
    'array',
    'const s = [x, x];\n  c[0] = x;',
    ['5:13: there are no arrays; use an interface of kinds, or memory such as Floats'],
  ],
  [
    'new',
    'const s = new Array();\n  c[0] = x;',
    [
      '5:13: nothing is allocated here; write a record literal, or pass memory in',
      "5:17: 'Array' only refers to a type, but is being used as a value here.",
    ],
  ],
  ['try', 'try { c[0] = x; } finally { c[0] = x; }', ['5:3: kernels throw and catch nothing; store a status']],
  ['throw', 'throw x;', ['5:3: kernels throw and catch nothing; store a status']],
  [
    'class',
    'class A {}\n  c[0] = x;',
    ['5:3: a class is a table, and stands at the top level; write an interface of kinds'],
  ],
  ['do', 'do { c[0] = x; } while (n > 0);', ['5:3: there is no `do`; write `while (true)` with a `break`']],
  ['switch', 'switch (n) { case 0: break; }', ['5:3: there is no `switch`; write `if` and `else`']],
  [
    'for of',
    'for (const y of c) { c[0] = y; }',
    ['5:3: there is nothing to iterate; write `for (let row: Int = 0; …)`'],
  ],
  ['Math', 'c[0] = Math.abs(x);', ['5:10: Math.abs takes a Double, as on the host']],
  [
    'unknown call',
    'c[0] = frob(x);',
    ['5:10: unknown call `frob`; call a builtin of lanes.ts or a helper of a wide source'],
  ],
  [
    'method',
    'c[0] = x.toFixed();',
    [
      '5:10: unknown call `x.toFixed`; call a builtin of lanes.ts or a helper of a wide source',
      "5:12: Property 'toFixed' does not exist on type 'number'.",
    ],
  ],
  ['cast', 'c[0] = x as Lane;', ['5:10: casts do nothing here; convert by a builtin such as splat, toLane or int']],
  ['non-null', 'c[0] = x!;', ['5:10: casts do nothing here; convert by a builtin such as splat, toLane or int']],
  [
    'any type',
    'const y: any = x;\n  c[0] = y;',
    ['5:12: `any` is no kind; write Lane, Mask, LaneInt, Int, Float, Double, Flag, a memory or an interface of these'],
  ],
  [
    'number type',
    'const y: number = x;\n  c[0] = y;',
    [
      '5:12: `number` is no kind; write Lane, Mask, LaneInt, Int, Float, Double, Flag, a memory or an interface of these',
    ],
  ],
  [
    'destructuring by let',
    'const v: Vec2 = { x, y: x };\n  let { y } = v;\n  c[0] = y;',
    ['6:7: only the members of a record are taken apart, by const; read other values one by one'],
  ],
  [
    'destructuring with a default',
    'const v: Vec2 = { x, y: x };\n  const { y = x } = v;\n  c[0] = y;',
    ['6:11: a pattern is `const { member, member: name } = record`; name every member'],
  ],
  [
    'destructuring of what is no member',
    'const v: Vec2 = { x, y: x };\n  const { z } = v;\n  c[0] = x;',
    ['6:11: Vec2 has no member z'],
  ],
  [
    'spread',
    'const v: Vec2 = { x, y: x };\n  const w: Vec2 = { ...v, x };\n  c[0] = w.x;',
    ['6:21: a record literal is `{ name: value, … }`; write every member out'],
  ],
  [
    'no member',
    'const v: Vec2 = { x, y: x };\n  c[0] = v.z;',
    ['6:10: Vec2 has no member z', "6:12: Property 'z' does not exist on type 'Vec2'."],
  ],
  [
    'number in a record',
    'const v = { x: 1, y: x };\n  c[0] = v.y;',
    ['5:18: which kind is this number? Give the record a kind: `const r: Vec3 = …`'],
  ],
  ['idle expression', 'x + 1;', ['5:3: this does nothing; assign it, or call a helper']],
  [
    'label',
    'outer: for (;;) { break outer; }',
    ['5:3: LabeledStatement is not part of the language; see tools/lanes/README.md'],
  ],
  ['comma', 'const i = (n, n);\n  c[i] = x;', ['5:14: there is no comma operator; write two statements']],
  [
    'function as a value',
    'const g = min;\n  c[0] = x;',
    ['5:13: `min` is no value here; a function is called, or passed to a helper that takes one'],
  ],
  ['tableAt without a table', 'const t = tableAt(n);\n  c[0] = x;', ['5:13: which table? Write tableAt<Tile>(…)']],
  ['lane of four', 'f[0] = extract(x, 4);', ['5:10: there is no lane 4 of 4']],
  ['lane not constant', 'f[0] = extract(x, n);', ['5:10: `extract` takes no Lane and Int; it takes Lane, lane number']],
  [
    'memory chosen',
    'const d = x > 0 ? c : columnAt(0);\n  d[0] = x;',
    ['5:13: memory cannot be chosen by lane; choose it by a Flag'],
  ],
  [
    'lane index',
    'f[n] = n > 0 && inlined(n) > 0 ? 1 : 0;\n}\nfunction inlined(k: Int): Int {\n  const twice = k * 2;\n  return twice;',
    ['5:19: this side may not be reached, so it cannot inline a helper or read a record; give it a const before'],
  ],
  [
    'lazily inlined',
    'f[0] = n > 0 ? twice(f[1]) : 0;\n}\nfunction twice(k: Float): Float {\n  const half = k * 2;\n  return half;',
    [
      '5:10: a side that may not be reached cannot inline a helper or read a record; give it a const before, or write select(…)',
    ],
  ],
  [
    'counting memory inside of an expression',
    'f[0] = 1 + put(f);\n}\nfunction put(g: Floats): Float {\n  g[0]++;\n  return 3;',
    ['5:14: put stores to memory; call it in a statement of its own, or as all of a right-hand side'],
  ],
  ['unary plus', 'c[0] = +x;', ['5:10: there is no unary `+`; leave it out']],
  [
    'storing inside of an expression',
    'f[0] = 1 + put(f);\n}\nfunction put(g: Floats): Float {\n  g[0] = 2;\n  return 3;',
    ['5:14: put stores to memory; call it in a statement of its own, or as all of a right-hand side'],
  ],
  [
    'recursion',
    'f[0] = down(f[0]);\n}\nfunction down(y: Float): Float {\n  if (y > 0) return down(y - 1);\n  return y;',
    ['8:21: down calls itself; there is no recursion, write a loop'],
  ],
  [
    'mutual recursion',
    'f[0] = ping(f[0]);\n}\nfunction ping(y: Float): Float {\n  return pong(y);\n}\nfunction pong(y: Float): Float {\n  return ping(y);',
    ['11:10: ping calls itself; there is no recursion, write a loop'],
  ],
  [
    'assign a call',
    'splat(f[0]) = x;',
    ['5:3: this cannot be assigned; write a local, a member of one, or an element of memory'],
  ],
  [
    'helper argument',
    'c[0] = half(f[0]);\n}\nfunction half(y: Lane): Lane {\n  return y * 0.5;',
    ['5:15: expected Lane, got Float; write splat(…)'],
  ],
  [
    'nothing as value',
    'const y = nothing();\n  c[0] = x;\n}\nfunction nothing(): void {\n  return;',
    ['5:13: this gives no value'],
  ],
  [
    'step',
    'for (let i: Int = 0; i < n; i = twice(i)) c[i] = x;\n}\nfunction twice(k: Int): Int {\n  let t = k;\n  t += k;\n  return t;',
    ['5:31: a loop steps by one plain assignment; compute the rest inside of the loop'],
  ],
  [
    'local twice',
    'const v = c;\n  v[0] = v;',
    ["6:3: Type 'Column' is not assignable to type 'number'.", '6:10: expected Lane, got Column'],
  ],
  [
    'not a memory',
    'c[0] = x[0];',
    ['5:10: only memory has elements; write a Column, Floats, ColumnOf<…> or the like before the brackets'],
  ],
  [
    'element of a table',
    'const t = tableAt<Tile>(n);\n  c[0] = t[0];\n}\ninterface Tile extends Table<4> {\n  readonly a: Column;',
    ['6:10: only memory has elements; write a Column, Floats, ColumnOf<…> or the like before the brackets'],
  ],
  [
    'record compound',
    'let v: Vec2 = { x, y: x };\n  v += v;\n  c[0] = v.x;',
    [
      '6:3: `+` takes no Vec2 and Vec2; it takes Lane, Lane or LaneInt, LaneInt or Int, Int or Float, Float or Double, Double',
    ],
  ],
  ['argument count', 'c[0] = max(x);', ['5:10: Expected 2 arguments, but got 1.']],
  [
    'store of another kind',
    'c[n] = toInt(x);',
    ['5:10: expected Lane, got LaneInt; write toLane(…), or fromBits(…) for the bits'],
  ],
  ['compound %', 'let i = n;\n  i %= 2;', ['6:3: there is no `%=`; write the assignment out']],
  [
    'not a function',
    'c[0] = c(x);',
    ['5:10: unknown call `c`; call a builtin of lanes.ts or a helper of a wide source'],
  ],
];

/** Whole files, from line 3 on. */
const FILES: readonly Case[] = [
  [
    'module let',
    'let state: Int = 0;\nexport function run(): Int { return state; }',
    ['3:1: kernels keep no state; write const, or keep the value in memory'],
  ],
  [
    'module const no number',
    'export const T = min(1, 2);',
    ['3:18: which kind are these numbers? Give one a kind: splat(…) or a const with a kind'],
  ],
  ['module class', 'export class A {}', [`3:1: ${CLASS}`]],
  ['class with a base', 'class B { t: Double = 0; }\nclass A extends B { n: Int = 0; }', [`4:1: ${CLASS}`]],
  [
    'class member',
    'class A { v = 0; m: Lane = 0; get t(): Double { return 0; } }',
    ['3:11', '3:18', '3:31'].map((at) => `${at}: ${CLASS}`),
  ],
  [
    'class memory',
    'import { doubles } from "../language/members.ts";\nconst n: Int = 3;\nclass A { v = doubles(n); w: Floats = doubles(3); }',
    [`5:11: ${CLASS}`, `5:27: ${CLASS}`],
  ],
  [
    'module statement',
    'min(1, 2);',
    ['3:1: only imports, interfaces, types, constants and functions stand at the top level'],
  ],
  ['enum', 'enum E { A }', ['3:1: only imports, interfaces, types, constants and functions stand at the top level']],
  [
    'export lane param',
    'export function run(x: Lane): void {}',
    ['3:21: the exported run cannot take x: Lane; take memory or a scalar'],
  ],
  [
    'export record param',
    'export function run(v: Vec2): void {}',
    ['3:21: the exported run cannot take v: Vec2; take memory or a scalar'],
  ],
  [
    'export lane result',
    'export function run(c: Column): Lane { return c[0]; }',
    ['3:33: the exported run cannot return Lane; store it, or return a scalar'],
  ],
  [
    'return memory',
    'export function run(c: Column): Column { return c; }',
    ['3:33: the exported run cannot return Column; store it, or return a scalar'],
  ],
  [
    'a table larger than its bytes',
    'interface T extends Table<4, 16> { readonly a: Column; readonly b: Column }',
    ['3:30: T takes 32 bytes, and at most 16 are set aside'],
  ],
  [
    'a store of a table',
    'interface T extends Table<4> { readonly a: Column }\nexport function run(t: Tables<T, 2>): void { t[0] = t[1]; }',
    ['4:46: a table is stored member by member'],
  ],
  [
    'an object of other things',
    'const CODES = { a: 1, b: true } as const;',
    ['3:23: an object at the top level holds numbers: `{ Name: 0, … } as const`'],
  ],
  [
    'parameter without a kind',
    'export function run(c): void {}',
    ['3:21: c needs a kind; write `c: Lane` or another kind'],
  ],
  [
    'default parameter',
    'export function run(n: Int = 3): void {}',
    ['3:21: a parameter is `name: Kind`; write every parameter out'],
  ],
  [
    'result without a kind',
    'export function run(n: Int) {}',
    ['3:17: the result needs a kind; write `): void` or `): Lane`'],
  ],
  [
    'generic',
    'export function run<T>(n: Int): void {}',
    ['3:1: type parameters are not supported; write the kinds out'],
  ],
  [
    'async',
    'export async function run(n: Int): void {}',
    [
      '3:1: nothing is awaited in a kernel',
      "3:36: The return type of an async function or method must be the global Promise<T> type. Did you mean to write 'Promise<void>'?",
    ],
  ],
  [
    'generator',
    'export function* run(n: Int): void {}',
    ['3:1: there are no generators; write a loop', "3:31: A generator cannot have a 'void' type annotation."],
  ],
  [
    'default export',
    'export default function run(n: Int): void {}',
    ['3:1: there are no default exports; export it by name'],
  ],
  [
    'rows',
    'interface Tile extends Table<10> { readonly a: Column }',
    ['3:30: the rows of a table are a constant, a multiple of 4; write Table<128> or Table<typeof TILE_ROWS>'],
  ],
  [
    'table member',
    'interface Tile extends Table<16> { readonly a: Lane }',
    ['3:1: Tile.a is no memory; a table holds Column, Floats, ColumnOf<…> and the like, and scalars'],
  ],
  [
    'record with columns',
    'interface Rec { readonly a: ColumnOf<Vec2>; readonly b: Lane }',
    ['3:1: a record holds values, memory and tables; give a table of columns an `extends Table<…>`'],
  ],
  [
    'column of memory',
    'interface Rec { readonly a: Lane; readonly b: Floats }\ninterface Tile extends Table<16> { readonly a: ColumnOf<Rec> }',
    ['4:57: ColumnOf takes a record whose leaves are Lane or LaneInt'],
  ],
  [
    'mask column',
    'interface Rec { readonly a: Mask }\ninterface Tile extends Table<16> { readonly a: ColumnOf<Rec> }',
    ['4:57: ColumnOf takes a record whose leaves are Lane or LaneInt'],
  ],
  [
    'optional member',
    'interface Rec { readonly a?: Lane }',
    ['3:17: a member of a record or table is `readonly name: Kind`'],
  ],
  ['method member', 'interface Rec { a(): Lane }', ['3:17: a member of a record or table is `readonly name: Kind`']],
  [
    'array member',
    'interface Rec { readonly a: Lane[] }',
    [
      '3:29: `Lane[]` is no kind; write Lane, Mask, LaneInt, Int, Float, Double, Flag, a memory or an interface of these',
    ],
  ],
  [
    'columns out of their table',
    'export function out(v: ColumnOf<Vec2>, c: Column): void { c[0] = v[0].x; }',
    [
      '3:21: the exported out cannot take v: ColumnOf<Vec2>; take memory or a scalar',
      '3:66: how long these columns are is known in their table only; pass the table, or call an inlined helper',
    ],
  ],
  [
    'import of a package',
    "import { resolve } from 'node:path';",
    ["3:25: wide sources import wide sources only; got 'node:path'"],
  ],
  [
    'import everything',
    "import * as all2 from '../language/lanes.ts';",
    ["3:23: import by name; write `import { … } from './file.ts'`"],
  ],
  [
    'type error',
    'export function run(c: Column): void { c[0] = true; }',
    ["3:40: Type 'boolean' is not assignable to type 'number'.", '3:47: expected Lane, got Flag'],
  ],
  ['syntax error', 'export function run(c: Column): void { c[0] = ; }', ['3:47: Expression expected.']],
  [
    'several',
    'export function run(c: Column, f: Floats): void {\n  if (c[0] > 0) c[0] = f[0];\n  f[0] = c[0];\n}\nfunction unused(x: Lane): Mask {\n  return x;\n}',
    [
      '4:7: a Mask is one truth per lane and lanes do not branch; ask any(…) or all(…), or choose values by select(…)',
      '4:24: expected Lane, got Float; write splat(…)',
      '5:10: expected Float, got Lane; write extract(…, k)',
      "8:3: Type 'number' is not assignable to type 'boolean'.",
      '8:10: expected Mask, got Lane',
    ],
  ],
];

function errorsOf(source: string): readonly string[] {
  try {
    check(optionsOf(IMPORTS + source));
  } catch (error) {
    if (error instanceof LanesError) return error.diagnostics;
    throw error;
  }
  return [];
}

const placed = (errors: readonly string[]) => errors.map((text) => `${MAIN}:${text}`);

describe('in a function', () => {
  test.each(BODIES)('%s', (_, body, errors) => {
    const source = `export function run(c: Column, f: Floats, n: Int): void {\n  const x = c[0];\n  ${body}\n}\n`;
    expect(errorsOf(source)).toEqual(placed(errors));
  });
});

describe('in a file', () => {
  test.each(FILES)('%s', (_, source, errors) => {
    expect(errorsOf(`${source}\n`)).toEqual(placed(errors));
  });
});

test('a file that is in the language has no errors', () => {
  expect(errorsOf('export function run(c: Column, n: Int): void { c[n] = select(c[n] > 0, c[n], -c[n]); }')).toEqual(
    [],
  );
});

test('every error names its file, the files in order', () => {
  const main =
    "import { half } from './other.ts';\nimport type { Column, Int } from '../language/lanes.ts';\nexport function run(c: Column, n: Int): void { c[0] = half(n); }";
  const other =
    "import type { Lane } from '../language/lanes.ts';\nexport function half(x: Lane): Lane { if (x > 0) return x; return 0; }";
  expect(() => check(optionsOf({ [MAIN]: main, 'src/kernels/other.ts': other }))).toThrow(
    new LanesError([
      'src/kernels/other.ts:2:43: a Mask is one truth per lane and lanes do not branch; ask any(…) or all(…), or choose values by select(…)',
      'src/kernels/x.ts:3:60: expected Lane, got Int; write splat(float(…))',
    ]),
  );
});

test('two entries cannot export one name', () => {
  const text = 'export function run(): void {}';
  const overlay = { 'src/kernels/x.ts': text, 'src/kernels/y.ts': text };
  expect(() => check({ ...optionsOf(overlay), entries: Object.keys(overlay) })).toThrow(
    new LanesError(['src/kernels/y.ts:1:17: another entry exports run already; name this one otherwise']),
  );
});

test('a relaxed build of one lane is refused', () => {
  expect(() => check({ entries: [], width: 1, relaxed: true })).toThrow(
    'compileLanes: expected width 4 for a relaxed build, got 1',
  );
});

test('an entry that does not exist is an error', () => {
  expect(() => check({ entries: ['/nowhere/gone.ts'] })).toThrow(
    new LanesError(['/nowhere/gone.ts: expected a wide source to compile, got no such file']),
  );
});

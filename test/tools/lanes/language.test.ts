/** Records, inlining, tables, imports and control flow: what the language promises beyond single operators. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  BUILDS,
  compile,
  F64_BUILDS,
  instantiate,
  MAIN,
  ONE_LANE,
  RELAXED,
  ROOT,
  runnable,
  STRICT,
  SWEPT_BUILDS,
} from '../../support/lanesFixture.ts';
import { seeded } from '../../support/random.ts';

const SEED = 0x7ab1e;
const COUNTS = [1, 3, 4, 5, 63, 64, 65, 128];
const FIXTURES = 'test/tools/lanes/fixtures';

const sample = () => ({
  [`${FIXTURES}/rotate.ts`]: readFileSync(`${ROOT}/${FIXTURES}/rotate.ts`, 'utf8'),
});

describe('the sample kernel', async () => {
  const modules = await Promise.all(BUILDS.map((build) => compile(sample(), build)));
  const { bytes, rows, members } = modules[0].tables.RotationTile!;
  const random = seeded(SEED);
  const quaternion = () => {
    const q = Array.from({ length: 4 }, () => random() * 2 - 1);
    return q.map((value) => value / Math.hypot(...q));
  };
  const pairs = Array.from({ length: rows }, () => [quaternion(), quaternion()] as const);

  function rotated(k: number, count: number): Float32Array {
    const { run, buffer } = instantiate(modules[k]);
    const tile = new Float32Array(buffer, 1024, bytes / 4);
    pairs.forEach((pair, row) => {
      pair.forEach((q, side) => {
        ['x', 'y', 'z', 'w'].forEach((name, c) => {
          tile[members[`${side ? 'b' : 'a'}.${name}`].byteOffset / 4 + row] = q[c];
        });
      });
    });
    run.rotate!(1024, 0, count);
    return tile.slice();
  }

  /** v turned by q: v + 2 w (u × v) + 2 u × (u × v), u = q.xyz, in f64. */
  function turn([x, y, z, w]: readonly number[], [a, b, c]: readonly number[]): number[] {
    const t = [2 * (y! * c! - z! * b!), 2 * (z! * a! - x! * c!), 2 * (x! * b! - y! * a!)];
    return [
      a! + w! * t[0] + y! * t[2] - z! * t[1],
      b! + w! * t[1] + z! * t[0] - x! * t[2],
      c! + w! * t[2] + x! * t[1] - y! * t[0],
    ];
  }

  test.each(BUILDS.map(({ name }, k) => ({ name, k })))(`$name: A⁻¹ B of each axis, seed ${SEED}`, ({ k }) => {
    const tile = rotated(k, rows);
    // a handful of roundings of numbers below 4
    const TOLERANCE = 8 * 4 * 2 ** -24;
    pairs.forEach(([a, b], row) => {
      const inverse = [-a[0], -a[1], -a[2], a[3]];
      ['x', 'y', 'z'].forEach((axis, n) => {
        const want = turn(
          inverse,
          turn(
            b,
            [0, 1, 2].map((c) => Number(c === n)),
          ),
        );
        ['x', 'y', 'z'].forEach((name, c) => {
          const got = tile[members[`relative.${axis}.${name}`].byteOffset / 4 + row];
          expect(Math.abs(got - want[c]), `row ${row} ${axis}.${name}`).toBeLessThan(TOLERANCE);
        });
      });
    });
  });

  test.each(COUNTS)('four lanes and one lane give the same bits, %i rows', (count) => {
    const [four, one] = [rotated(0, count), rotated(2, count)];
    for (const { byteOffset } of Object.values(members)) {
      const begin = byteOffset / 4;
      expect(four.slice(begin, begin + count)).toEqual(one.slice(begin, begin + count));
      const beyond = begin + Math.ceil(count / 4) * 4;
      expect(four.slice(beyond, begin + rows)).toEqual(one.slice(beyond, begin + rows));
    }
  });
});

test('members of a table: one after the other, records by leaf, each at a multiple of 16 bytes', () => {
  const { tables, text } = compile(`
import type { Bytes, Column, ColumnOf, Doubles, Int, IntColumn, Lane, LaneInt, Shorts, Table } from '../language/lanes.ts';
interface Vec3 { readonly x: Lane; readonly y: Lane; readonly z: Lane }
interface Hit { readonly at: Vec3; readonly id: LaneInt }
type Hits = ColumnOf<Hit>;
const ROWS = 12;
export interface Tile extends Table<typeof ROWS> {
  readonly shift: Column; readonly flags: IntColumn; readonly status: Bytes; readonly ids: Shorts; readonly far: Doubles;
  readonly hits: Hits; readonly last: Column;
}
export function move(tile: Tile, row: Int): void { tile.last[row + 4] = tile.hits[row + 8].at.y + tile.shift[0]; }`);
  const f32 = (byteOffset: number) => ({ byteOffset, element: 'f32' });
  expect(tables).toEqual({
    Tile: {
      rows: 12,
      bytes: 480,
      members: {
        shift: f32(0),
        flags: { byteOffset: 48, element: 'i32' },
        status: { byteOffset: 96, element: 'u8' },
        ids: { byteOffset: 112, element: 'u16' },
        far: { byteOffset: 144, element: 'f64' },
        'hits.at.x': f32(240),
        'hits.at.y': f32(288),
        'hits.at.z': f32(336),
        'hits.id': { byteOffset: 384, element: 'i32' },
        last: f32(432),
      },
    },
  });
  // constants are the instructions' own offsets, and the other leaves are not read
  const place = '(i32.add (local.get $tile) (i32.shl (local.get $row) (i32.const 2)))';
  const sum = `(f32x4.add (v128.load offset=${288 + 32} (local.get $at)) (v128.load (local.get $tile)))`;
  expect(text).toContain(`(v128.store offset=${432 + 16} ${place} ${sum})`);
  expect(text.match(/v128\.load/g)).toHaveLength(2);
});

const VEC = `import { type Column, type ColumnOf, type Flag, type Float, type Floats, type Int, type Ints, type Lane, LANES, type Mask, type Table,
  any, columnAt, floatsAt, select, splat, min } from '../language/lanes.ts';
interface Vec2 { readonly x: Lane; readonly y: Lane }
`;

describe.each(SWEPT_BUILDS)('$name', (build) => {
  const at = (buffer: ArrayBufferLike, ...values: number[]) => {
    new Float32Array(buffer, 0, values.length * 4).set(values.flatMap((value) => [value, value, value, value]));
  };
  const results = (buffer: ArrayBufferLike, count: number) =>
    Array.from({ length: count }, (_, k) => new Float32Array(buffer, 1024 + k * 16, 1)[0]);

  test('names of helpers and callers do not meet; arguments are evaluated before the helper runs', async () => {
    const { run, buffer } = await runnable(
      `${VEC}
function swap(v: Vec2): Vec2 { const x = v.y; const y = v.x; return { x, y }; }
function twice(v: Vec2): Vec2 { const x = v.x + v.x; const v2: Vec2 = { x, y: v.y * 2 }; return swap(swap(v2)); }
function bump(c: Column, x: Lane): Lane { c[0] = c[0] + 1; const seen = c[0]; return seen * 100 + x; }
export function run(c: Column, out: Column): void {
  const x = c[0];
  const y = c[4];
  const v = swap(twice({ x, y }));
  out[0] = v.x; out[4] = v.y; out[8] = x; out[12] = y;
  const select_ = bump(c, c[0]);
  out[16] = select_;
  let a: Vec2 = { x, y };
  a = { x: a.y, y: a.x };
  a = swap(swap(swap(a)));
  out[20] = a.x * 10 + a.y;
  const load = min(x, y); const f32x4 = load; const v128 = f32x4;
  out[24] = v128;
}`,
      build,
    );
    at(buffer, 3, 5);
    run.run!(0, 1024);
    expect(results(buffer, 7)).toEqual([10, 6, 3, 5, 403, 35, 3]);
  });

  test('a const keeps its value when the let it came from changes', async () => {
    const { run, buffer } = await runnable(
      `${VEC}
function same(x: Lane): Lane { return x; }
export function run(c: Column, out: Column): void {
  let x = c[0];
  const before = x;
  const through = same(x);
  const kept: Vec2 = { x, y: x + 1 };
  x = x * 2;
  out[0] = before; out[4] = through; out[8] = kept.x; out[12] = kept.y; out[16] = x;
  let memory = out;
  const first = memory;
  memory = columnAt(0);
  first[20] = memory[4];
}`,
      build,
    );
    at(buffer, 3, 5);
    run.run!(0, 1024);
    expect(results(buffer, 6)).toEqual([3, 3, 3, 4, 6, 5]);
  });

  test('members of a let are set one by one, deep ones too; copies keep their values', async () => {
    const { run, buffer } = await runnable(
      `${VEC}
interface Span { low: Lane; high: Lane; count: Int; at: Vec2 }
export function run(c: Column, out: Column, n: Int): void {
  let span: Span = { low: c[0], high: c[4], count: 0, at: { x: 1, y: 2 } };
  const before = span;
  const low = span.low;
  for (let k: Int = 0; k < n; k++) {
    span.low -= 1;
    span.high = span.low + span.high;
    span.count++;
    span.at = { x: span.at.y, y: span.at.x };
  }
  out[0] = span.low; out[4] = span.high; out[8] = span.at.x; out[12] = span.at.y;
  if (span.count === n) out[16] = low;
  out[20] = before.low * 10 + before.at.x;
}`,
      build,
    );
    at(buffer, 3, 5);
    run.run!(0, 1024, 3);
    expect(results(buffer, 6)).toEqual([0, 8, 2, 1, 3, 31]);
  });

  test('helpers with branches and loops return records: all kinds of members, one inside the other', async () => {
    const { run, buffer } = await runnable(
      `${VEC}
interface Hit { readonly at: Vec2; readonly part: Float; readonly row: Int; readonly isIn: Flag; readonly mask: Mask }
interface Alone { readonly x: Lane }
function inner(v: Vec2, n: Int): Vec2 {
  if (n > 2) return { x: v.y, y: v.x };
  let w = v;
  for (let k: Int = 0; k < n; k++) w = { x: w.x + 1, y: w.y * 2 };
  return w;
}
function find(v: Vec2, n: Int): Hit {
  const w = inner(inner(v, n), 3);
  if (any(w.x > 100)) return { at: v, part: 0, row: -1, isIn: false, mask: w.x < 0 };
  return { mask: w.x > w.y, isIn: true, row: n - 7, part: 0.5, at: w };
}
function alone(x: Lane, n: Int): Alone { if (n > 0) return { x: x + 1 }; return { x }; }
export function run(c: Column, out: Column, n: Int): void {
  const hit = find({ x: c[0], y: c[4] }, n);
  const other = find(inner(hit.at, 1), n);
  out[0] = hit.at.x; out[4] = hit.at.y;
  out[8] = splat(hit.part); if (hit.row < 0) out[12] = select(hit.mask, 1, 2);
  if (hit.isIn) out[16] = other.at.x * 100 + other.at.y;
  out[20] = alone(alone(c[0], n).x, 0).x + alone(c[4], n).x;
}`,
      build,
    );
    at(buffer, 3, 5);
    run.run!(0, 1024, 2);
    // (3, 5) → (5, 20) → (20, 5); then (21, 10) → (23, 40) → (40, 23)
    expect(results(buffer, 6)).toEqual([20, 5, 0.5, 1, 4023, 10]);
  });

  test('selects records by component, by Mask and by Flag', async () => {
    const { run, buffer } = await runnable(
      `${VEC}
export function run(c: Column, out: Column, flag: Flag): void {
  const v: Vec2 = { x: c[0], y: c[4] };
  const w: Vec2 = { x: 1, y: 2 };
  const a = select(v.x < v.y, v, w);
  const b = v.x < v.y ? w : v;
  const d = flag ? v : w;
  out[0] = a.x; out[4] = a.y; out[8] = b.x; out[12] = b.y; out[16] = d.x; out[20] = d.y;
}`,
      build,
    );
    at(buffer, 3, 5);
    run.run!(0, 1024, 0);
    expect(results(buffer, 6)).toEqual([3, 5, 1, 2, 1, 2]);
  });

  test('stores a record made of what lies there', async () => {
    const { run, buffer } = await runnable(
      `${VEC}
interface Tile extends Table<4> { readonly v: ColumnOf<Vec2> }
function turned(v: ColumnOf<Vec2>, row: Int): Vec2 { return { x: v[row].y, y: -v[row].x }; }
export function run(tile: Tile, row: Int): void { tile.v[row] = turned(tile.v, row); }`,
      build,
    );
    at(buffer, 3, 5);
    run.run!(0, 0);
    expect(new Float32Array(buffer, 0, 1)[0]).toBe(5);
    expect(new Float32Array(buffer, 16, 1)[0]).toBe(-3);
  });

  test('loops, breaks, early returns; a condition that inlines a helper is asked each turn', async () => {
    const { run } = await runnable(
      `${VEC}
function below(n: Int, limit: Int): Flag { const doubled = n * 2; return doubled < limit; }
function sumTo(end: Int): Int {
  let sum: Int = 0;
  for (let i: Int = 0; ; i++) {
    if (i === 3) continue;
    if (i > end) break;
    sum += i;
  }
  return sum;
}
function early(n: Int): Int { if (n < 0) return -1; else if (n === 0) return 0; else { return sumTo(n); } }
export function run(n: Int): Int { return early(n); }
export function count(limit: Int): Int {
  let n: Int = 0;
  while (below(n, limit)) n++;
  for (; below(n, limit + 10); n += 1) { if (n === 7) return 77; }
  return n;
}
export function count2(limit: Int): Int { const again = count(limit); return again + 1; }
export function odd(rows: Int, columns: Int): Int {
  let sum: Int = 0;
  for (let row: Int = 0; row < rows; row++) {
    for (let k: Int = 0; k < columns; k++) {
      if ((k & 1) === 0) continue;
      if (k > 5) break;
      sum += 10 * row + k;
    }
    let left: Int = row;
    while (left > 0) {
      left -= 1;
      if ((left & 1) === 0) continue;
      sum += 1000;
    }
  }
  return sum;
}`,
      build,
    );
    expect([-5, 0, 1, 4, 10].map((n) => run.run!(n))).toEqual([-1, 0, 1, 7, 52]);
    expect([4, 6, 20, -8].map((limit) => run.count!(limit))).toEqual([7, 77, 15, 1]);
    expect(run.count2!(20)).toBe(16);
    const shapes = [
      [0, 9],
      [3, 0],
      [1, 2],
      [4, 9],
    ] as const;
    expect(shapes.map(([rows, columns]) => run.odd!(rows, columns))).toEqual([0, 1000, 1, 2216]);
  });

  test('a helper that sets a record leaves loops and its own body early', async () => {
    const { run, buffer } = await runnable(
      `${VEC}
interface Place { x: Lane; y: Lane }
interface Walk { count: Int; readonly place: Place }
function step(walk: Walk, n: Int): Int {
  walk.place.x += 1;
  if (n < 2) return -1;
  for (let row: Int = 0; row < 4; row++) {
    for (let k: Int = 0; k < 10; k++) {
      if (k === 1) continue;
      if (k > n) break;
      if (k === 7) return 7;
      walk.count += k;
    }
    if (row === 2) break;
    walk.place.y += 1;
  }
  walk.place.x += 10;
  return walk.count;
}
export function run(c: Column, out: Column, n: Int): Int {
  const walk: Walk = { count: 0, place: { x: c[0], y: c[4] } };
  const first = step(walk, n);
  const second = step(walk, n);
  out[0] = walk.place.x; out[4] = walk.place.y;
  return 1000 * first + second;
}`,
      build,
    );
    const walked = (n: number) => {
      at(buffer, 3, 5);
      return [run.run!(0, 1024, n), ...results(buffer, 2)];
    };
    expect(walked(1)).toEqual([-1001, 5, 5]);
    // 2 + 3 in each of three rows
    expect(walked(3)).toEqual([15_030, 25, 9]);
    expect(walked(9)).toEqual([7007, 5, 5]);
  });

  test('a loop over lanes runs until every lane is done, and latches by select', async () => {
    const { run, buffer } = await runnable(
      `${VEC}
/** Newton's steps to the square root. */
function root(x: Lane, steps: Ints): Lane {
  let y = x;
  let done: Mask = false;
  for (let step: Int = 0; step < 40; step++) {
    const next = 0.5 * (y + x / y);
    const settled = next >= y;
    y = select(done || settled, y, next);
    done = done || settled;
    steps[0] = step;
    if (!any(!done)) break;
  }
  return y;
}
export function run(c: Column, out: Column, steps: Ints): void { out[0] = root(c[0], steps); }`,
      build,
    );
    const values = [2, 9, 1e6, 1];
    new Float32Array(buffer, 0, 4).set(values);
    run.run!(0, 1024, 2048);
    const out = new Float32Array(buffer, 1024, build.width);
    out.forEach((got, k) => {
      expect(Math.abs(got / Math.sqrt(values[k]) - 1)).toBeLessThan(2 ** -22);
    });
    expect(new Int32Array(buffer, 2048, 1)[0]).toBeLessThan(30);
  });

  test('tables in tables, and tables as results', async () => {
    const source = `import { type Column, type Int, type Ints, type Table, type Tables, tableAt, tablesAt } from '../language/lanes.ts';
interface Inner extends Table<4> { readonly first: Column; readonly second: Column }
interface Odd extends Table<12> { readonly column: Column }
interface Outer extends Table<4, 176> { readonly odd: Odd; readonly inner: Tables<Inner, 3>; readonly last: Inner }
function outerAt(context: Ints): Outer { return tableAt<Outer>(context[0]); }
function pick(outer: Outer, k: Int): Inner { if (k === 3) return outer.last; return outer.inner[k]; }
export function run(context: Ints, k: Int): void {
  const outer = outerAt(context);
  outer.odd.column[8] = 1;
  outer.inner[k].second[0] = 2;
  outer.inner[k + 1].first[0] = 3;
  pick(outer, 3).second[0] = 4;
  tablesAt<Inner>(context[0])[20].first[0] = 5;
}`;
    const { Outer } = compile(source).tables;
    expect(Outer.bytes).toBe(176);
    expect(Outer.members).toEqual({
      odd: { byteOffset: 0, element: 'Odd' },
      inner: { byteOffset: 48, element: 'Tables<Inner>' },
      last: { byteOffset: 144, element: 'Inner' },
    });
    const { run, buffer } = await runnable(source, build);
    new Int32Array(buffer, 64, 1)[0] = 1024;
    run.run!(64, 1);
    const floats = new Float32Array(buffer, 1024, 164);
    const set = [...floats.entries()].filter(([k, value]) => value !== 0 && k % 4 === 0);
    expect(set).toEqual([
      [8, 1],
      [24, 2],
      [28, 3],
      [40, 4],
      [160, 5],
    ]);
  });

  test.each(F64_BUILDS)('$name: classes are tables that hosts make, with scalars, memory and tables', async (build) => {
    const source = `import type { Double, Doubles, Int } from '../language/lanes.ts';
import { doubles } from '../language/members.ts';
const COUNT = 3;
export class Body { readonly v = doubles(COUNT); t: Double = 0; readonly ids: Doubles = doubles(1); n: Int = 0; }
export class Pair { flag: Int = 0; readonly a = new Body(); readonly b = new Body(); last: Double = 0; }
function add(body: Body, t: Double): Int { if (t > 0) body.t += t; body.n++; return body.n; }
function sum(v: Doubles): Double { return v[0] + v[1] + v[2]; }
export function run(pair: Pair, k: Int): void {
  const before = pair.a.t;
  const count = add(pair.a, 0.25);
  pair.flag = count;
  pair.last = before + sum(pair.b.v);
  pair.b.v[k] = pair.last * 2;
  pair.b.ids[0] = pair.last;
}`;
    const { Body, Pair } = compile(source).tables;
    expect(Body).toEqual({
      rows: 1,
      bytes: 48,
      members: {
        v: { byteOffset: 0, element: 'f64' },
        t: { byteOffset: 24, element: 'f64' },
        ids: { byteOffset: 32, element: 'f64' },
        n: { byteOffset: 40, element: 'i32' },
      },
    });
    expect(Pair.members.a).toEqual({ byteOffset: 16, element: 'Body' });
    expect([Pair.members.b.byteOffset, Pair.members.last.byteOffset, Pair.bytes]).toEqual([64, 112, 128]);
    const { run, buffer } = await runnable(source, build);
    const at = 1024;
    const doubles = new Float64Array(buffer, at);
    const words = new Int32Array(buffer, at);
    doubles.set([1, 2, 4], 64 / 8);
    doubles[(16 + 24) / 8] = 0.5;
    words[(16 + 40) / 4] = 6;
    run.run!(at, 2);
    expect([words[0], words[14], doubles[5], doubles[14]]).toEqual([7, 7, 0.75, 7.5]);
    expect([...doubles.subarray(8, 13)]).toEqual([1, 2, 15, 0, 7.5]);
  });

  test.each(F64_BUILDS)('$name: classes have f64 and i32', async (build) => {
    const source = `import type { Double, Int } from '../language/lanes.ts';
import { doubles, ints } from '../language/members.ts';
export class Side { readonly ids = ints(3); readonly plane = doubles(2); readonly codes = ints(1); }
export function run(side: Side, k: Int): void {
  side.codes[0] = side.ids[k];
  side.ids[k] = k;
  side.plane[1] = side.plane[0];
}`;
    const { members, bytes } = compile(source).tables.Side;
    expect(Object.entries(members).map(([name, { byteOffset }]) => [name, byteOffset])).toEqual([
      ['ids', 0],
      ['plane', 16],
      ['codes', 32],
    ]);
    expect(bytes).toBe(48);
    const { run, buffer } = await runnable(source, build);
    const words = new Int32Array(buffer, 1024);
    const doubles = new Float64Array(buffer, 1024);
    words.set([7, 8, 9]);
    doubles[2] = 0.5;
    run.run!(1024, 2);
    expect([...words.subarray(0, 3), words[8], doubles[3]]).toEqual([7, 8, 2, 9, 0.5]);
  });

  test('constants that hosts count and name', async () => {
    const { run, buffer } = await runnable(
      {
        [MAIN]: `import type { Ints } from '../language/lanes.ts';
import { Code, FIRST, LAST, VECTOR } from './more/shared.ts';
export function run(out: Ints): void { out[FIRST] = LAST; out[VECTOR] = Code.Second; out[LAST] = Code.First + VECTOR; }`,
        'src/kernels/more/shared.ts': `import { counter } from '../../language/counter.ts';
const word = counter();
export const FIRST = word();
const other = counter();
export const OTHER = other();
export const VECTOR = word(3);
export const LAST = word();
export const Code = { First: 7, Second: 1 << 4 } as const;`,
      },
      build,
    );
    run.run!(0);
    expect([...new Int32Array(buffer, 0, 5)]).toEqual([4, 16, 0, 0, 8]);
  });

  test('a file with `.wasm` in its name is read in place of the one of hosts', async () => {
    const { run } = await runnable(
      {
        'src/kernels/x.ts': `import type { Int } from '../language/lanes.ts';\nimport { one } from './y.ts';
export function run(): Int { return one(); }`,
        'src/kernels/y.ts': 'export function one() { return [1].map((k) => k)[0]; }',
        'src/kernels/y.wasm.ts': `import type { Int } from '../language/lanes.ts';\nexport function one(): Int { return 2; }`,
      },
      build,
    );
    expect(run.run!()).toBe(2);
  });

  test('helpers, records and constants of other files', async () => {
    const { run, buffer } = await runnable(
      {
        [MAIN]: `import type { Column } from '../language/lanes.ts';
import { HALF, scale, type Wide } from './more/other.ts';
import { choose as pick } from './more/other.ts';
export function run(c: Column, out: Column): void {
  const w: Wide = { inner: { x: c[0], y: c[4] }, z: HALF };
  const s = scale(w, 4 * HALF);
  out[0] = s.inner.x; out[4] = s.inner.y; out[8] = s.z; out[12] = pick(c[0], 3);
}`,
        'src/kernels/more/other.ts': `import type { Int, Lane } from '../../language/lanes.ts';
export const HALF = 1 / 2;
export interface Vec2 { readonly x: Lane; readonly y: Lane }
export interface Wide { readonly inner: Vec2; readonly z: Lane }
export function scale(w: Wide, by: Lane): Wide {
  return { inner: { x: w.inner.x * by, y: w.inner.y * by }, z: w.z * by };
}
export function choose(x: Lane, n: Int): Lane { let y = x; for (let i: Int = 0; i < n; i++) { y = y + x; } return y; }`,
      },
      build,
    );
    at(buffer, 3, 5);
    run.run!(0, 1024);
    expect(results(buffer, 4)).toEqual([6, 10, 1, 12]);
  });
});

test('a local may have the name of a function, of an instruction, or of a helper that is inlined', async () => {
  const { run } = await runnable(`${VEC}
function count(n: Int): Int { let sum: Int = 0; while (sum < n) sum += 3; return sum; }
function inlined(n: Int): Int { const count = n + 1; const run = count * 2; return run; }
export function run(n: Int): Int {
  const smaller = inlined(n);
  const inlined2 = count(smaller);
  const u32 = min(smaller, inlined2);
  const store = count(u32 + 1);
  return store + inlined(store) + any2(n);
}
function any2(splat: Int): Int { const select = splat + 1; return select; }`);
  expect(run.run!(3)).toBe(9 + 20 + 4);
});

test('the example of the README compiles and computes', async () => {
  const readme = readFileSync(`${ROOT}/tools/lanes/README.md`, 'utf8');
  const [, example] = /```ts\n(\/\/ src\/kernels[\s\S]*?)```/.exec(readme)!;
  for (const build of BUILDS) {
    const module = compile(example!, build);
    const { members, bytes } = module.tables.SphereTile!;
    expect(bytes).toBe(4096);
    const { run, buffer } = instantiate(module);
    const column = (name: string) => new Float32Array(buffer, 64 + members[name].byteOffset, 5);
    column('offset.x').set([3, 0, 1, 0, 0]);
    column('offset.y').set([4, 0, 2, 0, -2]);
    column('offset.z').set([0, 0, 2, 0, 0]);
    column('radii').fill(1);
    run.sphereDistance!(64, 0, 5);
    expect(Array.from(column('distance'), (value) => Math.fround(value).toFixed(5))).toEqual(
      [4, -1, 2, -1, 1].map((value) => value.toFixed(5)),
    );
    expect(Array.from(column('normal.y'), (value) => value.toFixed(5))).toEqual(
      [0.8, 1, 2 / 3, 1, -1].map((value) => value.toFixed(5)),
    );
  }
});

describe('fused products', () => {
  const expressions = {
    'a * b + c': '(f32x4.relaxed_madd a b c)',
    'c + a * b': '(f32x4.relaxed_madd a b c)',
    'c + (a * b)': '(f32x4.relaxed_madd a b c)',
    'c - a * b': '(f32x4.relaxed_nmadd a b c)',
    'a * b - c': '(f32x4.sub (f32x4.mul a b) c)',
    'a * b + b * c': '(f32x4.relaxed_madd b c (f32x4.mul a b))',
    'a * b + b * c + c * a': '(f32x4.relaxed_madd c a (f32x4.relaxed_madd b c (f32x4.mul a b)))',
    'product(a, b) + c': '(f32x4.add (f32x4.mul a b) c)',
  };
  test.each(Object.entries(expressions))('%s → %s', (source, want) => {
    const kernel = `import type { Column, Lane } from '../language/lanes.ts';
function product(x: Lane, y: Lane): Lane { return x * y; }
export function run(out: Column, p: Column): void { const a = p[0]; const b = p[4]; const c = p[8]; out[0] = product(${source}, a); }`;
    const locals = want.replace(/\b[abc]\b/g, (name) => `(local.get $${name})`);
    expect(compile(kernel, RELAXED).text).toContain(`(local.set $x ${locals})`);
    for (const build of [STRICT, ONE_LANE]) expect(compile(kernel, build).text).not.toContain('relaxed');
  });

  test('round once or twice', async () => {
    const text = `import type { Column } from '../language/lanes.ts';
export function run(out: Column, p: Column): void { out[0] = p[0] * p[0] + p[4]; out[4] = p[4] - p[0] * p[0]; }`;
    const x = Math.fround(1 + 2 ** -12);
    const c = Math.fround(-1);
    const twice = [Math.fround(Math.fround(x * x) + c), Math.fround(c - Math.fround(x * x))];
    const once = [Math.fround(x * x + c), Math.fround(c - x * x)]; // exact in f64
    expect(once).not.toEqual(twice);
    for (const [build, options] of [
      [STRICT, [twice]],
      [ONE_LANE, [twice]],
      [RELAXED, [twice, once]],
    ] as const) {
      const { run, buffer } = await runnable(text, build);
      const p = new Float32Array(buffer, 0, 8).fill(x);
      p.fill(c, 4);
      run.run!(1024, 0);
      const out = new Float32Array(buffer, 1024, 8);
      expect(options).toContainEqual([out[0], out[4]]);
    }
  });
});

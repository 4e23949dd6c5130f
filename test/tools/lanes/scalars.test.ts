/** Scalars, the passage between lanes and scalars, and memory of every element, against closed form. */
import { describe, expect, test } from 'vitest';
import { ALL_BUILDS, compile, F64_BUILDS, ONE_LANE, RELAXED, runnable, STRICT } from '../../support/lanesFixture.ts';

const IMPORTS = `import { LANES, type Bytes, type Column, type Double, type Doubles, type Flag, type Float, type Floats, type Int,
  type IntColumn, type Ints, type Lane, type LaneInt, type Mask, type Shorts, type Words, abs, addressOf, all, any, bitmask, ceil, columnAt, countBits, differences, doublesAt,
  double, evens, extract, extractInt, float, floatsAt, floor, insert, insertInt, int, intsAt, laneIndex, max, min, nearest, odds, pickBytes, select, sortDown, splat, trailingZeros,
  sqrt, transpose, trunc } from '../language/lanes.ts';
`;
const INTS = [0, 1, -1, 7, -8, 2147483647, -2147483648];
const REALS = [0, -0, 1.5, -1.5, 0.1, NaN, Infinity, -Infinity, 3e38, 1e-45];
const { fround } = Math;

type Closed = (a: number, b: number) => number;
const INT_CASES: Record<string, Closed> = {
  'a + b': (a, b) => (a + b) | 0,
  'a - b': (a, b) => (a - b) | 0,
  'a * b': Math.imul,
  'a & b': (a, b) => a & b,
  'a | b': (a, b) => a | b,
  'a ^ b': (a, b) => a ^ b,
  '~a': (a) => ~a,
  '-a': (a) => -a | 0,
  'a << b': (a, b) => a << b,
  'a >> b': (a, b) => a >> b,
  'a >>> b': (a, b) => (a >>> b) | 0,
  'int(a < b)': (a, b) => Number(a < b),
  'int(a <= b)': (a, b) => Number(a <= b),
  'int(a > b)': (a, b) => Number(a > b),
  'int(a >= b)': (a, b) => Number(a >= b),
  'int(a === b)': (a, b) => Number(a === b),
  'int(a !== b)': (a, b) => Number(a !== b),
  'int(a < b && b < 3)': (a, b) => Number(a < b && b < 3),
  'int(a < b || b < 3)': (a, b) => Number(a < b || b < 3),
  'int(!(a < b))': (a, b) => Number(!(a < b)),
  'int(a < b === b < 3)': (a, b) => Number(a < b === b < 3),
  'int(a < b !== b < 3)': (a, b) => Number(a < b !== b < 3),
  'min(a, b)': (a, b) => Math.min(a, b),
  'max(a, b)': (a, b) => Math.max(a, b),
  'min(max(min(a, b), -3), 3)': (a, b) => Math.min(Math.max(Math.min(a, b), -3), 3),
  'Math.min(a, b)': Math.min,
  'Math.max(Math.max(a, 3), b)': (a, b) => Math.max(a, b, 3),
  'Number(a < b)': (a, b) => Number(a < b),
  'abs(a)': (a) => Math.abs(a) | 0,
  'trailingZeros(a)': (a) => (a === 0 ? 32 : 31 - Math.clz32(a & -a)),
  'countBits(a)': (a) => (a >>> 0).toString(2).replaceAll('0', '').length,
  'a < b ? a : b': (a, b) => (a < b ? a : b),
  'select(a < b, a, b)': (a, b) => (a < b ? a : b),
  'int(float(a))': (a) => Math.min(fround(a), 2147483647),
  'int(double(a) / double(b))': (a, b) => Math.max(-2147483648, Math.min(2147483647, Math.trunc(a / b) || 0)),
};
const REAL_CASES: Record<string, Closed> = {
  'a + b': (a, b) => a + b,
  'a - b': (a, b) => a - b,
  'a * b': (a, b) => a * b,
  'a / b': (a, b) => a / b,
  '-a': (a) => -a,
  '0.5 * a': (a) => 0.5 * a,
  'min(a, b)': (a, b) => (b < a ? b : a),
  'max(a, b)': (a, b) => (a < b ? b : a),
  'abs(a)': (a) => Math.abs(a),
  'sqrt(a)': (a) => Math.sqrt(a),
  'floor(a)': (a) => Math.floor(a),
  'ceil(a)': (a) => Math.ceil(a),
  'trunc(a)': (a) => Math.trunc(a),
  'select(a < b, a, b)': (a, b) => (a < b ? a : b),
  'a !== b ? 1 : a': (a, b) => (a !== b ? 1 : a),
};

const functionsOf = (cases: Record<string, Closed>, kind: string) =>
  Object.keys(cases).map(
    (source, k) => `export function ${kind}${k}(a: ${kind}, b: ${kind}): ${kind} { return ${source}; }\n`,
  );

const { 'int(double(a) / double(b))': quotient, ...OF_INTS } = INT_CASES;

describe.each(F64_BUILDS)('$name', async (build) => {
  const { run, buffer } = await runnable(
    `${IMPORTS}${functionsOf(REAL_CASES, 'Double').join('')}
export function quotient(a: Int, b: Int): Int { return int(double(a) / double(b)); }
export function nearestDouble(a: Double): Double { return nearest(a); }
export function onHost(a: Double): Double { return Math.floor(Math.sqrt(Math.abs(a))) + Math.sqrt(Math.abs(a)); }
export function least(a: Double, b: Double): Double { return Math.min(a, b); }
export function most(a: Double, b: Double): Double { return Math.max(a, b); }
export function isNan(a: Double): Int { return Number(Number.isNaN(a)); }
export function toFloat(a: Double): Float { return float(a); }
export function toDouble(a: Float): Double { return double(a) + 1e-9; }
export function copy(bytes: Bytes, shorts: Shorts, words: Words, ints: Ints, floats: Floats, doubles: Doubles, from: Int, to: Int): void {
  bytes[to] = bytes[from] + 1;
  shorts[to] = shorts[from] + 1;
  words[to] = words[from] + 1;
  ints[to] = ints[from] - 1;
  floats[to] = floats[from] * 2;
  doubles[to] = doubles[from] * 2;
}
`,
    build,
  );

  test('Math of Doubles has the bits of the host', () => {
    for (const a of REALS) {
      const root = Math.sqrt(Math.abs(a));
      expect(run.onHost(a)).toBe(Math.floor(root) + root);
      expect(run.isNan(a)).toBe(Number(Number.isNaN(a)));
      for (const b of REALS) {
        expect(run.least(a, b)).toBe(Math.min(a, b));
        expect(run.most(a, b)).toBe(Math.max(a, b));
      }
    }
  });

  test('the quotient of Ints', () => {
    for (const a of INTS) for (const b of INTS) expect(run.quotient(a, b), `${a}, ${b}`).toBe(quotient(a, b));
  });

  test.each(Object.entries(REAL_CASES).map(([source, closed], k) => ({ source, closed, k })))(
    'Double: $source',
    ({ closed, k }) => {
      for (const a of REALS) {
        for (const b of REALS) {
          expect(run[`Double${k}`](a, b), `${a}, ${b}`).toBe(closed(a, b));
        }
      }
    },
  );

  test('conversions', () => {
    expect([0.5, 1.5, 2.5, -0.4].map((value) => run.nearestDouble!(value))).toEqual([0, 2, 2, -0]);
    expect(run.toFloat!(0.1)).toBe(fround(0.1));
    expect(run.toDouble!(0.1)).toBe(fround(0.1) + 1e-9);
  });

  test('memory of every element', () => {
    const bytes = new Uint8Array(buffer, 0, 8).fill(255);
    const shorts = new Uint16Array(buffer, 64, 8).fill(65535);
    const words = new Uint32Array(buffer, 128, 8).fill(2 ** 32 - 1);
    const ints = new Int32Array(buffer, 192, 8).fill(-(2 ** 31));
    const floats = new Float32Array(buffer, 256, 8).fill(0.1);
    const doubles = new Float64Array(buffer, 320, 8).fill(0.1);
    words[2] = 2 ** 31;
    run.copy!(0, 64, 128, 192, 256, 320, 2, 5);
    expect([bytes[5], shorts[5], words[5], ints[5], floats[5], doubles[5]]).toEqual([
      0,
      0,
      2 ** 31 + 1,
      2 ** 31 - 1,
      fround(0.2),
      0.2,
    ]);
    expect([bytes[4], shorts[6], words[4], ints[6], doubles[6]]).toEqual([255, 65535, 2 ** 32 - 1, -(2 ** 31), 0.1]);
  });
});

describe.each(ALL_BUILDS)('$name', async (build) => {
  const { run, buffer } = await runnable(
    `${IMPORTS}${functionsOf(OF_INTS, 'Int').join('')}${functionsOf(REAL_CASES, 'Float').join('')}
export function bytesBelow(bytes: Bytes, shorts: Shorts): Int { return (bytes[0] - 127) * (shorts[4] - 1000); }
interface Columns { readonly from: Ints; readonly to: Ints }
function columnsAt(address: Int): Columns { return { from: intsAt(address), to: intsAt(address + 16) }; }
function copyAll(columns: Columns, end: Int): void { for (let k: Int = 0; k < end; k++) columns.to[k] = columns.from[k]; }
export function copyColumns(address: Int, end: Int): void { copyAll(columnsAt(address), end); }
export function masks(x: Column, results: Ints): void {
  const mask = x[0] > 0;
  results[0] = int(any(mask));
  results[1] = int(all(mask));
  results[2] = bitmask(mask);
}
export function sort(column: IntColumn): void { column[0] = sortDown(column[0]); }
export function spread(from: Floats, out: Column, index: Int): void { out[0] = splat(from[index + 1]) + splat(from[2]); }
export function offsets(base: Int): Float { return floatsAt(columnAt(base + 4))[1] + floatsAt(addressOf(intsAt(base)) + 4)[0]; }
`,
    build,
  );
  // WGSL may flush denormals
  const reals = build.isWgsl ? REALS.filter((x) => x === 0 || !(Math.abs(x) < 1e-38)) : REALS;

  test.each(Object.entries(OF_INTS).map(([source, closed], k) => ({ source, closed, k })))(
    'Int: $source',
    ({ closed, k }) => {
      for (const a of INTS) for (const b of INTS) expect(run[`Int${k}`](a, b), `${a}, ${b}`).toBe(closed(a, b) | 0);
    },
  );

  test.each(Object.entries(REAL_CASES).map(([source, closed], k) => ({ source, closed, k })))(
    'Float: $source',
    ({ closed, k }) => {
      for (const a of reals) {
        for (const b of reals) {
          const want = fround(closed(fround(a), fround(b)));
          if (build.isWgsl && want !== 0 && Math.abs(want) < 2 ** -126) continue;
          expect(run[`Float${k}`](a, b), `${a}, ${b}`).toBe(want);
        }
      }
    },
  );

  test('a record of memory', () => {
    const ints = new Int32Array(buffer, 0, 8).fill(0);
    ints.set([1, 2, 3]);
    run.copyColumns!(0, 3);
    expect([...ints]).toEqual([1, 2, 3, 0, 1, 2, 3, 0]);
  });

  test('bytes and shorts are Ints', () => {
    new Uint8Array(buffer)[0] = 7;
    new Uint16Array(buffer)[4] = 900;
    expect(run.bytesBelow!(0, 0)).toBe(-120 * -100);
  });

  test('sortDown: every order of four, and equal ones', () => {
    const ints = new Int32Array(buffer, 0, 4);
    const values = [-(2 ** 31), -1, 0, 7];
    for (let code = 0; code < 256; code++) {
      const given = [0, 2, 4, 6].map((shift) => values[(code >> shift) & 3]!);
      ints.set(given);
      run.sort!(0);
      expect([...ints]).toEqual(build.width === 1 ? given : given.toSorted((a, b) => b - a));
    }
  });

  test('any, all, bitmask', () => {
    const x = new Float32Array(buffer, 0, 4);
    const results = new Int32Array(buffer, 64, 3);
    for (let pattern = 0; pattern < 16; pattern++) {
      x.set([1, 2, 4, 8].map((bit) => (pattern & bit ? 1 : -1)));
      run.masks!(0, 64);
      const seen = pattern & (2 ** build.width - 1);
      expect(Array.from(results)).toEqual([Number(seen !== 0), Number(seen === 2 ** build.width - 1), seen]);
    }
  });

  test('a scalar from memory in every lane', () => {
    new Float32Array(buffer, 0, 8).set([1, 2, 3, 4, 5, 6, 7, 8]);
    const out = new Float32Array(buffer, 64, 4).fill(0);
    run.spread!(0, 64, 4);
    expect(Array.from(out.subarray(0, build.width))).toEqual(new Array(build.width).fill(9));
  });

  test('addresses of addresses', () => {
    new Float32Array(buffer, 32, 4).set([1, 2, 4, 8]);
    expect(run.offsets!(32)).toBe(4 + 2);
  });
});

const LANE_NUMBERS = `${IMPORTS}
export function shuffle(x: Column, out: Floats, ints: Ints): void {
  out[0] = extract(x[0], 2);
  out[1] = extract(insert(x[0], 1, out[0]), 1);
  ints[0] = extractInt(laneIndex(), 3);
  ints[1] = extractInt(insertInt(laneIndex() * 2, 3, -5), 3);
}
export function sides(x: IntColumn, out: IntColumn): void {
  out[0] = evens(x[0], x[4]);
  out[4] = odds(x[0], x[4]);
}
export function pick(x: IntColumn, out: IntColumn): void {
  out[0] = pickBytes(x[0], x[4]);
}
export function turn(x: Column, out: Column): void {
  const t = transpose({ a: x[0], b: x[4], c: x[8], d: x[12] });
  out[0] = t.a;
  out[4] = t.b;
  out[8] = t.c;
  out[12] = t.d;
}
export function subtract(a: Doubles, out: Column): void {
  out[0] = differences(a, doublesAt(addressOf(a) + 32));
}`;

describe.each([STRICT, RELAXED])('$name', async (build) => {
  const { run, buffer } = await runnable(LANE_NUMBERS, build);

  test('single lanes', () => {
    new Float32Array(buffer, 0, 4).set([1, 2, 3, 4]);
    run.shuffle!(0, 64, 128);
    expect(Array.from(new Float32Array(buffer, 64, 2))).toEqual([3, 3]);
    expect(Array.from(new Int32Array(buffer, 128, 2))).toEqual([3, -5]);
  });

  test('differences: subtracted in f64, then rounded', () => {
    const a = [1e9 + 0.25, -3, 2 ** -60, Infinity];
    const b = [1e9, 4.5, 2 ** -61, 1];
    new Float64Array(buffer, 0, 8).set([...a, ...b]);
    run.subtract!(0, 64);
    expect(Array.from(new Float32Array(buffer, 64, 4))).toEqual(a.map((x, k) => Math.fround(x - b[k])));
  });

  test('every second lane of two vectors', () => {
    new Int32Array(buffer, 0, 8).set([10, 11, 12, 13, 14, 15, 16, 17]);
    run.sides!(0, 64);
    expect(Array.from(new Int32Array(buffer, 64, 8))).toEqual([10, 12, 14, 16, 11, 13, 15, 17]);
  });

  test('bytes by their numbers', () => {
    new Uint8Array(buffer, 0, 16).set(Array.from({ length: 16 }, (_, k) => 100 + k));
    new Uint8Array(buffer, 16, 16).set([4, 5, 6, 7, 12, 13, 14, 15, 3, 2, 1, 0, 16, 255, 128, 15]);
    run.pick!(0, 64);
    const want = [104, 105, 106, 107, 112, 113, 114, 115, 103, 102, 101, 100, 0, 0, 0, 115];
    expect(Array.from(new Uint8Array(buffer, 64, 16))).toEqual(want);
  });

  test('transpose', () => {
    const x = new Float32Array(buffer, 0, 16).map((_, k) => k);
    new Float32Array(buffer, 0, 16).set(x);
    run.turn!(0, 64);
    const want = Array.from({ length: 16 }, (_, k) => (k % 4) * 4 + (k >> 2));
    expect(Array.from(new Float32Array(buffer, 64, 16))).toEqual(want);
  });
});

describe('one lane', () => {
  test('has no other lanes, and says where such code belongs', async () => {
    const error = await runnable(LANE_NUMBERS, ONE_LANE).catch((thrown: Error) => thrown.message);
    expect(error).toMatch(/x\.ts:\d+:\d+: there is no lane 2 of 1; put it under `if \(LANES === 4\)`/);
    expect(error).toMatch(/x\.ts:\d+:\d+: transpose needs four lanes; put it under `if \(LANES === 4\)`/);
    expect(error).toMatch(/x\.ts:\d+:\d+: pickBytes needs four lanes; put it under `if \(LANES === 4\)`/);
    expect(error).toMatch(/x\.ts:\d+:\d+: differences needs four lanes; put it under `if \(LANES === 4\)`/);
  });

  test('compiles what is guarded by LANES, in loops and in inlined helpers', async () => {
    const source = `import { type Column, type Int, type Lane, LANES, columnAt, extract, splat } from '../language/lanes.ts';
function first(x: Lane): Lane {
  if (LANES === 4) return splat(extract(x, 3));
  else return x * 10;
}
export function run(x: Column, out: Column): Int {
  out[0] = first(x[0]);
  if (LANES < 4) return 1;
  return 4;
}`;
    for (const build of [STRICT, ONE_LANE]) {
      const { run, buffer } = await runnable(source, build);
      new Float32Array(buffer, 0, 4).set([1, 2, 3, 4]);
      expect(run.run!(0, 64)).toBe(build.width);
      expect(new Float32Array(buffer, 64, 1)[0]).toBe(build.width === 4 ? 4 : 10);
    }
  });
});

describe('InF32', () => {
  const source = `import type { Column, Double, Doubles, Floats, InF32 } from '../language/lanes.ts';
const EPSILON: InF32<1.1920928955078125e-7> = 1 / 4_503_599_627_370_496;
const ROUNDING = 12 * EPSILON + 1;
const NAMED: Double = -EPSILON;
export function run(f: Floats, d: Doubles, c: Column): void {
  f[0] = ROUNDING;
  d[0] = ROUNDING;
  d[1] = d[1] * EPSILON;
  f[1] = f[1] < EPSILON ? EPSILON : 2;
  c[0] = c[0] * EPSILON;
  d[2] = NAMED;
}`;

  test.each(F64_BUILDS)('$name: a constant has the value of the precision that it meets', async (build) => {
    const { run, buffer } = await runnable(source, build);
    const [f, d] = [new Float32Array(buffer, 0, 2), new Float64Array(buffer, 64, 3)];
    const c = new Float32Array(buffer, 128, build.width).fill(3);
    d[1] = 5;
    run.run!(0, 64, 128);
    expect([...f]).toEqual([1 + 12 * 2 ** -23, 2 ** -23]);
    expect([...d]).toEqual([1 + 12 * 2 ** -52, 5 * 2 ** -52, -(2 ** -52)]);
    expect(c).toEqual(c.map(() => 3 * 2 ** -23));
  });

  test.each([
    ['InF32<1> = 2', '3:37: expected Int, got a number of two precisions'],
    ['InF32<Int> = 2', '2:10: InF32 takes a number; write `const EPSILON: InF32<1e-6> = 1e-12`'],
  ])('%s', (kind, error) => {
    const text = `import type { InF32, Int } from '../language/lanes.ts';\nconst A: ${kind};\nexport function run(): Int { return A; }`;
    expect(() => compile(text)).toThrow(error);
  });
});

/** Every operator and builtin over lanes, in every build, against closed form in JavaScript. */
import { describe, expect, test } from 'vitest';
import { ALL_BUILDS, type Build, runnable } from '../../support/lanesFixture.ts';
import { seeded } from '../../support/random.ts';

const SEED = 0x1a4e5;
const COUNTS = [1, 3, 4, 5, 63, 64, 65];
const CAPACITY = 2048; // rows
const { fround } = Math;

type Kind = 'Lane' | 'LaneInt';
/** `source` computes a Lane or LaneInt from columns a, b, c; `closed` the same for one row. */
type Case = readonly [source: string, inputs: Kind, result: Kind, closed: (a: number, b: number, c: number) => number];

const truth = (value: boolean) => (value ? 1 : 0);
const bits = new Int32Array(1);
const float = new Float32Array(bits.buffer);
function bitsOf(value: number): number {
  float[0] = value;
  return bits[0];
}
function fromBits(value: number): number {
  bits[0] = value;
  return float[0];
}
function nearest(x: number): number {
  if (!Number.isFinite(x) || Math.abs(x) >= 2 ** 23) return x;
  const down = Math.floor(x);
  const up = x - down > 0.5 || (x - down === 0.5 && down % 2 !== 0);
  const value = up ? down + 1 : down;
  return value === 0 && (x < 0 || Object.is(x, -0)) ? -0 : value;
}
function saturate(x: number): number {
  return Number.isNaN(x) ? 0 : Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, Math.trunc(x))) | 0;
}

const CASES: readonly Case[] = [
  ['a + b', 'Lane', 'Lane', (a, b) => fround(a + b)],
  ['a - b', 'Lane', 'Lane', (a, b) => fround(a - b)],
  ['a * b', 'Lane', 'Lane', (a, b) => fround(a * b)],
  ['a / b', 'Lane', 'Lane', (a, b) => fround(a / b)],
  ['-a', 'Lane', 'Lane', (a) => -a],
  ['2 * a', 'Lane', 'Lane', (a) => fround(2 * a)],
  ['a - 0.1', 'Lane', 'Lane', (a) => fround(a - fround(0.1))],
  ['(0 - 1 / 4) * a', 'Lane', 'Lane', (a) => fround(-0.25 * a)],
  ['min(a, Infinity)', 'Lane', 'Lane', (a) => a],
  ['min(-0, a)', 'Lane', 'Lane', (a) => (a < 0 ? a : -0)],
  ['ones(a < b)', 'Lane', 'LaneInt', (a, b) => truth(a < b)],
  ['ones(a <= b)', 'Lane', 'LaneInt', (a, b) => truth(a <= b)],
  ['ones(a > b)', 'Lane', 'LaneInt', (a, b) => truth(a > b)],
  ['ones(a >= b)', 'Lane', 'LaneInt', (a, b) => truth(a >= b)],
  ['ones(a === b)', 'Lane', 'LaneInt', (a, b) => truth(a === b)],
  ['ones(a !== b)', 'Lane', 'LaneInt', (a, b) => truth(a !== b)],
  ['min(a, b)', 'Lane', 'Lane', (a, b) => (b < a ? b : a)],
  ['max(a, b)', 'Lane', 'Lane', (a, b) => (a < b ? b : a)],
  ['abs(a)', 'Lane', 'Lane', (a) => Math.abs(a)],
  ['sqrt(a)', 'Lane', 'Lane', (a) => fround(Math.sqrt(a))],
  ['floor(a)', 'Lane', 'Lane', (a) => Math.floor(a)],
  ['ceil(a)', 'Lane', 'Lane', (a) => Math.ceil(a)],
  ['trunc(a)', 'Lane', 'Lane', (a) => Math.trunc(a)],
  ['nearest(a)', 'Lane', 'Lane', nearest],
  ['ones(isNan(a))', 'Lane', 'LaneInt', (a) => truth(Number.isNaN(a))],
  ['select(a < b, b, c)', 'Lane', 'Lane', (a, b, c) => (a < b ? b : c)],
  ['a < b ? b : c', 'Lane', 'Lane', (a, b, c) => (a < b ? b : c)],
  ['where(a < b, c)', 'Lane', 'Lane', (a, b, c) => (a < b ? c : 0)],
  ['unless(a < b, c)', 'Lane', 'Lane', (a, b, c) => (a < b ? 0 : c)],
  ['select(a < b, 1, 0)', 'Lane', 'Lane', (a, b) => truth(a < b)],
  ['select(a < b, 7, -7)', 'Lane', 'LaneInt', (a, b) => (a < b ? 7 : -7)],
  ['ones(a < b && b < c)', 'Lane', 'LaneInt', (a, b, c) => truth(a < b && b < c)],
  ['ones(a < b || b < c)', 'Lane', 'LaneInt', (a, b, c) => truth(a < b || b < c)],
  ['ones(!(a < b))', 'Lane', 'LaneInt', (a, b) => truth(!(a < b))],
  ['ones(a < b === b < c)', 'Lane', 'LaneInt', (a, b, c) => truth(a < b === b < c)],
  ['ones(a < b !== b < c)', 'Lane', 'LaneInt', (a, b, c) => truth(a < b !== b < c)],
  ['ones(select(a < b, b < c, true))', 'Lane', 'LaneInt', (a, b, c) => truth(a < b ? b < c : true)],
  ['maskBits(a < b)', 'Lane', 'LaneInt', (a, b) => (a < b ? -1 : 0)],
  ['ones(maskBits(a < b) !== 0)', 'Lane', 'LaneInt', (a, b) => truth(a < b)],
  ['toInt(a)', 'Lane', 'LaneInt', saturate],
  ['signBit(a)', 'Lane', 'LaneInt', (a) => bitsOf(a) >>> 31],
  ['bitsOf(a)', 'Lane', 'LaneInt', bitsOf],
  ['splat(2.5)', 'Lane', 'Lane', () => 2.5],
  ['ones(splat(one > 0))', 'Lane', 'LaneInt', () => 1],
  ['splat(float(one)) + a', 'Lane', 'Lane', (a) => fround(1 + a)],
  ['one > 0 ? a : b', 'Lane', 'Lane', (a) => a],
  ['select(one < 0, a, b)', 'Lane', 'Lane', (_, b) => b],

  ['a + b', 'LaneInt', 'LaneInt', (a, b) => (a + b) | 0],
  ['a - b', 'LaneInt', 'LaneInt', (a, b) => (a - b) | 0],
  ['a * b', 'LaneInt', 'LaneInt', Math.imul],
  ['-a', 'LaneInt', 'LaneInt', (a) => -a | 0],
  ['a & b', 'LaneInt', 'LaneInt', (a, b) => a & b],
  ['a | b', 'LaneInt', 'LaneInt', (a, b) => a | b],
  ['a ^ b', 'LaneInt', 'LaneInt', (a, b) => a ^ b],
  ['~a', 'LaneInt', 'LaneInt', (a) => ~a],
  ['a << 5', 'LaneInt', 'LaneInt', (a) => a << 5],
  ['a >> 5', 'LaneInt', 'LaneInt', (a) => a >> 5],
  ['a >>> (one + 4)', 'LaneInt', 'LaneInt', (a) => (a >>> 5) | 0],
  ['ones(a < b)', 'LaneInt', 'LaneInt', (a, b) => truth(a < b)],
  ['ones(a <= b)', 'LaneInt', 'LaneInt', (a, b) => truth(a <= b)],
  ['ones(a > b)', 'LaneInt', 'LaneInt', (a, b) => truth(a > b)],
  ['ones(a >= b)', 'LaneInt', 'LaneInt', (a, b) => truth(a >= b)],
  ['ones(a === b)', 'LaneInt', 'LaneInt', (a, b) => truth(a === b)],
  ['ones(a !== b)', 'LaneInt', 'LaneInt', (a, b) => truth(a !== b)],
  ['min(a, b)', 'LaneInt', 'LaneInt', (a, b) => Math.min(a, b)],
  ['max(a, b)', 'LaneInt', 'LaneInt', (a, b) => Math.max(a, b)],
  ['abs(a)', 'LaneInt', 'LaneInt', (a) => Math.abs(a) | 0],
  ['where(a < b, c)', 'LaneInt', 'LaneInt', (a, b, c) => (a < b ? c : 0)],
  ['unless(a < b, c)', 'LaneInt', 'LaneInt', (a, b, c) => (a < b ? 0 : c)],
  ['select(a < b, b, c)', 'LaneInt', 'LaneInt', (a, b, c) => (a < b ? b : c)],
  ['toLane(a)', 'LaneInt', 'Lane', (a) => fround(a)],
  ['fromBits(a)', 'LaneInt', 'Lane', fromBits],
  ['splat(one) + a', 'LaneInt', 'LaneInt', (a) => (1 + a) | 0],
];

const SPECIAL_LANES = [
  NaN,
  0,
  -0,
  Infinity,
  -Infinity,
  1,
  -1,
  0.5,
  1.5,
  2.5,
  -0.5,
  -2.5,
  1e-45,
  -1e-45,
  1.1e-38,
  3.4e38,
  -3.4e38,
  2147483520,
  2147483648,
  -2147483648,
  4294967296,
  8388607.5,
  16777217,
  1e-6,
].map(fround);
const SPECIAL_INTS = [0, 1, -1, 31, 32, 2147483647, -2147483648, 65535, -65536, 0x7f800000, 0x00400000, 16777217];

/** Every special value against every other, then seeded ones of many sizes. */
function inputs(kind: Kind, { isWgsl }: Build): readonly [number[], number[], number[]] {
  const random = seeded(SEED);
  const lanes = isWgsl ? SPECIAL_LANES.filter((x) => !isDenormal(x)) : SPECIAL_LANES;
  const special = kind === 'Lane' ? lanes : SPECIAL_INTS;
  const wild = () =>
    kind === 'Lane'
      ? fround((random() - 0.5) * 10 ** (random() * 12 - 6))
      : ((random() - 0.5) * 2 ** (random() * 32)) | 0;
  const a: number[] = [];
  const b: number[] = [];
  const c: number[] = [];
  for (const x of special) {
    for (const y of special) {
      a.push(x);
      b.push(y);
      c.push(special[a.length % special.length]);
    }
  }
  while (a.length < 1024) for (const column of [a, b, c]) column.push(wild());
  return [a, b, c];
}

function kernelOf(cases: readonly Case[]): string {
  const column = (kind: Kind) => (kind === 'Lane' ? 'Column' : 'IntColumn');
  const functions = cases.map(
    ([source, input, result], k) => `
export function case${k}(out: ${column(result)}, ca: ${column(input)}, cb: ${column(input)}, cc: ${column(input)}, count: Int, one: Int): void {
  for (let row: Int = 0; row < count; row += LANES) {
    const a = ca[row];
    const b = cb[row];
    const c = cc[row];
    out[row] = ${source};
  }
}`,
  );
  return `import { LANES, type Column, type IntColumn, type Int, abs, bitsOf, ceil, float, floor, fromBits, isNan, maskBits, max,
  min, nearest, ones, select, signBit, splat, sqrt, toInt, toLane, trunc, unless, where } from '../language/lanes.ts';
${functions.join('')}`;
}

/** WGSL may flush them. */
const isDenormal = (x: number) => x !== 0 && Math.abs(x) < 2 ** -126;

function same(got: number, want: number, { isWgsl }: Build): boolean {
  return Object.is(got, want) || (isWgsl === true && isDenormal(want) && got === 0);
}

describe.each(ALL_BUILDS)('$name', async (build) => {
  const { run, buffer } = await runnable(kernelOf(CASES), build);
  const at = (k: number) => k * CAPACITY * 4;
  const view = (kind: Kind, k: number) =>
    kind === 'Lane' ? new Float32Array(buffer, at(k), CAPACITY) : new Int32Array(buffer, at(k), CAPACITY);

  test.each(CASES.map((each, k) => ({ name: `${each[0]} of ${each[1]}`, each, k })))(
    `$name, seed ${SEED}`,
    ({ each: [, input, result, closed], k }) => {
      const columns = inputs(input, build);
      for (const [c, column] of columns.entries()) view(input, c + 1).set(column);
      run[`case${k}`](at(0), at(1), at(2), at(3), 1024, 1);
      const out = view(result, 0);
      const [a, b, c] = columns;
      const wrong = a.flatMap((_, row) => {
        const want = closed(a[row], b[row], c[row]);
        return same(out[row], want, build)
          ? []
          : [`row ${row}: ${a[row]}, ${b[row]}, ${c[row]} → ${out[row]}, not ${want}`];
      });
      expect(wrong.slice(0, 4)).toEqual([]);
    },
  );

  test.each(COUNTS)('%i rows: writes those, and others only up to the next multiple of the lanes', (count) => {
    const [a, b] = inputs('Lane', build);
    view('Lane', 1).set(a);
    view('Lane', 2).set(b);
    const out = view('Lane', 0).fill(-7);
    run.case0!(at(0), at(1), at(2), at(3), count, 1);
    const written = Math.ceil(count / build.width) * build.width;
    const want = Array.from(out, (_, row) => (row < written ? fround(a[row] + b[row]) : -7));
    expect(Array.from(out)).toEqual(want);
  });
});

/** Hosted functions: the instructions of wasm give what hosts compute as written. */
import { describe, expect, test } from 'vitest';
import { isNear } from '../../../src/broad/near.ts';
import { copyFour, copyTwo, setBits } from '../../../src/broad/words.ts';
import { greater, lesser } from '../../../src/math/extremes.ts';
import { ALL_BUILDS, runnable } from '../../support/lanesFixture.ts';
import { seeded } from '../../support/random.ts';

const SEED = 0x4057;
const BOXES = 4000;
const WORDS = 64;

const SOURCE = `
import { isNear } from '../broad/near.ts';
import { copyFour, copyTwo, setBits } from '../broad/words.ts';
import { greater, lesser } from '../math/extremes.ts';
import type { Doubles, Int, Ints, Words } from '../language/lanes.ts';

/** Whether box 0 is near each of the others. */
export function near(boxes: Doubles, out: Ints, count: Int): void {
  for (let k: Int = 1; k < count; k++) {
    out[k] = isNear(boxes, 6 * k, boxes[0], boxes[1], boxes[2], boxes[3], boxes[4], boxes[5], 0.25);
  }
}
export function move(to: Words, from: Words, at: Int, source: Int): void {
  copyFour(to, 4 * at, from, 4 * source);
  copyTwo(to, 32 + 2 * at, from, 2 * source);
}
export function extremes(out: Doubles, count: Int): void {
  for (let k: Int = 0; k < count; k++) {
    const a = out[4 * k];
    const b = out[4 * k + 1];
    out[4 * k + 2] = lesser(a, b);
    out[4 * k + 3] = greater(a, b);
  }
}
export function set(words: Ints, begin: Int, end: Int): void {
  setBits(words, begin, end);
}`;

describe.each(ALL_BUILDS)('$name', async (build) => {
  const { run, buffer } = await runnable(SOURCE, build);

  test(`isNear, also at the margin, and with NaN and infinite sides (seed ${SEED})`, () => {
    const random = seeded(SEED);
    const boxes = new Float64Array(buffer, 0, 6 * BOXES);
    const near = new Int32Array(buffer, boxes.byteLength, BOXES);
    // sides at multiples of the margin meet it exactly, also behind and before the other box
    const side = () => 0.25 * Math.floor(16 * random() - 8);
    const odd = [Number.NaN, Infinity, -Infinity, -0];
    for (let k = 0; k < BOXES; k++) {
      for (let c = 0; c < 6; c++) boxes[6 * k + c] = random() < 0.02 ? odd[Math.floor(4 * random())]! : side();
    }
    boxes.set([-0.5, -0.25, 0, 0.5, 0.25, 0.75]);
    run.near!(0, near.byteOffset, BOXES);
    let count = 0;
    for (let k = 1; k < BOXES; k++) {
      const want = isNear(boxes, 6 * k, -0.5, -0.25, 0, 0.5, 0.25, 0.75, 0.25);
      expect(near[k], `box ${k}: ${boxes.subarray(6 * k, 6 * k + 6)}`).toBe(want);
      count += want;
    }
    expect(count).toBeGreaterThan(BOXES / 50);
    expect(count).toBeLessThan(BOXES / 2);
  });

  test('the smaller and the larger of two numbers: the first for NaN, and of zeros', () => {
    const odd = [0, -0, 1, -1.5, Infinity, -Infinity, Number.NaN];
    const pairs = odd.flatMap((a) => odd.map((b) => [a, b] as const));
    const out = new Float64Array(buffer, 0, 4 * pairs.length);
    for (const [k, pair] of pairs.entries()) out.set(pair, 4 * k);
    run.extremes!(0, pairs.length);
    for (const [k, [a, b]] of pairs.entries()) {
      expect([out[4 * k + 2], out[4 * k + 3]], `${a}, ${b}`).toEqual([lesser(a, b), greater(a, b)]);
    }
  });

  test('every gap can be the one that is too large', () => {
    const boxes = new Float64Array(buffer, 0, 6 * 14);
    const near = new Int32Array(buffer, 1024, 14);
    for (let k = 0; k < 14; k++) boxes.set([-1, -1, -1, 1, 1, 1], 6 * k);
    for (let c = 0; c < 6; c++) {
      const sign = c < 3 ? 1 : -1;
      boxes[6 * (1 + c) + c] = sign * 1.25;
      boxes[6 * (7 + c) + c] = sign * (1.25 + 2 ** -50);
    }
    run.near!(0, near.byteOffset, 14);
    expect([...near.subarray(1)]).toEqual([1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1]);
  });

  test('moves of words', () => {
    const [from, to, want] = [0, 1, 2].map((k) => new Uint32Array(buffer, 4 * WORDS * k, WORDS).fill(0));
    for (let k = 0; k < WORDS; k++) from![k] = 0x9e3779b1 * (k + 1);
    for (const [at, source] of [
      [0, 3],
      [5, 0],
      [7, 7],
    ] as const) {
      run.move!(to!.byteOffset, from!.byteOffset, at, source);
      copyFour(want!, 4 * at, from!, 4 * source);
      copyTwo(want!, 32 + 2 * at, from!, 2 * source);
    }
    expect([...to!]).toEqual([...want!]);
  });

  test.each([
    [0, 0],
    [3, 3],
    [3, 2],
    [0, 1],
    [5, 41],
  ])('sets words %d to %d', (begin, end) => {
    const words = new Int32Array(buffer, 0, WORDS).fill(7);
    run.set!(0, begin, end);
    const want = new Int32Array(WORDS).fill(7);
    setBits(want, begin, end);
    expect([...words]).toEqual([...want]);
  });
});

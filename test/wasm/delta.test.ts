/** A delta gives the bytes that it was made of, and a damaged one is refused. */
import { describe, expect, test } from 'vitest';
import { applyDelta } from '../../src/wasm/delta.ts';
import { makeDelta } from '../../tools/lanes/makeDelta.ts';
import { seeded } from '../support/random.ts';

const DAMAGED = 'applyDelta: expected a whole delta of these bytes, got one that is damaged';

/** Bytes with few values, so that parts of them repeat. */
const bytesOf = (length: number, next: () => number) => Uint8Array.from({ length }, () => Math.floor(8 * next()));

/** Some bytes of `base` replaced, left out, repeated or moved. */
function changed(base: Uint8Array, next: () => number): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < base.length; ) {
    const length = 1 + Math.floor(60 * next());
    const part = base.subarray(at, at + length);
    const kind = next();
    if (kind < 0.6) parts.push(part);
    else if (kind < 0.7) parts.push(part, part);
    else if (kind < 0.8) parts.unshift(part);
    else if (kind < 0.9) parts.push(bytesOf(3, next));
    at += length;
  }
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

describe('what comes out is what went in', () => {
  test('of bytes like the base', () => {
    const next = seeded(1);
    for (let k = 0; k < 20; k++) {
      const base = bytesOf(2000, next);
      const target = changed(base, next);
      const delta = makeDelta(base, target);
      expect(applyDelta(base, delta)).toEqual(target);
      expect(delta.length, 'much less than the bytes').toBeLessThan(target.length / 2);
    }
  });

  test('of the same bytes, in a dozen', () => {
    const base = bytesOf(3000, seeded(2));
    const delta = makeDelta(base, base);
    expect(delta.length).toBeLessThan(12);
    expect(applyDelta(base, delta)).toEqual(base);
  });

  test('of bytes unlike the base, and of none', () => {
    const base = bytesOf(100, seeded(3));
    for (const target of [
      Uint8Array.from({ length: 300 }, (_, k) => 100 + (k % 150)),
      new Uint8Array(0),
      base.subarray(90),
    ]) {
      expect(applyDelta(base, makeDelta(base, target))).toEqual(Uint8Array.from(target));
      expect(applyDelta(new Uint8Array(0), makeDelta(new Uint8Array(0), target))).toEqual(Uint8Array.from(target));
    }
  });
});

describe('damage', () => {
  const next = seeded(4);
  const base = bytesOf(1000, next);
  const delta = makeDelta(base, changed(base, next));

  test('a delta that ends too soon', () => {
    for (let length = 0; length < delta.length; length++) {
      expect(() => applyDelta(base, delta.subarray(0, length)), `${length} bytes`).toThrow(DAMAGED);
    }
  });

  test('one with more behind its end', () => {
    expect(() => applyDelta(base, Uint8Array.from([...delta, 0]))).toThrow(DAMAGED);
  });

  test('a base that is too short', () => {
    expect(() => applyDelta(base.subarray(0, 500), delta)).toThrow(DAMAGED);
  });

  test('a length that nothing has', () => {
    expect(() => applyDelta(base, Uint8Array.from([255, 255, 255, 255, 127, 0, 0, 0]))).toThrow(DAMAGED);
    expect(() => applyDelta(base, new Uint8Array(20).fill(255))).toThrow(DAMAGED);
  });

  test('any byte that is another: bytes of the same length, or that error', () => {
    const whole = applyDelta(base, delta);
    let refused = 0;
    for (let at = 0; at < delta.length; at++) {
      const other = Uint8Array.from(delta);
      other[at] ^= 0x15;
      try {
        expect(applyDelta(base, other).length).toBe(whole.length);
      } catch (error) {
        expect((error as Error).message).toBe(DAMAGED);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(delta.length / 4);
  });
});

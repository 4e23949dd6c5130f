import { expect, test } from 'vitest';
import { type NewArray, rowArrays } from '../../src/memory/rowArrays.ts';

const ROWS = 7;

/** An array of each kind, some of several elements per row. */
function arraysOf(newArray: NewArray) {
  return [
    newArray(Uint8Array),
    newArray(Float64Array),
    newArray(Int32Array, 5),
    newArray(Uint8Array, 3),
    newArray(Float32Array, 4),
  ];
}

test('arrays of any kind begin as zeros, and no two share a byte', () => {
  const newArray = rowArrays(ROWS);
  const arrays = Array.from({ length: 8 }, () => arraysOf(newArray)).flat();
  expect(arrays.map(({ length }) => length / ROWS)).toEqual(Array.from({ length: 8 }, () => [1, 1, 5, 3, 4]).flat());
  for (const [k, array] of arrays.entries()) {
    expect(new Set<number>(array)).toEqual(new Set([0]));
    array.fill(k + 1);
  }
  for (const [k, array] of arrays.entries()) expect(new Set<number>(array)).toEqual(new Set([k + 1]));
});

test('arrays share buffers, and one that is larger than a buffer has its own', () => {
  const newArray = rowArrays(ROWS);
  const [first, second] = [newArray(Uint8Array), newArray(Float64Array)];
  expect(second.buffer).toBe(first.buffer);
  const large = newArray(Float64Array, 1, 100 * ROWS);
  expect(large.length).toBe(100 * ROWS);
  expect(large.buffer).not.toBe(first.buffer);
});

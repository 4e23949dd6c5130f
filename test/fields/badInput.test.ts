/** What `heightField` refuses: one sentence with the place. */
import { heightField } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { messageOf } from '../support/messageOf.ts';

const GOOD = { rows: 2, columns: 3, spacing: [1, 2], heights: [0, 1, 2, 3, 4, 5] };
const refused = (change: object) => messageOf(() => heightField({ ...GOOD, ...change } as never));

describe('heightField refuses', () => {
  test.each([
    [{ rows: 1 }, 'heightField: rows: expected an integer in 2..8388609, got 1'],
    [{ rows: undefined }, 'heightField: rows: expected an integer in 2..8388609, got undefined'],
    [{ columns: 2.5 }, 'heightField: columns: expected an integer in 2..8388609, got 2.5'],
    [
      { rows: 4098, columns: 2050 },
      'heightField: expected at most 8388608 cells: (rows − 1) × (columns − 1), got 8394753',
    ],
    [{ spacing: [1] }, 'heightField: spacing: expected two numbers, along x and z, got 1 numbers'],
    [{ spacing: 1 }, 'heightField: spacing: expected two numbers, along x and z, got 1'],
    [{ spacing: [1, 0] }, 'heightField: spacing[1]: expected 1e-18..2000000000000000000 (m), got 0'],
    [{ spacing: [-1, 1] }, 'heightField: spacing[0]: expected 1e-18..1000000000000000000 (m), got -1'],
    [{ spacing: [Number.NaN, 1] }, 'heightField: spacing[0]: expected a finite number, got NaN'],
    [
      { spacing: [1e30, 1] },
      'heightField: spacing[0]: expected 1e-18..1000000000000000000 (m), got 1.0000000150474662e+30',
    ],
    [{ heights: [0, 1] }, 'heightField: heights: expected 2 × 3 = 6 numbers, got 2 of them'],
    [{ heights: undefined }, 'heightField: heights: expected an array of numbers, got undefined'],
    [
      { heights: [0, 1, 2, 3, Number.NaN, 5] },
      'heightField: heights: expected finite numbers of at most 1000000000000000000, got NaN at 4 (row 1, column 1)',
    ],
    [
      { heights: [0, 1, Infinity, 3, 4, 5] },
      'heightField: heights: expected finite numbers of at most 1000000000000000000, got Infinity at 2 (row 0, column 2)',
    ],
    [{ heights: [0, 1, 2, '3', 4, 5] }, "heightField: heights[3]: expected a number, got '3'"],
    [{ holes: [0] }, 'heightField: holes: expected 2 numbers, one per cell, got 1 of them'],
    [{ holes: [0, 2] }, 'heightField: holes: expected 0 or 1, got 2 at 1'],
    [{ holes: [1, 1] }, 'heightField: holes: expected a cell that is no hole, got 2 holes'],
    [{ sides: 'back' }, "heightField: sides: expected 'front' or 'both', got 'back'"],
    [{ size: 3 }, 'heightField: expected rows, columns, spacing, heights, holes, sides, got the unknown option `size`'],
  ])('%o', (change, message) => {
    expect(refused(change)).toBe(message);
  });

  test('anything but an object', () => {
    expect(messageOf(() => heightField(7 as never))).toBe('heightField: expected an object, got 7');
  });

  test('a detached array', () => {
    const heights = new Float32Array(6);
    structuredClone(heights, { transfer: [heights.buffer] });
    expect(refused({ heights })).toMatch(/^heightField: heights: expected /);
  });

  test('an array that cannot be read', () => {
    const heights = new Proxy(GOOD.heights, {
      get: (target, key) => {
        if (key === '2') throw new Error('no');
        return Reflect.get(target, key);
      },
    });
    expect(refused({ heights })).toBe('heightField: heights: expected what can be read, got an error: Error: no');
  });
});

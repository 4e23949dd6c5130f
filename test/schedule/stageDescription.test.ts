import { expect, test } from 'vitest';
import { blockRowsFor, helpersFor } from '../../src/schedule/stageDescription.ts';
import { MAX_STAGE_BLOCKS } from '../../src/tables/programTable.ts';

test('blocks grow when there would be too many of them', () => {
  expect(blockRowsFor(0, 256)).toBe(256);
  expect(blockRowsFor(1e6, 256)).toBe(256);
  for (const rows of [MAX_STAGE_BLOCKS - 1, MAX_STAGE_BLOCKS, 2 ** 20, 2 ** 24, 2 ** 31 - 1]) {
    expect(Math.ceil(rows / blockRowsFor(rows, 1))).toBeLessThanOrEqual(MAX_STAGE_BLOCKS);
  }
});

test('a worker per shareFrom pairs, and none for fewer than twice as many; 0 wakes all', () => {
  const helpers = [0, 999, 1000, 1999, 2000, 2999, 3000, 10_500].map((worth) => helpersFor(worth, 1000));
  expect(helpers).toEqual([0, 0, 0, 0, 2, 2, 3, 10]);
  expect([0, 1, 1e6].map((worth) => helpersFor(worth, 0) > 1000)).toEqual([true, true, true]);
});

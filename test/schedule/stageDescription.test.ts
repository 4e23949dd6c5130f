import { expect, test } from 'vitest';
import { MAX_STAGE_BLOCKS } from '../../src/schedule/programTable.ts';
import { blockRowsFor } from '../../src/schedule/stageDescription.ts';

test('blocks grow when there would be too many of them', () => {
  expect(blockRowsFor(0, 256)).toBe(256);
  expect(blockRowsFor(1e6, 256)).toBe(256);
  for (const rows of [MAX_STAGE_BLOCKS - 1, MAX_STAGE_BLOCKS, 2 ** 20, 2 ** 24, 2 ** 31 - 1]) {
    expect(Math.ceil(rows / blockRowsFor(rows, 1))).toBeLessThanOrEqual(MAX_STAGE_BLOCKS);
  }
});

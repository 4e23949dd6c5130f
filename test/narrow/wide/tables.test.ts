/** The tables of wide sources as the lane compiler lays them out. */

import { expect, test } from 'vitest';
import { tables } from '#wide/binaries';
import { MOST_TILE_BYTES, TILE_ROWS } from '../../../src/narrow/wide/context.ts';

test('the tables of a tile fill what the host sets aside', () => {
  const most = Math.max(tables.DistanceTables.bytes, tables.ContactTables.bytes);
  expect(most).toBeLessThanOrEqual(MOST_TILE_BYTES);
  expect(MOST_TILE_BYTES - most).toBeLessThan(64);
});

test('no two groups that search together lie a multiple of 4096 bytes apart', () => {
  const { bytes } = tables.Search;
  expect(bytes).toBeGreaterThan(1024);
  for (let groups = 1; groups < TILE_ROWS / 4; groups++) expect((groups * bytes) % 4096).not.toBe(0);
});

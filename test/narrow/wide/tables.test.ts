/** The tables of wide sources as the lane compiler lays them out. */

import { expect, test } from 'vitest';
import { tables } from '#wide/binaries';
import { MOST_TILE_BYTES, TILE_ROWS } from '../../../src/narrow/wide/context.ts';
import { FOUND_BYTES, MOST_FOUND } from '../../../src/narrow/wide/near/codes.ts';
import { LEAF_BYTES, LEAF_HALF, LEAF_INNER, LEAF_OUTER, LEAF_POSITION } from '../../../src/narrow/wide/rays/codes.ts';

test('the tables of a tile fill what the host sets aside', () => {
  const most = Math.max(tables.DistanceTables.bytes, tables.ContactTables.bytes);
  expect(most).toBeLessThanOrEqual(MOST_TILE_BYTES);
  expect(MOST_TILE_BYTES - most).toBeLessThan(64);
});

test('codes of hosts are places of the tables', () => {
  const { LeafBodies, NearTables } = tables;
  const wordOf = (name: string) => LeafBodies.members[name]!.byteOffset / 4;
  expect(LeafBodies.bytes).toBe(LEAF_BYTES);
  expect(['position.x', 'half.x', 'outer', 'inner'].map(wordOf)).toEqual([
    LEAF_POSITION,
    LEAF_HALF,
    LEAF_OUTER,
    LEAF_INNER,
  ]);
  expect(NearTables.bytes).toBe(FOUND_BYTES + 4 * MOST_FOUND);
});

test('no two groups that search together lie a multiple of 4096 bytes apart', () => {
  for (const { bytes } of [tables.Search, tables.Progress]) {
    for (let groups = 1; groups < TILE_ROWS / 4; groups++) expect((groups * bytes) % 4096).not.toBe(0);
  }
});

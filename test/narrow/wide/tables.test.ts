/** The tables of wide sources as the lane compiler lays them out, and copies of the host's constants. */

import { expect, test } from 'vitest';
import { tables } from '#wide/binaries';
import * as featureIds from '../../../src/narrow/wide/contacts/featureIds.ts';
import { MOST_TILE_BYTES, TILE_ROWS } from '../../../src/narrow/wide/context.ts';
import * as words from '../../../src/narrow/wide/shapeWords.ts';
import * as contactTable from '../../../src/queries/contacts/table.ts';
import * as shapeTable from '../../../src/shapes/shapeTable.ts';

test('words of a shape: those of the shape table', () => {
  const { SHAPE_BYTES, ...named } = words;
  expect(SHAPE_BYTES).toBe(4 * shapeTable.SHAPE_STRIDE);
  for (const [name, word] of Object.entries(named)) {
    expect(word, name).toBe((shapeTable as unknown as Record<string, number>)[name]);
  }
});

test('what feature ids are made of: as in the contact table', () => {
  const { NO_FEATURE, ...named } = featureIds;
  expect(NO_FEATURE >>> 0).toBe(contactTable.NO_FEATURE);
  expect(Object.keys(named).length).toBeGreaterThan(6);
  for (const [name, value] of Object.entries(named)) {
    expect(value, name).toBe((contactTable as unknown as Record<string, number>)[name]);
  }
});

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

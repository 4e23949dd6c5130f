/** What wide sources say by hand about tables, against the lane compiler and the host's own tables. */

import { describe, expect, test } from 'vitest';
import { tables } from '#wide/binaries';
import * as tile from '../../../src/narrow/wide/tile.ts';

describe('places of a tile', () => {
  const bytesOf = (name: string) => {
    const table = tables[name];
    if (!table) throw new Error(`no table ${name} among ${Object.keys(tables).join(' ')}`);
    return table.bytes;
  };

  /** In the order of the scratch: where a region begins, and the bytes that are used of it. */
  const regions: [name: string, begin: number, bytes: number][] = [
    ['COUNTS', tile.COUNTS, bytesOf('Counts')],
    ['LISTS', tile.LISTS, 7 * tile.ROWS_BYTES],
    ['LIVE', tile.LIVE, bytesOf('Live')],
    ['SEARCHES', tile.SEARCHES, 32 * tile.SEARCH_BYTES],
    ['SIDES', tile.SIDES, (tile.CHUNK_ROWS / 2) * tile.SIDE_BYTES],
    ['FRAMES', tile.FRAMES, bytesOf('Frames')],
    ['TASK', tile.TASK, bytesOf('Task')],
    ['OUTCOME', tile.OUTCOME, bytesOf('Outcome')],
    ['FOUND_A', tile.FOUND_A, bytesOf('Found')],
    ['FOUND_B', tile.FOUND_B, bytesOf('Found')],
    ['EDGES', tile.EDGES, bytesOf('Edges')],
    ['POLYTOPE', tile.POLYTOPE, bytesOf('Polytope')],
  ];

  /** The same bytes, while contacts are computed. */
  const ofContacts: [name: string, begin: number, bytes: number][] = [
    ['PATCH', tile.PATCH, bytesOf('Patch')],
    ['SLOTS', tile.SLOTS, bytesOf('Slots')],
    ['AXES', tile.AXES, bytesOf('Axes')],
    ['CORNERS_OF_PATCH', tile.CORNERS_OF_PATCH, bytesOf('Corners')],
    ['CHOICE', tile.CHOICE, bytesOf('Choice')],
    ['VIEWS', tile.VIEWS, bytesOf('Views')],
    ['FACE_A', tile.FACE_A, bytesOf('Face')],
    ['FACE_B', tile.FACE_A + tile.FACE_BYTES, bytesOf('Face')],
    ['WORK', tile.WORK, bytesOf('Work')],
    ['the other WORK', tile.WORK + tile.WORK_BYTES, bytesOf('Work')],
  ];

  test.each(ofContacts)('%s begins on 16 bytes and ends before the next', (name, begin, bytes) => {
    const at = ofContacts.findIndex((region) => region[0] === name);
    expect(begin % 16).toBe(0);
    expect(begin + bytes).toBeLessThanOrEqual(ofContacts[at + 1]?.[1] ?? tile.SIDES);
  });

  test.each(regions)('%s begins on 16 bytes and ends before the next', (name, begin, bytes) => {
    const at = regions.findIndex((region) => region[0] === name);
    expect(begin % 16).toBe(0);
    expect(begin + bytes).toBeLessThanOrEqual(regions[at + 1]?.[1] ?? tile.TILE_END);
  });

  test('rows of a list, a search, a side with its corners and its spread', () => {
    expect(tile.ROWS_BYTES).toBe(bytesOf('Rows'));
    expect(bytesOf('Search')).toBeLessThanOrEqual(tile.SEARCH_BYTES);
    expect(bytesOf('SupportSet')).toBeLessThanOrEqual(tile.CORNERS);
    // eight corners of x y z and id
    expect(tile.CORNER_BYTES).toBe(8 * 16);
    expect(tile.CORNERS + 4 * tile.CORNER_BYTES).toBeLessThanOrEqual(tile.SPREAD);
    expect(tile.SPREAD + bytesOf('Spread')).toBeLessThanOrEqual(tile.SIDE_BYTES);
    expect((tile.SEARCH_BYTES % 16) + (tile.SIDE_BYTES % 16)).toBe(0);
  });

  test('no two groups that are at work together lie a multiple of 4096 bytes apart', () => {
    for (let groups = 1; groups < 32; groups++) expect((groups * tile.SEARCH_BYTES) % 4096).not.toBe(0);
  });
});

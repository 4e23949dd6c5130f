import { describe, expect, test } from 'vitest';
import { bindColumns, type ColumnArray, column, columnsBytes } from '../../src/memory/columns.ts';
import { alignUp, CACHE_LINE_BYTES } from '../../src/memory/units.ts';
import type { FrameCapacity } from '../../src/queries/frameLayout.ts';
import { bindList, listBytes, scratchAt } from '../../src/tables/frame.ts';
import { GUEST_VERTICES, GUESTS } from '../../src/tables/guestTable.ts';
import { CONTEXT_WORDS, DEFERRED_BYTES, SCRATCH_BYTES, TILE_BYTES, TILE_ROWS } from '../../src/tables/kernelContext.ts';
import { bindPolytopes, polytopeTableBytes } from '../../src/tables/polytopeTable.ts';
import { testCapacity } from '../support/capacity.ts';
import { seeded } from '../support/random.ts';
import { bindFrame, frameBytes } from '../support/wholeFrame.ts';

/** Views over the same bytes on purpose: the second name is left out of the check. */
const ALIASES =
  /^colliders\.(positions|rotations|angles|shapes)$|^(shapes|(children\.)?parts|children)\.reals$|^children\.heightWords$|^rays\.nodeWords$|\.ranges\.words$|\.simplexWords(Even|Odd)$/;

interface Region {
  readonly name: string;
  readonly begin: number;
  readonly end: number;
}

/** Every column of every table, by name. */
function regionsOf(tables: Record<string, unknown>, prefix = ''): Region[] {
  return Object.entries(tables).flatMap(([key, value]) => {
    const name = prefix + key;
    if (ALIASES.test(name)) return [];
    if (ArrayBuffer.isView(value)) {
      return [{ name, begin: value.byteOffset, end: value.byteOffset + value.byteLength }];
    }
    const isTable = typeof value === 'object' && value !== null && !(value instanceof SharedArrayBuffer);
    return isTable ? regionsOf(value as Record<string, unknown>, `${name}.`) : [];
  });
}

/** Columns of each table; by number those of queries that have one of their own, in the order of their searches. */
const COLUMNS = {
  program: 2,
  query: 5,
  counts: 1,
  shapes: 1,
  vertices: 6,
  parts: 1,
  children: 7,
  listedRows: 1,
  childCounts: 1,
  guestLists: 1,
  colliders: 7,
  placed: 4,
  bounds: 5,
  tree: 22,
  scratch: 1,
  candidates: 16,
  probes: 2,
  placedPairs: 1,
  rays: 31,
  closest: 9,
  // and 8 of the guests of each thread
  casts: 30,
  own: 11,
  second: 11,
  polytopes: 6,
  0: 9,
  1: 8,
  2: 9,
  3: 9,
  4: 8,
};

/** How many regions each table has. */
function countsOf(regions: readonly Region[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { name } of regions) {
    const [table = ''] = name.split('.');
    counts[table] = (counts[table] ?? 0) + 1;
  }
  return counts;
}

function expectApart(regions: Region[], begin: number, end: number): void {
  const inOrder = regions.toSorted((p, q) => p.begin - q.begin);
  let at = begin;
  for (const { name, begin: here, end: there } of inOrder) {
    expect(here % CACHE_LINE_BYTES, `${name} begins a cache line`).toBe(0);
    expect(here, `${name} begins behind the one before`).toBeGreaterThanOrEqual(at);
    at = there;
  }
  expect(at, 'the last column ends inside').toBeLessThanOrEqual(end);
}

describe('a frame', () => {
  const random = seeded(0xf4a3e);
  const upTo = (limit: number) => 1 + Math.floor(limit ** random());
  const capacities = Array.from({ length: 200 }, (): FrameCapacity => {
    const sizes = Object.keys(testCapacity()).map((name) => [name, upTo(3000)]);
    return { ...testCapacity(Object.fromEntries(sizes)), threads: upTo(64) };
  });

  test('no two columns share a cache line, whatever the capacities (seed 0xf4a3e)', () => {
    for (const capacity of capacities) {
      const bytes = frameBytes(capacity);
      const buffer = new SharedArrayBuffer(bytes);
      const frame = bindFrame(buffer, capacity);
      const own = bindList(buffer, frame.listsBegin, capacity.pairs);
      const second = bindList(buffer, frame.listsBegin + listBytes(capacity.pairs), capacity.pairs);
      const polytopes = [0, 1].map((k) => {
        const at = frame.listsEnd + k * polytopeTableBytes(capacity.polytopes);
        return bindPolytopes(buffer, at, capacity.polytopes);
      });
      const ofQueries = { ...[...frame.own.values()] };
      const regions = regionsOf({ ...frame, ...ofQueries, own, second, polytopes });
      expect(countsOf(regions)).toEqual({ ...COLUMNS, casts: COLUMNS.casts + 8 * capacity.threads });
      expectApart(regions, CACHE_LINE_BYTES, bytes);
      expect(frame.polytopesEnd).toBeLessThanOrEqual(bytes);
    }
  });

  test('columns are as long as the capacities say', () => {
    for (const capacity of capacities.slice(0, 20)) {
      const frame = bindFrame(new SharedArrayBuffer(frameBytes(capacity)), capacity);
      const { pairs, results } = bindList(frame.buffer, frame.listsBegin, capacity.pairs);
      expect(frame.shapes.words.length).toBe(16 * (capacity.shapes + GUESTS * capacity.threads));
      expect(frame.vertices.coordinates.length).toBe(3 * (capacity.vertices + GUEST_VERTICES * capacity.threads));
      expect(frame.colliders.positions.length).toBe(4 * capacity.colliders);
      expect(frame.colliders.rotations.length).toBe(4 * capacity.colliders);
      const rows = capacity.colliders + capacity.probes + 16 * capacity.threads;
      const guests = GUESTS * capacity.threads;
      expect(frame.placed.positions.length).toBe(4 * (rows + guests));
      expect(frame.placed.shapes.length).toBe(rows + guests);
      expect(frame.bounds.boxes.length).toBe(6 * rows);
      expect(pairs.ids.length).toBe(2 * capacity.pairs);
      expect(results.simplexOdd.length).toBe(8 * capacity.pairs);
    }
  });

  test('aliases lie over the same bytes', () => {
    const capacity = capacities[0];
    const { shapes } = bindFrame(new SharedArrayBuffer(frameBytes(capacity)), capacity);
    expect(shapes.reals.byteOffset).toBe(shapes.words.byteOffset);
    expect(shapes.reals.byteLength).toBe(shapes.words.byteLength);
  });

  test('scratch of each thread is its own, and wasm can address it', () => {
    const capacity = { ...capacities[0], threads: 5 };
    const frame = bindFrame(new SharedArrayBuffer(frameBytes(capacity)), capacity);
    for (let thread = 0; thread < 5; thread++) {
      const place = scratchAt(frame, thread);
      expect(place % CACHE_LINE_BYTES).toBe(0);
      expect(place).toBe(frame.scratch.byteOffset + thread * SCRATCH_BYTES);
      expect(place + SCRATCH_BYTES).toBeLessThanOrEqual(frame.scratch.byteOffset + frame.scratch.byteLength);
    }
    // the words, then the list of a whole tile, then the tile, one behind the other
    expect(4 * CONTEXT_WORDS).toBeLessThanOrEqual(DEFERRED_BYTES);
    expect(DEFERRED_BYTES + 4 * TILE_ROWS).toBeLessThanOrEqual(TILE_BYTES);
    expect((TILE_BYTES % 64) + (SCRATCH_BYTES % 64)).toBe(0);
  });
});

describe('columns', () => {
  const TYPES = [Float64Array, Float32Array, Uint32Array, Int32Array, Uint16Array, Uint8Array];

  test('any schema: size and places agree (seed 0x5c4e)', () => {
    const random = seeded(0x5c4e);
    for (let round = 0; round < 200; round++) {
      const schema = Object.fromEntries(
        Array.from({ length: 1 + Math.floor(6 * random()) }, (_, k) => {
          const type = TYPES[Math.floor(TYPES.length * random())];
          return [`c${k}`, column<ColumnArray>(type, 1 + Math.floor(8 * random()))];
        }),
      );
      const capacity = Math.floor(100 * random());
      const bytes = columnsBytes(schema, capacity);
      const offset = CACHE_LINE_BYTES * Math.floor(4 * random());
      const table = bindColumns(schema, new ArrayBuffer(offset + bytes), offset, capacity);
      expect(table.capacity).toBe(capacity);
      const { capacity: _, ...columns } = table;
      expectApart(regionsOf(columns), offset, offset + bytes);
      for (const [name, { type, perRow }] of Object.entries(schema)) {
        const view = (columns as Record<string, ColumnArray>)[name];
        expect(view).toBeInstanceOf(type);
        expect(view.length).toBe(perRow * capacity);
      }
    }
  });
});

test('alignUp', () => {
  expect([0, 1, 63, 64, 65].map((n) => alignUp(n, 64))).toEqual([0, 64, 64, 64, 128]);
  expect(alignUp(7, 3)).toBe(9);
});

/** The tables of wide sources as the lane compiler lays them out. */

import { expect, test } from 'vitest';
import { ChildState } from '../../src/kernels/children/childState.ts';
import { STACK_NUMBERS } from '../../src/kernels/supports/composite.ts';
import { overlay } from '../../src/memory/overlay.ts';
import { CastSweep as CastSweepTable } from '../../src/tables/castSweep.ts';
import { MOST_CHILDREN_BYTES, MOST_EXACT_BYTES, MOST_TILE_BYTES, TILE_ROWS } from '../../src/tables/kernelContext.ts';
import { FOUND_BYTES, MOST_FOUND } from '../../src/tables/nearSearch.ts';
import { MAX_NESTING } from '../../src/tables/partTable.ts';
import {
  HIT_BOUND,
  HIT_NORMAL,
  HIT_T,
  LEAF_BYTES,
  LEAF_HALF,
  LEAF_INNER,
  LEAF_OUTER,
  LEAF_POSITION,
} from '../../src/tables/rayTree.ts';
import { check } from '../../tools/lanes/compile.ts';
import { sourcesOf } from '../../tools/lanes/pieces.ts';
import type { TableLayout } from '../../tools/lanes/tables.ts';

const ENTRIES = [
  'rows/lanes/distanceTile',
  'contacts/lanes/contactTile',
  'near/lanes/nearRows',
  'points/lanes/findPoints',
  'rays/lanes/castRays',
];
const CASTS = check({ entries: ['src/kernels/casts/lanes/sweptDescent.ts'] }).tables;
const { tables } = check({ entries: ENTRIES.map((name) => `src/kernels/${name}.ts`) });

test('the tables of a tile fill what the host sets aside', () => {
  const most = Math.max(tables.DistanceTables!.bytes, tables.ContactTables!.bytes);
  expect(most).toBeLessThanOrEqual(MOST_TILE_BYTES);
  expect(MOST_TILE_BYTES - most).toBeLessThan(64);
});

test('so do the tables of searches in f64', () => {
  const { DistanceScratch, CastScratch, PointScratch } = check({ entries: sourcesOf('exact') }).tables;
  const most = Math.max(DistanceScratch!.bytes, CastScratch!.bytes, PointScratch!.bytes);
  expect(most).toBeLessThanOrEqual(MOST_EXACT_BYTES);
  expect(MOST_EXACT_BYTES - most).toBeLessThan(64);
});

test('codes of hosts are places of the tables', () => {
  const { LeafBodies, NearTables } = tables as Record<string, TableLayout>;
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
  for (const { bytes } of [tables.Search!, tables.Progress!]) {
    for (let groups = 1; groups < TILE_ROWS / 4; groups++) expect((groups * bytes) % 4096).not.toBe(0);
  }
});

test('hosts find the hit of a ray; a composite has room for a point of each level of nesting', () => {
  const { BestHit, PartStack, RayHit, RayTables } = tables as Record<string, TableLayout>;
  expect(RayTables.members.best).toMatchObject({ byteOffset: 0 });
  expect(BestHit.members.hit).toMatchObject({ byteOffset: 0 });
  const placeOf = (name: string) => RayHit.members[name]!.byteOffset / 8;
  expect(['t', 'normal', 'bound'].map(placeOf)).toEqual([HIT_T, HIT_NORMAL, HIT_BOUND]);
  expect(PartStack.rows).toBeGreaterThan(STACK_NUMBERS);
  expect(STACK_NUMBERS).toBe(3 * (MAX_NESTING + 1));
});

test('hosts lay the sweep of a shape over the start of the tables of casts', () => {
  const { CastTables, CastSweep } = CASTS as Record<string, TableLayout>;
  expect(CastTables.members.sweep).toMatchObject({ byteOffset: 0 });
  const sweep = overlay(new CastSweepTable(), new SharedArrayBuffer(CastSweep.bytes), 0);
  const offsets = Object.entries(sweep).map(([name, { byteOffset }]) => [name, { byteOffset, element: 'f64' }]);
  expect(CastSweep.members).toEqual(Object.fromEntries(offsets));
});

test('hosts lay the memory of contacts of children where wasm has it', () => {
  const all = check({ entries: sourcesOf('exact') }).tables as Record<string, TableLayout>;
  const { ChildTables } = all;
  expect(ChildTables!.bytes).toBeLessThanOrEqual(MOST_CHILDREN_BYTES);
  expect(MOST_CHILDREN_BYTES - ChildTables!.bytes).toBeLessThan(64);
  expect(ChildTables!.members.state).toMatchObject({ byteOffset: 0 });
  let views = 0;
  const compare = (table: object, layout: TableLayout, begin: number) => {
    for (const [name, member] of Object.entries(table)) {
      const { byteOffset, element } = layout.members[name]!;
      if (ArrayBuffer.isView(member)) {
        expect(member.byteOffset, name).toBe(begin + byteOffset);
        views++;
      } else if (typeof member === 'object') compare(member, all[element]!, begin + byteOffset);
    }
  };
  compare(overlay(new ChildState(), new SharedArrayBuffer(MOST_CHILDREN_BYTES), 0), all.ChildState!, 0);
  expect(views).toBeGreaterThan(90);
});

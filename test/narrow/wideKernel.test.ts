/**
 * A thread with a wide kernel, of which a function of the test takes the place: what it is told, in which pieces it is
 * asked, and what becomes of the rows it leaves.
 */

import { describe, expect, test } from 'vitest';
import { WideBroad } from '../../src/broad/wideBroad.ts';
import { Scene } from '../../src/engine/scene.ts';
import { deferredRows } from '../../src/narrow/deferredRows.ts';
import { scalarKernels } from '../../src/narrow/scalarKernel.ts';
import type { WideCalls } from '../../src/narrow/wideCalls.ts';
import { WideKernel } from '../../src/narrow/wideKernel.ts';
import { CONTACTS } from '../../src/queries/contacts/search.ts';
import { DISTANCE, INTERSECT } from '../../src/queries/distance/search.ts';
import { closeProgram } from '../../src/schedule/programs.ts';
import { SLICE_OVER, STAGE_PENDING, STEP, StageRunner } from '../../src/schedule/stageRunner.ts';
import { box, capsule } from '../../src/shapes/spec.ts';
import { bindList, contactsAt, type Frame, type ListTables, scratchAt } from '../../src/tables/frame.ts';
import * as context from '../../src/tables/kernelContext.ts';
import { UNUSED } from '../../src/tables/simplexWords.ts';
import { testCapacity } from '../support/capacity.ts';
import { openQuery, type RowQuery, rowQuery } from '../support/programs.ts';
import { seeded } from '../support/random.ts';
import { bindFrame, builtInPasses, frameBytes } from '../support/wholeFrame.ts';

const { DEFERRED_BYTES, TILE_ROWS } = context;
const THREADS = 2;
const ROWS = 700;
const CAPACITY = testCapacity({ pairs: ROWS, threads: THREADS });
const UNTOUCHED = 99;
const SEED = 0x71e5;

interface Fixture {
  readonly frame: Frame;
  readonly list: ListTables;
}

function fixture(): Fixture {
  const frame = bindFrame(new SharedArrayBuffer(frameBytes(CAPACITY)), CAPACITY);
  const list = bindList(frame.buffer, frame.listsBegin, CAPACITY.pairs);
  const scene = new Scene(frame, { checkWritable: () => {}, restored: () => {} });
  const random = seeded(SEED);
  const shapes = [box(0.5, 0.4, 0.3), capsule(0.3, 0.2)].map((shape) => scene.addShape(shape));
  for (let k = 0; k < CAPACITY.colliders; k++) {
    scene.addCollider(shapes[k % 2], { position: [3 * random(), 3 * random(), 3 * random()] });
  }
  for (let k = 0; k < ROWS; k++) list.pairs.ids.set([k % 64, (k * 7 + 1 + (k >> 6)) % 64], 2 * k);
  list.results.status.fill(UNTOUCHED);
  list.results.simplexEven.fill(UNUSED);
  list.results.simplexOdd.fill(UNUSED);
  return { frame, list };
}

function open({ frame, list }: Fixture, change: Partial<RowQuery> = {}): number {
  return openQuery(frame, rowQuery(list, change));
}

function runnerOf({ frame }: Fixture, thread: number, wide?: WideKernel): StageRunner {
  const kernels = wide ? { wide, broad: new WideBroad(wide.calls, wide.words) } : scalarKernels(frame);
  return new StageRunner(frame, thread, builtInPasses(frame, thread, kernels));
}

/** A kernel that marks rows. In f64 it computes those that `leaves` says, in its order. */
function marking({ frame, list }: Fixture, thread: number, leaves: (row: number) => boolean, backwards = false) {
  const asked: [number, number][] = [];
  const distanceTile = (address: number, begin: number, end: number) => {
    expect(address).toBe(scratchAt(frame, thread));
    const left = new Int32Array(frame.buffer, address + DEFERRED_BYTES, TILE_ROWS);
    asked.push([begin, end]);
    let count = 0;
    for (let k = 0; k < end - begin; k++) {
      const row = backwards ? end - 1 - k : begin + k;
      if (leaves(row)) left[count++] = row;
      else list.results.status[row] = 50 + thread;
    }
    return count;
  };
  const exactRows = (address: number, count: number) => {
    for (const row of new Int32Array(frame.buffer, address + DEFERRED_BYTES, count)) {
      list.results.status[row] = 60 + thread;
    }
  };
  // no other export is called
  const calls: Partial<WideCalls> = { distanceTile, exactRows, contactTile: () => 0 };
  const kernel = new WideKernel(frame, thread, calls as WideCalls);
  return { kernel, asked };
}

describe('rows', () => {
  test.each([
    ['none left', () => false, false],
    ['all left', () => true, false],
    ['every third left', (row: number) => row % 3 === 0, false],
    ['every third taken', (row: number) => row % 3 !== 0, false],
    ['runs left, in the wrong order', (row: number) => row % 17 > 5, true],
  ] as const)('%s: each is answered once, in f32 or in f64', (_, leaves, backwards) => {
    for (const blockRows of [1, 3, TILE_ROWS - 1, TILE_ROWS, TILE_ROWS + 1, 256, 1000]) {
      const here = fixture();
      const { kernel, asked } = marking(here, 1, leaves, backwards);
      const rows = ROWS - 1;
      expect(runnerOf(here, 1, kernel).drain(open(here, { blockRows, rows }))).toBe(STAGE_PENDING);

      // tiles lie side by side, end with their block, and are no longer than the scratch holds
      asked.sort((a, b) => a[0] - b[0]);
      expect(asked[0][0]).toBe(0);
      for (const [k, [begin, end]] of asked.entries()) {
        expect(end).toBe(asked[k + 1]?.[0] ?? rows);
        expect(end - begin).toBeGreaterThan(0);
        expect(end - begin).toBeLessThanOrEqual(TILE_ROWS);
        expect(Math.trunc((end - 1) / blockRows)).toBe(Math.trunc(begin / blockRows));
      }

      const { status } = here.list.results;
      let left = 0;
      for (let row = 0; row < rows; row++) {
        if (leaves(row)) left++;
        expect(status[row]).toBe(leaves(row) ? 61 : 51);
      }
      expect(status[rows]).toBe(UNTOUCHED);
      expect(deferredRows(here.frame.program, THREADS)).toBe(left);
    }
  });

  test('are counted over all jobs and threads, also a block that is done again', () => {
    const here = fixture();
    const runners = [0, 1].map((t) => runnerOf(here, t, marking(here, t, (row) => row % 2 === 0).kernel));
    let number = open(here, { blockRows: 100 });
    expect(runners[1].drain(number, -Infinity)).toBe(SLICE_OVER);
    expect(runners[0].drain(number)).toBe(STEP);
    expect(deferredRows(here.frame.program, THREADS)).toBe(ROWS / 2);
    // the first block of the second half of seven
    expect([1, 301, 401].map((row) => here.list.results.status[row])).toEqual([50, 51, 50]);
    number = open(here, { operation: INTERSECT, blockRows: 100 });
    expect(runners[0].drain(number, -Infinity)).toBe(SLICE_OVER);
    closeProgram(here.frame.program);
    here.frame.program.finished[0] = 0;
    runners[0].redoBlocks();
    expect(deferredRows(here.frame.program, THREADS)).toBe(ROWS + 50);
  });
});

describe('the context', () => {
  function told(here: Fixture, change: Partial<RowQuery>, thread = 1) {
    const { kernel } = marking(here, thread, () => true);
    runnerOf(here, thread, kernel).drain(open(here, change));
    const place = scratchAt(here.frame, thread);
    return {
      words: new Int32Array(here.frame.buffer, place, context.CONTEXT_WORDS),
      reals: new Float32Array(here.frame.buffer, place, context.CONTEXT_WORDS),
    };
  }

  test.each([true, false])('addresses are those of the columns; even to odd: %s', (evenToOdd) => {
    const here = fixture();
    const { frame, list } = here;
    const { words } = told(here, { evenToOdd });
    const { simplexEven, simplexOdd } = list.results;
    const columns: [number, ArrayBufferView][] = [
      [context.IDS, list.pairs.ids],
      [context.POSITIONS, frame.colliders.positions],
      [context.ROTATIONS, frame.colliders.rotations],
      [context.COLLIDER_SHAPES, frame.colliders.shapes],
      [context.SHAPE_WORDS, frame.shapes.words],
      [context.COORDINATES, frame.vertices.coordinates],
      [context.CELLS, frame.vertices.cells],
      [context.STATUS, list.results.status],
      [context.SEPARATION, list.results.separation],
      [context.OFFSET_A, list.results.offsetA],
      [context.OFFSET_B, list.results.offsetB],
      [context.FROM, evenToOdd ? simplexEven : simplexOdd],
      [context.TO, evenToOdd ? simplexOdd : simplexEven],
    ];
    for (const [word, { byteOffset }] of columns) expect(words[word]).toBe(byteOffset);
    expect(new Set(columns.map(([word]) => word)).size).toBe(columns.length);
    expect(words[context.ROW_COUNT]).toBe(CAPACITY.colliders);
    expect(words[context.SHAPE_COUNT]).toBe(2);
  });

  test('is that of the list at hand', () => {
    const here = fixture();
    const other = bindList(here.frame.buffer, here.list.byteOffset + 64 * 1000, 10);
    const { words } = told(here, { list: other, rows: 3 });
    expect(words[context.IDS]).toBe(other.pairs.ids.byteOffset);
    expect(words[context.STATUS]).toBe(other.results.status.byteOffset);
  });

  test.each([
    [INTERSECT, true, [1, 1]],
    [INTERSECT, false, [1, 0]],
    [DISTANCE, true, [0, 1]],
    [DISTANCE, false, [0, 0]],
  ])('operation %o, depth %s', (operation, depth, expected) => {
    const { words } = told(fixture(), { operation, depth });
    expect([words[context.OVERLAP_ONLY], words[context.DEPTH]]).toEqual(expected);
  });

  test.each([0, 0.25, 0.1, 1 / 3, 1e-46, 3.4028235677973366e38, 1e300, Infinity])(
    'limit %d: the next f32 that is larger, for every number',
    (limit) => {
      const found = told(fixture(), { maxDistance: limit }).reals[context.MAX_DISTANCE];
      if (limit === Infinity) expect(found).toBe(Infinity);
      else expect(found).toBeGreaterThan(limit);
      if (found < Infinity) expect(found - limit).toBeLessThanOrEqual(2 * (2 ** -23 * limit + 2 ** -149));
    },
  );

  /** Of a contact query over one row. */
  function toldContacts(here: Fixture, change: Partial<RowQuery>) {
    const contacts = contactsAt(here.frame.buffer, here.frame.contactsBegin, 1);
    return { contacts, ...told(here, { operation: CONTACTS, rows: 1, contacts, maxDistance: 1, ...change }) };
  }

  test.each([true, false])('columns of contacts are read and written in turn; even to odd: %s', (contactsEvenToOdd) => {
    const { contacts, words } = toldContacts(fixture(), { contactsEvenToOdd });
    const { featuresEven, featuresOdd, touchesEven, touchesOdd } = contacts.table;
    expect(words[context.FEATURES_FROM]).toBe((contactsEvenToOdd ? featuresEven : featuresOdd).byteOffset);
    expect(words[context.FEATURES_TO]).toBe((contactsEvenToOdd ? featuresOdd : featuresEven).byteOffset);
    expect(words[context.TOUCHES]).toBe((contactsEvenToOdd ? touchesOdd : touchesEven).byteOffset);
  });

  test.each([0, -0, 0.25, 0.1, 1 / 3, -0.1, -1 / 3, 1e-46, -1e-46, 1e30, -1e30])(
    'margin and touching %d: the largest f32 that is no larger',
    (asked) => {
      const { reals } = toldContacts(fixture(), { maxDistance: asked, touching: asked });
      for (const word of [context.MARGIN, context.TOUCHING]) {
        const found = reals[word];
        expect(found).toBeLessThanOrEqual(asked);
        expect(asked - found).toBeLessThanOrEqual(2 ** -23 * Math.abs(asked) + 2 ** -149);
      }
    },
  );
});

/** Impulses from step to step: which rows start with those of which rows of the query before. */
import type { ContactResults } from 'hullstorm';
import { expect, test } from 'vitest';
import { Impulses } from '../../src/dynamics/impulses.ts';
import { bindStepMemory, type StepMemory, stepBytes } from '../../src/dynamics/memory.ts';
import {
  IMPULSE_ROWS_FROM,
  IMPULSE_ROWS_TO,
  IMPULSES_FROM,
  IMPULSES_TO,
  IS_CARRIED,
} from '../../src/dynamics/wide/context.ts';

const ROWS = 4;
const SUBSTEP = 1 / 240;
const NONE = [-1, -1, -1, -1];

interface Row {
  readonly ids: readonly [number, number];
  /** By point: its row and point in the query before, or undefined. No points: an empty list. */
  readonly before: readonly (readonly [number, number] | undefined)[];
}

/** A contact query, the `queries`-th of its list. */
function query(queries: number, rows: readonly Row[]): ContactResults {
  const previous = rows.flatMap(({ before }) =>
    NONE.map((none, p) => (before[p] ? 4 * before[p][0] + before[p][1] : none)),
  );
  return {
    queries,
    rowCount: rows.length,
    ids: Uint32Array.from(rows.flatMap(({ ids }) => ids)),
    pointCount: Uint8Array.from(rows.map(({ before }) => before.length)),
    previous: Int32Array.from(previous),
  } as unknown as ContactResults;
}

function fixture() {
  const capacity = { colliders: 8, contactRows: ROWS, contacts: ROWS };
  const memory = bindStepMemory(new ArrayBuffer(stepBytes(capacity)), 0, capacity);
  return { memory, impulses: new Impulses(memory) };
}

/** What the passes do in a step: impulse 10 row + k for number k of each row, at places in the opposite order. */
function solve({ words, kinds: { buffer } }: StepMemory, rows: number): void {
  const to = new Float32Array(buffer, words[IMPULSES_TO]);
  const places = new Int32Array(buffer, words[IMPULSE_ROWS_TO], ROWS);
  for (let row = 0; row < rows; row++) {
    places[row] = rows - 1 - row;
    for (let k = 0; k < 8; k++) to[8 * places[row] + k] = 10 * row + k;
  }
}

/** What the passes read: the eight numbers of a row, or undefined. */
function read({ words, kinds: { buffer } }: StepMemory, row: number): number[] | undefined {
  const place = new Int32Array(buffer, words[IMPULSE_ROWS_FROM], ROWS)[row];
  return place < 0 ? undefined : [...new Float32Array(buffer, words[IMPULSES_FROM] + 32 * place, 8)];
}

const numbers = (row: number, times = 1) => Array.from({ length: 8 }, (_, k) => times * (10 * row + k));
const FIRST = [
  { ids: [0, 1], before: [undefined, undefined, undefined, undefined] },
  { ids: [1, 2], before: [undefined, undefined] },
  { ids: [4, 5], before: [undefined] },
] as const;

/** A fixture after a step on the first query of the list. */
function stepped() {
  const made = fixture();
  const { memory, impulses } = made;
  impulses.start(query(1, FIRST), SUBSTEP);
  expect(memory.words[IS_CARRIED]).toBe(0);
  solve(memory, 3);
  impulses.finishStep();
  return made;
}

test('a step on the next query reads the impulses of the step before', () => {
  const { memory, impulses } = stepped();
  impulses.start(query(2, FIRST), SUBSTEP);
  expect(memory.words[IS_CARRIED]).toBe(1);
  expect([0, 1, 2].map((row) => read(memory, row))).toEqual([numbers(0), numbers(1), numbers(2)]);
});

test('a step that runs again reads the same ones', () => {
  const { memory, impulses } = stepped();
  impulses.start(query(2, FIRST), SUBSTEP);
  solve(memory, 2);
  impulses.start(query(2, FIRST), SUBSTEP);
  expect(memory.words[IS_CARRIED]).toBe(1);
  expect(read(memory, 2)).toEqual(numbers(2));
});

test('a step on a later query has none', () => {
  const { memory, impulses } = stepped();
  impulses.start(query(3, FIRST), SUBSTEP);
  expect(memory.words[IS_CARRIED]).toBe(0);
});

test('impulses are proportional to the length of a substep', () => {
  const { memory, impulses } = stepped();
  impulses.start(query(2, FIRST), 4 * SUBSTEP);
  expect(read(memory, 2)).toEqual(numbers(2, 4));
});

test("a query of the user's between two steps hands impulses on, point by point", () => {
  const { memory, impulses } = stepped();
  impulses.carryToNext(
    query(2, [
      { ids: [4, 5], before: [] },
      { ids: [1, 2], before: [[1, 1], undefined, [1, 0]] },
      { ids: [0, 1], before: [undefined, [0, 3]] },
      { ids: [2, 3], before: [undefined] },
    ]),
  );
  impulses.start(query(3, FIRST), SUBSTEP);
  expect(memory.words[IS_CARRIED]).toBe(1);
  // the numbers from the fifth on are of the pair
  expect(read(memory, 1)).toEqual([11, 0, 10, 0, 14, 15, 16, 17]);
  expect(read(memory, 2)).toEqual([0, 3, 0, 0, 4, 5, 6, 7]);
  expect(read(memory, 3)).toBeUndefined();
});

test('after two queries of the user that were not handed on one by one there are none', () => {
  const { memory, impulses } = stepped();
  impulses.carryToNext(query(3, FIRST));
  impulses.start(query(4, FIRST), SUBSTEP);
  expect(memory.words[IS_CARRIED]).toBe(0);
  const other = stepped();
  other.impulses.carry(query(3, [{ ids: [0, 1], before: [[0, 0]] }]));
  other.impulses.start(query(4, FIRST), SUBSTEP);
  expect(read(other.memory, 0)).toBeUndefined();
});

test('contacts of a body that is new start without impulses, those of others and of later steps with them', () => {
  const { memory, impulses } = stepped();
  const next = query(2, [
    {
      ids: [1, 2],
      before: [
        [1, 0],
        [1, 1],
      ],
    },
    { ids: [4, 5], before: [[2, 0]] },
    { ids: [0, 1], before: [[0, 0]] },
  ]);
  impulses.addNew(2);
  impulses.start(next, SUBSTEP);
  expect([0, 1, 2].map((row) => read(memory, row))).toEqual([numbers(0), undefined, numbers(2)]);
  solve(memory, 3);
  impulses.finishStep();
  impulses.start(
    query(3, [
      {
        ids: [1, 2],
        before: [
          [0, 0],
          [0, 1],
        ],
      },
    ]),
    SUBSTEP,
  );
  expect(read(memory, 0)).toEqual(numbers(0));
});

test('the second body of a pair may be the new one', () => {
  const { memory, impulses } = stepped();
  impulses.addNew(4);
  impulses.start(query(2, [{ ids: [4, 5], before: [[2, 0]] }]), SUBSTEP);
  expect([0, 1, 2].map((row) => read(memory, row) === undefined)).toEqual([false, false, true]);
});

import { expect, test } from 'vitest';
import { scalarKernels } from '../../src/narrow/scalarKernel.ts';
import { DISTANCE, INTERSECT } from '../../src/queries/distance/search.ts';
import { leastCapacity } from '../../src/queries/leastCapacity.ts';
import { closeProgram } from '../../src/schedule/programs.ts';
import { PROGRAM_OVER, SLICE_OVER, STAGE_PENDING, STEP, StageRunner } from '../../src/schedule/stageRunner.ts';
import { Status } from '../../src/tables/distanceStatus.ts';
import { bindList, type Frame, type ListTables } from '../../src/tables/frame.ts';
import { BLOCK, JOINED, LEFT, ROWS_DONE, threadWord } from '../../src/tables/programTable.ts';
import { openQuery, type RowQuery, rowQuery, writeQuery } from '../support/programs.ts';
import { bindFrame, builtInPasses, frameBytes } from '../support/wholeFrame.ts';

const CAPACITY = leastCapacity({ vertices: 4, colliders: 4, pairs: 100, passBytes: 64, threads: 3 });
const UNTOUCHED = 99;

function fixture(): { frame: Frame; list: ListTables; runners: StageRunner[] } {
  const buffer = new SharedArrayBuffer(frameBytes(CAPACITY));
  const frame = bindFrame(buffer, CAPACITY);
  const list = bindList(buffer, frame.listsBegin, CAPACITY.pairs);
  list.results.status.fill(UNTOUCHED);
  const runners = [0, 1, 2].map((t) => new StageRunner(frame, t, builtInPasses(frame, t, scalarKernels(frame))));
  return { frame, list, runners };
}

// an empty scene: every row that is computed becomes Invalid, and shows that it was
const open = (
  frame: Frame,
  list: ListTables,
  rows: number,
  blockRows: number,
  operation: RowQuery['operation'] = DISTANCE,
) => openQuery(frame, rowQuery(list, { rows, blockRows, operation }));
const rowsOf = ({ program }: Frame, thread: number) => program.words[threadWord(thread) + ROWS_DONE];

test.each([INTERSECT, DISTANCE])('$name: all rows, and no other', (operation) => {
  for (const rows of [0, 1, 3, 4, 5, 63, 64, 65, 100]) {
    for (const blockRows of [1, 3, 64, 1000]) {
      const { frame, list, runners } = fixture();
      expect(runners[0].drain(open(frame, list, rows, blockRows, operation))).toBe(STEP);
      const { status } = list.results;
      expect([...status]).toEqual(Array.from(status, (_, p) => (p < rows ? Status.Invalid : UNTOUCHED)));
      expect(rowsOf(frame, 0)).toBe(rows);
    }
  }
});

test('alone: the same rows, without a word of the program', () => {
  for (const rows of [0, 1, 3, 4, 5, 63, 64, 65, 100]) {
    for (const blockRows of [1, 3, 64, 1000]) {
      const { frame, list, runners } = fixture();
      const stages = writeQuery(frame, rowQuery(list, { rows, blockRows }));
      const { words } = frame.program;
      const before = words.slice();
      runners[0].beginAlone();
      expect(runners[0].runAlone(stages, 1)).toBe(true);
      const { status } = list.results;
      expect([...status]).toEqual(Array.from(status, (_, p) => (p < rows ? Status.Invalid : UNTOUCHED)));
      expect(rowsOf(frame, 0)).toBe(rows);
      const own = [ROWS_DONE, BLOCK].map((word) => threadWord(0) + word);
      expect(words.every((word, k) => word === before[k] || own.includes(k))).toBe(true);
    }
  }
});

test('alone: a deadline that is over ends after one block, and the next call goes on', () => {
  const { frame, list, runners } = fixture();
  const [caller] = runners;
  const one = writeQuery(frame, rowQuery(list, { rows: 20, blockRows: 10 }));
  const two = Int32Array.of(...one, ...one);
  caller.beginAlone();
  const rows: number[] = [];
  for (let isOver = false; !isOver; ) {
    isOver = caller.runAlone(two, 2, -Infinity);
    rows.push(rowsOf(frame, 0));
  }
  expect(rows).toEqual([10, 20, 30, 40, 40]);
});

test('two threads share a stage, and a deadline that is over ends after one block', () => {
  const { frame, list, runners } = fixture();
  const number = open(frame, list, 100, 7);
  const [caller, worker] = runners;
  expect(caller.drain(number, -Infinity)).toBe(SLICE_OVER);
  expect(rowsOf(frame, 0)).toBe(7);
  expect(caller.drain(number, -Infinity)).toBe(SLICE_OVER);
  expect(worker.drain(number)).toBe(STAGE_PENDING);
  expect([0, 1].map((t) => rowsOf(frame, t))).toEqual([14, 86]);
  expect(caller.drain(number)).toBe(STEP);
  closeProgram(frame.program);
  expect([caller.drain(number), worker.drain(number)]).toEqual([PROGRAM_OVER, PROGRAM_OVER]);
});

test('a thread that wakes for a program that is over does nothing', () => {
  const { frame, list, runners } = fixture();
  const stale = open(frame, list, 10, 2);
  open(frame, list, 20, 2);
  runners[1].serve(stale);
  expect(list.results.status[0]).toBe(UNTOUCHED);
  const { words } = frame.program;
  expect([JOINED, LEFT].map((word) => words[threadWord(1) + word])).toEqual([stale, stale]);
});

test('after a death: blocks that are not finished are done, and no others', () => {
  const { frame, list, runners } = fixture();
  const number = open(frame, list, 10, 4);
  expect(runners[0].drain(number, -Infinity)).toBe(SLICE_OVER);
  closeProgram(frame.program);
  const { status } = list.results;
  status.fill(UNTOUCHED);
  runners[0].redoBlocks();
  expect([...status.subarray(0, 11)].map((s) => s !== UNTOUCHED)).toEqual(
    Array.from({ length: 11 }, (_, p) => p >= 4 && p < 10),
  );
});

test('passes of the package are unbounded in number: the 33rd, the 100th and the first of a user each run', () => {
  const { frame, list } = fixture();
  const ran: number[] = [];
  const own = builtInPasses(frame, 0, scalarKernels(frame));
  const count = own.length;
  for (let k = 0; k < 100; k++) own.push(() => ran.push(k));
  const runner = new StageRunner(frame, 0, own);
  expect(runner.firstUserPass).toBe(own.length);
  runner.enter(runner.firstUserPass, ['ofUser'], new Map([['ofUser', () => ran.push(-1)]]));
  for (const operation of [count + 32, count + 99, runner.firstUserPass]) {
    runner.drain(openQuery(frame, rowQuery(list, { rows: 1, blockRows: 1, operation })));
    closeProgram(frame.program);
  }
  expect(ran).toEqual([32, 99, -1]);
});

import { expect, test } from 'vitest';
import { bindFrame, bindList, type Frame, frameBytes, type ListTables } from '../../src/memory/frame.ts';
import { Status } from '../../src/queries/distance/table.ts';
import { closeJob, openJob } from '../../src/schedule/blocks.ts';
import { DONE, ROWS_DONE, threadWord } from '../../src/schedule/blockTable.ts';
import { blocksOf, DISTANCE, INTERSECT, type Job, JobRunner, publishJob } from '../../src/schedule/job.ts';
import { testCapacity } from '../support/capacity.ts';

const CAPACITY = testCapacity({ pairs: 100, threads: 3 });
const UNTOUCHED = 99;

function rig(): { frame: Frame; list: ListTables } {
  const buffer = new SharedArrayBuffer(frameBytes(CAPACITY));
  const frame = bindFrame(buffer, CAPACITY);
  const list = bindList(buffer, frame.listsBegin, CAPACITY.pairs);
  list.results.status.fill(UNTOUCHED);
  return { frame, list };
}

// an empty scene: every row that is computed becomes Invalid, and shows that it was
function open(frame: Frame, list: ListTables, rows: number, blockRows: number, operation = DISTANCE): number {
  const job: Job = {
    operation,
    list,
    rows,
    blockRows,
    evenToOdd: true,
    depth: true,
    limit: new Float64Array([Infinity]),
  };
  closeJob(frame.blocks);
  publishJob(frame, job);
  return openJob(frame.blocks, blocksOf(rows, blockRows), CAPACITY.threads, true);
}

test.each([INTERSECT, DISTANCE])('operation %i: all rows, and no other', (operation) => {
  for (const rows of [0, 1, 3, 4, 5, 63, 64, 65, 100]) {
    for (const blockRows of [1, 3, 64, 1000]) {
      const { frame, list } = rig();
      const number = open(frame, list, rows, blockRows, operation);
      expect(new JobRunner(frame, 0).drain(number)).toBe(true);
      const { status } = list.results;
      expect([...status]).toEqual(Array.from(status, (_, p) => (p < rows ? Status.Invalid : UNTOUCHED)));
      expect(frame.blocks.words[DONE]).toBe(Math.ceil(rows / blockRows));
      expect(frame.blocks.words[threadWord(0) + ROWS_DONE]).toBe(rows);
    }
  }
});

test('two threads share a job, and a deadline that is over ends after one block', () => {
  const { frame, list } = rig();
  const number = open(frame, list, 100, 7);
  const [caller, worker] = [new JobRunner(frame, 0), new JobRunner(frame, 1)];
  expect(caller.drain(number, -Infinity)).toBe(false);
  expect(frame.blocks.words[threadWord(0) + ROWS_DONE]).toBe(7);
  expect(caller.drain(number, -Infinity)).toBe(false);
  expect(worker.drain(number)).toBe(true);
  expect(frame.blocks.words[threadWord(0) + ROWS_DONE]).toBe(14);
  expect(frame.blocks.words[threadWord(1) + ROWS_DONE]).toBe(86);
  expect(caller.drain(number)).toBe(true);
  expect(frame.blocks.words[DONE]).toBe(15);
});

test('a runner that wakes for a job that is over does nothing', () => {
  const { frame, list } = rig();
  const stale = open(frame, list, 10, 2);
  open(frame, list, 20, 2);
  expect(new JobRunner(frame, 1).drain(stale)).toBe(true);
  expect(list.results.status[0]).toBe(UNTOUCHED);
  expect(frame.blocks.words[DONE]).toBe(0);
});

test('a block done twice counts once', () => {
  const { frame, list } = rig();
  open(frame, list, 10, 4);
  const runner = new JobRunner(frame, 0);
  for (const block of [2, 2, 0, 2]) runner.runBlock(block);
  expect(frame.blocks.words[DONE]).toBe(2);
  expect(frame.blocks.words[threadWord(0) + ROWS_DONE]).toBe(6);
  expect([...list.results.status.subarray(0, 11)].map((s) => s !== UNTOUCHED)).toEqual(
    Array.from({ length: 11 }, (_, p) => p < 4 || p === 8 || p === 9),
  );
});

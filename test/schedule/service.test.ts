import { expect, test } from 'vitest';
import { countDeferred, deferredRows } from '../../src/narrow/deferredRows.ts';
import { addStages, openProgram } from '../../src/schedule/programs.ts';
import { isWorking, joinProgram, leaveProgram, rowsByThread } from '../../src/schedule/service.ts';
import {
  bindPrograms,
  DEFERRED,
  type ProgramTable,
  programTableBytes,
  ROWS_DONE,
  threadWord,
} from '../../src/tables/programTable.ts';

const THREADS = 4;
const BLOCKS = 100;

function table(): ProgramTable {
  return bindPrograms(new SharedArrayBuffer(programTableBytes(THREADS, BLOCKS)), 0, THREADS, BLOCKS);
}

test('a thread is working between joining and leaving', () => {
  const program = table();
  expect(isWorking(program, 2)).toBe(false);
  joinProgram(program, 2, 9);
  expect(isWorking(program, 2)).toBe(true);
  expect(isWorking(program, 1)).toBe(false);
  leaveProgram(program, 2, 9);
  expect(isWorking(program, 2)).toBe(false);
});

test('rows are counted by thread from one step to the next', () => {
  const program = table();
  for (let t = 0; t < THREADS; t++) program.words[threadWord(t) + ROWS_DONE] = 10 + t;
  const rows = [0, 0, 0, 0];
  rowsByThread(program, rows);
  expect(rows).toEqual([10, 11, 12, 13]);
  openProgram(program, true);
  addStages(program, Int32Array.of(1, 5, 1, 0), 1);
  rowsByThread(program, rows);
  expect(rows).toEqual([0, 0, 0, 0]);
});

test('deferred rows are counted by thread, past 32 bits, whatever the programs', () => {
  const program = table();
  for (let t = 0; t < THREADS; t++) countDeferred(program, t, 10 ** t);
  for (let k = 0; k < 8; k++) countDeferred(program, 2, 2 ** 30 - 1);
  const before = [...program.words];
  openProgram(program, true);
  addStages(program, Int32Array.of(1, 10, 1, 0), 1);
  joinProgram(program, 1, 1);
  leaveProgram(program, 1, 1);
  expect(deferredRows(program, THREADS)).toBe(1111 + 8 * (2 ** 30 - 1));
  // each count is on its thread's line, and on no other word
  const changed = before.flatMap((word, k) => (word !== 0 ? [k] : []));
  const words = [0, 1, 2, 3].flatMap((t) => [threadWord(t) + DEFERRED, threadWord(t) + DEFERRED + 1]);
  expect(changed.every((k) => words.includes(k))).toBe(true);
});

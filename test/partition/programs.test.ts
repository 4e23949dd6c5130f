import { describe, expect, test } from 'vitest';
import {
  bookPasses,
  claimedBlock,
  claimedStage,
  claimPass,
  closeProgram,
  OVER,
  openProgram,
  progressOf,
  sleepForStage,
  WAIT,
} from '../../src/partition/programs.ts';
import {
  bindPrograms,
  MAX_STAGE_BLOCKS,
  MAX_STAGES,
  PROGRAM_TABLE_BYTES,
  type ProgramTable,
  STAGE_CURSOR,
} from '../../src/partition/programTable.ts';
import { seeded } from '../random.ts';

const table = () => bindPrograms(new SharedArrayBuffer(PROGRAM_TABLE_BYTES), 0);

/** Opens stages of so many rows, in blocks of one row. */
function open(program: ProgramTable, job: number, ...rows: number[]): void {
  const stages = new Int32Array(4 * rows.length);
  for (const [k, count] of rows.entries()) stages.set([k, count, 1, 0], 4 * k);
  openProgram(program, job, stages, rows.length);
}

/** Threads that claim and book in random order. @returns stages in the order of their claims */
function play(program: ProgramTable, job: number, threads: number, seed: number): number[] {
  const random = seeded(seed);
  const order: number[] = [];
  const held = new Map<number, number[]>();
  let over = 0;
  while (over < threads) {
    over = 0;
    for (let t = 0; t < threads; t++) {
      const mine = held.get(t) ?? [];
      held.set(t, mine);
      if (mine.length > 0 && random() < 0.4) {
        bookPasses(program, job, claimedStage(mine[0]!), mine.length);
        held.set(t, []);
        continue;
      }
      const claim = claimPass(program, job);
      if (claim === OVER) over++;
      if (claim < 0) continue;
      if (mine.length > 0) expect(claimedStage(claim)).toBe(claimedStage(mine[0]!));
      mine.push(claim);
      order.push(claimedStage(claim));
    }
  }
  return order;
}

describe('programs', () => {
  test.each([1, 2, 5])('every block once, stage by stage, %i threads', (threads) => {
    const program = table();
    for (let job = 1; job < 200; job++) {
      const random = seeded(job);
      const rows = Array.from({ length: 12 }, () => Math.floor(6 * random()));
      open(program, job, ...rows);
      const want = rows.filter((count) => count > 0).flatMap((count, k) => new Array<number>(count).fill(k));
      expect(play(program, job, threads, job)).toEqual(want);
    }
  });

  test('as long and as wide as they come, and on beyond the last serial number', () => {
    const program = table();
    for (let job = 1; job < 40; job++) {
      open(program, job, ...new Array<number>(MAX_STAGES).fill(1));
      expect(play(program, job, 1, job)).toHaveLength(MAX_STAGES);
    }
    open(program, 50, MAX_STAGE_BLOCKS, 1);
    for (let block = 0; block < MAX_STAGE_BLOCKS; block++) expect(claimedBlock(claimPass(program, 50))).toBe(block);
    expect(claimPass(program, 50)).toBe(WAIT);
    bookPasses(program, 50, 0, MAX_STAGE_BLOCKS);
    expect(claimPass(program, 50)).toBe(1 << 16);
    bookPasses(program, 50, 1, 1);
    expect(claimPass(program, 50)).toBe(OVER);
  });

  test('a thread of another job claims and books nothing', () => {
    const program = table();
    open(program, 7, 2, 1);
    expect(claimPass(program, 6)).toBe(OVER);
    expect(claimPass(program, 7)).toBe(0);
    expect(claimPass(program, 7)).toBe(1);
    bookPasses(program, 6, 0, 2);
    expect(claimPass(program, 7)).toBe(WAIT);
    bookPasses(program, 7, 0, 2);
    expect(claimPass(program, 7)).toBe(1 << 16);
  });

  test('a claim fails when the program was closed between the look and the claim', () => {
    const program = table();
    open(program, 1, 4, 4);
    const { compareExchange } = Atomics;
    Atomics.compareExchange = ((words: Int32Array, at: number, expected: number, value: number) => {
      Atomics.compareExchange = compareExchange;
      closeProgram(program);
      open(program, 2, 4, 4);
      return compareExchange(words, at, expected, value);
    }) as typeof Atomics.compareExchange;
    expect(claimPass(program, 1)).toBe(OVER);
    expect(claimPass(program, 2)).toBe(0);
  });

  test('closed: who waits leaves, and the last booking opens nothing', () => {
    const program = table();
    open(program, 1, 2, 2);
    claimPass(program, 1);
    claimPass(program, 1);
    expect(closeProgram(program)).toBe(true);
    expect(claimPass(program, 1)).toBe(OVER);
    bookPasses(program, 1, 0, 2);
    expect(claimPass(program, 1)).toBe(OVER);
    expect(closeProgram(program)).toBe(false);
  });

  test('closing one that came to its end says so', () => {
    const program = table();
    open(program, 1, 1);
    claimPass(program, 1);
    bookPasses(program, 1, 0, 1);
    expect(closeProgram(program)).toBe(false);
    open(program, 2, 0, 0);
    expect(claimPass(program, 2)).toBe(OVER);
  });

  test('sleep: only where there is something to wait for', () => {
    const program = table();
    open(program, 1, 1, 1);
    expect(sleepForStage(program, 1, 1000)).toBe(false); // there is a block
    claimPass(program, 1);
    expect(sleepForStage(program, 1, 5)).toBe(true);
    expect(sleepForStage(program, 2, 1000)).toBe(false);
    const before = progressOf(program);
    closeProgram(program);
    expect(progressOf(program)).not.toBe(before);
    expect(sleepForStage(program, 1, 1000)).toBe(false);
    expect(program.words[STAGE_CURSOR]! & 0xffff).toBe(0xffff);
  });
});

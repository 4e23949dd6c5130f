import { describe, expect, test, vi } from 'vitest';
import {
  bookPasses,
  claimOwnPass,
  claimPass,
  closeProgram,
  OVER,
  openProgram,
  progressOf,
  rowOf,
  sleepForStage,
  spinForStage,
  stageAtHand,
} from '../../src/schedule/programs.ts';
import {
  bindPrograms,
  FUNCTION,
  MAX_STAGE_BLOCKS,
  MAX_STAGES,
  type ProgramTable,
  programTableBytes,
} from '../../src/schedule/programTable.ts';
import { NO_BLOCK } from '../../src/schedule/ranges.ts';
import { seeded } from '../support/random.ts';

const THREADS = 3;
const table = (threads = THREADS) => bindPrograms(new SharedArrayBuffer(programTableBytes(threads)), 0, threads);

/** Opens stages of so many rows, in blocks of one row. Their function is their number. */
function open(program: ProgramTable, job: number, ...rows: number[]): void {
  const stages = new Int32Array(4 * rows.length);
  for (const [k, count] of rows.entries()) stages.set([k, count, 1, 0], 4 * k);
  openProgram(program, job, stages, rows.length);
}

/** Claims for a thread whatever there is now. @returns the block, or NO_BLOCK, or OVER if the program is over */
function claim(program: ProgramTable, job: number, thread = 0): { block: number; stage: number } | undefined {
  const stage = stageAtHand(program, job);
  return stage === OVER ? undefined : { block: claimPass(program, stage, thread), stage };
}

/** Claims and books all blocks of the stage at hand. */
function finishStage(program: ProgramTable, job: number): void {
  const stage = stageAtHand(program, job);
  let done = 0;
  while (claimPass(program, stage, 0) !== NO_BLOCK) done++;
  bookPasses(program, job, stage, done);
}

/** Threads that claim and book in random order. @returns function and block of every claim, in order */
function play(program: ProgramTable, job: number, threads: number, seed: number): string[] {
  const random = seeded(seed);
  const order: string[] = [];
  const held = Array.from({ length: threads }, () => ({ stage: -1, count: 0 }));
  let over = 0;
  while (over < threads) {
    over = 0;
    held.forEach((mine, t) => {
      if (mine.count > 0 && random() < 0.4) {
        bookPasses(program, job, mine.stage, mine.count);
        mine.count = 0;
        return;
      }
      const taken = claim(program, job, t);
      if (!taken) over++;
      if (!taken || taken.block === NO_BLOCK) return;
      if (mine.count > 0) expect(taken.stage).toBe(mine.stage);
      mine.stage = taken.stage;
      mine.count++;
      order.push(`${program.words[rowOf(program, taken.stage) + FUNCTION]}:${taken.block}`);
    });
  }
  return order;
}

/** Blocks within a stage may come in any order. */
const byStage = (order: readonly string[]) => {
  const key = (entry: string) => entry.split(':').map(Number) as [number, number];
  const stages = order.map((entry) => key(entry)[0]);
  expect(stages).toEqual([...stages].sort((a, b) => a - b));
  return [...order].sort((a, b) => key(a)[0] - key(b)[0] || key(a)[1] - key(b)[1]);
};

describe('programs', () => {
  test.each([1, 2, 5])('every block once, stage by stage, %i threads', (threads) => {
    const program = table(threads);
    for (let job = 1; job < 200; job++) {
      const random = seeded(job);
      const rows = Array.from({ length: 12 }, () => Math.floor(9 * random()));
      open(program, job, ...rows);
      const want = rows.flatMap((count, k) => Array.from({ length: count }, (_, block) => `${k}:${block}`));
      expect(byStage(play(program, job, threads, job)), `seed ${job}`).toEqual(want);
    }
  });

  test('a thread that asks for its own blocks gets those of its run, in order, and of no other', () => {
    const program = table();
    open(program, 1, 10, 2);
    const stage = stageAtHand(program, 1);
    const runs = Array.from({ length: THREADS }, (_, thread) => {
      const run: number[] = [];
      for (let block = 0; block !== NO_BLOCK; ) {
        block = claimOwnPass(program, stage, thread);
        if (block !== NO_BLOCK) run.push(block);
      }
      return run;
    });
    expect(runs).toEqual([
      [0, 1, 2],
      [3, 4, 5],
      [6, 7, 8, 9],
    ]);
    expect(claimPass(program, stage, 0)).toBe(NO_BLOCK);
    bookPasses(program, 1, stage, 10);
    // of fewer blocks than threads the first has none
    const next = stageAtHand(program, 1);
    expect(claimOwnPass(program, next, 0)).toBe(NO_BLOCK);
    expect(claimPass(program, next, 0)).toBe(0);
    // nor has anybody of a stage that is over
    expect(claimOwnPass(program, stage, 1)).toBe(NO_BLOCK);
  });

  test('as long and as wide as they come, and on beyond the last serial number', () => {
    const program = table();
    for (let job = 1; job < 40; job++) {
      open(program, job, ...new Array<number>(MAX_STAGES).fill(1));
      expect(play(program, job, 1, job)).toHaveLength(MAX_STAGES);
    }
    open(program, 50, MAX_STAGE_BLOCKS, 1);
    const blocks = new Set<number>();
    for (let k = 0; k < MAX_STAGE_BLOCKS; k++) blocks.add(claim(program, 50, k % THREADS)!.block);
    expect(blocks.size).toBe(MAX_STAGE_BLOCKS);
    expect(claim(program, 50)!.block).toBe(NO_BLOCK);
    const stage = stageAtHand(program, 50);
    bookPasses(program, 50, stage, MAX_STAGE_BLOCKS);
    expect(claim(program, 50)).toEqual({ block: 0, stage: (stage + 1) & 0xffff });
    bookPasses(program, 50, (stage + 1) & 0xffff, 1);
    expect(claim(program, 50)).toBe(undefined);
  });

  test('a thread of another job claims and books nothing', () => {
    const program = table(1);
    open(program, 7, 2, 1);
    expect(claim(program, 6)).toBe(undefined);
    const { stage } = claim(program, 7)!;
    expect(claim(program, 7)).toEqual({ block: 1, stage });
    bookPasses(program, 6, stage, 2);
    expect(claim(program, 7)!.block).toBe(NO_BLOCK);
    bookPasses(program, 7, stage, 2);
    expect(claim(program, 7)).toEqual({ block: 0, stage: stage + 1 });
  });

  test('a claim fails when the program gave way to another between the look and the claim', () => {
    const program = table();
    open(program, 1, 4, 4);
    const stage = stageAtHand(program, 1);
    const { compareExchange } = Atomics;
    vi.spyOn(Atomics, 'compareExchange').mockImplementationOnce(((
      words: Int32Array,
      ...rest: [number, number, number]
    ) => {
      closeProgram(program);
      open(program, 2, 4, 4);
      return compareExchange(words, ...rest);
    }) as typeof Atomics.compareExchange);
    expect(claimPass(program, stage, 0)).toBe(NO_BLOCK);
    vi.restoreAllMocks();
    expect(claim(program, 1)).toBe(undefined);
    expect(play(program, 2, THREADS, 2)).toHaveLength(8);
  });

  test('closed: who waits leaves, and the last booking opens nothing', () => {
    const program = table();
    open(program, 1, 2, 2);
    const { stage } = claim(program, 1)!;
    claim(program, 1);
    expect(closeProgram(program)).toBe(true);
    expect(claim(program, 1)).toBe(undefined);
    bookPasses(program, 1, stage, 2);
    expect(claim(program, 1)).toBe(undefined);
    expect(closeProgram(program)).toBe(false);
    // what that booking dealt out is not part of the next program
    open(program, 2, 3);
    expect(byStage(play(program, 2, THREADS, 1))).toEqual(['0:0', '0:1', '0:2']);
  });

  test('closed in the middle of a stage: nobody in it claims the rest', () => {
    const program = table();
    open(program, 1, 9, 9);
    const { stage } = claim(program, 1)!;
    closeProgram(program);
    for (let thread = 0; thread < THREADS; thread++) expect(claimPass(program, stage, thread)).toBe(NO_BLOCK);
    open(program, 2, 9);
    expect(play(program, 2, THREADS, 3)).toHaveLength(9);
  });

  test('closing one that came to its end says so', () => {
    const program = table();
    open(program, 1, 1);
    finishStage(program, 1);
    expect(closeProgram(program)).toBe(false);
    open(program, 2, 0, 0);
    expect(claim(program, 2)).toBe(undefined);
  });

  test('waiting ends with the stage, and with the program', () => {
    const program = table();
    open(program, 1, 1, 1);
    const stage = stageAtHand(program, 1);
    expect(spinForStage(program, stage, 10)).toBe(false);
    expect(sleepForStage(program, stage, 5)).toBe(true);
    finishStage(program, 1);
    expect(spinForStage(program, stage, 1)).toBe(true);
    expect(sleepForStage(program, stage, 1000)).toBe(false);
    const next = stageAtHand(program, 1);
    const before = progressOf(program);
    closeProgram(program);
    expect(progressOf(program)).not.toBe(before);
    expect(sleepForStage(program, next, 1000)).toBe(false);
  });
});

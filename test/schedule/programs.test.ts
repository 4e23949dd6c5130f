import { describe, expect, test, vi } from 'vitest';
import {
  addStages,
  awaitStage,
  bookBlocks,
  claimBlock,
  claimOwnBlock,
  closeProgram,
  isFinished,
  isStep,
  OVER,
  openProgram,
  progressOf,
  rowOf,
  shareProgram,
  sleepForStage,
  spinForStage,
  stageAtHand,
} from '../../src/schedule/programs.ts';
import { NO_BLOCK } from '../../src/schedule/ranges.ts';
import {
  bindPrograms,
  GO,
  MAX_STAGE_BLOCKS,
  MAX_STAGES,
  PASS,
  type ProgramTable,
  programTableBytes,
  SLEEPERS,
} from '../../src/tables/programTable.ts';
import { seeded } from '../support/random.ts';

const THREADS = 3;
const BLOCKS = 16;

function table(threads = THREADS): ProgramTable {
  return bindPrograms(new SharedArrayBuffer(programTableBytes(threads, BLOCKS)), 0, threads, BLOCKS);
}

/** Adds stages of so many rows, in blocks of one row. Their function is their number. */
function add(program: ProgramTable, ...rows: number[]): void {
  const stages = new Int32Array(4 * rows.length);
  for (const [k, count] of rows.entries()) stages.set([k, count, 1, 0], 4 * k);
  addStages(program, stages, rows.length);
}

/** Opens a program of such stages. @returns its number */
function open(program: ProgramTable, ...rows: number[]): number {
  closeProgram(program);
  const number = openProgram(program, false);
  add(program, ...rows);
  shareProgram(program, number, 0);
  return number;
}

/** Claims for a thread whatever there is now. @returns the block, or NO_BLOCK; undefined if all stages are finished, or the program is over */
function claim(program: ProgramTable, number: number, thread = 0): { block: number; stage: number } | undefined {
  const stage = stageAtHand(program, number);
  if (stage === OVER || isStep(program, stage)) return undefined;
  return { block: claimBlock(program, stage, thread), stage };
}

/** Claims and books all blocks of the stage at hand. */
function finishStage(program: ProgramTable, number: number): void {
  const stage = stageAtHand(program, number);
  let done = 0;
  while (claimBlock(program, stage, 0) !== NO_BLOCK) done++;
  bookBlocks(program, number, stage, done);
}

/** Threads that claim and book in random order. @returns function and block of every claim, in order */
function play(program: ProgramTable, number: number, threads: number, seed: number): string[] {
  const random = seeded(seed);
  const order: string[] = [];
  const held = Array.from({ length: threads }, () => ({ stage: -1, count: 0 }));
  let over = 0;
  while (over < threads) {
    over = 0;
    held.forEach((mine, t) => {
      if (mine.count > 0 && random() < 0.4) {
        bookBlocks(program, number, mine.stage, mine.count);
        mine.count = 0;
        return;
      }
      const taken = claim(program, number, t);
      if (!taken) over++;
      if (!taken || taken.block === NO_BLOCK) return;
      if (mine.count > 0) expect(taken.stage).toBe(mine.stage);
      mine.stage = taken.stage;
      mine.count++;
      order.push(`${program.words[rowOf(program, taken.stage) + PASS]}:${taken.block}`);
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
    for (let seed = 1; seed < 200; seed++) {
      const random = seeded(seed);
      const rows = Array.from({ length: 12 }, () => Math.floor(9 * random()));
      const number = open(program, ...rows);
      const want = rows.flatMap((count, k) => Array.from({ length: count }, (_, block) => `${k}:${block}`));
      expect(byStage(play(program, number, threads, seed)), `seed ${seed}`).toEqual(want);
    }
  });

  test('a thread that asks for its own blocks gets those of its run, in order, and of no other', () => {
    const program = table();
    const number = open(program, 10, 2);
    const stage = stageAtHand(program, number);
    const runs = Array.from({ length: THREADS }, (_, thread) => {
      const run: number[] = [];
      for (let block = 0; block !== NO_BLOCK; ) {
        block = claimOwnBlock(program, stage, thread);
        if (block !== NO_BLOCK) run.push(block);
      }
      return run;
    });
    expect(runs).toEqual([
      [0, 1, 2],
      [3, 4, 5],
      [6, 7, 8, 9],
    ]);
    expect(claimBlock(program, stage, 0)).toBe(NO_BLOCK);
    bookBlocks(program, number, stage, 10);
    // of fewer blocks than threads the first has none
    const next = stageAtHand(program, number);
    expect(claimOwnBlock(program, next, 0)).toBe(NO_BLOCK);
    expect(claimBlock(program, next, 0)).toBe(0);
    // nor has any thread of a stage that is over
    expect(claimOwnBlock(program, stage, 1)).toBe(NO_BLOCK);
  });

  test('as long and as wide as they come, and on beyond the last serial number', () => {
    const program = table();
    for (let seed = 1; seed < 40; seed++) {
      const long = open(program, ...new Array<number>(MAX_STAGES).fill(1));
      expect(play(program, long, 1, seed)).toHaveLength(MAX_STAGES);
    }
    const number = open(program, MAX_STAGE_BLOCKS, 1);
    const blocks = new Set<number>();
    for (let k = 0; k < MAX_STAGE_BLOCKS; k++) blocks.add(claim(program, number, k % THREADS)!.block);
    expect(blocks.size).toBe(MAX_STAGE_BLOCKS);
    expect(claim(program, number)!.block).toBe(NO_BLOCK);
    const stage = stageAtHand(program, number);
    bookBlocks(program, number, stage, MAX_STAGE_BLOCKS);
    expect(claim(program, number)).toEqual({ block: 0, stage: (stage + 1) & 0xffff });
    bookBlocks(program, number, (stage + 1) & 0xffff, 1);
    expect(claim(program, number)).toBe(undefined);
  });

  // 16 bits of the serial number are in a claim: also across their wrap; the number of the program wraps at 32
  test.each([0, 2 ** 31 - 2, 2 ** 31 - 1, -1, -(2 ** 31)])('after program %i', (go) => {
    const program = table();
    program.words[GO] = go;
    for (let k = 1; k <= 4; k++) {
      const number = open(program, 2);
      expect(number).toBe((go + k) | 0);
      expect(program.words[GO]).toBe(number);
      for (const stale of [1, 2, 3, 2 ** 16]) expect(claim(program, (number - stale) | 0)).toBe(undefined);
      expect(byStage(play(program, number, THREADS, k))).toEqual(['0:0', '0:1']);
    }
  });

  test('a program that is not shared shows no worker its number', () => {
    const program = table();
    const shared = open(program, 1);
    closeProgram(program);
    const alone = openProgram(program, true);
    add(program, 3);
    expect([program.words[GO], alone]).toEqual([shared, shared + 1]);
    expect(claim(program, shared)).toBe(undefined);
    expect(claim(program, alone)!.block).toBe(0);
    expect(open(program, 3)).toBe(alone);
  });

  test('stages come one by one: between them nothing can be claimed, and no block counts as finished', () => {
    const program = table();
    closeProgram(program);
    const number = openProgram(program, true);
    for (const rows of [5, 2, 9, 1]) {
      expect(isFinished(program)).toBe(true);
      const step = stageAtHand(program, number);
      for (let t = 0; t < THREADS; t++) expect(claimBlock(program, step, t)).toBe(NO_BLOCK);
      program.finished.fill(1);
      add(program, rows);
      expect(isFinished(program)).toBe(false);
      expect([...program.finished.subarray(0, rows)]).toEqual(new Array(rows).fill(0));
      expect(play(program, number, THREADS, rows)).toHaveLength(rows);
    }
    add(program, 0);
    expect(isFinished(program)).toBe(true);
  });

  test('a thread of another program claims and books nothing', () => {
    const program = table(1);
    const number = open(program, 2, 1);
    expect(claim(program, number - 1)).toBe(undefined);
    const { stage } = claim(program, number)!;
    expect(claim(program, number)).toEqual({ block: 1, stage });
    bookBlocks(program, number - 1, stage, 2);
    expect(claim(program, number)!.block).toBe(NO_BLOCK);
    bookBlocks(program, number, stage, 2);
    expect(claim(program, number)).toEqual({ block: 0, stage: stage + 1 });
  });

  test('a claim fails when the program gave way to another between the look and the claim', () => {
    const program = table();
    const first = open(program, 4, 4);
    const stage = stageAtHand(program, first);
    const { compareExchange } = Atomics;
    vi.spyOn(Atomics, 'compareExchange').mockImplementationOnce(((
      words: Int32Array,
      ...rest: [number, number, number]
    ) => {
      open(program, 4, 4);
      return compareExchange(words, ...rest);
    }) as typeof Atomics.compareExchange);
    expect(claimBlock(program, stage, 0)).toBe(NO_BLOCK);
    vi.restoreAllMocks();
    expect(claim(program, first)).toBe(undefined);
    expect(play(program, first + 1, THREADS, 2)).toHaveLength(8);
  });

  test('closed: threads that wait leave, and the last booking opens nothing', () => {
    const program = table();
    const number = open(program, 2, 2);
    const { stage } = claim(program, number)!;
    claim(program, number);
    closeProgram(program);
    expect(stageAtHand(program, number)).toBe(OVER);
    bookBlocks(program, number, stage, 2);
    expect(stageAtHand(program, number)).toBe(OVER);
    expect(isFinished(program)).toBe(false);
    // what that booking dealt out is not part of the next program
    expect(byStage(play(program, open(program, 3), THREADS, 1))).toEqual(['0:0', '0:1', '0:2']);
  });

  test('closed in the middle of a stage: no thread in it claims the rest', () => {
    const program = table();
    const { stage } = claim(program, open(program, 9, 9))!;
    closeProgram(program);
    for (let thread = 0; thread < THREADS; thread++) expect(claimBlock(program, stage, thread)).toBe(NO_BLOCK);
    expect(play(program, open(program, 9), THREADS, 3)).toHaveLength(9);
  });

  test('closed after its end: it is finished', () => {
    const program = table();
    finishStage(program, open(program, 1));
    closeProgram(program);
    expect(isFinished(program)).toBe(true);
    const empty = open(program, 0, 0);
    expect([claim(program, empty), isFinished(program)]).toEqual([undefined, true]);
  });

  test('waiting ends with the stage, and with the program', () => {
    const program = table();
    const number = open(program, 1, 1);
    const stage = stageAtHand(program, number);
    expect(spinForStage(program, stage, 10)).toBe(false);
    expect(sleepForStage(program, stage, 5)).toBe(true);
    finishStage(program, number);
    expect(spinForStage(program, stage, 1)).toBe(true);
    expect(sleepForStage(program, stage, 1000)).toBe(false);
    const next = stageAtHand(program, number);
    const before = progressOf(program);
    closeProgram(program);
    expect(progressOf(program)).not.toBe(before);
    expect(sleepForStage(program, next, 1000)).toBe(false);
  });
});

test.each([
  ['settles', 'ok'],
  ['never settles, as in WebKit after the end of another worker', undefined],
] as const)('a wait for a stage ends, if that of the browser %s', async (_, result) => {
  const program = table();
  const value = result ? Promise.resolve(result) : new Promise<'ok'>(() => {});
  const wait = vi.spyOn(Atomics, 'waitAsync').mockReturnValue({ async: true, value });
  try {
    await awaitStage(program, 0, 10);
  } finally {
    wait.mockRestore();
  }
  expect(Atomics.load(program.words, SLEEPERS)).toBe(0);
});

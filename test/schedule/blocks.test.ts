import { describe, expect, test } from 'vitest';
import {
  blockRowsFor,
  claimBlock,
  closeJob,
  countDeferred,
  deferredRows,
  finishBlock,
  isWorking,
  joinJob,
  leaveJob,
  openJob,
} from '../../src/schedule/blocks.ts';
import {
  type BlockTable,
  bindBlocks,
  blockTableBytes,
  DONE,
  GO,
  LEFT,
  MAX_BLOCKS,
  ROWS_DONE,
  threadWord,
} from '../../src/schedule/blockTable.ts';
import { NO_BLOCK } from '../../src/schedule/ranges.ts';
import { seeded } from '../support/random.ts';

const THREADS = 4;
const BLOCKS = 100;

function table(go = 0): BlockTable {
  const blocks = bindBlocks(new SharedArrayBuffer(blockTableBytes(THREADS, BLOCKS)), 0, THREADS, BLOCKS);
  blocks.words[GO] = go;
  return blocks;
}

function open(blocks: BlockTable, count: number): number {
  closeJob(blocks);
  return openJob(blocks, count, THREADS, true);
}

describe('claims', () => {
  test.each([0, 1, 3, 64, BLOCKS])('each of %i blocks is claimed once, whoever asks', (count) => {
    const random = seeded(0xc1a1 + count);
    const blocks = table();
    const job = open(blocks, count);
    const claimed: number[] = [];
    const rows = [0, 0, 0, 0];
    for (;;) {
      const t = Math.floor(THREADS * random());
      const block = claimBlock(blocks, job, t, count);
      if (block === NO_BLOCK) break;
      claimed.push(block);
      rows[t] += 7;
      finishBlock(blocks, t, block, 7, count);
    }
    expect(claimed.sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, k) => k));
    expect(blocks.words[DONE]).toBe(count);
    expect(rows.map((_, t) => blocks.words[threadWord(t) + ROWS_DONE])).toEqual(rows);
  });

  test('none before a job is opened, and none after it is closed', () => {
    const blocks = table();
    expect(claimBlock(blocks, 1, 0, 10)).toBe(NO_BLOCK);
    const job = open(blocks, 10);
    expect(claimBlock(blocks, job, 0, 10)).toBe(0);
    closeJob(blocks);
    expect(claimBlock(blocks, job, 0, 10)).toBe(NO_BLOCK);
    expect(claimBlock(blocks, job, 0, MAX_BLOCKS)).toBe(NO_BLOCK);
  });

  test('a stale job number claims nothing', () => {
    const blocks = table();
    const first = open(blocks, 10);
    const second = open(blocks, 10);
    expect(second).toBe(first + 1);
    const words = [...blocks.words];
    for (let t = 0; t < THREADS; t++) expect(claimBlock(blocks, first, t, 10)).toBe(NO_BLOCK);
    expect([...blocks.words]).toEqual(words);
    expect(claimBlock(blocks, second, 0, 10)).toBe(0);
  });

  // 16 bits of the number are in a claim: also across their wrap, and that of the 32-bit word
  test.each([0, 2 ** 15 - 2, 2 ** 15 - 1, 2 ** 16 - 2, 2 ** 16 - 1, 2 ** 16, 2 ** 31 - 2, 2 ** 31 - 1, -1, -(2 ** 31)])(
    'after job %i',
    (go) => {
      const blocks = table(go);
      for (let k = 1; k <= 4; k++) {
        const job = open(blocks, 2);
        expect(job).toBe((go + k) | 0);
        expect(blocks.words[GO]).toBe(job);
        for (const stale of [1, 2, 3, 2 ** 15, 2 ** 16 - 1]) {
          expect(claimBlock(blocks, (job - stale) | 0, 0, 2)).toBe(NO_BLOCK);
        }
        expect(claimBlock(blocks, job, 0, 2)).toBe(0);
        expect(claimBlock(blocks, job, 0, 2)).toBe(1);
        expect(claimBlock(blocks, job, 0, 2)).toBe(NO_BLOCK);
      }
    },
  );

  test('a job that is not shared shows no worker its number', () => {
    const blocks = table(2 ** 16 - 1);
    closeJob(blocks);
    const alone = openJob(blocks, 3, THREADS, false);
    const seen = blocks.words[GO];
    expect(seen).toBe(2 ** 16 - 1);
    expect(claimBlock(blocks, seen, 0, 3)).toBe(NO_BLOCK);
    expect(claimBlock(blocks, alone, 0, 3)).toBe(0);
    const shared = open(blocks, 3);
    expect(blocks.words[GO]).toBe(shared);
    expect(claimBlock(blocks, seen, 0, 3)).toBe(NO_BLOCK);
    expect(claimBlock(blocks, shared, 0, 3)).toBe(0);
  });
});

describe('finishing', () => {
  test('twice counts once', () => {
    const blocks = table();
    open(blocks, 5);
    finishBlock(blocks, 1, 3, 64, 5);
    finishBlock(blocks, 0, 3, 64, 5);
    finishBlock(blocks, 1, 3, 64, 5);
    expect(blocks.words[DONE]).toBe(1);
    expect(blocks.words[threadWord(0) + ROWS_DONE]).toBe(0);
    expect(blocks.words[threadWord(1) + ROWS_DONE]).toBe(64);
  });

  test('the next job begins with nothing finished', () => {
    const blocks = table();
    open(blocks, 5);
    for (let block = 0; block < 5; block++) finishBlock(blocks, 2, block, 10, 5);
    open(blocks, 5);
    expect(blocks.words[DONE]).toBe(0);
    expect(blocks.words[threadWord(2) + ROWS_DONE]).toBe(0);
    expect([...blocks.finished.subarray(0, 5)]).toEqual([0, 0, 0, 0, 0]);
  });
});

test('a thread is working between joining and leaving', () => {
  const blocks = table();
  expect(isWorking(blocks, 2)).toBe(false);
  joinJob(blocks, 2, 9);
  expect(isWorking(blocks, 2)).toBe(true);
  expect(isWorking(blocks, 1)).toBe(false);
  leaveJob(blocks, 2, 9);
  expect(isWorking(blocks, 2)).toBe(false);
});

test('blocks grow when there would be too many of them', () => {
  expect(blockRowsFor(0, 256)).toBe(256);
  expect(blockRowsFor(1e6, 256)).toBe(256);
  for (const rows of [MAX_BLOCKS - 1, MAX_BLOCKS, 2 ** 20, 2 ** 24, 2 ** 31 - 1]) {
    expect(Math.ceil(rows / blockRowsFor(rows, 1))).toBeLessThanOrEqual(MAX_BLOCKS);
  }
});

test('rows done again are counted by thread, past 32 bits, whatever the jobs', () => {
  const blocks = table();
  for (let t = 0; t < THREADS; t++) countDeferred(blocks, t, 10 ** t);
  for (let k = 0; k < 8; k++) countDeferred(blocks, 2, 2 ** 30 - 1);
  const before = [...blocks.words];
  open(blocks, 10);
  joinJob(blocks, 1, 1);
  leaveJob(blocks, 1, 1);
  expect(deferredRows(blocks, THREADS)).toBe(1111 + 8 * (2 ** 30 - 1));
  // each count is on its thread's line, and on no word of the block scheme
  const changed = before.flatMap((word, k) => (word !== 0 ? [k] : []));
  expect(changed.every((k) => k > threadWord(Math.trunc((k - threadWord(0)) / 16)) + LEFT)).toBe(true);
});

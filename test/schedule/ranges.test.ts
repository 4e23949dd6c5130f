import { describe, expect, test } from 'vitest';
import { MOST_BLOCKS, RANGE_STRIDE, type Ranges } from '../../src/memory/rangeWords.ts';
import { claimInRanges, closeRanges, NO_BLOCK, openRanges, progressIn, turnRanges } from '../../src/schedule/ranges.ts';
import { seeded } from '../support/random.ts';

/** Words around the runs are 7: nobody may touch them. */
function ranges(threads: number): Ranges {
  return { words: new Int32Array(new SharedArrayBuffer(4 * RANGE_STRIDE * (threads + 1))).fill(7), first: 5, threads };
}

/** All that is left, as claimed by `thread`. */
function takeAll(of: Ranges, serial: number, blocks: number, thread: number): number[] {
  const taken: number[] = [];
  for (;;) {
    const block = claimInRanges(of, serial, blocks, thread);
    if (block === NO_BLOCK) return taken;
    taken.push(block);
  }
}

const upTo = (count: number) => Array.from({ length: count }, (_, k) => k);

describe.each([1, 2, 3, 5, 8])('%i threads', (threads) => {
  test.each([0, 1, 2, 3, 7, 64, 1001])('each of %i blocks is claimed once, whoever asks', (blocks) => {
    const seed = 0x4a11 + 31 * blocks + threads;
    const random = seeded(seed);
    const of = ranges(threads);
    openRanges(of, 3, blocks);
    const claimed: number[] = [];
    for (;;) {
      const block = claimInRanges(of, 3, blocks, Math.floor(threads * random()));
      if (block === NO_BLOCK) break;
      claimed.push(block);
    }
    expect(
      claimed.sort((a, b) => a - b),
      `seed ${seed}`,
    ).toEqual(upTo(blocks));
  });

  test('a thread takes the same blocks each time, in order, while all are as fast', () => {
    const blocks = 1000;
    const of = ranges(threads);
    for (const serial of [8, 9]) {
      openRanges(of, serial, blocks);
      const own = upTo(threads).map((): number[] => []);
      for (let k = 0; k < Math.floor(blocks / threads); k++) {
        for (let t = 0; t < threads; t++) own[t].push(claimInRanges(of, serial, blocks, t));
      }
      own.forEach((taken, t) => {
        const first = Math.floor((blocks * t) / threads);
        expect(taken).toEqual(taken.map((_, k) => first + k));
      });
    }
  });

  test('one thread alone does it all, its own part first', () => {
    const of = ranges(threads);
    for (let t = 0; t < threads; t++) {
      openRanges(of, t, 40);
      const taken = takeAll(of, t, 40, t);
      expect(taken[0]).toBe(Math.floor((40 * t) / threads));
      expect(taken.sort((a, b) => a - b)).toEqual(upTo(40));
    }
  });

  test('turned to the next when all is claimed; from then on the number before claims nothing', () => {
    const of = ranges(threads);
    openRanges(of, 2 ** 16 - 1, 9);
    takeAll(of, 2 ** 16 - 1, 9, 0);
    turnRanges(of, 2 ** 16 - 1, 9, 4);
    for (let t = 0; t < threads; t++) expect(claimInRanges(of, 2 ** 16 - 1, 9, t)).toBe(NO_BLOCK);
    // serial numbers are 16 bits
    expect(takeAll(of, 0, 4, threads - 1).sort((a, b) => a - b)).toEqual(upTo(4));
  });

  test('who turns too late changes nothing', () => {
    const of = ranges(threads);
    openRanges(of, 1, 6);
    takeAll(of, 1, 6, 0);
    openRanges(of, 2, 6);
    const words = [...of.words];
    turnRanges(of, 1, 6, 3);
    expect([...of.words]).toEqual(words);
  });

  test('closed: nothing left', () => {
    const of = ranges(threads);
    openRanges(of, 1, MOST_BLOCKS);
    closeRanges(of, 1);
    for (let t = 0; t < threads; t++) expect(claimInRanges(of, 1, MOST_BLOCKS, t)).toBe(NO_BLOCK);
  });

  test('progress changes with each claim, and nothing but the words of runs is written', () => {
    const of = ranges(threads);
    openRanges(of, 1, 20);
    const seen = new Set([progressIn(of)]);
    for (let k = 0; k < 20; k++) {
      claimInRanges(of, 1, 20, k % threads);
      seen.add(progressIn(of));
    }
    expect(seen.size).toBe(21);
    const runs = new Set(upTo(threads).map((t) => of.first + RANGE_STRIDE * t));
    expect([...of.words].filter((word, k) => !runs.has(k) && word !== 7)).toEqual([]);
  });
});

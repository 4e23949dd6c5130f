import { describe, expect, test } from 'vitest';
import { Space } from '../../src/memory/space.ts';
import { seeded } from '../support/random.ts';
import { sweep } from '../support/sweep.ts';

const SEED = 0x59ace;

describe('Space', () => {
  test('blocks follow each other, and the first hole that holds a block is used again', () => {
    const space = new Space(16);
    expect([space.take(4), space.take(2), space.take(4), space.take(0)]).toEqual([0, 4, 6, 10]);
    space.give(4, 2);
    space.give(0, 4);
    expect([space.used, space.end]).toEqual([4, 10]);
    // holes side by side are one
    expect(space.take(6)).toBe(0);
    space.give(6, 4);
    expect([space.used, space.end]).toEqual([6, 6]);
    expect([space.has(10), space.has(11)]).toEqual([true, false]);
  });

  test('−1 where enough is free, in holes that are all too small', () => {
    const space = new Space(12);
    for (let k = 0; k < 4; k++) space.take(3);
    space.give(0, 3);
    space.give(6, 3);
    expect([space.has(4), space.take(4)]).toEqual([true, -1]);
    expect([space.used, space.end]).toEqual([6, 12]);
    space.reset(6);
    expect(space.take(4)).toBe(6);
  });

  test(`random blocks do not overlap, and no hole is lost, seed ${SEED}`, () => {
    const random = seeded(SEED);
    const space = new Space(200);
    const owner = new Int32Array(200);
    const blocks: [number, number][] = [];
    const longestHole = () => {
      let longest = 0;
      let length = 0;
      for (const id of owner) {
        length = id === 0 ? length + 1 : 0;
        longest = Math.max(longest, length);
      }
      return longest;
    };
    for (let k = 1; k <= sweep(3_000, 100_000); k++) {
      if (blocks.length > 0 && random() < 0.48) {
        const [[begin, size]] = blocks.splice(Math.floor(random() * blocks.length), 1);
        space.give(begin, size);
        owner.fill(0, begin, begin + size);
      } else {
        const size = 1 + Math.floor(12 * random());
        const begin = space.take(size);
        if (begin < 0) expect(longestHole()).toBeLessThan(size);
        else {
          expect(owner.subarray(begin, begin + size).every((id) => id === 0)).toBe(true);
          owner.fill(k, begin, begin + size);
          blocks.push([begin, size]);
        }
      }
      expect(space.used).toBe(blocks.reduce((sum, [, size]) => sum + size, 0));
      expect(space.end).toBe(blocks.reduce((end, [begin, size]) => Math.max(end, begin + size), 0));
    }
  });
});

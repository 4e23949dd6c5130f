import { beforeEach, expect, test, vi } from 'vitest';
import { Silence, SLEEP_MS } from '../../src/schedule/waiting.ts';

const LIMIT = 1000;
let now = 0;
beforeEach(() => {
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});

/** What `isOver` says each SLEEP_MS, of a number that stands for the progress of others. */
function ask(silence: Silence, progress: readonly number[]): boolean[] {
  return progress.map((number) => {
    now += SLEEP_MS;
    return silence.isOver(number);
  });
}

const same = (count: number) => new Array<number>(count).fill(7);

test('silence is over after more than the limit without progress, and not at the limit', () => {
  const silence = new Silence(LIMIT);
  silence.begin();
  // the first call starts the time
  expect(ask(silence, same(11))).toEqual(new Array(11).fill(false));
  expect(ask(silence, same(1))).toEqual([true]);
});

test('progress starts the time anew, also back to an earlier number', () => {
  const silence = new Silence(LIMIT);
  silence.begin();
  ask(silence, same(11));
  expect(ask(silence, [8, 7])).toEqual([false, false]);
  expect(ask(silence, same(10))).toEqual(new Array(10).fill(false));
  expect(ask(silence, same(1))).toEqual([true]);
});

test('a wait that begins knows nothing of the one before', () => {
  const silence = new Silence(LIMIT);
  silence.begin();
  ask(silence, same(11));
  silence.begin();
  expect(ask(silence, same(11))).toEqual(new Array(11).fill(false));
  expect(ask(silence, same(1))).toEqual([true]);
});

test('a machine that was suspended counts as two sleeps', () => {
  const silence = new Silence(LIMIT);
  silence.begin();
  ask(silence, same(1));
  now += 1e9;
  expect(silence.isOver(7)).toBe(false);
  expect(ask(silence, same(8))).toEqual(new Array(8).fill(false));
  expect(ask(silence, same(1))).toEqual([true]);
});

/** The time of the graphics card: of frames whose query has its answer, and of none where the browser tells nothing. */
import { expect, test } from 'vitest';
import { createGpuTimer } from '../../demo/page/gpuTimer.ts';

/** Queries of WebGL that answer when they are told to. */
function fakeContext(isOffered: boolean) {
  const state = { isAvailable: false, isDisjoint: false, nanoseconds: 0, open: 0, begun: 0 };
  const gl = {
    QUERY_RESULT_AVAILABLE: 1,
    QUERY_RESULT: 2,
    getExtension: () => (isOffered ? {} : null),
    createQuery: () => ({}),
    deleteQuery() {},
    beginQuery() {
      state.open++;
      state.begun++;
    },
    endQuery: () => state.open--,
    getParameter: () => state.isDisjoint,
    getQueryParameter: (_: object, what: number) => (what === 1 ? state.isAvailable : state.nanoseconds),
  };
  return { state, timer: createGpuTimer(gl as unknown as WebGL2RenderingContext) };
}

test('one query at a time, and its answer in ms', () => {
  const { state, timer } = fakeContext(true);
  const frame = () => {
    timer.begin();
    timer.end();
  };
  frame();
  frame();
  expect([state.begun, state.open, timer.time]).toEqual([1, 0, undefined]);
  Object.assign(state, { isAvailable: true, nanoseconds: 2_500_000 });
  frame();
  expect([state.begun, state.open, timer.time]).toEqual([2, 0, 2.5]);
  // the card was interrupted: its answer does not count
  Object.assign(state, { isDisjoint: true, nanoseconds: 9e9 });
  frame();
  expect(timer.time).toBe(2.5);
});

test('no time where the browser does not tell it', () => {
  const { state, timer } = fakeContext(false);
  timer.begin();
  timer.end();
  expect([state.begun, state.open, timer.time]).toEqual([0, 0, undefined]);
});

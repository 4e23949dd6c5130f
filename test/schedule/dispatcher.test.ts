/** Programs over a pool in which a worker dies and lives on. What real deaths do: test/engine/deaths.test.ts. */

import { afterEach, describe, expect, test, vi } from 'vitest';
import { scalarKernels } from '../../src/narrow/scalarKernel.ts';
import { Dispatcher, type Program } from '../../src/schedule/dispatcher.ts';
import { bookBlocks, claimBlock, OVER, stageAtHand } from '../../src/schedule/programs.ts';
import { joinProgram, leaveProgram } from '../../src/schedule/service.ts';
import { StageRunner } from '../../src/schedule/stageRunner.ts';
import { DEFAULT_LIMITS } from '../../src/schedule/waiting.ts';
import { Status } from '../../src/tables/distanceStatus.ts';
import { bindList, type ListTables } from '../../src/tables/frame.ts';
import { GO } from '../../src/tables/programTable.ts';
import { CAPACITY, fakePool } from '../support/fakeWorkers.ts';
import { rowQuery, writeQuery } from '../support/programs.ts';
import { waitUntil } from '../support/waiting.ts';
import { builtInPasses } from '../support/wholeFrame.ts';

const ROWS = 8;
const BLOCK_ROWS = 2;
const UNTOUCHED = 99;

// an empty scene: every row that is computed becomes Invalid, and shows that it was
async function fixture(limits = DEFAULT_LIMITS) {
  const { pool, fakes, frame } = await fakePool(2);
  const list: ListTables = bindList(frame.buffer, frame.listsBegin, CAPACITY.pairs);
  const runner = new StageRunner(frame, 0, builtInPasses(frame, 0, scalarKernels(frame)));
  const stages = writeQuery(frame, rowQuery(list, { rows: ROWS, blockRows: BLOCK_ROWS }));
  const computed = () => [...list.results.status.subarray(0, ROWS)].map((status) => status === Status.Invalid);
  list.results.status.fill(UNTOUCHED);
  const wake = vi.spyOn(Atomics, 'notify');
  return {
    pool,
    fake: fakes[0],
    fakes,
    table: frame.program,
    words: frame.program.words,
    status: list.results.status,
    dispatcher: new Dispatcher(frame, pool, limits, runner),
    program: { stages, length: 1, helpers: 2, redo: 'block' } as Program,
    computed,
    wake,
  };
}

type Fixture = Awaited<ReturnType<typeof fixture>>;

/** Worker 1 wakes when the next program is opened and claims its first block. */
function claimFirst({ wake, table, words }: Fixture): void {
  wake.mockImplementationOnce(() => {
    joinProgram(table, 1, words[GO]);
    expect(claimBlock(table, stageAtHand(table, words[GO]), 0)).toBe(0);
    return 1;
  });
}

/** Worker 1 books block 0 of the program at hand. */
function bookFirst({ table, words }: Fixture): void {
  Atomics.store(table.finished, 0, 1);
  bookBlocks(table, words[GO], stageAtHand(table, words[GO]), 1);
}

/** Longer than threads sleep: what has not come about by then waits for more than time. */
const naps = () => new Promise((resolve) => setTimeout(resolve, 250));

afterEach(() => {
  vi.restoreAllMocks();
});

test('what a worker left is done when it is gone, and no sooner', async () => {
  const open = await fixture();
  const { pool, fake, fakes, status, dispatcher, program, computed } = open;
  fake.stubborn = true;
  claimFirst(open);
  const running = dispatcher.run(program);
  let over = false;
  void running.then(() => {
    over = true;
  });
  await Promise.resolve();
  fake.fail('it failed: boom');
  await waitUntil('the rest of the rows', () => computed().filter((row) => row).length === ROWS - BLOCK_ROWS);
  await naps();
  expect(computed()).toEqual([false, false, true, true, true, true, true, true]);

  status[1] = UNTOUCHED - 1; // the last that it writes
  expect([over, fakes.length]).toEqual([false, 2]);
  fake.die('it exited with code 1');
  await running;
  expect(computed().every((row) => row)).toBe(true);
  await waitUntil('pool.restarts === 1', () => pool.restarts === 1);
  await pool.close();
});

test('one that books its block after all: the query ends, and nothing is shared until it is gone', async () => {
  const open = await fixture();
  const { pool, fake, fakes, table, words, dispatcher, program, computed, status } = open;
  fake.stubborn = true;
  claimFirst(open);
  const running = dispatcher.run(program);
  await Promise.resolve();
  fake.fail('it failed: boom');
  bookFirst(open);
  leaveProgram(table, 1, words[GO]);
  await running;
  expect(computed()).toEqual([false, false, true, true, true, true, true, true]);
  expect(fakes.length).toBe(2);
  const shared = words[GO];
  status.fill(UNTOUCHED);
  await dispatcher.run(program);
  expect(computed().every((row) => row)).toBe(true);
  expect(words[GO]).toBe(shared);

  fake.die('it exited with code 1');
  await waitUntil('fakes.length === 3', () => fakes.length === 3);
  await dispatcher.run(program);
  expect(words[GO]).toBe(shared + 1);
  await pool.close();
});

test.each(['asynchronous', 'synchronous'])('a worker that falls silent in its block is given up, %s', async (kind) => {
  const open = await fixture({ ...DEFAULT_LIMITS, silenceLimit: 50 });
  const { pool, fakes, dispatcher, program, computed } = open;
  claimFirst(open);
  if (kind === 'synchronous') dispatcher.runSync(program);
  else await dispatcher.run(program);
  expect(computed().every((row) => row)).toBe(true);
  await waitUntil('pool.restarts === 1', () => pool.restarts === 1);
  expect(fakes.map(({ thread, terminations }) => [thread, terminations])).toEqual([
    [1, 1],
    [2, 0],
    [1, 0],
  ]);
  await pool.close();
});

test('a synchronous query shares nothing with a worker that may live on', async () => {
  const open = await fixture();
  const { pool, fake, table, words, status, dispatcher, program, computed, wake } = open;
  fake.stubborn = true;
  dispatcher.runSync(program);
  const shared = words[GO];
  joinProgram(table, 1, shared);
  pool.abandonSilent();

  // worker 2 would claim a block of the next shared program, and worker 1 book it late: a query that counts is over too soon
  wake.mockImplementation((_, at) => {
    if (at !== GO) return 0;
    expect(claimBlock(table, stageAtHand(table, words[GO]), 0)).toBe(0);
    bookFirst(open);
    return 1;
  });
  status.fill(UNTOUCHED);
  dispatcher.runSync(program);
  expect(computed().every((row) => row)).toBe(true);
  expect(words[GO]).toBe(shared);
  wake.mockRestore();

  fake.die('it exited with code 1');
  await waitUntil('pool.restarts === 1', () => pool.restarts === 1);
  dispatcher.runSync(program);
  expect(words[GO]).toBe(shared + 1);
  await pool.close();
});

describe.each(['asynchronous', 'synchronous'])('stages that come one by one, %s', (kind) => {
  /** Three stages over the same rows. `wanted` says how many workers each is worth. */
  async function runThree(
    { dispatcher, program }: Fixture,
    wanted: readonly number[],
    between = (_stage: number) => {},
  ) {
    let stage = 0;
    const steps = {
      ...program,
      length: 0,
      helpers: 0,
      next() {
        between(stage);
        if (stage === wanted.length) return false;
        steps.helpers = wanted[stage++];
        steps.length = 1;
        return true;
      },
    };
    if (kind === 'synchronous') dispatcher.runSync(steps);
    else await dispatcher.run(steps);
  }
  const wakesOf = ({ wake }: Fixture) => wake.mock.calls.filter(([, at]) => at === GO).map(([, , count]) => count);

  test('workers are woken once, and more of them when a stage is worth more', async () => {
    const open = await fixture();
    const done: boolean[][] = [];
    await runThree(open, [2, 2, 2], () => {
      done.push(open.computed());
      open.status.fill(UNTOUCHED);
    });
    expect(done.map((rows) => rows.every((row) => row))).toEqual([false, true, true, true]);
    expect(wakesOf(open)).toEqual([2]);
    open.wake.mockClear();
    await runThree(open, [0, 1, 2]);
    expect(wakesOf(open)).toEqual([1, 1]);
    open.wake.mockClear();
    await runThree(open, [0, 0, 0]);
    expect(wakesOf(open)).toEqual([]);
    await open.pool.close();
  });

  test('a death in one: its blocks are done again, and the calling thread does the rest', async () => {
    const open = await fixture({ ...DEFAULT_LIMITS, silenceLimit: 50 });
    claimFirst(open);
    const done: boolean[] = [];
    await runThree(open, [2, 2, 2], () => {
      done.push(open.computed().every((row) => row));
      open.status.fill(UNTOUCHED);
    });
    expect(done).toEqual([false, true, true, true]);
    expect(wakesOf(open)).toEqual([2]);
    await waitUntil('pool.restarts === 1', () => open.pool.restarts === 1);
    await open.pool.close();
  });

  test('an error between two ends the program', async () => {
    const open = await fixture();
    const failing = runThree(open, [2, 2], (stage) => {
      if (stage === 1) throw new Error('too many');
    });
    await expect(failing).rejects.toThrow('too many');
    expect(stageAtHand(open.table, open.words[GO])).toBe(OVER);
    open.status.fill(UNTOUCHED);
    open.dispatcher.runSync(open.program);
    expect(open.computed().every((row) => row)).toBe(true);
    await open.pool.close();
  });
});

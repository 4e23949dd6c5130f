/** Jobs over a pool in which a worker dies and lives on. What real deaths do: test/engine/deaths.test.ts. */
import { afterEach, expect, test, vi } from 'vitest';
import { bindList, type ListTables } from '../../src/memory/frame.ts';
import { Status } from '../../src/queries/distance/table.ts';
import { claimBlock, finishBlock, joinJob, leaveJob } from '../../src/schedule/blocks.ts';
import { DONE, GO } from '../../src/schedule/blockTable.ts';
import { Dispatcher } from '../../src/schedule/dispatcher.ts';
import { DISTANCE, type Job } from '../../src/schedule/job.ts';
import { DEFAULT_LIMITS } from '../../src/schedule/waiting.ts';
import { CAPACITY, puppetPool } from '../support/fakeWorkers.ts';
import { waitUntil } from '../support/waiting.ts';

const ROWS = 8;
const BLOCK_ROWS = 2;
const BLOCKS = ROWS / BLOCK_ROWS;
const UNTOUCHED = 99;

// an empty scene: every row that is computed becomes Invalid, and shows that it was
async function rig(limits = DEFAULT_LIMITS) {
  const { pool, puppets, frame } = await puppetPool(2);
  const list: ListTables = bindList(frame.buffer, frame.listsBegin, CAPACITY.pairs);
  const dispatcher = new Dispatcher(frame, CAPACITY.threads, pool, limits, undefined);
  const job: Job = {
    operation: DISTANCE,
    list,
    rows: ROWS,
    blockRows: BLOCK_ROWS,
    evenToOdd: true,
    depth: true,
    limit: new Float64Array([Infinity]),
  };
  const computed = () => [...list.results.status.subarray(0, ROWS)].map((status) => status === Status.Invalid);
  list.results.status.fill(UNTOUCHED);
  const wake = vi.spyOn(Atomics, 'notify');
  return {
    pool,
    puppet: puppets[0],
    puppets,
    blocks: frame.blocks,
    status: list.results.status,
    dispatcher,
    job,
    computed,
    wake,
  };
}

/** Worker 1 wakes when the next job is opened and claims its first block. */
function claimFirst({ wake, blocks }: Awaited<ReturnType<typeof rig>>): void {
  wake.mockImplementationOnce(() => {
    const job = blocks.words[GO];
    joinJob(blocks, 1, job);
    expect(claimBlock(blocks, job, 0, BLOCKS)).toBe(0);
    return 1;
  });
}

/** Longer than threads nap: what has not come about by then waits for more than time. */
const naps = () => new Promise((resolve) => setTimeout(resolve, 250));

afterEach(() => {
  vi.restoreAllMocks();
});

test('what a worker left is done when it is gone, and no sooner', async () => {
  const open = await rig();
  const { pool, puppet, puppets, status, dispatcher, job, computed } = open;
  puppet.stubborn = true;
  claimFirst(open);
  const running = dispatcher.run(job, 2);
  let over = false;
  void running.then(() => {
    over = true;
  });
  await Promise.resolve();
  puppet.fail('it failed: boom');
  await waitUntil('the rest of the rows', () => computed().filter((row) => row).length === ROWS - BLOCK_ROWS);
  await naps();
  expect(computed()).toEqual([false, false, true, true, true, true, true, true]);

  status[1] = UNTOUCHED - 1; // the last that it writes
  expect([over, puppets.length]).toEqual([false, 2]);
  puppet.die('it exited with code 1');
  await running;
  expect(computed().every((row) => row)).toBe(true);
  await waitUntil('pool.restarts === 1', () => pool.restarts === 1);
  await pool.close();
});

test('one that books its block after all: the query ends, and nothing is shared until it is gone', async () => {
  const open = await rig();
  const { pool, puppet, puppets, blocks, dispatcher, job, computed, status } = open;
  puppet.stubborn = true;
  claimFirst(open);
  const running = dispatcher.run(job, 2);
  await Promise.resolve();
  puppet.fail('it failed: boom');
  finishBlock(blocks, 1, 0, BLOCK_ROWS, BLOCKS);
  leaveJob(blocks, 1, blocks.words[GO]);
  await running;
  expect([blocks.words[DONE], puppets.length]).toEqual([BLOCKS, 2]);
  const shared = blocks.words[GO];
  status.fill(UNTOUCHED);
  await dispatcher.run(job, 2);
  expect(computed().every((row) => row)).toBe(true);
  expect(blocks.words[GO]).toBe(shared);

  puppet.die('it exited with code 1');
  await waitUntil('puppets.length === 3', () => puppets.length === 3);
  await dispatcher.run(job, 2);
  expect(blocks.words[GO]).toBe(shared! + 1);
  await pool.close();
});

test.each(['asynchronous', 'synchronous'])('a worker that falls silent in its block is given up, %s', async (kind) => {
  const open = await rig({ ...DEFAULT_LIMITS, silenceLimit: 50 });
  const { pool, puppets, dispatcher, job, computed } = open;
  claimFirst(open);
  if (kind === 'synchronous') dispatcher.runSync(job, 2);
  else await dispatcher.run(job, 2);
  expect(computed().every((row) => row)).toBe(true);
  await waitUntil('pool.restarts === 1', () => pool.restarts === 1);
  expect(puppets.map(({ thread, terminations }) => [thread, terminations])).toEqual([
    [1, 1],
    [2, 0],
    [1, 0],
  ]);
  await pool.close();
});

test('a synchronous query shares nothing with a worker that may live on', async () => {
  const { pool, puppet, blocks, status, dispatcher, job, computed, wake } = await rig();
  puppet.stubborn = true;
  dispatcher.runSync(job, 2);
  const shared = blocks.words[GO];
  joinJob(blocks, 1, shared);
  pool.abandonSilent();

  // worker 2 would claim a block of the next shared job, and worker 1 book it late: a query that counts is over too soon
  wake.mockImplementation((_, at) => {
    if (at !== GO) return 0;
    expect(claimBlock(blocks, blocks.words[GO], 0, BLOCKS)).toBe(0);
    finishBlock(blocks, 1, 0, BLOCK_ROWS, BLOCKS);
    return 1;
  });
  status.fill(UNTOUCHED);
  dispatcher.runSync(job, 2);
  expect(computed().every((row) => row)).toBe(true);
  expect(blocks.words[GO]).toBe(shared);
  wake.mockRestore();

  puppet.die('it exited with code 1');
  await waitUntil('pool.restarts === 1', () => pool.restarts === 1);
  dispatcher.runSync(job, 2);
  expect(blocks.words[GO]).toBe(shared + 1);
  await pool.close();
});

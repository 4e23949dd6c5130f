import { afterEach, describe, expect, test, vi } from 'vitest';
import { QueryError } from '../../src/errors.ts';
import { joinJob, leaveJob, recallNumber } from '../../src/partition/blocks.ts';
import { CAPACITY, puppetPool, WIDE } from './puppets.ts';

const turn = () => new Promise((resolve) => setTimeout(resolve, 1));
const failing = async () => {
  throw new Error('no room');
};

describe('start', () => {
  test('one worker per thread, none of which keeps the process alive', async () => {
    const { pool, puppets } = await puppetPool(3);
    expect(pool.size).toBe(3);
    expect(puppets.map((p) => p.thread)).toEqual([1, 2, 3]);
    expect(puppets.map((p) => p.held)).toEqual([false, false, false]);
    pool.hold(true);
    expect(puppets.map((p) => p.held)).toEqual([true, true, true]);
    await pool.close();
    expect(puppets.map((p) => p.terminations)).toEqual([1, 1, 1]);
    expect(pool.size).toBe(0);
  });

  test('if one cannot, none is left', async () => {
    const { error, puppets } = await puppetPool(3, (n) => (n === 1 ? failing() : Promise.resolve()));
    expect(error).toBeInstanceOf(QueryError);
    expect(error.message).toBe('createEngine: expected 3 workers to start, got: worker 2: no room');
    expect(puppets.every((p) => p.terminations === 1)).toBe(true);
  });

  test('a death while it starts is the reason', async () => {
    const { error, puppets } = await puppetPool(1, (_, puppet) => {
      setTimeout(() => puppet.die('it failed: no such script'), 5);
      return new Promise(() => {}); // a dead worker answers no call
    });
    expect(error.message).toBe('createEngine: expected 1 worker to start, got: worker 1: it failed: no such script');
    expect(puppets[0]!.terminations).toBe(1);
  });
});

describe('deaths', () => {
  test('are counted, told, and made good', async () => {
    const { pool, puppets } = await puppetPool(2);
    let told = 0;
    pool.onGone = () => {
      told++;
    };
    puppets[1]!.die('it failed: boom');
    await turn();
    await pool.settle();
    expect([pool.deaths, pool.restarts, told, pool.size]).toEqual([1, 1, 1, 2]);
    expect(puppets.map((p) => p.thread)).toEqual([1, 2, 2]);
    // the one that died before is forgotten
    puppets[1]!.die('again');
    await turn();
    expect(pool.deaths).toBe(1);
    await pool.close();
    expect(puppets.map((p) => p.terminations)).toEqual([1, 1, 1]);
  });

  test('every worker is given the same, its successor too', async () => {
    const { pool, puppets, frame } = await puppetPool(2);
    puppets[0]!.die('it failed: boom');
    await turn();
    await pool.settle();
    expect(puppets).toHaveLength(3);
    for (const { setup } of puppets) {
      expect(setup!.memory.buffer).toBe(frame.buffer);
      expect(setup!.capacity).toBe(CAPACITY);
      expect(setup!.wide).toBe(WIDE);
    }
    await pool.close();
  });

  test('a worker that stops serving is terminated and replaced', async () => {
    const { pool, puppets } = await puppetPool(1);
    puppets[0]!.stopServing(new RangeError('out of memory'));
    await turn();
    await pool.settle();
    expect([pool.deaths, pool.restarts, puppets.length, puppets[0]!.terminations]).toEqual([1, 1, 2, 1]);
    await pool.close();
  });

  test('a dead worker is not at work, whatever its words say; its successor begins at rest', async () => {
    const { pool, puppets, frame } = await puppetPool(2);
    joinJob(frame.blocks, 1, 5);
    expect(pool.isWorking).toBe(true);
    puppets[0]!.die('it failed: boom');
    await turn();
    await pool.settle();
    expect(pool.isWorking).toBe(false);
    joinJob(frame.blocks, 2, 5);
    expect(pool.isWorking).toBe(true);
    leaveJob(frame.blocks, 2, 5);
    expect(pool.isWorking).toBe(false);
    await pool.close();
  });

  test('silent workers that are at work are given up, others are not', async () => {
    const { pool, puppets, frame } = await puppetPool(2);
    joinJob(frame.blocks, 2, 5);
    pool.abandonSilent();
    expect(puppets.map((p) => p.terminations)).toEqual([0, 1]);
    await turn();
    await pool.settle();
    expect(pool.isWorking).toBe(false);
    expect(puppets.map((p) => p.terminations)).toEqual([0, 1, 0]);
    expect([pool.deaths, pool.restarts]).toEqual([1, 1]);
    await pool.close();
  });
});

describe('a worker that lives on after its death', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const deaths: [string, (rig: Awaited<ReturnType<typeof puppetPool>>) => void][] = [
    ['it failed', ({ puppets }) => puppets[0]!.fail('it failed: boom')],
    ['it serves no more', ({ puppets }) => puppets[0]!.stopServing(new Error('boom'))],
    ['it was silent', ({ pool }) => pool.abandonSilent()],
  ];
  test.each(deaths)('%s: its successor starts when it is gone, and no sooner', async (_, kill) => {
    const rig = await puppetPool(2);
    const { pool, puppets, frame } = rig;
    const told: number[] = [];
    pool.onGone = () => told.push(puppets.length);
    puppets[0]!.stubborn = true;
    joinJob(frame.blocks, 1, 5);
    kill(rig);
    await turn();
    expect(puppets.map((p) => p.terminations)).toEqual([1, 0]);
    expect([pool.isHandingOver, pool.isWorking, pool.deaths, pool.restarts]).toEqual([true, true, 1, 0]);
    pool.abandonSilent(); // it is no news
    expect([puppets[0]!.terminations, pool.deaths]).toEqual([1, 1]);

    puppets[0]!.die('it exited with code 1');
    await pool.settle();
    expect(puppets.map((p) => p.thread)).toEqual([1, 2, 1]);
    expect(told).toEqual([2]);
    expect([pool.isHandingOver, pool.isWorking, pool.deaths, pool.restarts]).toEqual([false, false, 1, 1]);
    await pool.close();
  });

  test('for ever: it is not replaced, and the pool ends when the others are gone', async () => {
    const { pool, puppets } = await puppetPool(3);
    vi.useFakeTimers();
    for (const puppet of puppets.slice(0, 2)) puppet.stubborn = true;
    puppets[0]!.fail('it failed: boom');
    await vi.advanceTimersByTimeAsync(9_999);
    expect([pool.size, pool.isHandingOver]).toEqual([3, true]);
    let failure: Error | undefined;
    pool.settle().catch((error: Error) => {
      failure = error;
    });
    await vi.advanceTimersByTimeAsync(1);
    expect(puppets.map((p) => p.terminations)).toEqual([1, 1, 1]);
    expect([pool.size, failure]).toEqual([0, undefined]);

    puppets[1]!.die('it exited with code 1');
    await vi.advanceTimersByTimeAsync(0);
    expect(failure).toEqual(
      new QueryError(
        'engine: expected worker 1 to be replaced after it failed: boom, got: no sign of its end 10 s after terminate(); the engine goes on with the calling thread alone',
      ),
    );
    expect([puppets.length, pool.size, pool.restarts, vi.getTimerCount()]).toEqual([3, 0, 0, 0]);
  });

  test('and ends after close: nothing follows it', async () => {
    const { pool, puppets } = await puppetPool(1);
    puppets[0]!.stubborn = true;
    puppets[0]!.fail('it failed: boom');
    await turn();
    const closed = pool.close();
    puppets[0]!.die('it exited with code 1');
    await closed;
    expect([puppets.length, pool.size, pool.restarts]).toEqual([1, 0, 0]);
    pool.throwFailure();
  });
});

describe('code for passes', () => {
  const CODE = { source: 'file:///passes.js', first: 0, names: ['pass'] };

  test('workers are called out, load it, and serve again; successors are given it', async () => {
    const { pool, puppets, frame } = await puppetPool(2);
    const loaded: number[] = [];
    for (const puppet of puppets) {
      puppet.load = async (code) => {
        expect(code).toBe(CODE);
        loaded.push(puppet.thread);
      };
    }
    const recalls = recallNumber(frame.blocks);
    const loading = pool.loadPasses(CODE);
    await turn();
    expect([loaded, recallNumber(frame.blocks) - recalls, puppets[0]!.held]).toEqual([[], 1, true]);
    for (const puppet of puppets) puppet.leave();
    await loading;
    expect(loaded.sort()).toEqual([1, 2]);
    expect(puppets.map(({ services, held }) => [services, held])).toEqual([
      [2, false],
      [2, false],
    ]);
    puppets[0]!.die('it failed: boom');
    await turn();
    await pool.settle();
    expect(puppets[2]!.setup!.passes).toEqual([CODE]);
    await pool.close();
  });

  test('that one does not load: all serve again, and no successor is given it', async () => {
    const { pool, puppets } = await puppetPool(2);
    puppets[1]!.load = failing;
    const loading = pool.loadPasses(CODE);
    await turn();
    for (const puppet of puppets) puppet.leave();
    await expect(loading).rejects.toThrow('worker 2: no room');
    expect(puppets.map(({ services }) => services)).toEqual([2, 2]);
    puppets[0]!.die('it failed: boom');
    await turn();
    await pool.settle();
    expect([puppets[2]!.setup!.passes, pool.restarts]).toEqual([[], 1]);
    await pool.close();
  });

  test('while one dies: it is not taken up', async () => {
    const { pool, puppets } = await puppetPool(2);
    const loading = pool.loadPasses(CODE);
    await turn();
    puppets[1]!.leave();
    puppets[0]!.die('it exited with code 1');
    await expect(loading).rejects.toThrow('worker 1: it exited with code 1');
    await pool.settle();
    expect([puppets[2]!.setup!.passes, puppets[2]!.services, pool.restarts]).toEqual([[], 1, 1]);
    await pool.close();
  });

  test('that never ends loading: the worker is given up', async () => {
    const { pool, puppets } = await puppetPool(1);
    puppets[0]!.load = () => new Promise(() => {});
    puppets[0]!.leave();
    vi.useFakeTimers();
    try {
      const loading = expect(pool.loadPasses(CODE)).rejects.toThrow('worker 1: no answer in 30 s');
      await vi.advanceTimersByTimeAsync(30_000);
      await loading;
    } finally {
      vi.useRealTimers();
    }
    await pool.settle();
    expect([puppets[0]!.terminations, puppets.length, pool.restarts]).toEqual([1, 2, 1]);
    await pool.close();
  });
});

describe('a replacement that fails', () => {
  test('ends the pool, and is thrown once', async () => {
    const { pool, puppets } = await puppetPool(2, (n) => (n === 2 ? failing() : Promise.resolve()));
    puppets[0]!.die('it failed: boom');
    await turn();
    await expect(pool.settle()).rejects.toThrow(
      new QueryError(
        'engine: expected worker 1 to be replaced after it failed: boom, got: worker 1: no room; the engine goes on with the calling thread alone',
      ),
    );
    expect([pool.size, pool.restarts]).toEqual([0, 0]);
    await pool.settle();
    pool.throwFailure();
    expect(puppets[1]!.terminations).toBe(1);
  });

  test('while another is on its way: that one is sent home', async () => {
    let arrive = () => {};
    const slow = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const { pool, puppets } = await puppetPool(2, (n) => (n === 2 ? failing() : n === 3 ? slow : Promise.resolve()));
    puppets[0]!.die('one');
    puppets[1]!.die('two');
    await turn();
    arrive();
    await expect(pool.settle()).rejects.toThrow(/worker 1 to be replaced after one/);
    expect([pool.size, pool.restarts]).toEqual([0, 0]);
    expect(puppets[3]!.terminations).toBe(1);
    pool.throwFailure(); // nothing more to say
  });

  test('is no error after close', async () => {
    const { pool, puppets } = await puppetPool(1, (n) => (n === 1 ? failing() : Promise.resolve()));
    puppets[0]!.die('boom');
    await pool.close();
    pool.throwFailure();
    expect(pool.size).toBe(0);
  });
});

import { afterEach, describe, expect, test, vi } from 'vitest';
import { QueryError } from '../../src/errors.ts';
import { joinProgram, leaveProgram, pauseNumber } from '../../src/schedule/service.ts';
import { CAPACITY, type FakeWorker, fakePool, WIDE } from '../support/fakeWorkers.ts';
import { nextTask, waitUntil } from '../support/waiting.ts';

const failing = async () => {
  throw new Error('no room');
};
const dying = (_: number, fake: FakeWorker) => {
  fake.die('no room');
  return new Promise<void>(() => {}); // a dead worker answers no call
};

describe('start', () => {
  test('one worker per thread, none of which keeps the process alive', async () => {
    const { pool, fakes } = await fakePool(3);
    expect(pool.size).toBe(3);
    expect(fakes.map((p) => p.thread)).toEqual([1, 2, 3]);
    expect(fakes.map((p) => p.held)).toEqual([false, false, false]);
    await pool.close();
    expect(fakes.map((p) => p.terminations)).toEqual([1, 1, 1]);
    expect(pool.size).toBe(0);
  });

  test('if one cannot, none is left', async () => {
    const { error, fakes } = await fakePool(3, (n) => (n === 1 ? failing() : Promise.resolve()));
    expect(error).toBeInstanceOf(QueryError);
    expect(error.message).toBe('createEngine: expected 3 workers to start, got: worker 2: no room');
    expect(fakes.every((p) => p.terminations === 1)).toBe(true);
  });

  test('a death while it starts is the reason', async () => {
    const { error, fakes } = await fakePool(1, (_, fake) => {
      setTimeout(() => fake.die('it failed: no such script'), 5);
      return new Promise(() => {}); // a dead worker answers no call
    });
    expect(error.message).toBe('createEngine: expected 1 worker to start, got: worker 1: it failed: no such script');
    expect(fakes[0].terminations).toBe(1);
  });
});

describe('deaths', () => {
  test('are counted, and made good', async () => {
    const { pool, fakes } = await fakePool(2);
    fakes[1].die('it failed: boom');
    await nextTask();
    expect([pool.deaths, pool.restarts, pool.size]).toEqual([1, 1, 2]);
    expect(fakes.map((p) => p.thread)).toEqual([1, 2, 2]);
    // the one that died before is forgotten
    fakes[1].die('again');
    await nextTask();
    expect(pool.deaths).toBe(1);
    await pool.close();
    expect(fakes.map((p) => p.terminations)).toEqual([1, 1, 1]);
  });

  test('every worker is given the same, its successor too', async () => {
    const { pool, fakes, frame } = await fakePool(2);
    fakes[0].die('it failed: boom');
    await nextTask();
    expect(fakes).toHaveLength(3);
    for (const { setup } of fakes) {
      expect(setup!.memory.buffer).toBe(frame.buffer);
      expect(setup!.capacity).toBe(CAPACITY);
      expect(setup!.wide).toBe(WIDE);
    }
    await pool.close();
  });

  test('a worker that stops serving is terminated and replaced', async () => {
    const { pool, fakes } = await fakePool(1);
    fakes[0].stopServing(new RangeError('out of memory'));
    await nextTask();
    expect([pool.deaths, pool.restarts, fakes.length, fakes[0].terminations]).toEqual([1, 1, 2, 1]);
    await pool.close();
  });

  test('a dead worker is not at work, whatever its words say; its successor begins at rest', async () => {
    const { pool, fakes, frame } = await fakePool(2);
    joinProgram(frame.program, 1, 5);
    expect(pool.isWorking).toBe(true);
    fakes[0].die('it failed: boom');
    await nextTask();
    expect(pool.isWorking).toBe(false);
    joinProgram(frame.program, 2, 5);
    expect(pool.isWorking).toBe(true);
    leaveProgram(frame.program, 2, 5);
    expect(pool.isWorking).toBe(false);
    await pool.close();
  });

  test('silent workers that are at work are given up, others are not', async () => {
    const { pool, fakes, frame } = await fakePool(2);
    joinProgram(frame.program, 2, 5);
    pool.abandonSilent();
    expect(fakes.map((p) => p.terminations)).toEqual([0, 1]);
    await nextTask();
    expect(pool.isWorking).toBe(false);
    expect(fakes.map((p) => p.terminations)).toEqual([0, 1, 0]);
    expect([pool.deaths, pool.restarts]).toEqual([1, 1]);
    await pool.close();
  });
});

describe('a worker that lives on after its death', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const deaths: [string, (fixture: Awaited<ReturnType<typeof fakePool>>) => void][] = [
    ['it failed', ({ fakes }) => fakes[0].fail('it failed: boom')],
    ['it serves no more', ({ fakes }) => fakes[0].stopServing(new Error('boom'))],
    ['it was silent', ({ pool }) => pool.abandonSilent()],
  ];
  test.each(deaths)('%s: its successor starts when it is gone, and no sooner', async (_, kill) => {
    const fixture = await fakePool(2);
    const { pool, fakes, frame } = fixture;
    fakes[0].stubborn = true;
    joinProgram(frame.program, 1, 5);
    kill(fixture);
    await nextTask();
    expect(fakes.map((p) => p.terminations)).toEqual([1, 0]);
    expect([pool.canShare, pool.isWorking, pool.deaths, pool.restarts]).toEqual([false, true, 1, 0]);
    pool.abandonSilent(); // it is no news
    expect([fakes[0].terminations, pool.deaths]).toEqual([1, 1]);

    fakes[0].die('it exited with code 1');
    await nextTask();
    expect(fakes.map((p) => p.thread)).toEqual([1, 2, 1]);
    expect([pool.canShare, pool.isWorking, pool.deaths, pool.restarts]).toEqual([true, false, 1, 1]);
    await pool.close();
  });

  test('for ever: it is not replaced, and the pool ends when the others are gone', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { pool, fakes, frame } = await fakePool(3);
    vi.useFakeTimers();
    for (const fake of fakes.slice(0, 2)) fake.stubborn = true;
    for (const thread of [1, 2]) joinProgram(frame.program, thread, 5);
    fakes[0].fail('it failed: boom');
    await vi.advanceTimersByTimeAsync(9_999);
    expect([pool.size, pool.canShare, pool.isWorking]).toEqual([2, false, true]);
    await vi.advanceTimersByTimeAsync(1);
    expect(fakes.map((p) => p.terminations)).toEqual([1, 1, 1]);
    // the second lives on, and may be at work
    expect([pool.size, pool.canShare, pool.isWorking]).toEqual([0, false, true]);

    fakes[1].die('it exited with code 1');
    await vi.advanceTimersByTimeAsync(0);
    const sentence =
      'worker 1 cannot be replaced (it failed: boom): no sign of its end 10 s after terminate(); the engine goes on with the calling thread alone';
    expect(pool.fallbacks).toEqual([sentence]);
    expect(warn.mock.calls).toEqual([[`hullstorm: ${sentence}`]]);
    expect([fakes.length, pool.isWorking, pool.restarts, vi.getTimerCount()]).toEqual([3, false, 0, 0]);
    await pool.close();
  });

  test('and ends after close: nothing follows it', async () => {
    const { pool, fakes } = await fakePool(1);
    fakes[0].stubborn = true;
    fakes[0].fail('it failed: boom');
    await nextTask();
    const closed = pool.close();
    fakes[0].die('it exited with code 1');
    await closed;
    expect([fakes.length, pool.size, pool.restarts, pool.fallbacks]).toEqual([1, 0, 0, []]);
  });
});

describe('code for passes', () => {
  const CODE = { source: 'file:///passes.js', first: 0, names: ['pass'] };

  test('workers are called out, load it, and serve again; successors are given it', async () => {
    const { pool, fakes, frame } = await fakePool(2);
    const loaded: number[] = [];
    for (const fake of fakes) {
      fake.load = async (code) => {
        expect(code).toBe(CODE);
        loaded.push(fake.thread);
      };
    }
    const pauses = pauseNumber(frame.program);
    const loading = pool.loadPasses(CODE);
    await nextTask();
    expect([loaded, pauseNumber(frame.program) - pauses]).toEqual([[], 1]);
    for (const fake of fakes) fake.leave();
    await loading;
    expect(loaded.sort()).toEqual([1, 2]);
    expect(fakes.map(({ services }) => services)).toEqual([2, 2]);
    fakes[0].die('it failed: boom');
    await nextTask();
    expect(fakes[2].setup!.passes).toEqual([CODE]);
    await pool.close();
  });

  test('that one does not load: all serve again, and no successor is given it', async () => {
    const { pool, fakes } = await fakePool(2);
    fakes[1].load = failing;
    const loading = pool.loadPasses(CODE);
    await nextTask();
    for (const fake of fakes) fake.leave();
    await expect(loading).rejects.toThrow('worker 2: no room');
    expect(fakes.map(({ services }) => services)).toEqual([2, 2]);
    fakes[0].die('it failed: boom');
    await nextTask();
    expect([fakes[2].setup!.passes, pool.restarts]).toEqual([[], 1]);
    await pool.close();
  });

  test('while one dies: it is not taken up', async () => {
    const { pool, fakes } = await fakePool(2);
    const loading = pool.loadPasses(CODE);
    await nextTask();
    fakes[1].leave();
    fakes[0].die('it exited with code 1');
    await expect(loading).rejects.toThrow('worker 1: it exited with code 1');
    await nextTask();
    expect([fakes[2].setup!.passes, fakes[2].services, pool.restarts]).toEqual([[], 1, 1]);
    await pool.close();
  });

  test('that never ends loading: the worker is given up', async () => {
    const { pool, fakes } = await fakePool(1);
    fakes[0].load = () => new Promise(() => {});
    fakes[0].leave();
    vi.useFakeTimers();
    try {
      const loading = expect(pool.loadPasses(CODE)).rejects.toThrow('worker 1: no answer in 30 s');
      await vi.advanceTimersByTimeAsync(30_000);
      await loading;
    } finally {
      vi.useRealTimers();
    }
    await nextTask();
    expect([fakes[0].terminations, fakes.length, pool.restarts]).toEqual([1, 2, 1]);
    await pool.close();
  });
});

describe('a replacement', () => {
  test('loads what the others load while it starts, before it serves', async () => {
    const CODE = { source: 'file:///passes.js', first: 0, names: ['pass'] };
    let arrive = () => {};
    const slow = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const { pool, fakes } = await fakePool(2, (n) => (n === 2 ? slow : Promise.resolve()));
    fakes[0].die('boom');
    await nextTask();
    const done: string[] = [];
    let load = () => {};
    fakes[1].load = () =>
      new Promise((resolve) => {
        load = resolve;
      });
    fakes[2].load = async (code) => {
      expect(code).toBe(CODE);
      done.push('loaded');
    };
    const loading = pool.loadPasses(CODE).then(() => done.push('others'));
    fakes[1].leave();
    arrive();
    await nextTask();
    expect([pool.size, fakes[2].services, done]).toEqual([1, 0, []]);
    load();
    await loading;
    await nextTask();
    expect([pool.size, fakes[2].services, pool.restarts, done]).toEqual([2, 1, 1, ['others', 'loaded']]);
    await pool.close();
  });

  test.each([1, 2, 4])('that fails %i times is tried again, and the others go on', async (times) => {
    const { pool, fakes, frame } = await fakePool(2, (n) => (n > 1 && n < 2 + times ? failing() : Promise.resolve()));
    joinProgram(frame.program, 1, 5);
    fakes[0].die('it failed: boom');
    await nextTask();
    expect([pool.size, pool.canShare]).toEqual([1, true]);
    await waitUntil('pool.restarts === 1', () => pool.restarts === 1);
    expect([pool.size, pool.deaths, fakes.length, pool.fallbacks]).toEqual([2, 1, 3 + times, []]);
    await pool.close();
  });

  test.each([
    ['fails', failing],
    ['dies', dying],
    ['never answers', () => new Promise<void>(() => {})],
  ])('that always %s is given up after five, and the others go on', async (how, attach) => {
    vi.useFakeTimers();
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { pool, fakes, frame } = await fakePool(3, async (n, fake) => {
      if (n > 2) await attach(n, fake);
    });
    joinProgram(frame.program, 2, 5);
    fakes[1].die('it failed: boom');
    await vi.advanceTimersByTimeAsync(0);
    expect([pool.size, pool.canShare, pool.isWorking]).toEqual([2, true, false]);
    await vi.advanceTimersByTimeAsync(5 * 30_000 + 10_000);
    const last = how === 'never answers' ? 'no answer in 30 s' : 'no room';
    expect(pool.fallbacks).toEqual([
      `5 workers in a row failed as thread 2, the last with: ${last}; the engine goes on without this thread`,
    ]);
    expect([pool.size, pool.canShare, fakes.length, vi.getTimerCount()]).toEqual([2, true, 8, 0]);
    expect(fakes.slice(3).every(({ terminations }) => terminations === 1)).toBe(true);
    vi.useRealTimers();
    vi.restoreAllMocks();
    await pool.close();
  });

  test('that dies before it joins a job, again and again, is given up; one that has worked is not', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { pool, fakes, frame } = await fakePool(1);
    for (let death = 0; death < 20; death++) {
      joinProgram(frame.program, 1, 100 + death);
      fakes.at(-1)!.die('it exited with code 7');
      await waitUntil('pool.restarts === death + 1', () => pool.restarts === death + 1);
    }
    for (let death = 0; death < 4; death++) {
      fakes.at(-1)!.die('it exited with code 7');
      await waitUntil('pool.restarts === 21 + death', () => pool.restarts === 21 + death);
    }
    fakes.at(-1)!.die('it exited with code 7');
    await waitUntil('pool.fallbacks.length > 0', () => pool.fallbacks.length > 0);
    expect([pool.fallbacks, pool.size, pool.restarts]).toEqual([
      [
        '5 workers in a row failed as thread 1, the last with: it exited with code 7; the engine goes on without this thread',
      ],
      0,
      24,
    ]);
    vi.restoreAllMocks();
    await pool.close();
  });

  test('that is on its way is ended by close, which does not wait for its answer', async () => {
    const { pool, fakes } = await fakePool(2, (n) => (n === 2 ? new Promise(() => {}) : Promise.resolve()));
    fakes[0].die('boom');
    await waitUntil('fakes.length === 3', () => fakes.length === 3);
    await pool.close();
    expect(fakes.every(({ terminations }) => terminations > 0)).toBe(true);
    await nextTask();
    expect([fakes.length, pool.size, pool.fallbacks]).toEqual([3, 0, []]);
  });

  test('that fails after close is not tried again', async () => {
    const { pool, fakes } = await fakePool(1, (n) => (n === 1 ? failing() : Promise.resolve()));
    fakes[0].die('boom');
    await pool.close();
    await nextTask();
    expect([pool.size, pool.fallbacks]).toEqual([0, []]);
  });
});

test('close ends although a worker never does', async () => {
  const { pool, fakes } = await fakePool(2);
  vi.useFakeTimers();
  fakes[0].terminate = () => new Promise(() => {});
  let isClosed = false;
  void pool.close().then(() => {
    isClosed = true;
  });
  await vi.advanceTimersByTimeAsync(9_999);
  expect([isClosed, fakes[1].terminations]).toEqual([false, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect([isClosed, vi.getTimerCount()]).toEqual([true, 0]);
  vi.useRealTimers();
});

/** A loop over a channel, as over a worker: poses, calls, errors. The browser tests have real workers. */
import { createWorkerLoop, readPose, type ServedLoop, serveLoop, type WorkerLoopOptions } from 'hullstorm/loop';
import { afterEach, describe, expect, test } from 'vitest';
import { FakeStepper, Frames } from './fakeStepper.ts';

const STEP = 0.02;
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A page and a worker that are one thread. */
async function create(options: WorkerLoopOptions = {}, more: Partial<ServedLoop> = {}) {
  const { port1, port2 } = new MessageChannel();
  ends.push(() => port1.close());
  const dynamics = new FakeStepper();
  const started: unknown[] = [];
  serveLoop((start) => {
    started.push(start);
    return { dynamics, ...more };
  }, port2);
  const frames = new Frames();
  const loop = await createWorkerLoop(port1, {
    step: STEP,
    requestFrame: frames.request,
    ...options,
  });
  return { dynamics, frames, loop, started };
}

/** Waits for a condition: the two threads have no common clock. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 1));
}

describe.each([true, false])('shared memory: %s', (shared) => {
  test('shows poses before the first step, then those of the worker', async () => {
    const position = [0, 0, 0];
    const seen: number[] = [];
    // poses are to be read in a frame: later, steps may be written over them
    const onFrame = () => {
      readPose(loop.poses, 0, position, [0, 0, 0, 0]);
      seen.push(position[0]);
    };
    const { dynamics, frames, loop, started } = await create({ shared, args: { seed: 7 }, onFrame });
    expect(started).toEqual([{ args: { seed: 7 }, workerPort: undefined }]);
    expect([loop.poses.to.rows, loop.poses.to.positions[0], loop.steps]).toEqual([3, 0, 0]);
    loop.start();
    while (loop.steps < 8) await frames.run(0);
    await loop.stop();
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    readPose(loop.poses, 0, position, [0, 0, 0, 0]);
    expect(position[0]).toBeCloseTo(3 * dynamics.time, 9);
    expect([...loop.poses.to.awake.subarray(0, 3)]).toEqual([1, 1, 0]);
  });

  test('steps by hand, and shows each step', async () => {
    const { loop } = await create({ shared });
    for (let k = 1; k <= 9; k++) {
      await loop.stepOnce();
      expect(loop.steps).toBe(k);
      expect(loop.poses.to.positions[0]).toBeCloseTo(3 * STEP * k, 9);
    }
  });

  test('keeps poses that can be read while the page draws no frames', async () => {
    const { frames, loop } = await create({ shared });
    loop.start();
    await frames.run(0);
    await until(() => loop.steps > 8);
    const { from, to } = loop.poses;
    for (const { positions, rotations } of [from, to]) expect([positions.length, rotations.length]).not.toContain(0);
    readPose(loop.poses, 0, [0, 0, 0], [0, 0, 0, 0]);
    await loop.stop();
  });
});

describe('calls', () => {
  test('run between steps on the worker', async () => {
    const calls = {
      add: (a: number, b: number) => a + b,
      fail: () => {
        throw new RangeError('mine');
      },
    };
    const { loop } = await create({}, { calls });
    expect(await loop.call('add', 2, 3)).toBe(5);
    await expect(loop.call('fail')).rejects.toMatchObject({ name: 'RangeError', message: 'mine' });
    await expect(loop.call('toString')).rejects.toThrow("loop.call: name: expected one of add, fail, got 'toString'");
  });

  test('change the speed', async () => {
    const { dynamics, frames, loop } = await create();
    loop.speed = 0;
    loop.start();
    for (let k = 0; k < 30; k++) await frames.run(0);
    expect([dynamics.time, loop.speed]).toEqual([0, 0]);
    loop.speed = 1;
    await until(() => dynamics.time > 0);
    await loop.close();
    expect(() => {
      loop.speed = Number.NaN;
    }).toThrow('loop.speed: expected a finite number ≥ 0, got NaN');
  });
});

describe('errors', () => {
  test('of a step stop the loop of the page, too', async () => {
    const errors: unknown[] = [];
    const { dynamics, frames, loop } = await create({ onError: (error) => errors.push(error) });
    dynamics.step = async () => {
      throw new RangeError('mine');
    };
    loop.start();
    await until(() => errors.length > 0);
    expect(errors[0]).toMatchObject({ name: 'RangeError', message: 'mine' });
    expect(loop.isRunning).toBe(false);
    await frames.run(0);
    expect(frames.count).toBe(0);
  });

  test('of the function that makes the bodies reject', async () => {
    const { port1, port2 } = new MessageChannel();
    ends.push(() => port1.close());
    serveLoop(() => {
      throw new Error('no engine');
    }, port2);
    await expect(createWorkerLoop(port1)).rejects.toThrow('no engine');
  });

  test('of arguments are sentences', async () => {
    const { port1 } = new MessageChannel();
    ends.push(() => port1.close());
    const made = (worker: unknown, options?: unknown) =>
      createWorkerLoop(worker as MessagePort, options as WorkerLoopOptions);
    await expect(made(3)).rejects.toThrow('createWorkerLoop: worker: expected a worker, got 3');
    await expect(made(port1, { step: -1 })).rejects.toThrow('createWorkerLoop: step: expected seconds above 0');
    await expect(made(port1, { share: true })).rejects.toThrow('did you mean `shared`?');
    expect(() => serveLoop(3 as never)).toThrow('serveLoop: make: expected a function, got 3');
  });
});

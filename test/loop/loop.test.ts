/** Loops on one thread: when they step, what a frame sees, and what happens to errors. */
import { box, createEngine, QueryError } from 'hullstorm';
import { createDynamics } from 'hullstorm/dynamics';
import { createLoop, type LoopOptions, readPose } from 'hullstorm/loop';
import { describe, expect, test, vi } from 'vitest';
import { messageOf } from '../support/messageOf.ts';
import { FakeStepper, Frames } from './fakeStepper.ts';

const STEP = 0.02;

/** A loop of 20 ms with frames by hand. */
function create(options: Partial<LoopOptions> = {}) {
  const dynamics = new FakeStepper();
  const frames = new Frames();
  const loop = createLoop({ dynamics, step: STEP, requestFrame: frames.request, ...options });
  return { dynamics, frames, loop };
}

describe('steps', () => {
  test('follow real time from the first frame on', async () => {
    const { frames, loop } = create();
    loop.start();
    const steps: number[] = [];
    for (const time of [5000, 5010, 5020, 5030, 5041, 5110]) {
      await frames.run(time);
      steps.push(loop.steps);
    }
    // the last frame is 69 ms after the one before: 4 steps are due, with what was left
    expect(steps).toEqual([0, 0, 1, 1, 2, 5]);
    expect(loop.dropped).toBe(0);
    expect(loop.alpha).toBeCloseTo(0.5, 9);
  });

  test('are as many as frames, where a display is as fast, whatever its rounding', async () => {
    const { frames, loop } = create({ step: 1 / 60 });
    loop.start();
    for (let k = 0; k <= 600; k++) await frames.run(Number((1000 * (7 + k / 60)).toFixed(2)));
    expect(loop.steps).toBe(600);
  });

  test('drop what is more than maxSteps: a tab that slept', async () => {
    const { frames, loop } = create({ maxSteps: 3 });
    loop.start();
    await frames.run(0);
    await frames.run(60_010);
    expect(loop.steps).toBe(3);
    expect(loop.dropped).toBeCloseTo(60 - 3 * STEP, 9);
    await frames.run(60_020);
    expect(loop.steps).toBe(4);
  });

  test('fall behind where they take longer than a frame; the frame sees the last pose', async () => {
    const drawn: number[] = [];
    const { dynamics, frames, loop } = create({ maxSteps: 1, onFrame: (alpha) => drawn.push(alpha) });
    let open = () => {};
    loop.start();
    await frames.run(0);
    dynamics.gate = new Promise((resolve) => {
      open = resolve;
    });
    await frames.run(20);
    expect([loop.steps, drawn.length]).toEqual([0, 1]);
    await frames.run(40);
    await frames.run(60);
    expect([loop.steps, drawn]).toEqual([0, [0, 1, 1]]);
    open();
    await new Promise((resolve) => setTimeout(resolve));
    expect([loop.steps, drawn.length]).toEqual([1, 4]);
    // 40 ms are behind: one step is taken, one is dropped
    await frames.run(60);
    expect(loop.steps).toBe(2);
    expect(loop.dropped).toBeCloseTo(STEP, 9);
  });

  test('without a display come by a timer, which does not run idle at speed 0, and soon sees a new speed', async () => {
    vi.useFakeTimers();
    try {
      let frames = 0;
      const loop = createLoop({ dynamics: new FakeStepper(), step: STEP, onFrame: () => frames++ });
      loop.speed = 0;
      loop.start();
      await vi.advanceTimersByTimeAsync(1000);
      expect(frames).toBeGreaterThan(40);
      expect(frames).toBeLessThan(60);
      expect(loop.steps).toBe(0);
      loop.speed = 0.01;
      await vi.advanceTimersByTimeAsync(100);
      loop.speed = 1;
      await vi.advanceTimersByTimeAsync(200);
      expect(loop.steps).toBeGreaterThanOrEqual(8);
      await loop.stop();
    } finally {
      vi.useRealTimers();
    }
  });

  test('run slower and not at all by speed, and by hand', async () => {
    const { frames, loop } = create();
    loop.speed = 0.5;
    loop.start();
    for (let time = 0; time <= 200; time += 20) await frames.run(time);
    expect(loop.steps).toBe(5);
    loop.speed = 0;
    for (let time = 220; time <= 400; time += 20) await frames.run(time);
    expect(loop.steps).toBe(5);
    await loop.stepOnce();
    expect(loop.steps).toBe(6);
    await frames.run(400);
    loop.speed = 1;
    await frames.run(420);
    expect(loop.steps).toBe(7);
  });

  test('end with stop, and time until the next start does not count', async () => {
    const { frames, loop } = create();
    loop.start();
    loop.start();
    expect(frames.count).toBe(1);
    await frames.run(0);
    await frames.run(20);
    await loop.stop();
    expect(loop.isRunning).toBe(false);
    await frames.run(40);
    expect([loop.steps, frames.count]).toEqual([1, 0]);
    loop.start();
    await frames.run(90_000);
    await frames.run(90_020);
    expect([loop.steps, loop.dropped]).toEqual([2, 0]);
  });
});

describe('poses', () => {
  test('lie between the last two steps', async () => {
    const position = [0, 0, 0];
    const rotation = [0, 0, 0, 0];
    const seen: number[] = [];
    const { frames, loop } = create({ onFrame: () => readPose(loop.poses, 0, position, rotation) });
    loop.start();
    for (let time = 0; time <= 200; time += 4) {
      await frames.run(time);
      seen.push(position[0]);
    }
    // a step behind real time, from the second step on: its first step has nothing before it
    const wanted = seen.map((_, k) => 3 * Math.max(0, 4e-3 * k - STEP));
    for (let k = 10; k < seen.length; k++) expect(seen[k]).toBeCloseTo(wanted[k], 9);
    readPose(loop.poses, 1, position, rotation);
    expect(Math.hypot(...rotation)).toBeCloseTo(1, 6);
    expect(2 * Math.atan2(rotation[2], rotation[3])).toBeCloseTo(0.2 - STEP, 4);
  });

  test('of new bodies, and of those that were set elsewhere, do not lie between', async () => {
    const { dynamics, frames, loop } = create();
    const { positions } = dynamics.engine.scene;
    const position = [0, 0, 0];
    loop.start();
    await frames.run(0);
    await frames.run(20);
    await frames.run(40);
    positions[8] = 50;
    await frames.run(60);
    await frames.run(70);
    readPose(loop.poses, 2, position, [0, 0, 0, 0]);
    expect(position[0]).toBe(50);
    expect([...loop.poses.to.jumped.subarray(0, 3)]).toEqual([0, 0, 1]);
    positions[12] = 7;
    dynamics.engine.scene.rows = 4;
    await frames.run(80);
    await frames.run(90);
    readPose(loop.poses, 3, position, [0, 0, 0, 0]);
    expect([position[0], loop.poses.to.rows]).toEqual([7, 4]);
  });

  test('turn the shorter way', async () => {
    const { dynamics, frames, loop } = create();
    const rotation = [0, 0, 0, 0];
    loop.start();
    await frames.run(0);
    await frames.run(20);
    const { step } = dynamics;
    dynamics.step = async (dt) => {
      await step.call(dynamics, dt);
      for (let c = 4; c < 8; c++) dynamics.engine.scene.rotations[c] *= -1;
    };
    await frames.run(50);
    readPose(loop.poses, 1, [0, 0, 0], rotation);
    expect(Math.abs(rotation[3])).toBeGreaterThan(0.99);
  });
});

describe('tasks', () => {
  test('run between steps, in order, and give back what they return', async () => {
    const { dynamics, frames, loop } = create();
    let open = () => {};
    loop.start();
    await frames.run(0);
    dynamics.gate = new Promise((resolve) => {
      open = resolve;
    });
    frames.runNow(40);
    const seen: string[] = [];
    const first = loop.betweenSteps(() => seen.push(`a ${loop.steps}`));
    const second = loop.betweenSteps(async () => seen.push(`b ${loop.steps}`));
    expect(seen).toEqual([]);
    open();
    expect([await first, await second]).toEqual([1, 2]);
    expect(seen).toEqual(['a 1', 'b 1']);
    await frames.run(40);
    expect(await loop.betweenSteps(() => loop.steps)).toBe(2);
  });

  test('that fail reject, and the loop goes on', async () => {
    const { frames, loop } = create();
    loop.start();
    await frames.run(0);
    await expect(
      loop.betweenSteps(() => {
        throw new Error('mine');
      }),
    ).rejects.toThrow('mine');
    await frames.run(20);
    expect([loop.steps, loop.isRunning]).toEqual([1, true]);
  });
});

describe('errors', () => {
  test.each(['onStep', 'onFrame', 'step'] as const)('of %s stop the loop, and reach onError', async (source) => {
    const errors: unknown[] = [];
    const error = new Error('mine');
    const fails = () => {
      if (loop.steps > 0) throw error;
    };
    const { dynamics, frames, loop } = create({
      onError: (e) => errors.push(e),
      ...(source !== 'step' && { [source]: fails }),
    });
    const { step } = dynamics;
    if (source === 'step') {
      dynamics.step = async (dt) => {
        fails();
        await step.call(dynamics, dt);
      };
    }
    loop.start();
    for (const time of [0, 20, 40, 60]) await frames.run(time);
    expect(errors).toEqual([error]);
    expect([loop.isRunning, loop.steps, frames.count]).toEqual([false, 1, 0]);
  });

  test('of options are sentences', () => {
    const dynamics = new FakeStepper();
    const said = (options: unknown) => messageOf(() => createLoop(options as LoopOptions));
    expect(said(undefined)).toBe('createLoop: options: expected an object, got undefined');
    expect(said({})).toBe('createLoop: dynamics: expected a stepper of createDynamics, got undefined');
    expect(said({ dynamics: {} })).toBe('createLoop: dynamics: expected a stepper of createDynamics, got an object');
    expect(said({ dynamics, step: 0 })).toBe('createLoop: step: expected seconds above 0 and at most 0.1, got 0');
    expect(said({ dynamics, step: Number.NaN })).toContain('got NaN');
    expect(said({ dynamics, maxSteps: 0 })).toBe('createLoop: maxSteps: expected an integer in 1..100, got 0');
    expect(said({ dynamics, onFrame: 3 })).toBe('createLoop: onFrame: expected a function, got 3');
    expect(said({ dynamics, maxStep: 3 })).toContain('did you mean `maxSteps`?');
    const loop = createLoop({ dynamics });
    expect(
      messageOf(() => {
        loop.speed = -1;
      }),
    ).toBe('loop.speed: expected a finite number ≥ 0, got -1');
  });
});

test('steps an engine in real time, without options for frames', async () => {
  const engine = await createEngine({ workers: 0, capacity: { shapes: 8, vertices: 64, colliders: 8, pairs: 64 } });
  const dynamics = await createDynamics(engine);
  const crate = dynamics.addBody(box(0.5, 0.5, 0.5), { position: [0, 5, 0] });
  const position = [0, 0, 0];
  await new Promise<void>((resolve, reject) => {
    const loop = createLoop({
      dynamics,
      onError: reject,
      onFrame: () => {
        if (loop.steps < 10) return;
        readPose(loop.poses, crate, position, [0, 0, 0, 0]);
        loop.stop().then(resolve, reject);
      },
    });
    loop.start();
  });
  expect(position[1]).toBeLessThan(4.99);
  expect(position[1]).toBeGreaterThan(engine.scene.positions[4 * crate + 1] - 1e-9);
  await expect(dynamics.step(-1)).rejects.toThrow(QueryError);
  await engine.close();
});

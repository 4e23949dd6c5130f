/** Which threads warm up the JIT, and when. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createEngineIn } from '../../src/engine/createEngine.ts';
import { bindFrame, frameBytes } from '../../src/memory/frame.ts';
import { createMemory } from '../../src/memory/memory.ts';
import { chooseKernel } from '../../src/narrow/chooseKernel.ts';
import { JitWarmUp, warmUpHere } from '../../src/schedule/jitWarmUp.ts';
import type { ThreadSetup, WorkerHandle, WorkerSource } from '../../src/schedule/protocol.ts';
import { countDeferred, pauseNumber, stopWorkers } from '../../src/schedule/service.ts';
import { createQueryWorker } from '../../workers/queryWorker.ts';
import { testCapacity } from '../support/capacity.ts';

const nextSet = vi.hoisted(() => vi.fn(() => false));
vi.mock('../../src/schedule/jitWarmUp.ts', () => ({
  JitWarmUp: vi.fn(
    class {
      next = nextSet;
    },
  ),
  warmUpHere: vi.fn(async () => {}),
}));

const { threads: _, ...CAPACITY } = testCapacity();

const setups: ThreadSetup[] = [];

/** Workers on the calling thread. They attach, and serve nothing. */
const here: WorkerSource = {
  name: 'here',
  hasRun: true,
  async prepare() {
    return (): WorkerHandle => {
      const worker = createQueryWorker(async () => {});
      const attach = (setup: ThreadSetup, thread: number) => {
        setups.push(setup);
        return worker.attach(setup, thread, '');
      };
      return {
        remote: { attach, serve: () => new Promise(() => {}) } as unknown as WorkerHandle['remote'],
        life: '',
        died: new Promise(() => {}),
        gone: new Promise(() => {}),
        watch() {},
        hold() {},
        async terminate() {},
      };
    };
  },
};

interface Asked {
  readonly warmUp?: boolean;
  readonly kernel?: 'simd' | 'scalar';
  readonly workers?: number;
}

function start(options: Asked, colliders?: number) {
  const environment = { cores: 3, shared: true, whyNoWorkers: () => undefined, sources: () => [here] };
  const { colliders: _, ...others } = CAPACITY;
  const capacity = { ...others, ...(colliders !== undefined && { colliders }) };
  return createEngineIn<never>(environment, { workers: 2, kernel: 'simd', capacity, ...options });
}

beforeEach(() => {
  vi.clearAllMocks();
  setups.length = 0;
});

/** Warm-ups of the calling thread, and the deferred rows from which workers warm up. */
const warmUps = () => [vi.mocked(warmUpHere).mock.calls.length, ...setups.map(({ warmUpFrom }) => warmUpFrom)];

test.each<[string, Asked, number | undefined, number[]]>([
  ['by default: workers, once rows are deferred', {}, undefined, [0, 1000, 1000]],
  ['a large scene: the same', {}, 50_000, [0, 1000, 1000]],
  ['warmUp: true: all threads, at once', { warmUp: true }, 10, [1, 0, 0]],
  ['warmUp: false: none', { warmUp: false }, 2000, [0, Infinity, Infinity]],
  ['without workers: none, the first query is as soon over', { workers: 0, warmUp: true }, undefined, [0]],
])('%s', async (_, options, colliders, want) => {
  await start(options, colliders);
  expect(warmUps()).toEqual(want);
});

test('without a wide kernel the calling thread does not', async () => {
  await start({ kernel: 'scalar', warmUp: true });
  expect(vi.mocked(warmUpHere)).not.toHaveBeenCalled();
});

describe('a worker that serves', () => {
  const capacity = testCapacity({ threads: 2 });

  /** Serves until the warm-up is over, which takes two sets, or until the worker is stopped from another thread. */
  async function serve(warmUpFrom: number, deferred: number): Promise<number> {
    const memory = createMemory(frameBytes(capacity), true);
    const { program } = bindFrame(memory.buffer, capacity);
    countDeferred(program, 0, deferred);
    nextSet.mockReturnValueOnce(true).mockImplementationOnce(() => {
      stopWorkers(program);
      return false;
    });
    const { wide } = await chooseKernel('simd', memory, true);
    const worker = createQueryWorker(async () => {});
    await worker.attach({ memory, capacity, wide, passes: [], warmUpFrom }, 1, '');
    worker.serve(pauseNumber(program));
    return vi.mocked(JitWarmUp).mock.instances.length;
  }

  test.each([
    [0, 0],
    [1000, 1000],
    [1000, 1001],
  ])('warms up from %i deferred rows on, after %i', async (from, deferred) => {
    expect(await serve(from, deferred)).toBe(1);
    expect(nextSet).toHaveBeenCalledTimes(2);
  });
});

test('warmUp is true or false', async () => {
  await expect(start({ warmUp: 1 as never })).rejects.toThrow('createEngine: warmUp: expected true or false, got 1');
});

/** Which threads warm up the JIT. */
import { beforeEach, expect, test, vi } from 'vitest';
import { createEngineIn } from '../../src/engine/createEngine.ts';
import { JitWarmUp, warmUpHere } from '../../src/schedule/jitWarmUp.ts';
import type { ThreadSetup, WorkerHandle, WorkerSource } from '../../src/schedule/protocol.ts';
import { createQueryWorker } from '../../workers/queryWorker.ts';
import { testCapacity } from '../support/capacity.ts';

vi.mock('../../src/schedule/jitWarmUp.ts', () => ({ JitWarmUp: vi.fn(class {}), warmUpHere: vi.fn(async () => {}) }));

const { threads: _, ...CAPACITY } = testCapacity();

/** Workers on the calling thread. They attach, and serve nothing. */
const here: WorkerSource = {
  name: 'here',
  hasRun: true,
  async prepare() {
    return (): WorkerHandle => {
      const worker = createQueryWorker(async () => {});
      const attach = (setup: ThreadSetup, thread: number) => worker.attach(setup, thread, '');
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

function start(options: { warmUp?: boolean; kernel?: 'simd' | 'scalar'; workers?: number }) {
  const environment = { cores: 3, shared: true, whyNoWorkers: () => undefined, sources: () => [here] };
  return createEngineIn<never>(environment, { workers: 2, kernel: 'simd', capacity: CAPACITY, ...options });
}

beforeEach(() => {
  vi.clearAllMocks();
});

const warmUps = () => [vi.mocked(warmUpHere).mock.calls.length, vi.mocked(JitWarmUp).mock.instances.length];

test('by default the calling thread and every worker do', async () => {
  await start({});
  expect(warmUps()).toEqual([1, 2]);
});

test('warmUp: false: none does', async () => {
  await start({ warmUp: false });
  expect(warmUps()).toEqual([0, 0]);
});

test('none does without workers, or without a wide kernel: the first query is as soon over', async () => {
  await start({ workers: 0 });
  await start({ kernel: 'scalar' });
  expect(warmUps()).toEqual([0, 0]);
});

test('warmUp is true or false', async () => {
  await expect(start({ warmUp: 1 as never })).rejects.toThrow('createEngine: warmUp: expected true or false, got 1');
});

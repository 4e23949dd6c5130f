/** Engines whose workers have more than one source, some of which have no script. */

import { afterEach, describe, expect, test, vi } from 'vitest';
import { createEngineIn } from '../../src/engine/createEngine.ts';
import type { AnyEngineOptions } from '../../src/engine/engineOptions.ts';
import { WHOLE } from '../../src/engine/wholeEngine.ts';
import type { FrameCapacity } from '../../src/queries/frameLayout.ts';
import type { ThreadSetup, WorkerHandle, WorkerSource } from '../../src/schedule/protocol.ts';
import { isStopped } from '../../src/schedule/service.ts';
import { testCapacity } from '../support/capacity.ts';
import { waitUntil } from '../support/waiting.ts';
import { bindFrame } from '../support/wholeFrame.ts';

const { threads: _, ...CAPACITY } = testCapacity();

/** A worker without a thread. */
function handle(attach: (setup: ThreadSetup) => Promise<void>): WorkerHandle {
  return {
    remote: { attach, serve: () => new Promise(() => {}) } as unknown as WorkerHandle['remote'],
    life: '',
    died: new Promise(() => {}),
    gone: new Promise(() => {}),
    watch() {},
    hold() {},
    async terminate() {},
  };
}

/** A source; `attach` is what its workers do when they start. */
function source(name: string, attach: (setup: ThreadSetup) => Promise<void>, hasRun = false): WorkerSource {
  return { name, hasRun, prepare: async () => () => handle(attach) };
}

const missing = async () => {
  throw new Error('its script could not be loaded');
};

function engineFrom(sources: readonly WorkerSource[], options: AnyEngineOptions<never> = {}) {
  const environment = { cores: 3, shared: true, whyNoWorkers: () => undefined, sources: () => sources };
  return createEngineIn<never>(environment, WHOLE, { capacity: CAPACITY, kernel: 'scalar', ...options });
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a source without a script', () => {
  test('the next one is tried, in tables that no worker was sent home from', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const setups: ThreadSetup[] = [];
    const works = async (setup: ThreadSetup) => {
      setups.push(setup);
    };
    const engine = await engineFrom([source('a file', missing), source('a blob', works)], { workers: 2 });
    expect(engine.info).toMatchObject({ threads: 3, fallbacks: [] });
    expect(setups).toHaveLength(2);
    for (const { memory, capacity } of setups)
      expect(isStopped(bindFrame(memory.buffer, capacity as FrameCapacity).program)).toBe(false);
    expect(warn).not.toHaveBeenCalled();
  });

  test('none has one, and workers were asked for: the error names what was tried, and createWorker', async () => {
    const engine = engineFrom([source('http://host/entry.web.js', missing), source('a blob', missing)], { workers: 2 });
    await expect(engine).rejects.toThrow(
      /^createEngine: expected 2 workers to start, got: worker 1: its script could not be loaded \(tried http:\/\/host\/entry\.web\.js, then a blob; createWorker can make workers of hullstorm\/worker in another way\)$/,
    );
  });

  test('none has one, and workers were not asked for: the calling thread works alone, with one warning', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const engine = await engineFrom([source('a file', missing), source('a blob', missing)], {
      tuning: { shareFrom: 0 },
    });
    await engine.distance();
    await waitUntil('a reason', () => engine.info.fallbacks.length > 0);
    const said =
      'expected 2 workers to start, got: worker 1: its script could not be loaded (tried a file, then a blob; createWorker ' +
      'can make workers of hullstorm/worker in another way); the calling thread works alone';
    expect(engine.info).toMatchObject({ threads: 1, shared: true, fallbacks: [said] });
    expect(warn.mock.calls).toEqual([[`hullstorm: ${said}`]]);
    await engine.distance();
  });

  test('a source that cannot be had counts as one without a script', async () => {
    const gone = { name: 'a blob', hasRun: false, prepare: () => Promise.reject(new TypeError('no chunk')) };
    await expect(engineFrom([gone, source('a file', missing)], { workers: 1 })).rejects.toThrow(
      'createEngine: expected workers to start, got: no chunk (tried a blob, then a file; ',
    );
  });
});

test('workers that ran and then failed: no other source is tried', async () => {
  const next = vi.fn(missing);
  const failed = source('a file', () => Promise.reject(new Error('no room')), true);
  await expect(engineFrom([failed, source('a blob', next)], { workers: 1 })).rejects.toThrow(
    /^createEngine: expected 1 worker to start, got: worker 1: no room$/,
  );
  expect(next).not.toHaveBeenCalled();
});

test('createWorker is the only source, and one that was asked for', async () => {
  const createWorker = () => {
    throw new Error('unused');
  };
  await expect(engineFrom([source('createWorker', missing)], { createWorker })).rejects.toThrow(
    /^createEngine: expected 2 workers to start, got: worker 1: its script could not be loaded$/,
  );
});

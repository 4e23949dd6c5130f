/** A pool whose workers have no thread: the test says when one fails, when it is gone, and what it does in between. */

import { createMemory } from '../../src/memory/memory.ts';
import type { PassCode } from '../../src/schedule/passCode.ts';
import { Pool } from '../../src/schedule/pool.ts';
import type { ThreadSetup, WorkerHandle } from '../../src/schedule/protocol.ts';
import { DEFAULT_LIMITS } from '../../src/schedule/waiting.ts';
import { testCapacity } from './capacity.ts';
import { bindFrame, frameBytes } from './wholeFrame.ts';

export const CAPACITY = testCapacity({ threads: 4 });

/** A module without anything. */
export const WIDE = [new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]))];

export interface FakeWorker {
  readonly thread: number;
  /** Fails and is gone. */
  die(reason: string): void;
  /** Fails and may live on. */
  fail(reason: string): void;
  stopServing(cause: Error): void;
  /** Ends its service, as one that is called out. */
  leave(): void;
  /** What it does when it is given code. */
  load: (code: PassCode) => Promise<void>;
  /** How often it was told to serve. */
  services: number;
  /** Whether it lives on when it is terminated, as a busy worker of a browser does for a while. */
  stubborn: boolean;
  /** When `terminate()` resolves, if not at once. */
  terminate: (() => Promise<void>) | undefined;
  terminations: number;
  held: boolean;
  /** What it was started with. */
  setup: ThreadSetup | undefined;
}

/** A promise that is settled from outside. */
function deferred() {
  let resolve = () => {};
  let reject = (_cause: Error) => {};
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve: () => resolve(), reject: (cause: Error) => reject(cause) };
}

/** A pool of `count` fakes. `attach` says what the n-th worker (0 and up) does when it is asked to start. */
export async function fakePool(
  count: number,
  attach: (n: number, fake: FakeWorker) => Promise<void> = async () => {},
  limits = DEFAULT_LIMITS,
) {
  const memory = createMemory(frameBytes(CAPACITY), true);
  const frame = bindFrame(memory.buffer, CAPACITY);
  const fakes: FakeWorker[] = [];
  const spawn = (thread: number): WorkerHandle => {
    let fail = (_reason: string) => {};
    const died = new Promise<string>((resolve) => {
      fail = resolve;
    });
    let end = () => {};
    const gone = new Promise<void>((resolve) => {
      end = resolve;
    });
    let service = deferred();
    const die = (reason: string) => {
      fail(reason);
      end();
    };
    const state = { stubborn: false, terminate: undefined, terminations: 0, services: 0, held: true, setup: undefined };
    const stopServing = (cause: Error) => service.reject(cause);
    const leave = () => service.resolve();
    const fake: FakeWorker = { thread, die, fail, stopServing, leave, load: async () => {}, ...state };
    const start = attach(fakes.length, fake);
    fakes.push(fake);
    return {
      remote: {
        attach(setup: ThreadSetup) {
          fake.setup = setup;
          return start;
        },
        serve() {
          fake.services++;
          service = deferred();
          return service.promise;
        },
        loadPasses: (code: PassCode) => fake.load(code),
      } as unknown as WorkerHandle['remote'],
      life: '',
      died,
      gone,
      watch() {},
      hold(alive) {
        fake.held = alive;
      },
      async terminate() {
        fake.terminations++;
        if (fake.terminate) await fake.terminate();
        if (!fake.stubborn) die('it exited with code 1');
      },
    };
  };
  const setup = { memory, capacity: CAPACITY, searches: [], wide: WIDE, passes: [] };
  const pool = new Pool(setup, frame, count, limits);
  const source = { name: 'fakes', hasRun: true, prepare: async () => spawn };
  const error = await pool.start([source]).then(
    () => undefined,
    (cause: Error) => cause,
  );
  return { pool, error: error as Error, fakes, frame };
}

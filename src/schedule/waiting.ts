/** How long threads wait for each other, and how the calling thread lets other tasks run meanwhile. */
import { GO } from '../tables/programTable.ts';

/** Time that an asynchronous query may block the calling thread before other tasks run (ms). */
export const SLICE = 8;
/** Longest sleep of a thread before it reads the shared words again (ms). */
export const SLEEP_MS = 100;

/** Times after which a thread is given up (ms). `EngineTuning` documents each. */
export interface Limits {
  readonly startLimit: number;
  readonly silenceLimit: number;
  readonly endLimit: number;
}

export const DEFAULT_LIMITS: Limits = { startLimit: 30_000, silenceLimit: 5_000, endLimit: 10_000 };

/**
 * Detects that other threads have made no progress for too long. One object serves many waits; a short wait allocates
 * nothing.
 */
export class Silence {
  readonly #limit: number;
  #isNew = true;
  #progress = 0;
  #last = 0;
  #lasted = 0;

  /** @param limit ms */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Starts a wait. */
  begin(): void {
    this.#isNew = true;
  }

  /**
   * To be called at least every SLEEP_MS while the wait lasts. Reads the clock, which may allocate.
   * @param progress a number that changes with the work of the other threads
   * @returns whether it has been the same for longer than the limit
   */
  isOver(progress: number): boolean {
    const now = performance.now();
    if (this.#isNew || progress !== this.#progress) this.#lasted = 0;
    // the limit bounds the silence of the others, not a suspended machine or a busy event loop
    else this.#lasted += Math.min(now - this.#last, 2 * SLEEP_MS);
    this.#isNew = false;
    this.#progress = progress;
    this.#last = now;
    return this.#lasted > this.#limit;
  }
}

/** Whether this thread may block on shared memory: true everywhere but on a browser's main thread. */
export function maySleepOn(words: Int32Array): boolean {
  try {
    Atomics.wait(words, GO, Atomics.load(words, GO) + 1, 0);
    return true;
  } catch {
    return false;
  }
}

/** Lets the event loop run once. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') {
      setImmediate(resolve);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
}

/** Resolves after `time` ms. In Node it does not keep the process alive. */
export function delay(time: number): Promise<void> {
  return new Promise((resolve) => letGo(setTimeout(resolve, time)));
}

/** A wait ended without a reply. */
export class LateError extends Error {}

/**
 * `promise`, or a rejection with `late` after `limit` (ms).
 * @param holds whether the wait keeps the process alive (Node)
 */
export async function within<T>(limit: number, promise: Promise<T>, late: Error, holds = true): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late), limit);
    if (!holds) letGo(timer);
  });
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** Lets the process end before the timer (Node). Timers of browsers are numbers, without `unref`. */
function letGo(timer: unknown): void {
  (timer as { unref?: () => void }).unref?.();
}

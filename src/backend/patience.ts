/** How long the calling thread waits for its workers, and how it lets other tasks run meanwhile. */
import { GO } from '../partition/blockTable.ts';

/** How long an asynchronous query may keep the calling thread before it lets other tasks run (ms). */
export const SLICE = 8;
/** Longest sleep of a thread between looks at the others (ms). */
export const NAP = 100;
/** A synchronous query hears of no death: after this long without a finished block it looks after itself (ms). */
export const SILENCE = 5000;

/** Whether this thread may block on shared memory: everywhere but on a browser's main thread. */
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

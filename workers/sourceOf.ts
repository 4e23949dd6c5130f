/** A source of workers, in browsers and in Node alike. */
import type { WorkerHandle, WorkerSource } from '../src/schedule/protocol.ts';

/**
 * @param prepare returns a function that starts a worker, or loads it
 * @param handleOf makes the handle of a worker; it calls `ran` at the worker's first message
 */
export function sourceOf<W>(
  name: string,
  prepare: () => (() => W) | Promise<() => W>,
  handleOf: (worker: W, ran: () => void) => WorkerHandle,
): WorkerSource {
  let hasRun = false;
  const ran = () => {
    hasRun = true;
  };
  return {
    name,
    get hasRun() {
      return hasRun;
    },
    prepare() {
      const spawn = (start: () => W) => () => handleOf(start(), ran);
      const start = prepare();
      return start instanceof Promise ? start.then(spawn) : spawn(start);
    },
  };
}

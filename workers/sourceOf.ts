/** A source of workers, in browsers and in Node alike. */
import type { WorkerHandle, WorkerSource } from '../src/schedule/protocol.ts';

/**
 * @param prepare returns a function that starts a worker
 * @param handleOf makes the handle of a worker; it calls `ran` at the worker's first message
 */
export function sourceOf<W>(
  name: string,
  prepare: () => Promise<() => W>,
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
    async prepare() {
      const start = await prepare();
      return () => handleOf(start(), ran);
    },
  };
}

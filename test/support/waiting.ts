/** How tests wait for what another thread does: until it has happened, for as long as a busy machine may take. */
import { expect } from 'vitest';

/** Less than the limit of a test (vitest.config.ts), so that a failure says what was waited for (ms). */
const PATIENCE = 120_000;

/** Does `act` as often as it takes until `isDone`. */
export async function repeatUntil(what: string, isDone: () => boolean, act: () => unknown): Promise<void> {
  const end = performance.now() + PATIENCE;
  while (!isDone()) {
    expect(performance.now(), `waiting for ${what}`).toBeLessThan(end);
    await act();
  }
}

/** Waits until `isDone`, looking at it between tasks. */
export function waitUntil(what: string, isDone: () => boolean): Promise<void> {
  return repeatUntil(what, isDone, nextTask);
}

/** Lets the event loop run once, timers too. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}

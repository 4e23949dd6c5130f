/**
 * Waits for an answer that an end may forestall: a dead worker, a closed engine. `Promise.race` with a promise that
 * stays pending keeps the answer of every race for as long as that promise.
 */

/** The functions that wait for an end, by its promise. */
const waits = new WeakMap<Promise<unknown>, Set<() => void>>();

/**
 * `answer`, or what `onEnd` throws if `end` resolves first. Nothing of the answer stays with `end`.
 * @param end never rejects
 */
export async function untilEnd<T, R>(answer: Promise<T>, end: Promise<R>, onEnd: (reason: R) => never): Promise<T> {
  const waiting = waitsFor(end);
  let tell = () => {};
  const ended = new Promise<void>((resolve) => {
    tell = resolve;
  });
  waiting.add(tell);
  try {
    return await Promise.race([answer, ended.then(() => end).then(onEnd)]);
  } finally {
    waiting.delete(tell);
  }
}

/** The functions to call at an end. */
function waitsFor(end: Promise<unknown>): Set<() => void> {
  const known = waits.get(end);
  if (known) return known;
  const waiting = new Set<() => void>();
  waits.set(end, waiting);
  void end.then(() => {
    waits.delete(end); // a later wait asks the promise again
    for (const tell of waiting) tell();
  });
  return waiting;
}

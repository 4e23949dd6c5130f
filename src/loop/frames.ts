/** When a frame is due: with the display where there is one, else by a timer. */

/** Calls back once, with a time in ms that grows. */
export type RequestFrame = (callback: (time: number) => void) => void;

/** @param wait ms to the next step, for the timer */
export function defaultFrames(wait: () => number): RequestFrame {
  if (typeof requestAnimationFrame === 'function' && typeof document === 'object') {
    return (callback) => requestAnimationFrame(callback);
  }
  return (callback) => setTimeout(() => callback(performance.now()), wait());
}

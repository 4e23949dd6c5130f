/** Sizes every table agrees on, in bytes. */

/** Columns and per-thread words start on cache lines, so that no two threads' words and no two columns share one. */
export const CACHE_LINE_BYTES = 64;

/** Smallest multiple of `unit` that is ≥ `value`. `unit` may be any positive integer. */
export function alignUp(value: number, unit: number): number {
  return Math.ceil(value / unit) * unit;
}

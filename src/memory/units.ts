/** Sizes every table agrees on, in bytes. */

export const F32_BYTES = 4;
export const F64_BYTES = 8;

/** Columns and per-thread words start on cache lines, so that no two threads' words and no two columns share one. */
export const CACHE_LINE_BYTES = 64;

/** Smallest multiple of `unit` that is ≥ `value`. `unit` may be any positive integer. */
export function alignUp(value: number, unit: number): number {
  return Math.ceil(value / unit) * unit;
}

/** Sizes in bytes that all tables use. */

/** Columns and the words of a thread begin on cache lines, so that no two of them share one. */
export const CACHE_LINE_BYTES = 64;

/** The smallest multiple of `unit` that is ≥ `value`. `unit` is any positive integer. */
export function alignUp(value: number, unit: number): number {
  return Math.ceil(value / unit) * unit;
}

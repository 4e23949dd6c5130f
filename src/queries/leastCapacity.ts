/** Capacities of tables without an engine, for measurements and tests. */
import type { FrameCapacity } from './frameLayout.ts';
import { CAPACITY_DEFAULTS } from './list.ts';

/** The given capacities, and one row for each other: for tables without an engine. */
export function leastCapacity(given: Partial<FrameCapacity>): FrameCapacity {
  const queries = Object.keys(CAPACITY_DEFAULTS).map((key) => [key, 1]);
  return { shapes: 1, vertices: 1, parts: 1, colliders: 1, threads: 1, ...Object.fromEntries(queries), ...given };
}

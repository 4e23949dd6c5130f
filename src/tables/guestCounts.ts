/** How many guests there are (guestTable.ts). */
import { TILE_ROWS } from './kernelContext.ts';

/** Pairs that a thread computes at once. */
export const GUEST_PAIRS = TILE_ROWS;
/** Guests of a thread: rows of shapes, and of poses. */
export const GUESTS = 2 * GUEST_PAIRS;

/** Guests of all threads: planar scenes have none. */
export function guestsOf({ planar, threads }: { readonly planar?: boolean; readonly threads: number }): number {
  return planar ? 0 : threads * GUESTS;
}

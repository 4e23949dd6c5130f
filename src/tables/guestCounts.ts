/** How many guests there are (guestTable.ts). */
import { TILE_ROWS } from './kernelContext.ts';

/** Pairs that a thread computes at once. */
export const GUEST_PAIRS = TILE_ROWS;
/** Guests of a thread: rows of shapes, and of poses. */
export const GUESTS = 2 * GUEST_PAIRS;

/** Those behind the children of a pair list, and the body that they meet: other searches may use them. */
export const FREE_GUESTS = GUESTS - GUEST_PAIRS - 1;

/** Guests of all threads: planar scenes have none. */
export function guestsOf({ planar, threads }: { readonly planar?: boolean; readonly threads: number }): number {
  return planar ? 0 : threads * GUESTS;
}

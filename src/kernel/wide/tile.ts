/** Where the tables of a thread's scratch lie, in bytes from its context. */
/** How many rows each list holds. */
export const COUNTS = 1024;
/** Lists of rows, one after the other. */
export const LISTS = 1088;
export const LIVE = LISTS + 5 * 3584;
export const SIDES = LIVE + 128;
export const SEARCHES = SIDES + 16 * 2304;

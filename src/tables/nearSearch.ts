/** The search for the bodies near a box: numbers only, for host TypeScript and wide sources. */

/** Numbers of the search, f64, in the tables of a tile: lower corner, upper corner and margin (m). */
export const NEAR_NUMBERS = 7;
/** Bytes from the tables of a tile to the rows that are found, and the most of them. */
export const FOUND_BYTES = 1088;
export const MOST_FOUND = 8192;

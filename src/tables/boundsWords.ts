/** Numbers of the table of bounds (boundsTable.ts), for hosts and wide kernels alike. */

/** Numbers of a box. */
export const BOUNDS_STRIDE = 6;
/** Most rows of a call of `boundRows`, and the words of the rows that it leaves. */
export const MOST_LEFT = 512;
export const LEFT_WORDS = 516;

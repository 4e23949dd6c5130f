/** Simplex columns of distance queries. Hosts and wide sources import this file: numbers only. */

/** Marks an empty slot of a simplex. */
export const UNUSED = 0xffff;
/** Elements of `simplexEven` and `simplexOdd` per row: 4 vertex ids of A, then 4 of B. */
export const SIMPLEX_STRIDE = 8;

/** Numbers of the table of candidates (candidateTable.ts), for hosts and wide kernels alike. */

/** Candidates per block, when blocks are cut. */
export const CANDIDATE_BLOCK = 1024;

// words
/** 1 = the odd side of ids and blocks is in use. */
export const ODD_IDS = 0;
export const ODD_ROWS = 1;
/** Blocks in use. */
export const BLOCKS = 2;
/** Ordered pairs in `fresh`. */
export const FRESH_COUNT = 3;
/** Rows of the previous list, in which candidates find their rows. */
export const BEFORE = 4;
/** Used words of `staging`. Threads add to it, so it has a cache line of its own. */
export const CURSOR = 16;

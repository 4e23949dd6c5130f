/** What feature ids are made of: queries/contacts/table.ts, and a test that compares the two. */

export const MAX_POINTS = 4;
/** Marks an empty slot. */
export const NO_FEATURE = -1;
export const WITNESS_FEATURE = 0;
export const VERTEX_OF_A = 1;
export const VERTEX_OF_B = 2;
export const EDGES = 3;
export const KIND_SHIFT = 30;
export const EDGE_BITS = 15;

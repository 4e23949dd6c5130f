/**
 * Feature ids of contact points. Numbers only: scalar TypeScript and wide sources import this file.
 *
 * A feature id is 0 for the witness points; else two bits of kind, then vertex ids (resultTable.ts):
 *
 *   1 << 30 | vertex             a vertex of A over a face or an edge of B
 *   2 << 30 | vertex             a vertex of B over a face or an edge of A
 *   3 << 30 | a << 15 | b        an edge of A across one of B, each given by its first vertex in its face
 *
 * A and B are those of the canonical order: the smaller collider id is A.
 */

/** Maximum number of points of a pair. */
export const MAX_POINTS = 4;
/** Manifolds of a pair whose shapes have children (contactTable.ts), at most. */
export const MANIFOLDS = 8;
/** Marks an empty slot. */
export const NO_FEATURE = 0xffffffff;
/** Feature id of the witness points. */
export const WITNESS_FEATURE = 0;
export const VERTEX_OF_A = 1;
export const VERTEX_OF_B = 2;
export const EDGES = 3;
export const KIND_SHIFT = 30;
export const EDGE_BITS = 15;

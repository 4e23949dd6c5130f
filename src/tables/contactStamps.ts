/**
 * Stamps: the pose of B relative to A at which a row got its manifold. A row that has moved less than a bound since
 * then keeps the manifold, and its separations follow the motion. Numbers only: scalar TypeScript and wide sources
 * import this file.
 *
 * While no row of a list moves, stamps stay in their column: rows that keep theirs write nothing. A stamp of this query
 * is not read, so a block of rows may run twice.
 *
 * A stamp is 12 f32, in the canonical order of the pair (the smaller id is A):
 *
 *   0–2    position of B in A's frame (m)
 *   3      reach (m): largest distance of a point of the smaller shape from its position; negative if A is smaller.
 *          NaN = the row gets a fresh manifold in the next query
 *   4–7    rotation of B in A's frame, a unit quaternion
 *   8–10   normal in A's frame
 *   11     for a row without points: a lower bound of its distance (m)
 *
 * A pair whose shapes have children has one stamp for all of its manifolds, in the stamps of its rows behind those of
 * all pairs. There the larger shape is at rest, whatever its id, and B is the other one:
 *
 *   0–2    position of B in the frame at rest (m), rounded
 *   3–7    reach of B, and its rotation, as above
 *   8–10   what the rounding has left out of the position (m)
 *   12–43  of each of MANIFOLDS manifolds: normal to B in the frame at rest, and signed distance (m)
 *   44–59  i32: the child of the shape at rest for each manifold, then that of B
 *
 * Anchors of its rows are the points on the shape at rest, in its frame, from the position of B at the stamp.
 */

export const STAMP_STRIDE = 12;
export const REACH = 3;
export const ROTATION = 4;
export const NORMAL = 8;
export const GAP = 11;
export const LOW_POSITION = 8;
export const CHILD_NORMALS = 12;
export const NORMAL_STRIDE = 4;
export const CHILD_NUMBERS = 44;
/** Words of the stamp of a pair with children. */
export const CHILD_STAMP = 60;

/** Modes of a query: neither reads nor writes stamps; writes them; keeps rows whose stamps hold, and writes them. */
export const FRESH = 0;
export const STAMPING = 1;
export const RECYCLING = 2;

/** In this many queries each row with points gets a fresh manifold once. A power of two. */
export const REFRESH = 32;
/** The query that refreshes a row: upper bits of `TURN_A · a + TURN_B · b`, i32. */
export const TURN_A = 0x2545f491;
export const TURN_B = 0x1b873593;
export const TURN_SHIFT = 27;
/** Rounding of a motion, as a part of the positions' distance. */
export const MOTION_ROUNDING = 1e-6;

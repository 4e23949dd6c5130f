/** Numbers of the tables of casts (castTable.ts), for hosts and wide kernels alike. */

/** Largest turn (rad). */
export const MOST_TURN = 64;
/** Default of the tolerance, as a part of the size of a pair with its radii. */
export const CAST_TOLERANCE = 1e-6;

/** Numbers of a collider's motion, and where its turn begins. */
export const MOTION_STRIDE = 8;
export const MOTION_TURN = 4;
/** Numbers of a collider's pivot. */
export const PIVOT_STRIDE = 4;

// options
export const SKIN = 0;
export const TOLERANCE = 1;
export const LARGEST = 2;

// words
export const LEAVING = 0;
export const FIRST_PROBE = 1;
export const GROUPS = 2;
export const FOR_MOVERS = 3;
export const PIVOTS = 4;
export const FIRST_GUEST = 5;
export const GUEST_SHIFT = 6;

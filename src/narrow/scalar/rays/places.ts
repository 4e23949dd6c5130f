/**
 * Offsets in the numbers of a ray search, one Float64Array per thread. Numbers pass between functions here and not as
 * arguments: V8 allocates for every double that crosses a call without inlining.
 *
 * Lengths along the ray are in meters: a point of the ray is origin + s · unit direction, and t = s / LENGTH.
 */

// The first three are DIR of shapes/cores/core.ts.
/** Rotation local → world, row major 3 × 3. */
export const ROT = 3;

/** World ray: origin, unit direction, length of the direction as given, and the largest t of a hit. */
export const ORIGIN = 12;
export const WAY = 15;
export const LENGTH = 18;
export const MOST_T = 19;

/** Ray in the frame of a body: the point of its line nearest to the body's position, and the unit direction. */
export const CENTER = 20;
export const UNIT = 23;
/** The ray's origin, counted along UNIT from CENTER (m): s of a point is its place along UNIT minus START. */
export const START = 26;
/** A ray that passes within this distance of a body meets it: more than the rounding of the local ray (m). */
export const SLACK = 27;
/** Extent and radius of the body together (m). */
export const SIZE = 28;
/** Radius by which the core is grown (m). */
export const GROWTH = 29;

/** Where the line enters the body and leaves it, along UNIT from CENTER (m). */
export const ENTRY = 30;
export const EXIT = 31;
/** At ENTRY + GAP the line is inside for certain: 0 for closed forms (m). */
export const GAP = 32;
/** Outward unit normal at the entry, local. */
export const NORMAL = 33;

/** Result: t, world normal, error bound of t · LENGTH (m). */
export const T = 36;
export const RESULT_NORMAL = 37;
export const BOUND = 40;

/** The plane across the ray: unit vectors of its x and y, local. Its z is UNIT. */
export const ACROSS_X = 41;
export const ACROSS_Y = 44;
/** The direction of the next support, in the axes of this plane. */
export const TOWARD = 47;
/** Points of the body, x y z from CENTER in the axes of the plane: three corners of a portal, and the last support. */
export const CORNERS = 50;
/** A copy of the first portal. */
export const FIRST_PORTAL = 62;
/** Sides of the last support: cross products with the corners of the portal. */
export const SIDES = 71;
/** Result of a refined portal: the bracket of the boundary along z, and the outward unit normal. */
export const OUTER = 74;
export const INNER = 75;
export const PORTAL_NORMAL = 76;

// of the search (broad/rays)

/** Reciprocals of the unit direction, and where the search ends (m). */
export const INVERSE = 79;
export const LAST = 82;
/** Where the ray enters the last box that it was tested with, and the bounds of the last body (m). */
export const BOX_ENTRY = 83;
export const LEAF = 84;

/** Place of the ball of a capsule along its axis. */
export const BALL_Y = 85;

// the nearest hit so far

/** Its t, world normal, error bound, and 1 if the origin lies in the body. */
export const BEST_T = 86;
export const BEST_NORMAL = 87;
export const BEST_BOUND = 90;
export const BEST_INSIDE = 91;

export const RAY_NUMBERS = 92;

// ---- what a body is to a ray ----------------------------------------------------------------------------------------

/** The ray does not meet the body. */
export const MISSES = 0;
/** It enters the body after its origin. */
export const ENTERS = 1;
/** Its origin lies in the body. */
export const INSIDE = 2;

/**
 * Offsets in the scratch of one cast: numbers alone. World axes, meters, radians; times are parts of the motion, 0 … 1.
 * Offsets and velocities are those of B seen from A: differences in f64.
 */

// ---- what the caller writes -----------------------------------------------------------------------------------------

/** Offset at the start, and displacement over the whole motion, x y z. */
export const OFFSET = 0;
export const VELOCITY = 3;
/** The distance at which the shapes count as touching, and how much farther apart a hit may be (m; NaN: default). */
export const SKIN = 6;
export const TOLERANCE = 7;
/** Body A, and body B: TURN_… below. */
export const BODY_A = 8;
export const BODY_B = 21;

/** Of a body: rotation vector of the whole motion, x y z; then its length (written by `beginCast`). */
export const TURN = 0;
export const ANGLE = 3;
/** Of a body: rotation at the start, a quaternion x y z w of any length but zero. */
export const ROTATION = 4;
/** Of a body: cos, sin of half the angle turned at the current time. */
export const HALF_TURN = 8;

// ---- the state ------------------------------------------------------------------------------------------------------

/** The time up to which the pair is proven to be farther apart than `skin`. */
export const TIME = 34;
/** The time at which the bodies are placed: offset there, and rotations local → world, row major 3 × 3. */
export const PLACED = 35;
export const PLACE = 36;
export const MATRIX_A = 39;
export const MATRIX_B = 48;
/** Unit normal from A to B, world, and the separation along it that is proven at the placed time. */
export const AXIS = 57;
export const HEIGHT = 60;
/** Signed distance of the grown shapes at `TIME` (m). */
export const GAP = 61;
/** Constants of a cast: rounding of a height, and the tolerance, above rounding. */
export const ROUNDING = 63;
export const CLOSE = 65;
/** Along the axis: the largest closing speed of two points, and the sag of a chord over time 1. */
export const SPEED = 62;
export const SAG = 64;
export const EXTENT_A = 66;
export const EXTENT_B = 67;
export const RADII = 68;
export const PAIR_SIZE = 69;
/** The separation along the axis at the time of a step; the step that is proven without a chord, and a longer one. */
export const LOW = 70;
export const SURE = 71;
export const STEP = 72;
/** The time at the end of a step that is tried. */
export const LATER = 73;
/** Half the angle turned, the argument of sine and cosine. */
export const HALF_ANGLE = 74;
/** Steps of the last cast: queries for the distance after the first one. */
export const TAKEN = 75;
/** The caller's: hits after this time do not count. */
export const LIMIT = 76;

export const CAST_PLACES = 77;

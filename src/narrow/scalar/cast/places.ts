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
export const BODY_B = 16;

/** Of a body: rotation vector of the whole motion, x y z; then its length (written by `beginCast`). */
export const TURN = 0;
export const ANGLE = 3;
/** Of a body: rotation at the start, a quaternion x y z w of any length but zero. */
export const ROTATION = 4;

// ---- the state ------------------------------------------------------------------------------------------------------

/** The time up to which the pair is proven to be farther apart than `skin`. */
export const TIME = 24;
/** The time at which the bodies are placed, and the offset then. */
export const PLACED = 25;
export const PLACE = 26;
/** Rotations of the boxes whose axes are tested, local → world, row major 3 × 3. */
export const MATRIX_A = 29;
export const MATRIX_B = 38;
/** Unit normal from A to B, world, and the separation along it that is proven at the time of `heightAt`. */
export const AXIS = 47;
export const HEIGHT = 50;
/** Signed distance of the grown shapes at `TIME` (m). */
export const GAP = 51;
/** Along the axis: the largest closing speed of two points, and the sag of a chord over time 1. */
export const SPEED = 52;
export const SAG = 53;
/** Constants of a cast: rounding of a height, and the tolerance, above rounding. */
export const ROUNDING = 54;
export const CLOSE = 55;
export const EXTENT_A = 56;
export const EXTENT_B = 57;
export const RADII = 58;
export const PAIR_SIZE = 59;
/** The separation along the axis at the time of a step; the step that is proven without a chord, and a longer one. */
export const LOW = 60;
export const SURE = 61;
export const STEP = 62;
/** The time at the end of a step that is tried. */
export const LATER = 63;
/** The angle turned, or half of it, then its cosine and sine. */
export const PHASE = 64;
/** Steps of the last cast: queries for the distance after the first one. */
export const TAKEN = 67;
/** The caller's: hits after this time do not count. */
export const LIMIT = 68;

// ---- along the axis (heights.ts) ------------------------------------------------------------------------------------

/** The offset at the start, and the velocity. */
export const ALONG = 69;
export const RATE = 70;
/**
 * The axis seen by A, and its opposite by B, in their local frames: the part that a turn leaves as it is, and those
 * that go with the cosine and the sine of the angle. For a body without a turn the first part is the whole axis.
 */
export const SEEN_A = 71;
export const SEEN_B = 80;
/** Heights of the two supports. */
export const TOP_A = 89;
export const TOP_B = 90;

// ---- boxes (boxSweep.ts, boxTouch.ts) -------------------------------------------------------------------------------

/** Half extents (m). */
export const HALF_A = 91;
export const HALF_B = 94;
/** Rotation B → A, row major 3 × 3. */
export const BETWEEN = 98;
/** The times between which they may be near. */
export const ENTER = 107;
export const LEAVE = 108;
/** How near that is, and how far apart they are to count as apart at the start (m). */
export const NEAR = 109;
export const APART = 110;
/** For each of the 15 axes: offset, velocity, and sum of the half extents along it, and its length. */
export const AXES = 111;
/** Along the axis of contact, frame A: the separation of the cores, the normal, and a point of each box. */
export const CORE_GAP = 171;
export const LOCAL_NORMAL = 172;
export const LOCAL_A = 175;
export const LOCAL_B = 178;
/** The corner of B, in the frame of B. */
export const CORNER_B = 181;
/** The witness point on A minus A's position, world axes. */
export const POINT = 184;

/** Radii of the shapes (m). */
export const RADIUS_A = 97;
export const RADIUS_B = 187;

// ---- the way of a shape among boxes (queries/casts/seek.ts) ---------------------------------------------------------

export const WAY = 188;

// ---- turns ----------------------------------------------------------------------------------------------------------

/** Rotations at the start, as those above. */
export const REST_A = 198;
export const REST_B = 207;
/** A rotation, x y z w. */
export const QUATERNION = 216;
/** Time since the boxes are placed as their axes say, and the velocity from then on. */
export const SINCE = 220;
export const DRIFT = 221;
/** The length of a chord that is tried. */
export const TAU = 224;

/** The axis in the local frame of a body. */
export const LOCAL = 225;

/** The slope of the last chord; 0 before the first one (m). */
export const SLOPE = 228;

// ---- an axis that turns (turningAxis.ts) ----------------------------------------------------------------------------

/** Its rotation vector per time 1. */
export const SPIN = 229;
/** How far off that may be. */
export const SLACK = 232;
/** The largest offset of the rest of the motion. */
export const FAR = 233;
/** The derivative of the separation along the axis. */
export const FALL = 234;

// ---- cores without turns (coreSweep.ts) -----------------------------------------------------------------------------

/** Of a box: its three half axes, x y z, world axes. */
export const CORE_A = 237;
export const CORE_B = 246;
/** The supports of A and B that were found last, world axes, from the positions of the bodies. */
export const FOUND_A = 255;
export const FOUND_B = 258;
/** Four points of B − A at the start; then as they are at c[TIME], and the points of A. */
export const START = 261;
export const NOW = 273;
export const ON_A = 285;
/** Of the point nearest to the origin: its weights, and itself; then the same of a triangle (nearest.ts). */
export const WEIGHTS = 297;
export const NEAREST = 301;
export const NEAREST_SQUARE = 304;
export const TRY = 305;

// ---- boxes that turn (boxPose.ts, boxGaps.ts) -----------------------------------------------------------------------

/** Of each number of a rotation: the part that stays, and those that go with the cosine and the sine of the turn. */
export const PARTS_A = 312;
export const PARTS_B = 339;
/** Along each of the 15 axes: the separation, times the length of the axis; of those across edges, its square. */
export const GAPS = 366;
export const SQUARES = 381;

// ---- pivots (bodies.ts): of hosts alone, the wide kernel leaves pairs that have them --------------------------------

/** From the position of a body, its own axes (m): the point about which it turns, and whose offset is c[OFFSET …]. */
export const PIVOT_A = 390;
export const PIVOT_B = 393;

export const CAST_PLACES = 396;

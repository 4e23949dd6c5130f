/**
 * Offsets in the scratch of one pair. Only numbers, without imports, so that the build can write them into the kernel
 * (tools/flattenKernel.ts).
 *
 * Frames: "A" is the frame of the first shape of the (canonically ordered) pair, meters. The simplex lies in the
 * difference B − A: y = b − a, so the closest point v of the simplex to the origin points from A to B.
 */

// ---- places in `Scratch.f` ------------------------------------------------------------------------------------------

// The first three are DIR of shapes/cores/core.ts: the direction of a support, and the point that it finds.

/** Rotation B → A, row major 3×3. */
export const ROT = 3;

/** Simplex points y = b − a, 4 × xyz, frame A. */
export const Y = 12;
/** Their points a on A, 4 × xyz, frame A. */
export const A = 24;
/** Barycentric weights of the simplex points; weights of empty slots are not defined. */
export const WEIGHT = 36;
/** Closest point of the simplex to the origin, frame A, and its squared length. */
export const V = 40;
export const VV = 43;
/** v · w for the support w found along v: the lower bound of the distance is v · w / |v|. */
export const VW = 44;

/** Candidate of the sub-distance solver: weights by slot, closest point, its squared length. */
export const TRY_WEIGHT = 45;
export const TRY_V = 49;
export const TRY_VV = 52;

/** Position of B in frame A. */
export const SHIFT = 53;

/** GJK stops early once the cores are proven farther apart than this (m)… */
export const FAR = 56;
/** …or nearer than this (m, squared); −1 = never. */
export const NEAR2 = 57;
/** Sum of the extents of the two cores: the length that tolerances are relative to (m). */
export const SIZE = 58;

/** Result for the cores, frame A: unit normal A → B, signed distance, error bound, witness point on A's core. */
export const NORMAL = 59;
export const DISTANCE = 62;
export const BOUND = 63;
export const WITNESS = 64;

/** Support h(n) of the difference along a direction, written by the penetration search. */
export const HEIGHT = 67;

/** Distance of touching cores by GJK (m), 0 if GJK found an overlap. */
export const TOUCH = 68;

/** Error of the witness (m): from distance · normal to the point that the weights of the simplex give. */
export const MISS = 69;

/** Copies of the places from Y to VW, and of MISS: the best step of GJK so far. */
export const BEST = 70;
export const BEST_MISS = BEST + VW + 1 - Y;

/** The bracket of GJK is narrow enough at this width (m); 0 for polytopes, for which it closes exactly. */
export const TOLERANCE = BEST_MISS + 1;

/** A copy of SHIFT … while the cores are moved apart. */
export const SAVED = TOLERANCE + 1;

/** Penetration of smooth cores: bounds of the depth so far, and the direction of the upper one. */
export const LOWER = SAVED + 3;
export const UPPER = LOWER + 1;
export const UPPER_NORMAL = UPPER + 1;

/** Directions of the simplex points: the points are supports along them, 4 × xyz, frame A. */
export const ALONG = UPPER_NORMAL + 3;

/** Half extents of two boxes (m). */
export const HALF_A = ALONG + 12;
export const HALF_B = HALF_A + 3;

export const REAL_PLACES = HALF_B + 3;

// ---- places in `Scratch.i` ------------------------------------------------------------------------------------------

/** Ids of the simplex points on A and on B: of vertices, or of directions (shapes/cores/core.ts). */
export const ID_A = 0;
export const ID_B = 4;
/** Simplex points in use. */
export const COUNT = 8;
/** Iterations of the last GJK and of the last polytope search. */
export const STEPS = 9;
export const EXPANSIONS = 10;

/** How GJK ended. */
export const END = 11;

/** Copies of the places up to COUNT: the best step of GJK so far. */
export const BEST_ID = 12;

export const INTEGER_PLACES = BEST_ID + COUNT + 1;

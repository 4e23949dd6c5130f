/**
 * The contact feature of a shape: the face whose normal is closest to the contact normal, or the two ends of an edge,
 * as corners in the contact frame. Cores load it into these places, the first of the contact scratch
 * (narrow/scalar/contacts/contactScratch.ts explains the frame).
 *
 *   reads   LOCAL, SHIFT
 *   writes  CORNERS and IDS of the side; PLANE of the side for a face
 *   returns the number of corners: 0 = the witness point alone, 2 = an edge, WHOLE_PLANE, else a face
 */

/** Sides of a pair. */
export const A = 0;
export const B = 1;

/** In place of a number of corners: the feature is a whole plane, without corners. */
export const WHOLE_PLANE = -1;

/** Maximum number of corners of a face: larger faces are thinned. */
export const MAX_CORNERS = 64;

// ---- places in `f` ------------------------------------------------------------------------------------------------

/** Axes of the contact frame in the frame of the shape: first, second, normal A → B. */
export const LOCAL = 0;
/** The shape's position in the contact frame. */
export const SHIFT = 9;
/** A face's plane in the contact frame: nx x + ny y + nh h = offset. Of A, then of B. */
export const PLANE = 12;
export const PLANE_STRIDE = 4;
/** Corners of the features, 3 × MAX_CORNERS each: x y h. Of A, then of B. */
export const CORNERS = 20;
export const CORNERS_STRIDE = 3 * MAX_CORNERS;

export const FEATURE_REALS = CORNERS + 2 * CORNERS_STRIDE;

// ---- places in `i` ------------------------------------------------------------------------------------------------

/** Ids of the corners, as of supports. Of A, then of B. */
export const IDS = 0;

export const FEATURE_INTEGERS = 2 * MAX_CORNERS;

/** The part of a manifold's scratch that cores use. */
export interface FeatureScratch {
  readonly f: Float64Array;
  readonly i: Int32Array;
}

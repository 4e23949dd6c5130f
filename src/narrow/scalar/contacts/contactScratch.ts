/**
 * Scratch of one manifold: one Float64Array and one Int32Array with named offsets, for the reason in `../scratch.ts`.
 *
 * Contact frame: the origin is A's position, the third axis is the pair's normal n (A → B), the first two span the
 * plane across it. A point is (x, y, h): h is its height along n. All in meters.
 */

import { FEATURE_INTEGERS, FEATURE_REALS, type FeatureScratch, MAX_CORNERS } from '../../../shapes/cores/feature.ts';

export {
  A,
  B,
  CORNERS,
  CORNERS_STRIDE,
  IDS,
  LOCAL,
  MAX_CORNERS,
  PLANE,
  PLANE_STRIDE,
  SHIFT,
  WHOLE_PLANE,
} from '../../../shapes/cores/feature.ts';

/** Corners of a patch: those of both faces. */
export const MAX_PATCH = 2 * MAX_CORNERS;

// ---- places in `f` --------------------------------------------------------------------------------------------------

/** Axes of the contact frame, world: two across the normal, and the normal. */
export const ACROSS_1 = FEATURE_REALS;
export const ACROSS_2 = FEATURE_REALS + 3;
export const NORMAL = FEATURE_REALS + 6;
/** Position of B minus position of A, world axes. */
export const OFFSET = FEATURE_REALS + 9;
/** Signed distance of the pair. */
export const DISTANCE = FEATURE_REALS + 12;
/** The largest separation of a contact point. */
export const MARGIN = FEATURE_REALS + 13;
/** Points nearer than this to each other across the normal are the same corner. */
export const SNAP = FEATURE_REALS + 14;
/** The witness points become a contact point if they are deeper than the patch by this. */
export const DEEPER = FEATURE_REALS + 15;
/**
 * Corners whose depths differ by at most AS_DEEP are equally deep. A point beyond the side of a face by at most WIDER
 * is on it.
 */
export const AS_DEEP = FEATURE_REALS + 16;
export const WIDER = FEATURE_REALS + 17;
/** Witness point of A's surface in the contact frame. */
export const WITNESS = FEATURE_REALS + 18;
/** Radii of A and B. */
export const RADIUS_A = FEATURE_REALS + 21;
export const RADIUS_B = FEATURE_REALS + 22;
/** Rotation local → world of the current shape, row major. */
export const ROT = FEATURE_REALS + 23;
/** Two buffers for the patch during clipping: x, y, height on the subject. */
export const WORK = FEATURE_REALS + 32;
export const WORK_STRIDE = 3 * (MAX_PATCH + 2);
/** The patch: x, y, height on A's surface and on B's, per corner. */
export const PATCH = WORK + 2 * WORK_STRIDE;
export const PATCH_STRIDE = 4;

/** Position of a point along each of two segments, from 0 to 1. */
export const ALONG_A = PATCH + PATCH_STRIDE * (MAX_PATCH + 2);
export const ALONG_B = ALONG_A + 1;

const REAL_PLACES = ALONG_B + 1;

// ---- places in `i` --------------------------------------------------------------------------------------------------

/** Tag and edge of each corner of the patch during clipping. */
export const TAGS = FEATURE_INTEGERS;
export const TAGS_STRIDE = 2 * (MAX_PATCH + 2);
/** Feature ids of the patch. */
export const FEATURES = TAGS + 2 * TAGS_STRIDE;

/** Numbers of the four corners of the manifold. */
export const CHOSEN = FEATURES + MAX_PATCH + 2;

const INTEGER_PLACES = CHOSEN + 4;

/** Scratch of one manifold. */
export type ManifoldScratch = FeatureScratch;

export function createManifoldScratch(): ManifoldScratch {
  return { f: new Float64Array(REAL_PLACES), i: new Int32Array(INTEGER_PLACES) };
}

/** Tolerances of contact patches. Numbers only: scalar TypeScript and wide sources import this file. */

/** Corners nearer to each other than this part of the smaller extent of the pair are the same. */
export const SNAP_SHARE = 1e-3;
/** Corners whose distance is less than this part of the snap distance are one corner, whatever their ids. */
export const SAME = 0.02;
/**
 * The witness points become a contact point if they are deeper than all corners by this part of the larger extent.
 * Corners whose depths differ by at most AS_DEEP_SHARE are equally deep. The sum is less than 1e-5, so the deepest
 * point gives the distance to that accuracy.
 */
export const DEEPER_SHARE = 4e-6;
export const AS_DEEP_SHARE = 5.5e-6;

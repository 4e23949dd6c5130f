/** Verdicts of rows while wide kernels work on them: a `Status`, or one of these. */

/** Cores that overlap: their depth is still to be computed. */
export const DEEP = 254;
/** f32 cannot decide: the scalar kernel computes the row. */
export const UNDECIDED = 255;

/** Verdicts of rows inside the wide kernels: a `Status`, or one of these. */

/** The boxes are apart, and their nearest points are not proven: their distance is computed next. */
export const APART = 253;
/** The cores overlap: their depth is computed next. */
export const DEEP = 254;
/** f32 cannot decide: the scalar kernel computes the row. */
export const UNDECIDED = 255;

/** Rounding, as it enters error bounds. */

/** Of the f32 column that holds the distance, as a part of the distance. */
export const F32_ROUNDING = 1 / 16_777_216;
/** Of f64 vertices in frame A, as a part of the size: the last bits of rotation, shift and sums. */
export const F64_ROUNDING = 2e-15;

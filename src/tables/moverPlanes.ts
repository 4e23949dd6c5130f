/** Numbers that `separate` and `moveAndSlide` share. */

/** Planes per mover: those that one touches, and one for each cast of a slide. */
export const MOST_PLANES = 16;

/** Values of columns of colliders (colliderTable.ts), and bits of masks of groups, for hosts and wide kernels alike. */

/** A value of `statics`: a body that sleeps. Static, but static sensors pair with it. */
export const ASLEEP = 2;
/** In a mask of groups, which are 16 bits: the search meets sensors, too. */
export const SEES_SENSORS = 0x10000;

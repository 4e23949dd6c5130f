/**
 * The numbers of a search for the closest collider of a point, f64, in the tables of a tile. Numbers only: host
 * TypeScript and wide sources import this file.
 */

/** The point x y z (m, world). */
export const PLACE = 0;
/** Colliders farther away than this are not sought (m). The host and the kernel lower it. */
export const LIMIT = 3;
/** Groups that are searched, as a number. */
export const MASK = 4;
/** The place relative to the middle of the scene is known within this (m). */
export const MARGIN = 5;
/** Of the last collider: no part of it is closer than the first, some part is as close as the second (m). */
export const LOWER = 6;
export const UPPER = 7;

export const POINT_NUMBERS = 8;

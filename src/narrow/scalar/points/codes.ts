/**
 * Offsets in the numbers of a search for the closest collider of a point, one array of f64 per thread. Numbers only:
 * host TypeScript and wide sources import this file.
 */

/** The point x y z (m, world). */
export const PLACE = 0;
/** Colliders farther away than this cannot be the closest (m). */
export const LIMIT = 3;
/** The place relative to the middle of the scene is known within this (m). */
export const MARGIN = 4;

// the body that is measured

/** Its quaternion, and the point minus its position (m, world axes). */
export const ROTATION = 5;
export const OFFSET = 9;
/** Half extents and radius (m), and the extent of the core. */
export const HALF = 12;
export const RADIUS = 15;
export const EXTENT = 16;
/** Its rotation, row major, and the point in its frame. */
export const TURN = 17;
export const LOCAL = 26;
/** Of its core, local: unit normal, distance (m), witness point, error bound of the distance. */
export const NORMAL = 29;
export const DISTANCE = 32;
export const WITNESS = 33;
export const BOUND = 36;
/** Of the body: see the places below. */
export const FOUND = 37;

// the closest so far

/** The same places, its row or −1, and 1 if its distance is proven. */
export const BEST = 45;
export const BEST_ROW = 53;
export const IS_PROVEN = 54;

export const POINT_NUMBERS = 56;

// places of FOUND and BEST

/** Unit normal from the body to the point, world axes. */
export const FOUND_NORMAL = 0;
/** Signed distance (m), and its error bound. */
export const FOUND_DISTANCE = 3;
export const FOUND_BOUND = 4;
/** The closest point of the body minus its position, world axes (m). */
export const FOUND_POINT = 5;
export const FOUND_PLACES = 8;

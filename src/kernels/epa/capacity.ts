/**
 * The room of a polytope, and of its arrays: nothing else depends on these numbers. All are literals, because the lane
 * compiler takes the lengths of members from their types.
 */

/**
 * Maximum of points of one search. Two concentric spheres of 256 vertices need 160 points and 777 faces, of 2,000
 * vertices 948 and 4,879.
 */
export const MAX_POINTS = 4096;
export const MAX_FACES = 32768;

/**
 * One or three numbers per point; one, three or four per face. Each length is 128 or 256 bytes more than that: if all
 * were multiples of 4,096 bytes, the first numbers of all arrays would share one set of the L1 cache.
 */
export const POINT_WORDS = 4160;
export const POINT_TRIPLES = 12320;
export const FACE_WORDS = 32832;
export const FACE_TRIPLES = 98368;
export const FACE_FOURS = 131104;

/**
 * The room of a polytope, and of its arrays: nothing else depends on these numbers. The build of the wasm module has
 * smaller ones. All are literals, because the lane compiler takes the lengths of members from their types.
 */

/**
 * Maximum of points of one search. Two concentric spheres of 256 vertices need 160 points and 777 faces, of 2,000
 * vertices 948 and 4,879.
 */
export const MAX_POINTS = 4096;
export const MAX_FACES = 32768;

/** Three numbers per point; three and four per face. */
export const POINT_TRIPLES = 12288;
export const FACE_TRIPLES = 98304;
export const FACE_FOURS = 131072;

/**
 * The polytope of EPA that a row keeps for the next query, as words. Numbers only: scalar TypeScript and wide sources
 * import this file.
 *
 *   word           meaning
 *   0              number of points, and number of faces << 8; 0 = none
 *   1 …            vertex ids of each point: those of the collider with the smaller id in the low half
 *   after these    corners of each face, counter-clockwise seen from outside: 16 bits each, five bits per corner
 *
 * The faces are a closed surface. So whatever pair and pose it was made for: if its ids are vertices and all of its
 * faces have the origin on their inner side, it lies in B − A around the origin.
 */

/** Points are counted in the low bits of the first word, faces above them. */
export const FACES_SHIFT = 8;
export const POINTS_MASK = 255;
/** Words per row: 256 bytes. */
export const POLYTOPE_WORDS = 64;
/** Most points of a cached polytope, which has 2 n − 4 faces: five bits, and 252 bytes. */
export const MAX_CACHED_POINTS = 32;

/**
 * The f32 twin of the bounding tree, for rays: nodes with the boxes of their four children side by side. Numbers only:
 * host TypeScript and wide sources import this file.
 *
 *   node  f32 × 4  low x, low y, low z, high x, high y, high z of four children, relative to the middle of the
 *                  scene (m), rounded outward; an empty child has (∞, −∞)
 *         i32 × 4  the children: numbers of nodes, or −1 − row
 *         i32      the number of the first child, which the others follow; −1 − its own number if they are leaves
 *         3 spare words
 *
 * The header of the ray table says where the nodes begin that a search starts with, and how far the scene reaches.
 */

/** Words and bytes of a node. */
export const NODE_WORDS = 32;
export const NODE_BYTES = 128;
/** Begin of the upper corners, in bytes; of the children, and of the number of the first, in words. */
export const HIGH_BYTES = 48;
export const CHILDREN = 24;
export const BELOW = 28;
/** Children of a node. */
export const WIDTH = 4;

// header, words
/** Groups of the query: a collider must be in one of them. */
export const QUERY_GROUPS = 1;
/** 1 = bodies around the origin of a ray are not hit. */
export const SKIP_INSIDE = 2;
/** The root, or −1. */
export const ROOT = 4;
/** The first node of the tail, and their number. */
export const TAIL_BEGIN = 5;
export const TAIL_NODES = 6;
/** All nodes. */
export const NODE_COUNT = 7;
/** 1 = this call has a twin. */
export const HAS_TWIN = 8;
/** Half-spaces, which are not in the tree. */
export const HALF_SPACE_COUNT = 9;
/** The version of the tree, and the number of shapes, for which nodes were made; 0: none. And whether f32 holds them. */
export const TWIN_VERSION = 10;
export const TWIN_SHAPES = 11;
export const FITS = 12;

// header, reals
/** The middle of the scene x y z (m, world). */
export const MIDDLE = 0;
/** No body is farther from the middle (m). */
export const REACH = 3;
/** Rounding that does not depend on the ray (m). */
export const ROUNDING = 4;
/** Of the axis that is being laid out. */
export const LOW = 5;
export const HIGH = 6;
export const HEAD_REALS = 8;

// ---- what a ray searches --------------------------------------------------------------------------------------------

/** The nearest hit, whether there is one, all hits. */
export const NEAREST = 0;
export const ANY = 1;
export const ALL = 2;

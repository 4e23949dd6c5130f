/**
 * The f32 copy of the bounding tree, for rays and points: nodes with the boxes of their four children side by side, and
 * leaves with the four bodies below a node. Numbers only: host TypeScript and wide sources import this file.
 *
 *   node  f32 × 4  low x, low y, low z, high x, high y, high z of four children, relative to the middle of the
 *                  scene (m), rounded outward; an empty child has (∞, −∞)
 *         i32 × 4  the children: numbers of nodes, or −1 − row
 *         i32      the number of the first child, which the others follow; −1 − the number of its leaf if they are
 *                  bodies
 *         i32      −1 − its own number
 *         2 spare words
 *
 *   leaf  f32 × 4  the turn x y z w of four bodies, local → world: unit quaternions times √2
 *         f32 × 4  their positions x y z relative to the middle of the scene (m)
 *         f32 × 4  half extents x y z of their cores (m)
 *         f32 × 4  outer and inner radius (m): the radius of the body plus, or minus, more than the rounding of all
 *                  that is here. A body without a closed form of its distance (kernels/points) has −∞ as inner radius
 *
 * The header of the ray table says where the nodes begin that a search starts with, and how far the scene reaches.
 */

/** Words and bytes of a node. */
export const NODE_WORDS = 32;
export const NODE_BYTES = 128;
/** Begin of the upper corners, in bytes; of the children, of the number of the first, and of its own, in words. */
export const HIGH_BYTES = 48;
/** From a low number of a node's child to the high one, in words. */
export const HIGH_WORDS = 12;
export const CHILDREN = 24;
export const BELOW = 28;
export const OWN = 29;
/** Words and bytes of a leaf, and the begin of its columns, in words. */
export const LEAF_WORDS = 48;
export const LEAF_BYTES = 192;
export const LEAF_TURN = 0;
export const LEAF_POSITION = 16;
export const LEAF_HALF = 28;
export const LEAF_OUTER = 40;
export const LEAF_INNER = 44;
/** Rounding of f32 in a leaf, as a part of the lengths in it and of the places that it is tested with. */
export const LEAF_PART = 1 / 262_144;
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
/** 1 = this call has an f32 tree. */
export const HAS_F32_TREE = 8;
/** The version of the tree and the number of shapes for which nodes were made; 0: none. And whether f32 holds them. */
export const F32_TREE_VERSION = 10;
export const F32_TREE_SHAPES = 11;
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

/** In place of a collider: nothing is hit; the ray is not valid. */
export const NONE = -1;
export const INVALID = -2;
/**
 * Where hosts find a hit in the tables of a ray, in f64: t, world normal x y z, error bound (m), weights of corners 1
 * and 2 of a triangle, number and material of the child.
 */
export const HIT_T = 0;
export const HIT_NORMAL = 1;
export const HIT_BOUND = 4;
export const HIT_WEIGHTS = 5;
export const HIT_CHILD = 7;
export const HIT_MATERIAL = 8;
export const HIT_REALS = 9;

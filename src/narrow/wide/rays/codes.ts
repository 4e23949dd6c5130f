/**
 * The f32 twin of the bounding tree, for rays: nodes with the boxes of their four children side by side. Numbers only:
 * host TypeScript and wide sources import this file.
 *
 *   node  f32 × 4  low x, low y, low z, high x, high y, high z of four children, relative to the middle of the
 *                  scene (m), rounded outward; an empty child has (∞, −∞)
 *         i32 × 4  the children: numbers of nodes, or −1 − row
 *         4 spare words
 *
 * The header of the ray table says where the nodes begin that a search starts with, and how far the scene reaches.
 */

/** Words and bytes of a node. */
export const NODE_WORDS = 32;
export const NODE_BYTES = 128;
/** Begin of the upper corners, in bytes, and of the children, in words. */
export const HIGH_BYTES = 48;
export const CHILDREN = 24;
/** Children of a node. */
export const WIDTH = 4;

// header, words
/** The root, or −1. */
export const ROOT = 4;
/** The first node of the tail, and their number. */
export const TAIL_BEGIN = 5;
export const TAIL_NODES = 6;
/** All nodes. */
export const NODE_COUNT = 7;
/** 1 = the twin is made for this call. */
export const HAS_TWIN = 8;

// header, reals
/** The middle of the scene x y z (m, world). */
export const MIDDLE = 0;
/** No body is farther from the middle (m). */
export const REACH = 3;
/** Rounding that does not depend on the ray (m). */
export const ROUNDING = 4;
export const HEAD_REALS = 8;

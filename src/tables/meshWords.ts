/**
 * Words of triangle meshes: numbers only, for hosts and wide sources.
 *
 *   vertex    f32 × 4  x y z (m, from the shape's origin), 0
 *   triangle  u32 × 4  three vertices, counted from the mesh's first vertex, counter-clockwise seen from outside; and
 *                      the number that the user's arrays gave the triangle
 *   edges     u32 × 3  edge e runs from corner e to corner (e + 1) % 3:
 *                      bits 0–25   3 · neighbor + its edge, counted from the mesh's first triangle; all 1 at a border
 *                      bits 26–30  below
 *   material  u8       of the user
 *   node      128 B    of rayTree.ts, relative to the shape's origin. A child ≥ 0 is a node, counted from the mesh's
 *                      first node, and larger than its parent; a child < 0 is a run of triangles. Node 0 is the root.
 *                      An empty child is 0. BELOW is −1, and OWN −1 − the node's own number
 *
 * Triangles are stored in the order of the tree's leaves.
 */

import type { Int } from '../language/lanes.ts';

/** Triangles of a mesh at most: all half edges fit into 26 bits. And vertices: those of as many loose triangles. */
export const MOST_TRIANGLES = 16_777_216;
export const MOST_VERTICES = 3 * MOST_TRIANGLES;

/** Nodes from the root to a run at most: forty binary levels, then halves of all triangles (meshes/buildTree.ts). */
export const MOST_DEPTH = 64;

/** Elements of a vertex, and of a triangle with its number; edge words of a triangle. */
export const VERTEX_STRIDE = 4;
export const TRIANGLE_STRIDE = 4;
export const SOURCE = 3;
export const EDGES = 3;

/** The half edge of the neighbor; of a border. */
export const HALF_EDGE = 0x3ff_ffff;
/** The planes of both triangles differ by at most 0.1°. */
export const FLAT = 0x400_0000;
/** The neighbor rises in front of the triangle. */
export const CONCAVE = 0x800_0000;
/** No neighbor. */
export const BORDER = 0x1000_0000;
/** A border that another triangle touches: a T-junction, or a seam that was not welded. */
export const SEAM = 0x2000_0000;
/** The neighbor does not name this edge: more than two triangles meet at it. */
export const ONE_WAY = 0x4000_0000;

/** Triangles of a run at most. */
export const MOST_IN_RUN = 4;

/** The child word of a run of 1–4 triangles. */
export function runWord(first: Int, count: Int): Int {
  return -1 - (MOST_IN_RUN * first + count - 1);
}

export function firstOfRun(word: Int): Int {
  return (-1 - word) >> 2;
}

export function countOfRun(word: Int): Int {
  return ((-1 - word) & 3) + 1;
}

/** The triangle of a half edge: its third, by a product, which is faster than a quotient and right for 26 bits. */
export function triangleOf(half: Int): Int {
  return Math.trunc(Number(half) * 0.333333333343);
}

/**
 * The head of a shape with children: the first of its nodes in the pool, words as integers and as floats. The nodes of
 * its tree follow. Numbers only: hosts and wide sources import this file.
 *
 *   word   type  unit  meaning
 *   0      u32         nodes, without the head
 *   1      u32         first child in its pool: a triangle or a part; a height field's first word
 *   2      u32         children; of a height field two per cell, holes included
 *   3, 4   u32         a mesh's first vertex, and their number; rows and columns of a height field
 *   5      u32         flags of a surface, below
 *   6–8    f32   m     lower corner of the box around all children, in the shape's frame
 *   9–11   f32   m     the upper one
 *   12     f32   m     a mesh's weld: triangles this near to a border edge touch it
 *   13, 14 f32   m     spacing of a height field along x and z
 */
/** In place of a child's number: the shape is convex. */
export const NO_CHILD = -1;

export const HEAD_NODES = 0;
export const FIRST_CHILD = 1;
export const CHILD_COUNT = 2;
export const FIRST_VERTEX = 3;
export const MESH_VERTEX_COUNT = 4;
export const FIELD_ROWS = 3;
export const FIELD_COLUMNS = 4;
export const CHILD_FLAGS = 5;
export const BOX_LOW = 6;
export const BOX_HIGH = 9;
export const WELD = 12;
export const SPACING_X = 13;
export const SPACING_Z = 14;

// ---- flags of a surface ---------------------------------------------------------------------------------------------
/** Bodies and rays meet both sides of a triangle, not the front alone. */
export const BOTH_SIDES = 1;
/** A body does not meet open edges from the side. */
export const JOINED_BORDERS = 2;
/** Corners 1 and 2 of every triangle are those of the user in the other order. */
export const MIRRORED = 4;
/** A height field. And one with holes. */
export const IS_FIELD = 8;
export const HAS_HOLES = 16;

// ---- parts of a compound: the row of a shape, then this row ---------------------------------------------------------
// words POSITION and ROTATION as in partTable.ts
/** The number of the part in the user's list. */
export const PART_SOURCE = 9;

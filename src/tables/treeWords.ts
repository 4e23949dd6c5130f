/** Numbers of the bounding tree (treeTable.ts), for hosts and wide kernels alike. */

/** Children of a node. */
export const WIDTH = 4;
export const WIDTH_BITS = 2;
/** Numbers of a box. */
export const FAT_STRIDE = 6;

// header
export const LEAVES = 0;
export const TAIL_COUNT = 1;
/** Number of the root's level; 0 for a tree without leaves. */
export const TOP = 2;
/** Whether fat boxes get room to move. */
export const ROOM = 3;
/** Rows of `movedRows`. */
export const MOVED_COUNT = 4;
/** 1 = the current call is for pairs; 0 = it needs the tree alone. */
export const FOR_PAIRS = 5;
/** Planes of the current call: colliders without bounds. */
export const PLANE_COUNT = 6;
/** By level: index of its first node, and number of its nodes. */
export const LEVEL_BEGIN = 16;
export const LEVEL_COUNT = 40;
/** By size class, during the ordering: begin of its leaves. One entry more than classes. */
export const CLASS_BEGIN = 64;
export const CLASSES = 16;

// reals
/** Margin of `findPairs` (m). */
export const MARGIN = 0;
/** Margin within which the candidates are complete (m), ≥ MARGIN. */
export const WIDE_MARGIN = 1;
/** Number of the call. */
export const CALL = 2;
/** Sum of the extents of level-1 nodes (m): now, and when the tree was ordered. */
export const SPREAD = 3;
export const SPREAD_ORDERED = 4;

/** Colliders that may be added before the tree is ordered again. Queries test each of them. */
export const TAIL = 128;
/** Place of a row that is not in the tree: more than any place, and an i32. */
export const NOT_IN_TREE = 0x7fffffff;
export const ANCHOR_STRIDE = 8;
/** Index of the call's number in a row of anchors. */
export const ANCHOR_CALL = 6;
export const PLANE_STRIDE = 8;
/** Index of the row in a plane, and of its rounding. */
export const PLANE_ROW = 6;
export const PLANE_ROOM = 7;

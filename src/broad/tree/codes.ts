/** Numbers of the bounding tree (treeTable.ts), for hosts and wide kernels alike. */

/** Children of a node. */
export const WIDTH = 4;
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
/** Half-spaces of the current call. */
export const PLANE_COUNT = 6;
/** By level: index of its first node, and number of its nodes. */
export const LEVEL_BEGIN = 16;
export const LEVEL_COUNT = 40;

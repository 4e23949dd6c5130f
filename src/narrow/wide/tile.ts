/**
 * Where the tables of a thread's scratch lie, in bytes from its context. A test compares the sizes with those that the lane
 * compiler gives the tables.
 */

import { TILE_BYTES } from './context.ts';

/** How many rows each list holds. */
export const COUNTS = TILE_BYTES;
/** Lists of rows, one after the other, so many bytes each. */
export const LISTS = COUNTS + 128;
export const ROWS_BYTES = 3584;
const LIST_COUNT = 7;

/** Groups that still seek. */
export const LIVE = LISTS + LIST_COUNT * ROWS_BYTES;
/** Searches of a list, group by group. A line more than they take: groups a power of two apart disturb each other. */
export const SEARCHES = LIVE + 128;
export const SEARCH_BYTES = 1216;
const SEARCH_COUNT = 32;

/** What contacts are computed in: nobody searches then. */
export const PATCH = SEARCHES;
export const SLOTS = PATCH + 512;
export const AXES = SLOTS + 1024;
export const CORNERS_OF_PATCH = AXES + 320;
export const CHOICE = CORNERS_OF_PATCH + 320;
/** The same of pairs with faces of any kind: both faces, and what is left of one when it is cut. */
export const VIEWS = CHOICE + 192;
export const FACE_A = VIEWS + 512;
export const FACE_BYTES = 320;
export const WORK = FACE_A + 2 * FACE_BYTES;
export const WORK_BYTES = 1024;

/** Sides A and B of the groups of a chunk. */
export const SIDES = SEARCHES + SEARCH_COUNT * SEARCH_BYTES;
/** Rows of a chunk: so many that their sides stay in the processor's first cache. */
export const CHUNK_ROWS = 16;
export const SIDE_BYTES = 2320;
/** From a side to the corners of its boxes, from one box to the next, and from the side to its spread. */
export const CORNERS = 208;
export const CORNER_BYTES = 128;
export const SPREAD = CORNERS + 4 * CORNER_BYTES;

/** What penetration is measured in: four pairs that begin and end together, and the polytope of one. */
export const FRAMES = SIDES + (CHUNK_ROWS / 2) * SIDE_BYTES;
export const TASK = FRAMES + 256;
export const OUTCOME = TASK + 128;
export const FOUND_A = OUTCOME + 320;
export const FOUND_B = FOUND_A + 64;
export const EDGES = FOUND_B + 64;
export const POLYTOPE = EDGES + 4096;
export const TILE_END = POLYTOPE + 10240;

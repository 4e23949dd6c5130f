/**
 * What a wide kernel is told: one block of words per thread, written by the host before each job and read by `distanceTile`.
 * A wide source and host TypeScript at once: numbers only.
 *
 *   context  i32 words, at the start of the thread's scratch: byte addresses of columns, counts, and the question
 *   left     i32 words, at DEFERRED_BYTES: pair rows that the kernel left to the scalar one
 *   tile     the tables of a tile: see tile.ts
 */

/** Rows that one call of `distanceTile` takes at most. */
export const TILE_ROWS = 128;

// ---- words of the context: byte addresses of columns ---------------------------------------------------------------
export const IDS = 0;
export const POSITIONS = 1;
export const ROTATIONS = 2;
/** Shape row per collider. */
export const COLLIDER_SHAPES = 3;
/** The shape table, 64 bytes per row. */
export const SHAPE_WORDS = 4;
export const COORDINATES = 5;
export const CELLS = 6;
/** Vertices row by row: x y z id. */
export const POINTS = 18;
export const STATUS = 7;
export const SEPARATION = 8;
export const OFFSET_A = 9;
export const OFFSET_B = 10;
/** Simplex column to start from, and to write. */
export const FROM = 11;
export const TO = 12;

// ---- counts and the question -----------------------------------------------------------------------------------------
/** Collider rows ever used. */
export const ROW_COUNT = 13;
export const SHAPE_COUNT = 14;
/** 1 = only whether they overlap. */
export const OVERLAP_ONLY = 15;
/** 1 = penetration is measured. */
export const DEPTH = 16;
/** f32: rows proven farther apart than this (m) stop early. */
export const LIMIT = 17;

// ---- contacts: more columns, and the margin ---------------------------------------------------------------------------
export const POINT_COUNT = 19;
export const POINTS_A = 20;
export const POINTS_B = 21;
export const PREVIOUS = 22;
export const LAST_ROW = 23;
/** Feature column of the last query, and to write. */
export const FEATURES_FROM = 24;
export const FEATURES_TO = 25;
/** f32: points farther apart than this (m) are none. */
export const MARGIN = 26;

/** Planes and loops of contact faces. */
export const PLANES = 27;
export const LOOPS = 28;

/** Who touches: a column of bytes; f32: up to which signed distance (m). */
export const TOUCHES = 29;
export const TOUCHING = 30;

export const CONTEXT_WORDS = 32;
/** Where the list of rows left to the scalar kernel begins, in bytes from the context. */
export const DEFERRED_BYTES = 128;
/** Scratch of one thread: context, list and tile. */
export const SCRATCH_BYTES = 102400;

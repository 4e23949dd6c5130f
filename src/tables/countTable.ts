/**
 * How many rows of each scene table are in use: words of one cache line, shared by all threads. Pools of shapes may
 * have holes: their counts are the ends of the last blocks.
 */

/** Words of `SceneCounts`. This one: rows of the shape table, with or without a shape. All ids are smaller. */
export const SHAPES = 0;
/** Rows of the vertex pool, padding included. */
export const VERTICES = 1;
/** Words of the neighbor pool. */
export const NEIGHBORS = 2;
/** Words of the cell pool. */
export const CELLS = 3;
/** Collider rows, with or without a collider. All ids are smaller. */
export const ROWS = 4;
/** Entries on the stack of free collider rows. */
export const FREE_ROWS = 5;
/** Colliders without bounds: half-spaces. */
export const UNBOUNDED_COUNT = 6;
/** Parts of composites. */
export const PARTS = 7;
/** Rows of the shape table whose shapes were removed. */
export const FREE_SHAPES = 8;

/**
 * Of shapes with children (childTable.ts): nodes, triangles and vertices of meshes, parts of compounds, words of height
 * fields.
 */
export const NODES = 9;
export const TRIANGLES = 10;
export const MESH_VERTICES = 11;
export const COMPOUND_PARTS = 12;
export const HEIGHTS = 13;

export type SceneCounts = Uint32Array;

/** One cache line. */
export const COUNT_TABLE_BYTES = 64;

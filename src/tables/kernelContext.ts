/**
 * The context of a wide kernel: words of one thread. The host writes them before each block, and `distanceTile` reads
 * them. Both host TypeScript and a wide source: numbers only.
 *
 *   context   i32 words, at the start of the thread's scratch: addresses of columns, counts, parameters of the query
 *   deferred  i32 words, at DEFERRED_BYTES: pair rows that f64 kernels compute
 *   listed    i32 words, at LISTED_BYTES: pair rows of a tile, if they are not consecutive
 *   tile      tables, at TILE_BYTES: see kernels/rows/lanes/tile.ts
 */
import { counter } from '../language/counter.ts';

/** Maximum of rows of one call of `distanceTile`. */
export const TILE_ROWS = 128;

const word = counter();

// ---- byte addresses of columns --------------------------------------------------------------------------------------
export const IDS = word();
export const POSITIONS = word();
export const ROTATIONS = word();
/** Shape row per collider. */
export const COLLIDER_SHAPES = word();
export const SHAPE_WORDS = word();
export const COORDINATES = word();
export const CELLS = word();
/** Rows of vertices: x y z id. */
export const POINTS = word();
/** Planes and loops of contact faces. */
export const PLANES = word();
export const LOOPS = word();
export const STATUS = word();
export const SEPARATION = word();
export const OFFSET_A = word();
export const OFFSET_B = word();
/** Simplex column to start from, and the one to write. */
export const FROM = word();
export const TO = word();

// ---- counts, and parameters of the query ----------------------------------------------------------------------------
/** Collider rows ever used. */
export const ROW_COUNT = word();
export const SHAPE_COUNT = word();
/** 1 = the query computes only whether pairs overlap. */
export const OVERLAP_ONLY = word();
/** 1 = the kernel computes penetration depth. */
export const DEPTH = word();
/** f32: rows proven farther apart than this (m) stop early. */
export const MAX_DISTANCE = word();

// ---- contacts: more columns, and limits -----------------------------------------------------------------------------
export const POINT_COUNT = word();
export const POINTS_A = word();
export const POINTS_B = word();
export const PREVIOUS = word();
export const LAST_ROW = word();
/** Feature column of the last query, and the one to write. */
export const FEATURES_FROM = word();
export const FEATURES_TO = word();
/** f32: a contact point has a separation of at most this (m). */
export const MARGIN = word();
/** A byte per row: 1 = the pair touches. And, f32, the largest signed distance of a pair that touches (m). */
export const TOUCHES = word();
export const TOUCHING = word();

// ---- recycled manifolds (kernels/recycling/lanes/recycleRows.ts) -------------------
/** A byte per row: 1 = it keeps its manifold. */
export const RECYCLED = word();
/** Stamps and anchors of the last query, and those to write. */
export const STAMPS_FROM = word();
export const STAMPS_TO = word();
export const ANCHORS_FROM = word();
export const ANCHORS_TO = word();
/** The number of the query by which each row has got its stamp: in the last query, and in this one. */
export const STAMPED_FROM = word();
export const STAMPED_TO = word();
/** 1 = the stamps of the last query are valid. The number of this query. */
export const IS_STAMPED = word();
export const QUERY = word();
/** The rows that are refreshed in this query have this turn. */
export const TURN = word();
/** f32: the largest motion of a row that keeps its points, as a part of its smaller shape. */
export const RECYCLE = word();
/** 1 = a tile is rows of the list at LISTED_BYTES, not of the pair list; the number of rows in it. */
export const IS_LISTED = word();
export const LISTED_COUNT = word();

// ---- the tree of colliders, their bounds and groups -----------------------------------------------------------------
export const TREE_BOXES = word();
export const TREE_ORDER = word();
export const TREE_WORDS = word();
export const COLLIDER_BOUNDS = word();
/** Membership and mask of each collider, u16. */
export const COLLIDER_GROUPS = word();

// ---- rays -----------------------------------------------------------------------------------------------------------
/** Nodes and leaves of the f32 tree, and the header of the ray table: words, and reals (f64). */
export const RAY_NODES = word();
export const RAY_LEAVES = word();
export const RAY_WORDS = word();
export const RAY_REALS = word();
/** Rays of the table, and their results. */
export const RAY_ORIGINS = word();
export const RAY_DIRECTIONS = word();
export const RAY_MASKS = word();
export const RAY_IGNORED = word();
export const RAY_STATUS = word();
export const RAY_IDS = word();
export const RAY_T = word();
export const RAY_NORMALS = word();
/** Planes of colliders without bounds (broad/unbounded.ts). */
export const TREE_PLANES = word();
/** What the rays of a block search: NEAREST, ANY or ALL (rayTree.ts). */
export const RAY_MODE = word();

// ---- points ---------------------------------------------------------------------------------------------------------
/** Points of the table, the query, and their results. */
export const CLOSEST_POINTS = word();
export const CLOSEST_WORDS = word();
export const CLOSEST_REALS = word();
export const CLOSEST_STATUS = word();
export const CLOSEST_IDS = word();
export const CLOSEST_DISTANCES = word();
export const CLOSEST_NORMALS = word();
export const CLOSEST_OFFSETS = word();

// ---- boxes ----------------------------------------------------------------------------------------------------------
/** Half extents per collider: x y z after a 0, NaN for other shapes. 0 = none for the ids of this query. */
export const HALF_EXTENTS = word();

// ---- casts ----------------------------------------------------------------------------------------------------------
export const CAST_OPTIONS = word();
export const CAST_WORDS = word();
export const CAST_MOTIONS = word();
export const CAST_MOVES = word();
export const CAST_TURNS = word();
/** Results. */
export const CAST_STATUS = word();
export const CAST_IDS = word();
export const CAST_T = word();
export const CAST_NORMALS = word();
export const CAST_OFFSETS_A = word();
export const CAST_OFFSETS_B = word();

// ---- cached polytopes of hulls that overlap (polytopeTable.ts) ---------------------------------------
/** Polytope column to start from, and the one to write. */
export const POLYTOPES_FROM = word();
export const POLYTOPES_TO = word();
/** Rows of these columns: later rows of the pair list have none. */
export const POLYTOPE_ROWS = word();
/** A word that is 1 as soon as a polytope is cached. */
export const POLYTOPE_FLAG = word();

// ---- broad phase: columns of the tree, of bounds, and of candidates -------------------------------------------------
export const TREE_FAT = word();
export const TREE_ANCHORS = word();
export const TREE_INDEX = word();
export const TREE_FILTERS = word();
export const TREE_KINDS = word();
export const TREE_EXCLUDED = word();
export const TREE_MOVED = word();
export const TREE_OUTDATED = word();
export const TREE_MOVED_ROWS = word();
export const TREE_SPARE = word();
export const TREE_CENTER_X = word();
export const TREE_CENTER_Y = word();
export const TREE_CENTER_Z = word();
export const TREE_CLASSES = word();
export const TREE_REALS = word();
export const BOX_ORIGINS = word();
export const BOUNDS_TURNS = word();
export const BOUNDS_KNOWN = word();
export const BOUNDS_RENEWED = word();
export const CANDIDATE_IDS_EVEN = word();
export const CANDIDATE_IDS_ODD = word();
export const CANDIDATE_ROWS_EVEN = word();
export const CANDIDATE_ROWS_ODD = word();
export const CANDIDATE_STAGING = word();
export const CANDIDATE_FRESH = word();
export const CANDIDATE_BEGIN_EVEN = word();
export const CANDIDATE_COUNT_EVEN = word();
export const CANDIDATE_BEGIN_ODD = word();
export const CANDIDATE_COUNT_ODD = word();
export const CANDIDATE_PLAN_OLD = word();
export const CANDIDATE_PLAN_FRESH = word();
export const CANDIDATES_PASSED = word();
export const CANDIDATE_OUTS = word();
export const CANDIDATE_STARTS = word();
export const CANDIDATE_WORDS = word();
export const COLLIDER_STATICS = word();
export const COLLIDER_SENSORS = word();
/** Ids of the pair list of the query, and the carried rows. */
export const LIST_IDS = word();
export const LIST_CARRIED = word();

// ---- new words come last, for `npm run bench:builds` ----------------------------------------------------------------
/** f32: the largest motion of a row of contacts that keeps its points (m). */
export const MOST_MOTION = word();
/** Address of the pivots of castPairs. */
export const CAST_PIVOTS = word();
/** Rows of the parts of composites (partTable.ts). */
export const PART_WORDS = word();
/** Addresses of limits in f64: of distances, or the margin of contacts; and the distance of pairs that touch. */
export const MAX_DISTANCE_AT = word();
export const TOUCHING_AT = word();
/** Children of shapes (childTable.ts). */
export const CHILD_NODES = word();
export const CHILD_TRIANGLES = word();
export const CHILD_VERTICES = word();
export const CHILD_MATERIALS = word();
export const CHILD_PARTS = word();
export const CHILD_HEIGHTS = word();
/** Of rays: which child they hit, where, and its material. */
export const RAY_CHILD = word();
export const RAY_BARYCENTRICS = word();
export const RAY_MATERIAL = word();
/** Of points: the child that is closest. */
export const CLOSEST_CHILD = word();
export const CHILD_EDGES = word();

export const CONTEXT_WORDS = word();
/** The list of deferred rows, in bytes from the context: on the next cache line. */
export const DEFERRED_BYTES = (4 * CONTEXT_WORDS + 63) & -64;
/** The list of rows of a tile that are not consecutive, in bytes from the context. */
export const LISTED_BYTES = DEFERRED_BYTES + 4 * TILE_ROWS;
/** The tables of a tile, in bytes from the context, and their maximum size in bytes. */
export const TILE_BYTES = LISTED_BYTES + 4 * TILE_ROWS;
export const MOST_TILE_BYTES = 96_896;
/**
 * The memory of searches in f64, at the same place, and its maximum size in bytes. The system maps its pages only for
 * searches that use them.
 */
export const MOST_EXACT_BYTES = 2_916_800;
/** The memory of contacts of children (kernels/children), in bytes from the context, and its maximum size in bytes. */
export const CHILDREN_BYTES = TILE_BYTES + MOST_EXACT_BYTES;
export const MOST_CHILDREN_BYTES = 225_280;
/** Scratch of one thread. */
export const SCRATCH_BYTES = CHILDREN_BYTES + MOST_CHILDREN_BYTES;

/**
 * Words of a shape's row, codes of cores, and their traits. Numbers only: scalar TypeScript and wide sources import
 * this file.
 *
 * One cache line per shape holds the data that a kernel reads before any vertex:
 *
 *   word  type  unit  meaning
 *   0     u32         code of the core (below)
 *   1     f32   m     radius by which the core is grown, ≥ 0
 *   2–4   f32   m     half extents: largest |x|, |y|, |z| of a core point
 *   5     u32         first row of the core's block in the vertex table; no rows for a box and for smooth cores
 *   6     u32         vertices; a box has 8, none of them stored; smooth cores have 0
 *   7     u32         rows of the block: vertices padded to a multiple of 4 by repeating the last
 *   8     u32         direction cells: first word in the cell pool
 *   9     u32         direction cells per edge of the grid; 0 = none, all vertices are scanned
 *   10    u32         first word of the neighbor lists in the neighbor pool
 *   11    f32   m     extent: largest distance of a core point from the local origin
 *   12    u32         contact faces (vertexTable.ts); 0 = none, as for all cores but solid and flat hulls
 *   13–14             free
 *   15    u32         traits of the core (below): as its file declares them. Snapshots have 0 here
 *
 * Smooth cores keep their own numbers in words 8–10, 13 and 14, and HALF_X … HALF_Z and EXTENT as above:
 *
 *   frustum    HALF_Y half height, 8 top radius, 9 bottom radius
 *   ellipsoid  8–10 half axes of the whole ellipsoid; 13 the radius that RADIUS holds in place of the core: the core is
 *              the ellipsoid without it (shapes/cores/ellipsoid.ts). EXTENT is that of the whole ellipsoid
 *   tapered    8 radius at the top, 9 at the bottom, 10 half height, 13 the radius that RADIUS holds in place of the
 *   capsule    core (shapes/cores/taperedCapsule.ts). EXTENT is that of the whole shape
 *   composite  8 u32 first part in the part pool, 9 f32 number of parts (partTable.ts), 10 f32 axis of
 *              revolution (kernels/cores/revolution.ts). EXTENT is that of the box of half extents, which no core point
 *              passes
 *
 * A half-space has no numbers. HALF_X … HALF_Z and EXTENT are 0: the size of a pair is that of the other shape.
 *
 * A shape with children (a mesh, a height field, a compound) has the words 0–4 and 11 as above, and in word 8 the place
 * of its head in the pool of nodes (childTable.ts).
 *
 * The row of a removed shape is vacant: a half-space with 1 in word 8, and no other numbers. No collider has it.
 * Kernels need not know of it: a probe with this shape is Invalid, as one with a half-space.
 */

/** Elements of a row, and its bytes. */
export const SHAPE_STRIDE = 16;
export const SHAPE_BYTES = 64;

export const CORE = 0;
export const RADIUS = 1;
export const HALF_X = 2;
export const HALF_Y = 3;
export const HALF_Z = 4;
export const VERTEX_BEGIN = 5;
export const VERTEX_COUNT = 6;
export const VERTEX_ROWS = 7;
export const CELL_BEGIN = 8;
export const CELL_GRID = 9;
export const NEIGHBOR_BEGIN = 10;
export const EXTENT = 11;
export const FACE_COUNT = 12;
export const TRAITS = 15;

/** Words of the plane pool, and of the loop pool, per padded vertex (vertexTable.ts). */
export const FACE_WORDS = 8;

// ---- numbers of smooth cores (m) ------------------------------------------------------------------------------------

/** Frustum and tapered capsule: radius at +half height, and at −half height. */
export const TOP_RADIUS = 8;
export const BOTTOM_RADIUS = 9;
/** Ellipsoid: half axes along x, y and z. */
export const AXIS_X = 8;
export const AXIS_Y = 9;
export const AXIS_Z = 10;
/** Tapered capsule: half the distance of its ends. */
export const HALF_HEIGHT = 10;
/** Ellipsoid and tapered capsule: the radius taken out of the core. */
export const TAKEN = 13;
/** Composite: the first of its parts, their number, and the axis about which it is a body of revolution. */
export const PART_BEGIN = 8;
export const PART_COUNT = 9;
export const REVOLUTION = 10;

/** Shape with children: its head, counted in nodes. */
export const CHILD_HEAD = 8;

/** Half-space: 1 in the row of a removed shape. */
export const VACANT = 8;

// ---- traits ---------------------------------------------------------------------------------------------------------
// What kernels ask of a core. Codes are names: they have no order, and none of their bits has a meaning.

/** Tier smooth: no vertices. The core's own file has the support, an id is a direction. */
export const SMOOTH = 1;
/** No bounds: no support but along one direction. Its colliders are static, and not in the tree. */
export const UNBOUNDED = 2;
/** Tier box: corners by arithmetic, an id is three signs. Without this bit and SMOOTH, the vertices are stored. */
export const CORNERED = 4;
/** Flat faces, on which it may lie. Without them it may roll on one point or two. */
export const FACED = 8;
/** The wide kernel has no supports of it, and defers rows with it to the scalar kernel. */
export const DEFERRED = 16;
/** Not convex: it consists of children. Pair kernels pass over its rows, and compute its children (narrow/children). */
export const MANY = 32;

// traits of cores that have more than one
export const BOX_TRAITS = CORNERED | FACED;
export const COMPOSITE_TRAITS = SMOOTH | DEFERRED;
export const HALF_SPACE_TRAITS = SMOOTH | UNBOUNDED | DEFERRED;
export const MANY_TRAITS = SMOOTH | DEFERRED | MANY;

// ---- codes of cores: snapshots hold them, so they stay --------------------------------------------------------------

export const POINT = 0;
export const SEGMENT = 1;
export const BOX = 2;
export const HULL = 3;
/** The core of all shapes of planar scenes: vertices with z = 0. */
export const POLYGON = 4;
export const FRUSTUM = 16;
export const ELLIPSOID = 17;
export const TAPERED_CAPSULE = 18;
export const COMPOSITE = 19;
export const HALF_SPACE = 48;
export const MESH = 49;
export const COMPOUND = 50;
export const HEIGHT_FIELD = 51;
/** The first of the codes of `hullstorm/pair` alone: each support function has its own. */
export const SUPPORT = 64;

/**
 * Tables of EPA in a thread's tile. Four pairs are loaded and written together; in between, each uses the polytope
 * alone.
 */
import type { Column, ColumnOf, IntColumn, Table } from '../../../language/lanes.ts';
import type { Vec3 } from '../../../math/lanes/vectors.ts';

/** Poses of four pairs: x y z and 0 of pair `lane` at element 4 · lane. */
export interface Frames extends Table<16> {
  /** Rows and columns of the rotation B → A. */
  readonly rowX: Column;
  readonly rowY: Column;
  readonly rowZ: Column;
  /** Position of B in frame A. */
  readonly shift: Column;
}

/** Input of four pairs. */
export interface Task extends Table<4> {
  /** The size of the pair (m), reduced if both shapes lie far from their local origins. */
  readonly size: Column;
  /** Ids of a tetrahedron in B − A around the origin: A's in the low half, B's in the high half. */
  readonly idP: IntColumn;
  readonly idQ: IntColumn;
  readonly idR: IntColumn;
  readonly idS: IntColumn;
}

/** Output of four pairs. */
export interface Outcome extends Table<4> {
  /** −1 = the bounds met. */
  readonly met: IntColumn;
  /** Unit normal of the lowest face, away from the origin. */
  readonly normal: ColumnOf<Vec3>;
  /** Height of that face, and of B − A along its normal (m). */
  readonly lower: Column;
  readonly upper: Column;
  /** Corners of the triangle that contains the projection of the origin. */
  readonly p: ColumnOf<Vec3>;
  readonly q: ColumnOf<Vec3>;
  readonly r: ColumnOf<Vec3>;
  readonly idP: IntColumn;
  readonly idQ: IntColumn;
  readonly idR: IntColumn;
  /** A vertex on the other side of the origin. */
  readonly idS: IntColumn;
}
/** Columns of an `Outcome`. */
export const OUTCOME_COLUMNS = 19;

/** Maximum number of vertices of a polytope: six bits. */
export const MAX_POINTS = 64;
/** Maximum number of faces of one search, removed faces included. */
export const MAX_FACES = 256;

/** The cached polytopes of four rows, laid out by lanes. */
export interface CachedPolytopes extends Table<256> {
  /** Vertex ids of point p of pair `lane` at 4 p + lane, as in `Polytope`. */
  readonly ids: IntColumn;
  /** Byte addresses of the corners u, v and w of face f at 4 f + lane; behind the last face those of point 0. */
  readonly u: IntColumn;
  readonly v: IntColumn;
  readonly w: IntColumn;
  readonly state: CacheState;
}

export interface CacheState extends Table<4> {
  /** The first words of the polytopes. */
  readonly headers: IntColumn;
  /** Numbers of the lowest face, and of the next above it. */
  readonly lowest: IntColumn;
  readonly next: IntColumn;
  /** Numbers of the points that are the corners of the outcome. */
  readonly cornerP: IntColumn;
  readonly cornerQ: IntColumn;
  readonly cornerR: IntColumn;
  /** −1 = EPA may continue from the polytope. */
  readonly open: IntColumn;
}

/** Which bytes of a word of corners become those of the faces that remain, by the set of these as bits. */
export interface Packing extends Table<64> {
  readonly bytes: IntColumn;
}

/** The points of one of them: x y z and an unused value. */
export interface CachedPoints extends Table<128> {
  readonly points: Column;
}

/** A convex polytope in B − A around the origin. Its faces are triangles, counter-clockwise seen from outside. */
export interface Polytope extends Table<typeof MAX_FACES> {
  /** Unit normal and height above the origin of each face; the height of a removed face is Infinity. */
  readonly normal: ColumnOf<Vec3>;
  readonly height: Column;
  /** Vertices u v w u of each face, six bits each: its directed edges are the words of twelve bits at 0, 6 and 12. */
  readonly corners: IntColumn;
  /** x y z and an unused value of vertex k at element 4 k. */
  readonly points: Column;
  /** Vertex ids of each vertex: A's in the low half, B's in the high half. */
  readonly ids: IntColumn;
  /** Faces that the new vertex sees. */
  readonly seen: IntColumn;
  /** Directed edges around them. */
  readonly horizon: IntColumn;
  /** By vertex: the next one along the horizon. */
  readonly next: IntColumn;
}

/**
 * A byte per directed edge: 1 = an edge of a face that sees the new vertex. All 0 between uses, and cleared before each
 * tile.
 */
export interface Edges extends Table<1024> {
  readonly marks: IntColumn;
}

/**
 * What a pair is computed in: one Float64Array and one Int32Array with named places. Kernels pass numbers to each other
 * through these places and not as arguments, because V8 allocates for every double that crosses a call it did not inline.
 *
 * Frames: "A" is the frame of the first shape of the (canonically ordered) pair, metres. The simplex lives in the
 * difference B − A: y = b − a, so the closest point v of the simplex to the origin points from A to B.
 */
import type { ShapeTable } from '../../shapes/shapeTable.ts';
import type { VertexTable } from '../../shapes/vertexTable.ts';
import { createPolytope, type Polytope } from './polytope.ts';

/** The shapes of one engine, or of one prepared shape in `hullstorm/pair`. */
export interface Geometry {
  readonly shapes: ShapeTable;
  readonly vertices: VertexTable;
}

// ---- places in `Scratch.f` -----------------------------------------------------------------------------------------

/** Quaternion of A, x y z w, of any length but zero; then 2 / its squared length. */
export const QUAT_A = 0;
/** Position of B minus position of A, world axes. */
export const OFFSET = 5;
/** Rotation B → A, row major 3×3. */
export const ROT = 20;
/** Position of B in frame A. */
export const SHIFT = 29;

/** Simplex points y = b − a, 4 × xyz, frame A. */
export const Y = 32;
/** Their points a on A, 4 × xyz, frame A. */
export const A = 44;
/** Barycentric weights of the simplex points; weights of empty slots are not defined. */
export const WEIGHT = 56;
/** Closest point of the simplex to the origin, frame A, and its squared length. */
export const V = 60;
export const VV = 63;
/** v · w for the support w found along v: the lower bound of the distance is v · w / |v|. */
export const VW = 64;

/** Candidate of the sub-distance solver: weights by slot, closest point, its squared length. */
export const TRY_WEIGHT = 65;
export const TRY_V = 69;
export const TRY_VV = 72;

/** A direction for the support functions, in the frame of the shape that is asked. */
export const DIR = 73;

/** GJK stops early once the cores are proven farther apart than this (m)… */
export const FAR = 76;
/** …or nearer than this (m, squared); −1 = never. */
export const NEAR2 = 77;
/** Sum of the extents of the two cores: the length that tolerances are relative to (m). */
export const SIZE = 78;

/** Answer for the cores, frame A: unit normal A → B, signed distance, error bound, witness point on A's core. */
export const NORMAL = 79;
export const DISTANCE = 82;
export const BOUND = 83;
export const WITNESS = 84;

/** Support h(n) of the difference along a direction, written by the penetration search. */
export const HEIGHT = 87;

/** The answer in the world: witness points minus their shape's position, world axes. */
export const OFFSET_A = 88;
export const OFFSET_B = 91;

/** Distance at which GJK found cores in touch (m), 0 if it found them overlapping. */
export const TOUCH = 95;

/**
 * The poses as gathered: quaternion of A, quaternion of B (x y z w, of any length but zero), position of B minus position
 * of A (m, world axes).
 */
export const POSE = 96;

const REAL_PLACES = 107;

// ---- places in `Scratch.i` -----------------------------------------------------------------------------------------

/** Vertex ids of the simplex points on A and on B. */
export const ID_A = 0;
export const ID_B = 4;
/** Simplex points in use. */
export const COUNT = 8;
/** Iterations of the last GJK and of the last polytope search. */
export const STEPS = 9;
export const EXPANSIONS = 10;

/** Shape rows of the first and the second of the canonical order. */
export const ROW_A = 11;
export const ROW_B = 12;
/** 1 = the canonical order is not the caller's. */
export const SWAPPED = 13;
/** How GJK ended. */
export const END = 14;

const INTEGER_PLACES = 16;

/** What one pair is computed in. */
export interface Scratch {
  readonly f: Float64Array;
  readonly i: Int32Array;
}

/** Scratch for one pair. */
export function createScratch(): Scratch {
  return { f: new Float64Array(REAL_PLACES), i: new Int32Array(INTEGER_PLACES) };
}

/** All that one thread computes in. */
export interface Workbench {
  readonly scratch: Scratch;
  readonly polytope: Polytope;
}

/** A workbench for one thread. */
export function createWorkbench(): Workbench {
  return { scratch: createScratch(), polytope: createPolytope() };
}

/** Numbers that users read and write: f32 in an engine, f64 in `hullstorm/pair`. */
export type Reals = Float32Array | Float64Array;

/** Where colliders are: columns of the collider table. */
export interface Poses {
  readonly positions: Float64Array;
  readonly rotations: Reals;
  readonly shapes: Uint32Array;
}

/** Where answers go: columns of the result table. */
export interface Answers {
  readonly status: Uint8Array;
  readonly separation: Reals;
  readonly offsetA: Reals;
  readonly offsetB: Reals;
}

/** What a query asks besides the pairs. */
export interface Question {
  /** Only whether they overlap: no distance is written. */
  readonly flags: boolean;
  /** One number: rows proven farther apart than this (m) stop early. An array, because a field would allocate. */
  readonly limit: Float64Array;
  /** Whether penetration is measured. */
  readonly depth: boolean;
  /** Simplex column to start from, and to write. */
  readonly from: Uint16Array;
  readonly to: Uint16Array;
}

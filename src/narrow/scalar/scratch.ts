/**
 * What a pair is computed in: one Float64Array and one Int32Array with named places. Kernels pass numbers to each other
 * through these places and not as arguments, because V8 allocates for every double that crosses a call it did not
 * inline.
 *
 * Frames: "A" is the frame of the first shape of the (canonically ordered) pair, metres. The simplex lives in the
 * difference B − A: y = b − a, so the closest point v of the simplex to the origin points from A to B.
 */
import type { ShapeTable } from '../../shapes/shapeTable.ts';
import type { VertexTable } from '../../shapes/vertexTable.ts';
import { createPolytope, type Polytope } from './epa/polytope.ts';

/** The shapes of one engine, or of one prepared shape in `hullstorm/pair`. */
export interface Geometry {
  readonly shapes: ShapeTable;
  readonly vertices: VertexTable;
}

// ---- places in `Scratch.f` -----------------------------------------------------------------------------------------

/** Rotation B → A, row major 3×3. */
export const ROT = 0;
/** Position of B in frame A. */
export const SHIFT = 9;

/** Simplex points y = b − a, 4 × xyz, frame A. */
export const Y = 12;
/** Their points a on A, 4 × xyz, frame A. */
export const A = 24;
/** Barycentric weights of the simplex points; weights of empty slots are not defined. */
export const WEIGHT = 36;
/** Closest point of the simplex to the origin, frame A, and its squared length. */
export const V = 40;
export const VV = 43;
/** v · w for the support w found along v: the lower bound of the distance is v · w / |v|. */
export const VW = 44;

/** Candidate of the sub-distance solver: weights by slot, closest point, its squared length. */
export const TRY_WEIGHT = 45;
export const TRY_V = 49;
export const TRY_VV = 52;

/** A direction for the support functions, in the frame of the shape that is asked. */
export const DIR = 53;

/** GJK stops early once the cores are proven farther apart than this (m)… */
export const FAR = 56;
/** …or nearer than this (m, squared); −1 = never. */
export const NEAR2 = 57;
/** Sum of the extents of the two cores: the length that tolerances are relative to (m). */
export const SIZE = 58;

/** Answer for the cores, frame A: unit normal A → B, signed distance, error bound, witness point on A's core. */
export const NORMAL = 59;
export const DISTANCE = 62;
export const BOUND = 63;
export const WITNESS = 64;

/** Support h(n) of the difference along a direction, written by the penetration search. */
export const HEIGHT = 67;

/** Distance at which GJK found cores in touch (m), 0 if it found them overlapping. */
export const TOUCH = 68;

/**
 * How far the point that the weights of the simplex give lies from distance · normal (m): the witness is off by that.
 */
export const MISS = 69;

/** Copies of the places from Y to VW, and of MISS: the best step of GJK so far. */
export const BEST = 70;
export const BEST_MISS = BEST + VW + 1 - Y;

const REAL_PLACES = BEST_MISS + 1;

// ---- places in `Scratch.i` -----------------------------------------------------------------------------------------

/** Vertex ids of the simplex points on A and on B. */
export const ID_A = 0;
export const ID_B = 4;
/** Simplex points in use. */
export const COUNT = 8;
/** Iterations of the last GJK and of the last polytope search. */
export const STEPS = 9;
export const EXPANSIONS = 10;

/** How GJK ended. */
export const END = 11;

/** Copies of the places up to COUNT: the best step of GJK so far. */
export const BEST_ID = 12;

const INTEGER_PLACES = BEST_ID + COUNT + 1;

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
export interface ScalarScratch {
  readonly scratch: Scratch;
  readonly polytope: Polytope;
}

/** A workbench for one thread. */
export function createScalarScratch(): ScalarScratch {
  return { scratch: createScratch(), polytope: createPolytope() };
}

/** The tables of one thread's ray, at the place of a tile's tables. */
import type { MOST_TILE_BYTES } from '../context.ts';
import type { Column, Ints, Table, Tables } from '../lanes.ts';
import type { Axis, Pending } from './descent.ts';

/** Numbers of the ray, f64 (scalar/rays/places.ts). */
interface Numbers extends Table<256> {
  readonly values: Column;
}

/** Larger hulls are left to the host. */
export const MOST_FACES = 128;

/** Planes of a hull along a ray (m from the point nearest to the body): see hullFace.ts. */
export interface PlaneEdges extends Table<typeof MOST_FACES> {
  /** No plane is entered later; NaN for planes of exit, and for those nearly along the ray. */
  readonly entries: Column;
  /** Minus: no plane of exit is left earlier; NaN for all others. */
  readonly exits: Column;
  /** The last entry is not before the greatest lane of row 0, the first exit not after minus that of row 4. */
  readonly most: Column;
}

export interface RayTables extends Table<4, typeof MOST_TILE_BYTES> {
  readonly numbers: Numbers;
  readonly axes: Tables<Axis, 3>;
  /** A key is where the ray enters, as the bits of an f32 ≥ 0. */
  readonly stack: Pending;
  readonly state: State;
  readonly edges: PlaneEdges;
}

/** Integers of the search. */
interface State extends Table<8> {
  readonly words: Ints;
}

// words of the state
/** Height of the stack. */
export const TOP = 0;
/** The ray of the table, the end of the block, and whether the search of the ray has begun. */
export const RAY = 1;
export const END = 2;
export const BEGUN = 3;
/** Groups of which a body must have one, and the row that the ray does not meet. */
export const SEEN = 4;
export const IGNORED = 5;

// ---- what becomes of a body -----------------------------------------------------------------------------------------

/** The nearest hit is as before. */
export const SAME = 0;
/** The body is hit, nearer than all before. */
export const NEARER = 1;
/** The host tests the body. */
export const HOST = 2;

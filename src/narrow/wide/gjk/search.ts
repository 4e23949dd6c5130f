/**
 * What GJK knows of four pairs, a group.
 *
 * A step is done for all groups that still seek before the next step begins: each has nothing to do with the one before it,
 * so that the processor works on several at once. One group alone would wait for its own results most of the time.
 */
import type { Column, ColumnOf, Int, IntColumn, Ints, Table } from '../lanes.ts';
import { SEARCH_BYTES } from '../tile.ts';
import type { Mat3, Quat, Vec3 } from '../vectors.ts';
import type { Simplex, Step } from './simplex.ts';

export interface Search extends Table<4> {
  // what the pair is: see `Pose`
  readonly rotation: ColumnOf<Mat3>;
  readonly shift: ColumnOf<Vec3>;
  readonly offset: ColumnOf<Vec3>;
  readonly quatA: ColumnOf<Quat>;
  readonly scaleA: Column;
  /** Half extents of the cores. */
  readonly halfA: ColumnOf<Vec3>;
  readonly halfB: ColumnOf<Vec3>;
  readonly radiusA: Column;
  readonly radiusB: Column;
  /** Squares: cores farther apart end BEYOND, nearer ones WITHIN (−1: none). */
  readonly far2: Column;
  readonly near2: Column;

  // where it stands
  /** One of the codes below. */
  readonly state: IntColumn;
  /** −1 where the search began without a simplex, else 0. */
  readonly cold: IntColumn;
  /** −1 where the kept simplex is still the answer: it is handed on as it was, so that the same question gets the same bits. */
  readonly unchanged: IntColumn;
  readonly simplex: ColumnOf<Simplex>;
  /** The nearest point of the simplex, and its squared length. */
  readonly v: ColumnOf<Vec3>;
  readonly vv: Column;
  /** The point of B − A that is lowest along v, its vertex ids, and its height along v. */
  readonly lowest: ColumnOf<Vec3>;
  readonly id: IntColumn;
  readonly height: Column;
  /** Where a step to that point leads. */
  readonly step: ColumnOf<Step>;
}

/** Byte address of the search of the group of row k. */
export function searchAt(searches: Int, k: Int): Int {
  return searches + SEARCH_BYTES * (k >> 2);
}

/** Groups that still seek: rows of their first pairs. */
export interface Live extends Table<32> {
  readonly groups: Ints;
}

/** How a search ended. They are or-ed to SEEKING, which is 0. */
export const RUNNING = 0;
/** Bounds met, or f32 sees no progress. */
export const MET = 1;
/** The simplex and the lowest point contain the origin. */
export const CONTAINED = 2;
export const BEYOND = 3;
export const WITHIN = 4;
/** No finite pose, or no rotation. */
export const INVALID = 5;

/**
 * The GJK search of four pairs, a group.
 *
 * Every group takes a step before any takes the next. Groups are independent, so the processor overlaps their work. A
 * single group would mostly wait for its own results.
 */
import type { Column, ColumnOf, IntColumn, Ints, Table } from '../lanes.ts';
import type { Mat3, Quat, Vec3 } from '../vectors.ts';
import type { Simplex, Step } from './simplex.ts';

export interface Search extends Table<4> {
  // the pair: see `RelativePose`
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
  /** Squared limits: cores farther apart end BEYOND, nearer ones WITHIN (−1: never). */
  readonly far2: Column;
  readonly near2: Column;

  // the state of the search
  /** One of the codes below. */
  readonly state: IntColumn;
  /** −1 if the search starts without a simplex, else 0. */
  readonly cold: IntColumn;
  /** −1 if the stored simplex is still valid: it is copied unchanged, so that the same query gives the same bits. */
  readonly unchanged: IntColumn;
  readonly simplex: ColumnOf<Simplex>;
  /** The nearest point of the simplex, and its squared length. */
  readonly v: ColumnOf<Vec3>;
  readonly vv: Column;
  /** The support point: the point of B − A lowest along v, its vertex ids, and its height along v. */
  readonly support: ColumnOf<Vec3>;
  readonly id: IntColumn;
  readonly height: Column;
  /** The result of the step to that point. */
  readonly step: ColumnOf<Step>;

  /** Padding: searches a power of two apart would share sets of the first cache. */
  readonly gap: Gap;
}

interface Gap extends Table<44> {
  readonly column: Column;
}

/** Groups that still search: rows of their first pairs. */
export interface Live extends Table<32> {
  readonly groups: Ints;
}

/** The ending of a search. Codes are or-ed to RUNNING, which is 0. */
export const RUNNING = 0;
/** The bounds meet, or f32 shows no progress. */
export const MET = 1;
/** The simplex and the support point contain the origin. */
export const CONTAINED = 2;
export const BEYOND = 3;
export const WITHIN = 4;
/** A pose is not finite, or a quaternion is zero. */
export const INVALID = 5;

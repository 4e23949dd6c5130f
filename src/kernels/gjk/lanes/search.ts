/**
 * The GJK search of four pairs, a group.
 *
 * Every group takes a step before any takes the next. Groups are independent, so the processor overlaps their work. A
 * single group would mostly wait for its own results.
 *
 * A search is paused as soon as most of its lanes have ended. The pairs that still search then form new groups
 * (searchPairs.ts). Their progress moves along, and their poses are loaded again.
 */
import type { Column, ColumnOf, IntColumn, Ints, Table } from '../../../language/lanes.ts';
import type { Mat3, Quat, Vec3 } from '../../../math/lanes/vectors.ts';
import type { Simplex, Step } from './simplex.ts';

/** Maximum of steps. A lane that needs more is undecided. */
export const MAX_STEPS = 24;

/** What a search that is paused keeps. */
export interface Progress extends Table<4> {
  /** One of the codes below. */
  readonly state: IntColumn;
  /** Number of steps taken. */
  readonly steps: IntColumn;
  /** −1 in the first two steps of a search without a start simplex, else 0. */
  readonly cold: IntColumn;
  /** −1 if the stored simplex is still valid: it is copied unchanged, so that the same query gives the same bits. */
  readonly unchanged: IntColumn;
  readonly simplex: ColumnOf<Simplex>;
  /** The nearest point of the simplex, and its squared length. */
  readonly v: ColumnOf<Vec3>;
  readonly vv: Column;
}

/** Columns of `Progress`. */
export const PROGRESS_COLUMNS = 23;

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

  // a step
  /** The support point: the point of B − A lowest along v, its vertex ids, and its height along v. */
  readonly support: ColumnOf<Vec3>;
  readonly id: IntColumn;
  readonly height: Column;
  /** The result of the step to that point. */
  readonly step: ColumnOf<Step>;
}

/** Groups of a chunk that still search: rows of their first pairs, and in the first word the number of their lanes. */
export interface Live extends Table<4> {
  readonly groups: Ints;
  readonly lanes: Ints;
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
/** The search has taken MAX_STEPS. */
export const SPENT = 6;

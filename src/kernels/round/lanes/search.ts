/** The GJK search of four pairs with round cores, a group. Its points have no vertex: a slot keeps the direction. */
import type { Column, ColumnOf, IntColumn, Lane, Table } from '../../../language/lanes.ts';
import type { Mat3, Quat, Vec3 } from '../../../math/lanes/vectors.ts';

/** Groups of a chunk. */
export const ROUND_GROUPS = 4;

/** Three points of B − A, the unit directions they are supports against, and the weights of the nearest point. */
export interface RoundSimplex {
  readonly p: Vec3;
  readonly q: Vec3;
  readonly r: Vec3;
  readonly alongP: Vec3;
  readonly alongQ: Vec3;
  readonly alongR: Vec3;
  readonly weightP: Lane;
  readonly weightQ: Lane;
  readonly weightR: Lane;
}

export interface RoundSearch extends Table<4> {
  // the pair: see `RelativePose`
  readonly rotation: ColumnOf<Mat3>;
  readonly shift: ColumnOf<Vec3>;
  readonly offset: ColumnOf<Vec3>;
  readonly quatA: ColumnOf<Quat>;
  readonly scaleA: Column;
  readonly halfA: ColumnOf<Vec3>;
  readonly halfB: ColumnOf<Vec3>;
  readonly radiusA: Column;
  readonly radiusB: Column;
  /** Sum of the extents of the cores (m). */
  readonly size: Column;
  /** Limits (m): cores farther apart end BEYOND, nearer ones WITHIN (−1: never). */
  readonly far: Column;
  readonly near: Column;

  // the state of the search: see `Search`
  readonly state: IntColumn;
  readonly simplex: ColumnOf<RoundSimplex>;
  /** The nearest point of the simplex, and its squared length; the first direction at the start. */
  readonly v: ColumnOf<Vec3>;
  readonly vv: Column;
  /** The unit vector along v, the point of B − A lowest along it, and its height. */
  readonly along: ColumnOf<Vec3>;
  readonly support: ColumnOf<Vec3>;
  readonly height: Column;
  /** How many steps may still be level. */
  readonly level: Column;
}

/**
 * A slot of the last simplex. `along` and `point` come from the search: its direction, and its point of B − A. The
 * support along that direction gives the rest: its point on A, its ids on A (low half) and B (high half), and the
 * squared distance of its B − A from `point`.
 */
export interface RoundSlot extends Table<4> {
  readonly along: ColumnOf<Vec3>;
  readonly point: ColumnOf<Vec3>;
  readonly miss: Column;
  readonly onA: ColumnOf<Vec3>;
  readonly id: IntColumn;
}

/** Depths of four pairs, besides `Outcome`: the directions of the corners of the face, and of the vertex opposite. */
export interface RoundOutcome extends Table<4> {
  readonly alongP: ColumnOf<Vec3>;
  readonly alongQ: ColumnOf<Vec3>;
  readonly alongR: ColumnOf<Vec3>;
  readonly apex: ColumnOf<Vec3>;
}
/** Columns of a `RoundOutcome`. */
export const ROUND_OUTCOME_COLUMNS = 12;

/** By vertex of the polytope, x y z and an unused value at element 4 k: its direction. */
export interface Directions extends Table<256> {
  readonly along: Column;
}

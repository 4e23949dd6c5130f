/** The state of one GJK search, its endings, and the limits that all forms of GJK share. */
import type { Double, InF32, Int } from '../../language/lanes.ts';
import { type Vec3, zero } from '../../math/vectors.ts';

/** v is the closest point of the difference to the origin; v·w / |v| is the lower bound of its distance. */
export const CONVERGED = 0;
/** The origin lies in the difference, or nearer to it than rounding resolves. */
export const CONTAINED = 1;
/** The cores are farther apart than the distance limit of the query. */
export const BEYOND = 2;
/** The cores are nearer than an overlap query requires. */
export const WITHIN = 3;
/** The bounds do not meet: v is the best point found. About one in 100,000 pairs near contact of slivers. */
export const UNPROVEN = 4;
/** The search has not ended. */
export const RUNNING = 5;

/** The fast path ends after this many steps; 17 is the maximum in the million pairs of test/deep. */
export const MAX_FAST_STEPS = 24;
/** Bounds that differ by less than this part of the size prove a result. */
export const PROVEN = 1e-8;
/** The bounds meet at this relative width of the bracket around the distance: (v·v − v·w) / v·v. */
export const CLOSED: InF32<1e-6> = 1e-12;
/**
 * Cores whose gap is less than this part of their size count as touching: v is then 1e-8 rad off (f64 rounding of
 * vertices is 1e-16 of the size). The penetration search takes over, because its planes are exact.
 */
export const TOUCHING = 1e-8;

/** What the sub-distance problem reads and writes (reduce.ts). */
export interface Corners {
  ending: Int;
  readonly p: Vec3;
  readonly q: Vec3;
  readonly r: Vec3;
  /** The fourth point, if the simplex contains the origin. */
  idS: Int;
  /** The nearest point of the simplex, or the first direction. */
  readonly v: Vec3;
  /** The point of B − A that is lowest along v, and its ids. */
  readonly w: Vec3;
  idW: Int;
}

/** A search. An id holds the vertex of A in the low half of the word, that of B in the high half. */
export interface Search extends Corners {
  /** Points in use: p, then q, then r. */
  count: Int;
  idP: Int;
  idQ: Int;
  idR: Int;
  weightP: Double;
  weightQ: Double;
  weightR: Double;
  /** The squared length of v, Infinity for a direction. */
  vv: Double;
  /** The height of w: v·w. */
  height: Double;
}

/** A search at its start. */
export function newSearch(): Search {
  return {
    ending: RUNNING,
    count: 0,
    p: zero(),
    q: zero(),
    r: zero(),
    idP: -1,
    idQ: -1,
    idR: -1,
    idS: -1,
    weightP: 1,
    weightQ: 0,
    weightR: 0,
    v: zero(),
    vv: Infinity,
    w: zero(),
    idW: -1,
    height: 0,
  };
}

/** Weights of p, q and r in the nearest point; the rest is the weight of w. */
export interface Weights {
  p: Double;
  q: Double;
  r: Double;
}

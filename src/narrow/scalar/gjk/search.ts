/** The state of one GJK search, how it ends, and the limits that every form of GJK shares. */
import { zero } from '../vectors.ts';

/**
 * v is the closest point of the difference to the origin; v·w / |v| is the lower bound of the distance that goes with
 * it.
 */
export const CONVERGED = 0;
/** The origin lies in the difference, or nearer to it than rounding can tell. */
export const CONTAINED = 1;
/** The cores are farther apart than the query asks for. */
export const BEYOND = 2;
/** The cores are nearer than the query asks for. */
export const WITHIN = 3;
/** The bounds have not met: v is the best point found. About one in 100,000 pairs near contact of slivers. */
export const UNPROVEN = 4;
/** The search has not ended. */
export const RUNNING = 5;

/** The fast path gives up after this many steps; 17 is the most seen in the million pairs of test/deep. */
export const MAX_FAST_STEPS = 24;
/** Bounds that differ by less than this part of the size prove a result. */
export const PROVEN = 1e-8;
/** Bounds have met: (v·v − v·w) / v·v, the relative width of the bracket around the distance. */
export const CLOSED = 1e-12;
/**
 * Cores nearer than this part of their size count as touching: the direction of v is 1e-8 rad off there (f64 rounding
 * of vertices is 1e-16 of the size), and the penetration search, whose planes are exact, takes over.
 */
export const TOUCHING = 1e-8;

/**
 * A search of which nothing is known. Ids hold the vertex of A in the low half of the word, that of B in the high half.
 */
export function newSearch() {
  return {
    ending: RUNNING,
    /** Points in use: p, then q, then r. */
    count: 0,
    p: zero(),
    q: zero(),
    r: zero(),
    idP: -1,
    idQ: -1,
    idR: -1,
    /** The fourth point, if the simplex contains the origin. */
    idS: -1,
    weightP: 1,
    weightQ: 0,
    weightR: 0,
    /** The nearest point of the simplex, or the first direction; its squared length, Infinity for a direction. */
    v: zero(),
    vv: Infinity,
    /** The point of B − A that is lowest along v, its ids, and its height v·w. */
    w: zero(),
    idW: -1,
    height: 0,
  };
}

export type Search = ReturnType<typeof newSearch>;

/** Weights of p, q and r in the nearest point; the rest is that of w. */
export interface Weights {
  p: number;
  q: number;
  r: number;
}

/**
 * The memory of the careful path: one pair of cores, and what it has found of them. Hosts make it by `new`; in wasm it
 * lies where the tables of a tile were. Hosts and wasm compile this folder, with the same bits.
 *
 * Frames: "A" is the frame of the first shape of the (canonically ordered) pair, meters. The simplex lies in the
 * difference B − A: y = b − a, so the closest point v of the simplex to the origin points from A to B.
 *
 * Numbers pass from function to function in these members, not as arguments: V8 allocates for every double that crosses
 * a call without inlining. Numbers that are not written yet are NaN: V8 keeps a member in place that is no integer at
 * first.
 */
import type { Double, Doubles, Int, Ints } from '../../language/lanes.ts';
import { doubles, ints } from '../../language/members.ts';
import type { OwnPools } from './pools.ts';

/** Up to four points of the difference B − A, and their point nearest to the origin. */
export class Simplex {
  /** Points in use. */
  count: Int = 0;
  /** The points, x y z each, frame A. */
  readonly y = doubles(12);
  /** Their points on A, frame A. */
  readonly a = doubles(12);
  /** For round cores: the directions they are supports along, frame A; x NaN if the ids are known. */
  readonly along = doubles(12);
  /** Barycentric weights of the nearest point; those of empty slots are not defined. */
  readonly weights = doubles(4);
  /** Ids of the points on A and on B: of vertices, or of directions (geometry.ts). */
  readonly idsA = ints(4);
  readonly idsB = ints(4);
  /** The nearest point, and its squared length. */
  readonly v = doubles(3);
  vv: Double = NaN;
  /** v · w for the support w found along v: the lower bound of the distance is v · w / |v|. */
  vw: Double = NaN;
  /** Error of the witness (m): from distance · normal to the point that the weights give. */
  miss: Double = NaN;
}

/** A candidate of the sub-distance solver (gjk/simplex.ts): the nearest point of some points of the simplex. */
export class Candidate {
  /** Of these slots, as a bit mask; their weights; the point, and its squared length. */
  mask: Int = 0;
  readonly weights = doubles(4);
  readonly v = doubles(3);
  vv: Double = NaN;
}

/** A pair of cores, and its measurement. */
export class CorePair {
  /** First words of the rows of the shapes. */
  wordA: Int = 0;
  wordB: Int = 0;
  /** Rotation B → A, row major 3 × 3, and position of B in frame A. */
  readonly rotation = doubles(9);
  readonly shift = doubles(3);
  /** Sum of the extents of the two cores: the length that tolerances are relative to (m). */
  size: Double = NaN;
  /** GJK stops early once the cores are proven farther apart than this (m)… */
  far: Double = NaN;
  /** …or nearer than this (m, squared); −1 = never. */
  near2: Double = NaN;
  /** The bracket of GJK is narrow enough at this width (m); 0 for polytopes, for which it closes exactly. */
  tolerance: Double = NaN;

  readonly simplex = new Simplex();
  /** The best step of GJK so far. */
  readonly best = new Simplex();
  readonly candidate = new Candidate();

  /** The direction of a support, then the point that it finds; both in the frame of the shape. */
  readonly direction = doubles(3);

  // the result for the cores, frame A
  /** How GJK ended (gjk/search.ts). */
  end: Int = 0;
  /** Unit normal from A to B. */
  readonly normal = doubles(3);
  /** Signed distance, and its error bound (m). */
  distance: Double = NaN;
  bound: Double = NaN;
  /** Witness point on A's core. */
  readonly witness = doubles(3);

  /** Support h(n) of the difference along `normal`, written by the penetration search. */
  height: Double = NaN;
  /** Distance of touching cores by GJK (m), 0 if GJK found an overlap. */
  touch: Double = NaN;
  /** Penetration of smooth cores: bounds of the depth so far, and the direction of the upper one. */
  lower: Double = NaN;
  upper: Double = NaN;
  readonly upperNormal = doubles(3);
  /** Half extents of two boxes (m). */
  readonly halfA = doubles(3);
  readonly halfB = doubles(3);
  /** A copy of `shift` while the cores are moved apart. */
  readonly saved = doubles(3);
  /** Unit vectors x and u that span the plane of a search (round/parallel.ts). */
  readonly plane = doubles(6);

  /** Iterations of the last GJK, and of the last polytope search. */
  steps: Int = 0;
  expansions: Int = 0;
}

/** The poses of one pair in f64: A in row 0, B in row 1, four numbers each. */
export class PairPoses {
  readonly positions = doubles(8);
  readonly rotations = doubles(8);
}

/** The result for one pair, world axes. */
export class PairOut {
  distance: Double = NaN;
  errorBound: Double = NaN;
  readonly normal = doubles(3);
  readonly offsetA = doubles(3);
  readonly offsetB = doubles(3);
}

/** Points of the difference B − A: members of a simplex, and of a polytope. */
export interface PointRows {
  readonly y: Doubles;
  readonly a: Doubles;
  readonly along: Doubles;
  readonly idsA: Ints;
  readonly idsB: Ints;
}

/** Shapes as kernels read them. `Geometry` of hosts has these members, and more (geometry.ts). */
export type CorePools = OwnPools;

/**
 * The tables of one cast. Hosts make them by `new`; those of the wide kernel lie in the tables of a tile. World axes,
 * meters, radians; times are parts of the motion, 0 … 1. Offset and motion are those of B seen from A: differences
 * in f64. Matrices are rotations local → world, row major 3 × 3.
 *
 * Numbers that hosts have not written yet are NaN: V8 keeps a member in place that is no integer at first.
 */
import type { Double, Int } from '../../language/lanes.ts';
import { doubles } from '../../language/members.ts';
import { PairOut, PairPoses } from '../cores/corePair.ts';

/**
 * The nine numbers of a matrix, or three of a vector, as functions of an angle: the parts that stay, and those that go
 * with its cosine and its sine.
 */
export class TurnParts {
  readonly still = doubles(9);
  readonly cos = doubles(9);
  readonly sin = doubles(9);
}

/** One of the two bodies. */
export class CastBody {
  /** First word of the row of its shape. */
  word: Int = 0;
  /** Of the core (tables/shapeWords.ts). */
  traits: Int = 0;
  /** Rotation vector of the whole motion. */
  readonly turn = doubles(3);
  /** Its length: written by `beginNumbers`. */
  angle: Double = NaN;
  /** At the start, a quaternion x y z w of any length but zero. */
  readonly rotation = doubles(4);
  /** Half extents of a box (m). */
  readonly half = doubles(3);
  /** The core lies in the sphere of this radius around the point about which the body turns. */
  extent: Double = NaN;
  radius: Double = NaN;
  /**
   * From the position of the body, its own axes (m): the point about which it turns, and whose offset is `offset`. The
   * wide kernel leaves pairs that have one.
   */
  readonly pivot = doubles(3);
  /** Its rotation at the start, and where it is placed. */
  readonly rest = doubles(9);
  readonly turned = doubles(9);
  readonly parts = new TurnParts();
  /** The axis seen by A, and its opposite by B, in local frames. It is all `still` for a body without a turn. */
  readonly seen = new TurnParts();
  /** Height of the support along the axis that it sees. */
  top: Double = NaN;
  /** Of a box: its three half axes, x y z, world. */
  readonly core = doubles(9);
  /** The support that was found last, world, from the position of the body. */
  readonly found = doubles(3);
}

/** Two boxes, along 15 axes (boxAxes.ts). */
export class CastBoxes {
  /** Rotation B → A. */
  readonly between = doubles(9);
  /** The times between which they may be near. Their contact is sought at the first, 0 for boxes that turn. */
  enter: Double = NaN;
  leave: Double = NaN;
  /** How near that is. */
  near: Double = NaN;
  /** Along each axis: offset, velocity, and sum of the half extents, all times the length of the axis. */
  readonly offsets = doubles(15);
  readonly rates = doubles(15);
  readonly reaches = doubles(15);
  readonly lengths = doubles(15);
  /** Along each axis: the separation, times the length of the axis; of those across edges, the square of that. */
  readonly gaps = doubles(15);
  readonly squares = doubles(9);
  /** Along the axis of contact, frame A: the separation of the cores, the normal, and a point of each box. */
  gap: Double = NaN;
  readonly normal = doubles(3);
  readonly onA = doubles(3);
  readonly onB = doubles(3);
  /** The corner of B, in the frame of B. */
  readonly corner = doubles(3);
}

/** The point of a simplex that is nearest to the origin: weights of the corners, the point, its squared length. */
export class NearestPoint {
  readonly weights = doubles(4);
  readonly point = doubles(3);
  square: Double = NaN;
}

/** Four points of B − A, x y z: at the start, at the time of the cast; and the points of A. */
export class CastSimplex {
  readonly start = doubles(12);
  readonly now = doubles(12);
  readonly onA = doubles(12);
  readonly nearest = new NearestPoint();
  /** Of one face. */
  readonly trial = new NearestPoint();
}

export class CastNumbers {
  // what the caller writes, and in the bodies `turn`, `rotation`, `pivot`
  /** Offset at the start, and displacement over the whole motion. */
  readonly offset = doubles(3);
  readonly move = doubles(3);
  /**
   * The distance at which the shapes count as touching, and how much farther apart a hit may be: NaN is the default,
   * and `beginNumbers` makes it larger than rounding.
   */
  skin: Double = NaN;
  tolerance: Double = NaN;
  /** Hits after this time do not count. */
  limit: Double = NaN;

  // constants of a cast
  /** Sums of those of the bodies. */
  radius: Double = NaN;
  extent: Double = NaN;
  /** Of a height. */
  rounding: Double = NaN;

  // the state
  /** The time up to which the pair is proven to be farther apart than `skin`. */
  time: Double = NaN;
  /** The time at which poses and heights are computed. */
  at: Double = NaN;
  /** The time of the last placement for a distance query, −1 before the first; and the offset of the last placement. */
  placed: Double = NaN;
  readonly place = doubles(3);
  /** Unit normal from A to B, and the separation along it that is proven. */
  readonly axis = doubles(3);
  height: Double = NaN;
  /** The axis in the local frame of a body; of an axis that turns, where it has come to. */
  readonly local = doubles(3);
  /** The bodies where they are placed for a distance query, A at the origin; and what the last one has found. */
  readonly poses = new PairPoses();
  readonly found = new PairOut();
  /** Signed distance of the grown shapes at `time`, and the witness point on A minus A's position. */
  gap: Double = NaN;
  readonly point = doubles(3);
  /** Along the axis: offset at the start and velocity, the largest closing speed of two points, the sag of a chord. */
  along: Double = NaN;
  rate: Double = NaN;
  speed: Double = NaN;
  sag: Double = NaN;
  /** The separation along the axis at the time of a step, and the longest step that is proven. */
  low: Double = NaN;
  step: Double = NaN;
  /** The length of a chord that is tried, to the time `at`; and the slope of the last one, 0 before the first. */
  tau: Double = NaN;
  slope: Double = NaN;

  // an axis that turns (turningAxis.ts)
  /** Its rotation vector per time 1, and how far off that may be. */
  readonly spin = doubles(3);
  slack: Double = NaN;
  /** The largest offset of the rest of the motion. */
  far: Double = NaN;
  /** The derivative of the separation along the axis. */
  fall: Double = NaN;

  /** An angle, or what is left of it, and its cosine and sine. */
  angle: Double = NaN;
  cos: Double = NaN;
  sin: Double = NaN;
  readonly a = new CastBody();
  readonly b = new CastBody();
  readonly boxes = new CastBoxes();
  readonly simplex = new CastSimplex();
}

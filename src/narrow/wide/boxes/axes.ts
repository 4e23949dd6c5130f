/**
 * The axis of largest separation among the 15 of two boxes, and whether a cross axis that f32 knows too badly could be a
 * better one.
 */
import { abs, type Lane, type LaneInt, type Mask, max, select, where } from '../lanes.ts';
import { cross, dot, type Vec3 } from '../vectors.ts';

/** A cross axis is known well enough from this sine² on; below the other the edges are parallel, and it says nothing. */
const KNOWN = 1e-2;
const PARALLEL = 1e-11;

/** The best face so far: its separation, and its number. */
export interface BestFace {
  readonly separation: Lane;
  readonly axis: LaneInt;
}

export function face(best: BestFace, axis: LaneInt, separation: Lane): BestFace {
  // a later number is larger
  return {
    separation: max(best.separation, separation),
    axis: max(best.axis, where(separation > best.separation, axis)),
  };
}

/** The best cross axis so far. Separations are squared, their signs kept: that takes no root. */
export interface BestEdge {
  readonly square: Lane;
  readonly axis: LaneInt;
  /** Whether one that is badly known could beat the best face. */
  readonly doubt: Mask;
}

/** What cross axes are held against. */
export interface Bar {
  /** Signed square of the separation that beats the best face. */
  readonly square: Lane;
  /** Rounding of an unnormalised separation. */
  readonly error: Lane;
}

/** A cross axis, unnormalised: the cosine between the edges, the distance along it less the reach of both boxes. */
export function edge(best: BestEdge, bar: Bar, axis: LaneInt, cosine: Lane, separation: Lane): BestEdge {
  const sine2 = 1 - cosine * cosine;
  const share = 1 / sine2;
  const square = separation * abs(separation) * share;
  const most = separation + bar.error;
  const known = sine2 > KNOWN;
  const better = known && square > best.square;
  return {
    square: select(better, square, best.square),
    axis: max(best.axis, where(better, axis)),
    doubt: best.doubt || (!known && sine2 > PARALLEL && most * abs(most) * share > bar.square),
  };
}

/** What the boxes are found to meet along. */
export interface Contact {
  readonly normal: Vec3;
  /** Negative. */
  readonly depth: Lane;
  readonly size: Lane;
}

/**
 * Whether a badly known cross axis (x, y, z), unnormalised, could be less deep than the contact. It could not where it is
 * nearly the normal: boxes that meet in a point along n are at least depth × cosine deep along all that is nearer to n than a
 * right angle, because how far a direction separates them is a concave function of it.
 */
export function isDoubtful(contact: Contact, bar: Bar, cosine: Lane, separation: Lane, axis: Vec3): Mask {
  const sine2 = dot(axis, axis);
  const most = separation + bar.error;
  const could = 1 - cosine * cosine <= KNOWN && most * abs(most) > bar.square * sine2;
  // parallel edges add nothing
  const parallel = sine2 <= 4e-12;
  const beside = cross(axis, contact.normal);
  // twice the square of the part beside the normal, and of what f32 may have left out of it
  const beside2 = 2 * dot(beside, beside) + 8e-14;
  const along = beside2 * -contact.depth <= 4e-6 * contact.size * sine2;
  return could && !(parallel || along);
}

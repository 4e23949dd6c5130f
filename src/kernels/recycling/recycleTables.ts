/**
 * The tables of a row whose manifold may be recycled, and the columns of stamps (tables/contactStamps.ts). A has the
 * smaller id. Vectors are in A's frame, if nothing else is said; lengths in meters.
 */
import type { Bytes, Double, Floats, Int, Ints } from '../../language/lanes.ts';
import { doubles } from '../../language/members.ts';

export class Recycling {
  /** The largest separation of a contact point, and the largest signed distance of a pair that touches. */
  margin: Double = NaN;
  touching: Double = NaN;
  /** The largest motion of a row that keeps its points, as a part of its smaller shape; the same at most. */
  share: Double = NaN;
  mostMotion: Double = NaN;
  /** Legal ids are below. */
  rowCount: Int = 0;
  /** 1 = the last query wrote stamps. */
  isStamped: Int = 0;
  /** 1 = recycled rows leave stamps and anchors where they are: the columns to write are those of the last query. */
  isInPlace: Int = 0;
  query: Int = 0;
  /** The rows of this turn get fresh manifolds. */
  turn: Int = 0;

  a: Int = 0;
  b: Int = 0;
  /** −1 if the caller's pair is (B, A), else 1. */
  sign: Double = NaN;
  /** Position of B minus position of A, world axes; the same in A's frame. */
  readonly offset = doubles(3);
  readonly position = doubles(3);
  /** Rotations, unit quaternions: of A, of B, and of B in A's frame. */
  readonly quatA = doubles(4);
  readonly quatB = doubles(4);
  readonly quat = doubles(4);
  /** The stamp of the row. */
  readonly oldPosition = doubles(3);
  readonly oldQuat = doubles(4);
  readonly normal = doubles(3);
  reach: Double = NaN;
  gap: Double = NaN;
  /** The motion since then. */
  readonly shift = doubles(3);
  readonly spin = doubles(4);
  /** Upper bounds: the displacement of the smaller shape, and the part that the rotation has in it. */
  motionBound: Double = NaN;
  turnBound: Double = NaN;
  /** The normal now, world axes. */
  readonly up = doubles(3);
  /** A point of B, seen from B's old position, and its motion. */
  readonly arm = doubles(3);
  readonly moved = doubles(3);
  readonly point = doubles(3);
  /** The least separation of the points. */
  lowest: Double = NaN;
}

/** Stamps and anchors, and the number of the query by which each row has got its stamp. */
export interface StampColumns {
  readonly stamps: Floats;
  readonly anchors: Floats;
  readonly stamped: Ints;
}

/** Stamps and anchors of the last query, and what is written. */
export interface RecycleColumns {
  readonly from: StampColumns;
  readonly to: StampColumns;
  /** 1 = the row keeps its manifold. */
  readonly recycled: Bytes;
}

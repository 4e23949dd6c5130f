/**
 * The search for the closest collider of a point: its tables, and the columns of the query. Hosts make the tables by
 * `new`, and lay them over those of the wide kernel (memory/overlay.ts). So all members are memory, also of one number.
 * Hosts and wasm compile this folder, with the same bits. Meters.
 */
import type { Bytes, Doubles, Floats, Ints } from '../../language/lanes.ts';
import { doubles } from '../../language/members.ts';

/** In place of a row, from the wide kernel: the host searches the tree for the point. */
export const WHOLE = -2;

/** How far a point is from a body, world axes, or from its core, in the frame of the body. */
export class PointHit {
  /** Unit normal, from the body to the point. */
  readonly normal = doubles(3);
  /** Signed distance, and its error bound. */
  readonly distance = doubles(1);
  readonly bound = doubles(1);
  /** The closest point of the body, from its position. */
  readonly nearest = doubles(3);
}

export class PointSearch {
  /** The point, world. */
  readonly place = doubles(3);
  /** Colliders farther away than this cannot be the closest. */
  readonly limit = doubles(1);
  /** The place relative to the middle of the scene is known within this. */
  readonly margin = doubles(1);

  // the body that is measured
  /** Its rotation, local → world, row major 3 × 3; and the point in its frame. */
  readonly turn = doubles(9);
  readonly local = doubles(3);
  readonly core = new PointHit();
  readonly found = new PointHit();

  /** The closest body so far; its row, or −1; its child, or NO_CHILD; 1 if its distance is proven. */
  readonly best = new PointHit();
  readonly row = doubles(1);
  readonly child = doubles(1);
  readonly isProven = doubles(1);
}

/** Columns of the query (tables/closestTable.ts). */
export interface PointColumns {
  readonly points: Doubles;
  readonly status: Bytes;
  readonly ids: Ints;
  readonly distances: Doubles;
  readonly normals: Floats;
  readonly offsets: Floats;
  readonly child: Ints;
  readonly reals: Doubles;
}

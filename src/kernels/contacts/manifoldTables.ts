/**
 * The tables of one contact manifold. Hosts make tables by `new`; in
 * wasm they lie where the tables of a tile were. Hosts and wasm compile this folder, with the same bits.
 *
 * Contact frame: the origin is A's position, the third axis is the pair's normal n (A → B), the first two span the
 * plane across it. A point is (x, y, h): h is its height along n. All in meters.
 */
import type { Double, Int } from '../../language/lanes.ts';
import { doubles, ints } from '../../language/members.ts';

/** In place of a number of corners: the feature is a whole plane, without corners. */
export const WHOLE_PLANE = -1;

/**
 * Maximum number of corners of a face: larger faces are thinned. A patch has room for those of two faces, and two more:
 * 130.
 */
export const MAX_CORNERS = 64;

/** The feature of a shape: the face whose normal is closest to the contact normal, or the two ends of an edge. */
export class Side {
  /** 1 for A, −1 for B: the normal out of the shape is as much times that of the pair. */
  sign: Double = NaN;
  /** Number of corners: 0 = none (a point), 2 = an edge, WHOLE_PLANE, else a face. */
  count: Int = 0;
  /** Of the shape. */
  radius: Double = NaN;
  /** The plane of a face: nx x + ny y + nh h = offset. */
  readonly plane = doubles(4);
  /** Corners, x y h each. */
  readonly corners = doubles(192);
  /** Their ids, as of supports. */
  readonly ids = ints(64);
}

/** A patch while it is clipped. */
export class Outline {
  /** Corners: x, y, height on the subject. */
  readonly corners = doubles(390);
  /** Of each corner a tag, and the edge that begins there (clip.ts). */
  readonly tags = ints(260);
}

/** The contact patch. */
export class Patch {
  /** Corners, CORNER numbers each: x, y, height on A's surface and on B's. */
  readonly corners = doubles(520);
  /** Their feature ids. */
  readonly features = ints(130);
}

/** Numbers of a corner of a patch. */
export const CORNER = 4;

export class Manifold {
  readonly a = new Side();
  readonly b = new Side();
  /** Axes of the contact frame, world: two across the normal, and the normal. */
  readonly axes = doubles(9);
  /** Position of B minus position of A, world axes. */
  readonly offset = doubles(3);
  /** Witness point of A's surface in the contact frame. */
  readonly witness = doubles(3);
  /** Signed distance of the pair. */
  distance: Double = NaN;
  /** The largest separation of a contact point, and the largest signed distance of a pair that touches. */
  margin: Double = NaN;
  touching: Double = NaN;
  /** Points nearer than this to each other across the normal are the same corner. */
  snap: Double = NaN;
  /** The witness points become a contact point if they are deeper than the patch by this. */
  deeper: Double = NaN;
  /** Corners whose depths differ by at most this are equally deep. */
  asDeep: Double = NaN;
  /** A point beyond the side of a face by at most this is on it. */
  wider: Double = NaN;
  /** Of the shape whose feature is loaded: its rotation local → world, row major. */
  readonly turn = doubles(9);
  /** The axes of the contact frame in its frame. */
  readonly local = doubles(9);
  /** Its position in the contact frame. */
  readonly shift = doubles(3);
  /** Position of a point along each of two segments, from 0 to 1. */
  alongA: Double = NaN;
  alongB: Double = NaN;
  /** Of the azimuths of the corners of a cap (frustumFeature.ts). */
  readonly cosines = doubles(8);
  readonly sines = doubles(8);
  readonly outline = new Outline();
  readonly clipped = new Outline();
  readonly patch = new Patch();
  /** Numbers of the four corners that stay. */
  readonly chosen = ints(4);
}

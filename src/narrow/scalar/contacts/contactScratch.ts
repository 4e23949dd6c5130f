/**
 * Numbers of one manifold: one array of f64 and one of i32 with named offsets. Hosts and wasm compile this folder, with
 * the same bits.
 *
 * Contact frame: the origin is A's position, the third axis is the pair's normal n (A → B), the first two span the
 * plane across it. A point is (x, y, h): h is its height along n. All in meters.
 *
 * The feature of a shape is the face whose normal is closest to the contact normal, or the two ends of an edge.
 */
import type { Bytes, Doubles, Floats, Ints, Shorts, Words } from '../../wide/lanes.ts';

/** Sides of a pair. */
export const A = 0;
export const B = 1;

/** In place of a number of corners: the feature is a whole plane, without corners. */
export const WHOLE_PLANE = -1;

/** Maximum number of corners of a face: larger faces are thinned. */
export const MAX_CORNERS = 64;
/** Corners of a patch: those of both faces. */
const MAX_PATCH = 2 * MAX_CORNERS;

// ---- places in `f` --------------------------------------------------------------------------------------------------

/** Axes of the contact frame in the frame of the shape: first, second, normal A → B. */
export const LOCAL = 0;
/** The shape's position in the contact frame. */
export const SHIFT = 9;
/** A face's plane in the contact frame: nx x + ny y + nh h = offset. Of A, then of B. */
export const PLANE = 12;
export const PLANE_STRIDE = 4;
/** Corners of the features, 3 × MAX_CORNERS each: x y h. Of A, then of B. */
export const CORNERS = 20;
export const CORNERS_STRIDE = 3 * MAX_CORNERS;

const NUMBERS = CORNERS + 2 * CORNERS_STRIDE;
/** Axes of the contact frame, world: two across the normal, and the normal. */
export const ACROSS_1 = NUMBERS;
export const ACROSS_2 = NUMBERS + 3;
export const NORMAL = NUMBERS + 6;
/** Position of B minus position of A, world axes. */
export const OFFSET = NUMBERS + 9;
/** Signed distance of the pair. */
export const DISTANCE = NUMBERS + 12;
/** The largest separation of a contact point, and the largest signed distance of a pair that touches. */
export const MARGIN = NUMBERS + 13;
export const TOUCHING = NUMBERS + 14;
/** Points nearer than this to each other across the normal are the same corner. */
export const SNAP = NUMBERS + 15;
/** The witness points become a contact point if they are deeper than the patch by this. */
export const DEEPER = NUMBERS + 16;
/**
 * Corners whose depths differ by at most AS_DEEP are equally deep. A point beyond the side of a face by at most WIDER
 * is on it.
 */
export const AS_DEEP = NUMBERS + 17;
export const WIDER = NUMBERS + 18;
/** Witness point of A's surface in the contact frame. */
export const WITNESS = NUMBERS + 19;
/** Radii of A and B. */
export const RADIUS_A = NUMBERS + 22;
export const RADIUS_B = NUMBERS + 23;
/** Rotation local → world of the current shape, row major. */
export const ROT = NUMBERS + 24;
/** Position of a point along each of two segments, from 0 to 1. */
export const ALONG_A = NUMBERS + 33;
export const ALONG_B = NUMBERS + 34;
/** Cosines, then sines, of the azimuths of the corners of a cap (frustumFeature.ts). */
export const RIM = NUMBERS + 35;
/** Two buffers for the patch during clipping: x, y, height on the subject. */
export const WORK = NUMBERS + 51;
export const WORK_STRIDE = 3 * (MAX_PATCH + 2);
/** The patch: x, y, height on A's surface and on B's, per corner. */
export const PATCH = WORK + 2 * WORK_STRIDE;
export const PATCH_STRIDE = 4;

export const REAL_PLACES = PATCH + PATCH_STRIDE * (MAX_PATCH + 2);

// ---- places in `i` --------------------------------------------------------------------------------------------------

/** Ids of the corners, as of supports: MAX_CORNERS of A, then of B. */
export const IDS = 0;
/** Tag and edge of each corner of the patch during clipping. */
export const TAGS = 2 * MAX_CORNERS;
export const TAGS_STRIDE = 2 * (MAX_PATCH + 2);
/** Feature ids of the patch. */
export const FEATURES = TAGS + 2 * TAGS_STRIDE;
/** Numbers of the four corners of the manifold. */
export const CHOSEN = FEATURES + MAX_PATCH + 2;

export const INTEGER_PLACES = CHOSEN + 4;

/** The numbers of one manifold. */
export interface Manifold {
  readonly f: Doubles;
  readonly i: Ints;
}

/** The shapes of an engine. */
export interface ShapePools {
  readonly words: Words;
  readonly reals: Floats;
  readonly coordinates: Floats;
  readonly planes: Floats;
  readonly loops: Shorts;
}

/** Poses and shapes of the colliders. */
export interface PoseColumns {
  readonly positions: Doubles;
  readonly rotations: Floats;
  readonly shapes: Words;
}

/** The pairs, and what is known of them. */
export interface DistanceColumns {
  readonly ids: Words;
  readonly status: Bytes;
  readonly separation: Floats;
  readonly offsetA: Floats;
  readonly offsetB: Floats;
}

/** Ids of contact points: those of the last query, those to write, and where each point was in the last query. */
export interface FeatureColumns {
  readonly from: Words;
  readonly to: Words;
  readonly previous: Ints;
}

/** What a row writes, and its row in the last query. */
export interface ManifoldColumns {
  readonly features: FeatureColumns;
  readonly lastRow: Ints;
  readonly pointCount: Bytes;
  readonly pointsA: Floats;
  readonly pointsB: Floats;
  /** 1 per row that touches, else 0. */
  readonly touches: Bytes;
}

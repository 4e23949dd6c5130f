/**
 * What the functions of one pair in the plane hand to each other. Numbers pass in these members, not as arguments: V8
 * allocates for a double that crosses a call. Those that are not written yet are NaN: V8 keeps a member in place that
 * is no integer at first.
 */

/** Where a body is, f64. */
export class BodyPose {
  x = NaN;
  y = NaN;
  /** Of the rotation (rad): what `writeTurn` reads. */
  angle = NaN;
  cos = NaN;
  sin = NaN;
}

/** The poses of a query: of A, and of B. */
export const bodyA = /* @__PURE__ */ new BodyPose();
export const bodyB = /* @__PURE__ */ new BodyPose();

/** The pose of the second body of a pair in the frame of the first (frame.ts). */
class PairFrame extends BodyPose {
  /** Extents, radii and offset of the pair, added up: rounding errors are relative to it. */
  scale = NaN;
  /** The largest distance of interest. */
  limit = NaN;
}

export const frame = /* @__PURE__ */ new PairFrame();

/** What is measured of the pair, in the frame of A. */
class Measured {
  /** Signed distance (beyond the limit a lower bound), and its error bound. */
  distance = NaN;
  bound = NaN;
  /** Unit normal from A to B. */
  readonly normal = new Float64Array(2);
  /** Witness point on A minus the position of A, and that on B minus the position of B. */
  readonly pointA = new Float64Array(2);
  readonly pointB = new Float64Array(2);

  // of the cores: what the search finds, and the normal, which is of any length beyond the limit
  separation = NaN;
  /** The edge with a witness point: whether it is one of B, its first corner, and the part of the way along it. */
  isB = false;
  edge = 0;
  part = NaN;
  /** The corner of the other core. */
  corner = 0;
}

export const row = /* @__PURE__ */ new Measured();

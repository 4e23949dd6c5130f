/** `contacts` of a pair in the plane. */
import type { Keys } from '../../checks.ts';
import { Status, type StatusCode } from '../../tables/distanceStatus.ts';
import { KIND_SHIFT, NO_FEATURE, WITNESS_FEATURE } from '../../tables/featureIds.ts';
import { features, findContacts, MAX_POINTS, points } from '../pair/contacts.ts';
import { loadFrame } from '../pair/frame.ts';
import { measure } from '../pair/measure.ts';
import { type BodyPose, bodyA, bodyB } from '../pair/pairState.ts';
import type { Shape } from '../pair/shapes.ts';
import { loadPose, type Pose } from './poses.ts';
import { checkResult, readLengths, writeGap, writeTurned } from './results.ts';
import { geometryOf } from './shapeGeometry.ts';

/** The result of `contacts`. */
export interface PairContacts {
  /** `Separated`, `Overlapping` or `BeyondMaxDistance` (beyond the margin). */
  status: StatusCode;
  /** Signed distance of the pair (m): the least separation of its points. Beyond the margin a lower bound. */
  distance: number;
  /** Unit normal x y from A to B, world axes. */
  readonly normal: Float64Array;
  /** Error bound of `distance` (m). Infinity beyond the margin. */
  errorBound: number;
  /** Number of points: 0 beyond the margin, else 1 or 2. */
  pointCount: number;
  /** x y of each point on A minus A's position, world axes (m). */
  readonly pointsA: Float64Array;
  /** x y of each point on B minus B's position, world axes (m). pointB − pointA = separation · normal. */
  readonly pointsB: Float64Array;
  /** Signed separation of each point (m). */
  readonly separations: Float64Array;
  /**
   * Feature id of each point. It stays the same as long as the same vertex makes the point: `1 << 30 | vertex` for a
   * vertex of A over an edge of B, `2 << 30 | vertex` for one of B, 0 for the witness points of two vertices.
   * 0xffffffff in unused slots.
   */
  readonly features: Uint32Array;
}

export interface ContactOptions {
  /** Largest separation of a point (m). Default: 0. */
  readonly margin?: number | undefined;
}

const OPTIONS: Keys<ContactOptions> = { margin: 0 };
const COLUMNS = { normal: 2, pointsA: 4, pointsB: 4, separations: 2 };

/** Creates a result for `contacts`. If you pass the same one to each call, calls without options allocate nothing. */
export function createPairContacts(): PairContacts {
  return {
    status: Status.Separated,
    distance: 0,
    normal: new Float64Array(2),
    errorBound: 0,
    pointCount: 0,
    pointsA: new Float64Array(2 * MAX_POINTS),
    pointsB: new Float64Array(2 * MAX_POINTS),
    separations: new Float64Array(MAX_POINTS),
    features: new Uint32Array(MAX_POINTS).fill(NO_FEATURE),
  };
}

/**
 * Contact points of two shapes: up to two, each with its separation and a lasting id.
 *
 * The edges of both shapes that look along the normal are projected along it. The points are the ends of the range that
 * both cover. A point lies on both shapes, within 0.2 % of the radius if the edges of round shapes are not parallel.
 * @param out written and returned. Default: a new one
 * @throws QueryError for a bad shape, a pose that is not finite, a bad option, and a bad `out`
 *
 * @example
 * ```ts
 * const crate = box2(1, 1);
 * contacts(crate, { x: 0, y: 0 }, crate, { x: 0.5, y: 1.9 }).pointCount; // 2
 * ```
 */
export function contacts(
  shapeA: Shape,
  poseA: Pose,
  shapeB: Shape,
  poseB: Pose,
  out: PairContacts = createPairContacts(),
  options?: ContactOptions,
): PairContacts {
  const shapeOfA = geometryOf('contacts: shapeA', shapeA);
  const shapeOfB = geometryOf('contacts: shapeB', shapeB);
  loadPose('contacts: poseA', bodyA, poseA);
  loadPose('contacts: poseB', bodyB, poseB);
  const margin = options === undefined ? 0 : readLengths('contacts: options', options, OPTIONS).margin;
  checkResult('contacts: out', 'createPairContacts', out, COLUMNS, 'features');
  const swapped = loadFrame('contacts', shapeOfA, shapeOfB, margin);
  const a = swapped ? shapeOfB : shapeOfA;
  const b = swapped ? shapeOfA : shapeOfB;
  const body = swapped ? bodyB : bodyA;
  out.status = measure(a, b, true);
  out.pointCount = out.status === Status.BeyondMaxDistance ? 0 : findContacts(a, b);
  writeGap(out, swapped, body);
  for (let k = 0; k < MAX_POINTS; k++) {
    if (k < out.pointCount) writePoint(out, k, swapped, body);
    else out.features[k] = NO_FEATURE;
  }
  return out;
}

/** @param body the pose of the first body */
function writePoint(out: PairContacts, k: number, swapped: boolean, body: BodyPose): void {
  const { onA, onB, separation } = points[k];
  writeTurned(swapped ? out.pointsB : out.pointsA, 2 * k, onA, body);
  writeTurned(swapped ? out.pointsA : out.pointsB, 2 * k, onB, body);
  out.separations[k] = separation;
  const feature = features[k];
  // the two kinds of vertices differ in both bits
  const isVertex = feature !== WITNESS_FEATURE;
  out.features[k] = swapped && isVertex ? feature ^ (3 << KIND_SHIFT) : feature;
}

/** How four pairs lie in f32, and how they have moved since their stamps (tables/contactStamps.ts). */
import { abs, type Int, type Lane, max, min, select, sqrt, transpose } from '../../../language/lanes.ts';
import { along, cross, dot, type Quat, scale, sub, type Vec3 } from '../../../math/lanes/vectors.ts';
import { MOTION_ROUNDING, NORMAL, ROTATION, STAMP_STRIDE } from '../../../tables/contactStamps.ts';
import { between, fromWorld, lengthOf, squareOf } from '../../poses/lanes/relativePose.ts';
import { type FourRows, rowsAt, storeRows } from '../../rows/lanes/gather.ts';
import { NOTHING } from '../../rows/lanes/pairResult.ts';
import type { PairRows } from './stampTables.ts';

/** The pose of B relative to A: its position in A's frame, and its rotation, a unit quaternion. */
export interface Placement {
  readonly position: Vec3;
  readonly rotation: Quat;
}

/** @param scaleA 2 / the squared length of a @param offset position of B minus that of A, world axes */
export function placementOf(a: Quat, b: Quat, scaleA: Lane, offset: Vec3): Placement {
  const q = between(a, b);
  const unit = 1 / sqrt(squareOf(q));
  return {
    position: fromWorld(a, scaleA, offset),
    rotation: { x: unit * q.x, y: unit * q.y, z: unit * q.z, w: unit * q.w },
  };
}

/** Writes the poses, row by row: positions without a reach, and rotations. */
export function storePlacement(to: PairRows, now: Placement): void {
  const none: Lane = NOTHING;
  storeRows(to.positions, transpose({ a: now.position.x, b: now.position.y, c: now.position.z, d: none }));
  const q = now.rotation;
  storeRows(to.turns, transpose({ a: q.x, b: q.y, c: q.z, d: q.w }));
}

export interface Stamps {
  readonly position: Vec3;
  readonly reach: Lane;
  readonly rotation: Quat;
  readonly normal: Vec3;
  readonly gap: Lane;
}

/** The stamps in four rows of a column. */
export function stampsAt(column: Int, rows: FourRows): Stamps {
  const a = column + 4 * STAMP_STRIDE * rows.a;
  const b = column + 4 * STAMP_STRIDE * rows.b;
  const c = column + 4 * STAMP_STRIDE * rows.c;
  const d = column + 4 * STAMP_STRIDE * rows.d;
  const first = rowsAt(a, b, c, d);
  const second = rowsAt(a + 4 * ROTATION, b + 4 * ROTATION, c + 4 * ROTATION, d + 4 * ROTATION);
  const third = rowsAt(a + 4 * NORMAL, b + 4 * NORMAL, c + 4 * NORMAL, d + 4 * NORMAL);
  return {
    position: { x: first.a, y: first.b, z: first.c },
    reach: first.d,
    rotation: { x: second.a, y: second.b, z: second.c, w: second.d },
    normal: { x: third.a, y: third.b, z: third.c },
    gap: third.d,
  };
}

/** The motion of B in A's frame: v → v + 2 w (u × v) + 2 u × (u × v) about the old position, then a shift. */
export interface Motion {
  readonly shift: Vec3;
  /** The rotation, a unit quaternion: u and w. */
  readonly axis: Vec3;
  readonly w: Lane;
}

/** The motion from a stamp to a placement. */
export function motionSince(stamp: Stamps, now: Placement): Motion {
  const p = stamp.rotation;
  const q = now.rotation;
  const before: Vec3 = { x: p.x, y: p.y, z: p.z };
  const after: Vec3 = { x: q.x, y: q.y, z: q.z };
  const turned = cross(before, after);
  return {
    shift: sub(now.position, stamp.position),
    axis: {
      x: p.w * q.x - q.w * p.x + turned.x,
      y: p.w * q.y - q.w * p.y + turned.y,
      z: p.w * q.z - q.w * p.z + turned.z,
    },
    w: p.w * q.w + dot(before, after),
  };
}

/** How far the rotation of a motion moves the end of an arm. */
export function turnOf(motion: Motion, arm: Vec3): Vec3 {
  const c = cross(motion.axis, arm);
  return scale(2, along(cross(motion.axis, c), motion.w, c));
}

/**
 * The turn of a small motion, to first order: its dot product with an arm is how far `turnOf` moves the arm's end along
 * `v`.
 */
export function turnBack(motion: Motion, v: Vec3): Vec3 {
  return scale(-2 * motion.w, cross(motion.axis, v));
}

/** Upper bounds of the displacement of any point of the smaller shape, in the frame of the larger one. */
export interface MotionBound {
  readonly most: Lane;
  /** The part that the rotation has in it. */
  readonly turn: Lane;
}

/** A shape moves by the displacement of its position, and by twice its reach times the sine of half of the angle. */
export function motionBoundOf(stamp: Stamps, motion: Motion): MotionBound {
  const back = turnOf(motion, stamp.position);
  const travel = select(stamp.reach < 0, sub(motion.shift, back), motion.shift);
  const reach = abs(stamp.reach);
  const turn = 2 * reach * sqrt(dot(motion.axis, motion.axis)) + MOTION_ROUNDING * (lengthOf(stamp.position) + reach);
  return { most: sqrt(dot(travel, travel)) + turn, turn };
}

/**
 * An upper bound of how far the distance of a recycled manifold is from that of a fresh one.
 *
 * No distance changes by more than the displacement w, so a fresh one is in [d − w, d + w], with d the distance at the
 * stamp. Along the old normal only the rotation moves two points of a shape apart, by at most twice its part of w. So
 * no other point is deeper than the recycled ones by more, and a fresh distance, the largest over all normals, is not
 * below that.
 * @param change the recycled distance minus d
 */
export function errorOf(bound: MotionBound, change: Lane): Lane {
  return max(bound.most - change, min(bound.most + change, 2 * bound.turn));
}

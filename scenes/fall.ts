/**
 * Kinematic fall: the pose of a body is a pure function of its motion and the time. A body falls down a column with
 * growing speed, starts again at the top, and tumbles at a constant angular velocity. Speeds differ, so neighbors
 * change all the time. There is no physics: bodies fall through each other, which gives overlaps to find.
 *
 *   u = frac(phase + time · rate)                          part of the fall, 0 at the top
 *   y = top − height · (u · SLOWEST + u² · (1 − SLOWEST))  speed grows from SLOWEST to 2 − SLOWEST of its mean
 *   q = turn(axis, time · spin) · q(0)
 *
 * It uses only operations that IEEE 754 defines exactly, so all machines compute the same bits. Meters, seconds, y up.
 */
import { cosTurns, sinTurns } from './turns.ts';

/** Speed at the top, as a part of the mean speed. */
const SLOWEST = 0.7;

/** The column in which bodies fall. */
export interface Column {
  readonly bottom: number;
  readonly top: number;
  /** Distance from the y axis to the position of the farthest body (m). */
  readonly radius: number;
}

/** The motion of each body, one row per body. */
export interface Motions {
  readonly count: number;
  readonly x: Float64Array;
  readonly z: Float64Array;
  /** Part of the fall that is done at time 0, in [0, 1). */
  readonly phase: Float64Array;
  /** Falls per second. */
  readonly rate: Float64Array;
  /** Rotation axis: unit vector, 3 per body, world. */
  readonly axis: Float64Array;
  /** Revolutions per second about the axis. */
  readonly spin: Float64Array;
  /** Quaternion x y z w at time 0, 4 per body. */
  readonly rotation: Float32Array;
}

/** The columns of poses, 4 per collider, as in `Scene`. */
export interface PoseColumns {
  readonly positions: Float64Array;
  readonly rotations: Float32Array;
}

export function createMotions(count: number): Motions {
  const column = (width = 1) => new Float64Array(width * count);
  return {
    count,
    x: column(),
    z: column(),
    phase: column(),
    rate: column(),
    axis: column(3),
    spin: column(),
    rotation: new Float32Array(4 * count),
  };
}

/** The phase of a body at height y inside the column. */
export function phaseAt(column: Column, y: number): number {
  const depth = (column.top - y) / (column.top - column.bottom);
  return (Math.sqrt(SLOWEST * SLOWEST + 4 * (1 - SLOWEST) * depth) - SLOWEST) / (2 * (1 - SLOWEST));
}

/** Writes the poses of all bodies at `time` (s); body i is collider ids[i]. Allocates nothing. */
export function writePoses(
  { positions, rotations }: PoseColumns,
  ids: Uint32Array,
  motions: Motions,
  column: Column,
  time: number,
): void {
  const { count, x, z, phase, rate, axis, spin, rotation } = motions;
  const { top } = column;
  const height = top - column.bottom;
  for (let i = 0; i < count; i++) {
    const at = 4 * ids[i];
    let u = phase[i] + time * rate[i];
    u -= Math.floor(u);
    positions[at] = x[i];
    positions[at + 1] = top - height * (u * SLOWEST + u * u * (1 - SLOWEST));
    positions[at + 2] = z[i];

    const half = 0.5 * time * spin[i];
    const s = sinTurns(half);
    const c = cosTurns(half);
    const ax = s * axis[3 * i];
    const ay = s * axis[3 * i + 1];
    const az = s * axis[3 * i + 2];
    const bx = rotation[4 * i];
    const by = rotation[4 * i + 1];
    const bz = rotation[4 * i + 2];
    const bw = rotation[4 * i + 3];
    rotations[at] = c * bx + ax * bw + ay * bz - az * by;
    rotations[at + 1] = c * by - ax * bz + ay * bw + az * bx;
    rotations[at + 2] = c * bz + ax * by - ay * bx + az * bw;
    rotations[at + 3] = c * bw - ax * bx - ay * by - az * bz;
  }
}

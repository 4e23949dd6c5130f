/**
 * A robot arm of seven links, upright on a pedestal, and its motions. m, rad; right-handed world axes, y up.
 *
 * Link k begins at joint k, turns about the axis of the joint, and ends at the next joint, along its own y.
 */
import { between, type Random } from './random.ts';

export interface Joint {
  /** Its axis, in the frame of the link before it. */
  readonly axis: 'y' | 'z';
  /** The least and the largest angle of motions. */
  readonly low: number;
  readonly high: number;
  /** To the next joint. */
  readonly length: number;
  /** Of the link at its begin and at its end. */
  readonly radii: readonly [number, number];
}

export const JOINTS: readonly Joint[] = [
  { axis: 'y', low: -2.9, high: 2.9, length: 0.2, radii: [0.095, 0.085] },
  { axis: 'z', low: 0.2, high: 1.4, length: 0.22, radii: [0.085, 0.075] },
  { axis: 'y', low: -0.7, high: 0.7, length: 0.2, radii: [0.075, 0.07] },
  { axis: 'z', low: -0.2, high: 1.7, length: 0.2, radii: [0.07, 0.065] },
  { axis: 'y', low: -1.2, high: 1.2, length: 0.2, radii: [0.065, 0.06] },
  { axis: 'z', low: -1, high: 1.5, length: 0.1, radii: [0.06, 0.05] },
  { axis: 'y', low: -2.9, high: 2.9, length: 0.19, radii: [0.05, 0.03] },
];
export const LINKS = JOINTS.length;

/** The height of the first joint. */
const PEDESTAL = 0.75;
/** Corners of each ring of a link. */
const CORNERS = 8;
/** The most by which a joint turns in a motion. */
const LONGEST_TURN = 0.4;

/** The points of a link, in its frame: a tapered prism with bevelled ends. */
export function linkPoints({ length, radii: [begin, end] }: Joint): number[] {
  const rings = [
    [-0.6 * begin, 0.7 * begin],
    [0, begin],
    [length, end],
    [length + 0.4 * end, 0.7 * end],
  ] as const;
  return rings.flatMap(([y, radius]) =>
    Array.from({ length: CORNERS }, (_, k) => {
      const angle = (2 * Math.PI * k) / CORNERS;
      return [radius * Math.cos(angle), y, radius * Math.sin(angle)];
    }).flat(),
  );
}

/** The poses of the links. Rows of 3 and of 4 (x y z w). */
export interface Poses {
  readonly positions: Float64Array;
  readonly rotations: Float64Array;
}

/** Forward kinematics: writes the poses of all links, from row `row` on. */
export function placeLinks({ positions, rotations }: Poses, row: number, angles: ArrayLike<number>): void {
  const position = [0, PEDESTAL, 0];
  let [x, y, z, w] = [0, 0, 0, 1];
  for (const [k, { axis, length }] of JOINTS.entries()) {
    const sine = Math.sin(angles[k]! / 2);
    const cosine = Math.cos(angles[k]! / 2);
    // the rotation so far, times that of the joint
    if (axis === 'y') {
      [x, y, z, w] = [x * cosine - z * sine, y * cosine + w * sine, z * cosine + x * sine, w * cosine - y * sine];
    } else {
      [x, y, z, w] = [x * cosine + y * sine, y * cosine - x * sine, z * cosine + w * sine, w * cosine - z * sine];
    }
    positions.set(position, 3 * (row + k));
    rotations.set([x, y, z, w], 4 * (row + k));
    position[0] += length * 2 * (x * y - w * z);
    position[1] += length * (1 - 2 * (x * x + z * z));
    position[2] += length * 2 * (y * z + w * x);
  }
}

/**
 * A motion: the angles of its first and of its last frame. Motion 0 ends in one extreme of the first joint, the last
 * motion in the other; so the number of a motion says where the arm reaches.
 */
export function drawMotion(motion: number, motions: number, random: Random): [number[], number[]] {
  const goal = JOINTS.map(({ low, high }, k) =>
    k === 0 ? low + ((high - low) * (motion + random())) / motions : between(random, low, high),
  );
  const start = JOINTS.map(({ low, high }, k) => {
    const angle = goal[k]! + between(random, -LONGEST_TURN, LONGEST_TURN);
    return Math.min(high, Math.max(low, angle));
  });
  return [start, goal];
}

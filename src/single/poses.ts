/** The two poses of a query, f64: rows 0 (A) and 1 (B) of a small scene. */
import { lengthOf, type MaybeVector, type QuatLike, unreadable, type Vec3Like, vectorList } from '../checks.ts';
import { fail, finite, refuse } from '../errors.ts';

/** Where a shape is. */
export interface Pose {
  /** x y z (m), world. Positions are subtracted in f64, so results are precise far from the origin, too. */
  readonly position: Vec3Like;
  /** Quaternion x y z w, local → world, of any length but zero. Default: no rotation. */
  readonly rotation?: QuatLike | undefined;
}

/** The poses, four numbers a row. */
export const poses = {
  positions: /* @__PURE__ */ new Float64Array(8),
  rotations: /* @__PURE__ */ new Float64Array(8),
};

/** Checks a pose and writes it to `row`. */
export function loadPose(where: string, row: number, pose: Pose): void {
  if (typeof pose !== 'object' || pose === null) refuse(where, 'a pose: { position, rotation }', pose);
  const { positions, rotations } = poses;
  const at = 4 * row;
  let position: unknown;
  let rotation: unknown;
  try {
    position = pose.position;
    rotation = pose.rotation;
  } catch (cause) {
    unreadable(where, cause);
  }
  loadNumbers(where, ': position', 'x y z', position, 3, positions, at);
  if (rotation === undefined) {
    rotations.fill(0, at, at + 3);
    rotations[at + 3] = 1;
  } else {
    loadNumbers(where, ': rotation', 'a quaternion x y z w', rotation, 4, rotations, at);
    scaleRotation(where, rotations, at);
  }
}

/** Copies the first `count` numbers of `given` to `to`. Fails unless they are finite. */
function loadNumbers(
  where: string,
  part: string,
  expected: string,
  given: unknown,
  count: number,
  to: Float64Array,
  at: number,
): void {
  try {
    const list = vectorList(given as MaybeVector, count);
    const length = lengthOf(where, expected, list, part);
    if (length < count) fail(where + part, expected, `${length} numbers`);
    for (let c = 0; c < count; c++) {
      const value = (list as ArrayLike<unknown>)[c];
      to[at + c] = Number.isFinite(value) ? (value as number) : finite(`${where + part}[${c}]`, value);
    }
  } catch (cause) {
    unreadable(where + part, cause);
  }
}

/** Fails for a zero quaternion. Scales a quaternion whose squared length would overflow or vanish in f64. */
function scaleRotation(where: string, rotations: Float64Array, at: number): void {
  let largest = 0;
  for (let c = 0; c < 4; c++) largest = Math.max(largest, Math.abs(rotations[at + c]));
  if (largest === 0) fail(`${where}: rotation`, 'a quaternion that is not zero', '0,0,0,0');
  if (largest < 1e100 && largest > 1e-100) return;
  for (let c = 0; c < 4; c++) rotations[at + c] /= largest;
}

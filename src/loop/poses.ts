/** Poses of bodies after a step, what lies between two steps, and how a frame reads it. */

import { checkKindOf, unreadable } from '../checks.ts';
import { integerIn, refuse } from '../errors.ts';

/** Poses after one step, by body id. */
export interface StepPoses {
  /** Rows in use: ids are smaller. */
  readonly rows: number;
  /** x y z – (m), 4 per body. */
  readonly positions: Float64Array;
  /** Unit quaternions x y z w, 4 per body. */
  readonly rotations: Float32Array;
  /** 1 = a dynamic body that is awake. */
  readonly awake: Uint8Array;
  /** 1 = the body came to its place without moving there: it is new, or was set to a pose. */
  readonly jumped: Uint8Array;
}

/** What a frame draws: a time between two steps. */
export interface Poses {
  /** After the earlier step. */
  readonly from: StepPoses;
  /** After the later step. */
  readonly to: StepPoses;
  /** The time between them, 0 (from) to 1 (to). */
  readonly alpha: number;
  /** On the thread of the engine: what calls have placed since the later step, which is drawn where it is. */
  readonly placed?: PlacedSince | undefined;
}

/** The poses of a scene as they are. */
export interface ScenePoses {
  readonly rows: number;
  readonly positions: Float64Array;
  readonly rotations: Float32Array;
  /** Which call changed which row last. */
  readonly changes?: { readonly calls: number; readonly changedAt: Float64Array } | undefined;
}

/** The rows that calls have changed since a step. */
export interface PlacedSince {
  readonly scene: ScenePoses;
  /** `scene.changes.calls` of that step. */
  readonly calls: number;
}

/** The poses of a scene as they are. @internal */
export function posesNow(scene: ScenePoses, awake: Uint8Array): Poses {
  const { positions, rotations } = scene;
  const now: StepPoses = {
    get rows() {
      return scene.rows;
    },
    positions,
    rotations,
    awake,
    jumped: awake,
  };
  return { from: now, to: now, alpha: 1 };
}

/** Numbers of a pose. */
const POSE = 7;

/** Reads poses at the time of a frame. Allocates nothing. */
export class PoseReader {
  /** The pose that was read last: x y z (m), quaternion x y z w, of any length until `toUnit`. */
  readonly pose = new Float64Array(POSE);
  #from = NONE;
  #to = NONE;
  #scene: ScenePoses | undefined;
  /** If calls have placed bodies since `to`: which call was the last one, by id. */
  #changedAt: Float64Array | undefined;
  /** Calls of the scene at `to`; the part of the time that is left until `to`. */
  readonly #numbers = new Float64Array(2);

  begin({ from, to, alpha, placed }: Poses): void {
    this.#from = from;
    this.#to = to;
    this.#scene = placed?.scene;
    const changes = placed?.scene.changes;
    const calls = placed?.calls ?? 0;
    this.#changedAt = changes && changes.calls > calls ? changes.changedAt : undefined;
    this.#numbers[0] = calls;
    this.#numbers[1] = 1 - alpha;
  }

  /** @returns whether the body has a pose: it had one at the later step, or has been placed since */
  read(id: number): boolean {
    const { pose } = this;
    const to = this.#to;
    const from = this.#from;
    const changedAt = this.#changedAt;
    const isPlaced = changedAt !== undefined && changedAt[id] > this.#numbers[0];
    if (!isPlaced && id >= to.rows) return false;
    const { positions, rotations } = isPlaced ? this.#scene! : to;
    const at = 4 * id;
    pose[0] = positions[at];
    pose[1] = positions[at + 1];
    pose[2] = positions[at + 2];
    pose[3] = rotations[at];
    pose[4] = rotations[at + 1];
    pose[5] = rotations[at + 2];
    pose[6] = rotations[at + 3];
    if (isPlaced || this.#numbers[1] === 0) return true;
    if (from !== to && to.jumped[id] === 0 && id < from.rows) this.#goBack(from, at);
    return true;
  }

  /** Makes the quaternion that was read one of unit length. @returns the pose */
  toUnit(): Float64Array {
    const { pose } = this;
    const unit = 1 / Math.sqrt(pose[3] * pose[3] + pose[4] * pose[4] + pose[5] * pose[5] + pose[6] * pose[6]);
    for (let k = 3; k < POSE; k++) pose[k] *= unit;
    return pose;
  }

  /** Moves the pose towards the one before. A body that stays is read as the same numbers in each frame. */
  #goBack({ positions, rotations }: StepPoses, at: number): void {
    const { pose } = this;
    const back = this.#numbers[1];
    pose[0] += back * (positions[at] - pose[0]);
    pose[1] += back * (positions[at + 1] - pose[1]);
    pose[2] += back * (positions[at + 2] - pose[2]);
    // the shorter way round, along the chord
    const x = rotations[at];
    const y = rotations[at + 1];
    const z = rotations[at + 2];
    const w = rotations[at + 3];
    const sign = pose[3] * x + pose[4] * y + pose[5] * z + pose[6] * w < 0 ? -1 : 1;
    pose[3] += back * (sign * x - pose[3]);
    pose[4] += back * (sign * y - pose[4]);
    pose[5] += back * (sign * z - pose[5]);
    pose[6] += back * (sign * w - pose[6]);
  }
}

const NONE: StepPoses = {
  rows: 0,
  positions: new Float64Array(),
  rotations: new Float32Array(),
  awake: new Uint8Array(),
  jumped: new Uint8Array(),
};
const reader = /* @__PURE__ */ new PoseReader();

/** Fails for anything but the poses of a loop. @internal */
export function checkPoses(where: string, poses: Poses): void {
  checkKindOf(where, 'those of a loop', poses, arePoses);
}

const arePoses = (poses: Poses | undefined) =>
  poses?.to?.positions && poses.from?.positions && typeof poses.alpha === 'number';

/**
 * Writes the pose of a body at the time of a frame. Allocates nothing.
 * @param id of the body. One without a pose in `poses` gets none: its row is new, and poses are those of a worker
 * @param position gets x y z (m)
 * @param rotation gets a unit quaternion x y z w
 * @throws QueryError for anything but the poses of a loop, an id, and lists to write
 */
export function readPose(
  poses: Poses,
  id: number,
  position: { [k: number]: number },
  rotation: { [k: number]: number },
): void {
  checkPoses('readPose: poses', poses);
  integerIn('readPose: id', id, 0, 2 ** 32 - 1);
  reader.begin(poses);
  if (!reader.read(id)) return;
  const pose = reader.toUnit();
  write('readPose: position', position, pose, 0, 3);
  write('readPose: rotation', rotation, pose, 3, 4);
}

function write(where: string, list: { [k: number]: number }, pose: Float64Array, begin: number, count: number): void {
  if (typeof list !== 'object' || list === null) refuse(where, 'a list to write', list);
  try {
    for (let k = 0; k < count; k++) list[k] = pose[begin + k];
  } catch (cause) {
    unreadable(where, cause);
  }
}

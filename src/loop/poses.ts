/** Poses of bodies after a step, and what lies between two steps. */
import { bindColumns, column, columnsBytes } from '../memory/columns.ts';

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
}

/**
 * Writes the pose of a body at the time of a frame. Allocates nothing.
 * @param id of the body; its row must be one of `poses.to`
 * @param position gets x y z (m)
 * @param rotation gets a unit quaternion x y z w
 */
export function readPose(
  poses: Poses,
  id: number,
  position: { [k: number]: number },
  rotation: { [k: number]: number },
) {
  const { from, to } = poses;
  const at = 4 * id;
  const isStill = to.jumped[id] === 1 || id >= from.rows;
  const part = isStill ? 1 : poses.alpha;
  for (let c = 0; c < 3; c++) {
    const start = isStill ? 0 : (1 - part) * from.positions[at + c];
    position[c] = start + part * to.positions[at + c];
  }
  // the shorter way round, along the chord
  let cosine = 0;
  for (let c = 0; c < 4; c++) cosine += from.rotations[at + c] * to.rotations[at + c];
  const turned = isStill ? 0 : cosine < 0 ? part - 1 : 1 - part;
  let square = 0;
  for (let c = 0; c < 4; c++) {
    rotation[c] = turned * from.rotations[at + c] + part * to.rotations[at + c];
    square += rotation[c] * rotation[c];
  }
  const scale = 1 / Math.sqrt(square);
  for (let c = 0; c < 4; c++) rotation[c] *= scale;
}

/** What is read after a step: a stepper of `createDynamics`, or one with these columns. */
export interface PoseSource {
  readonly engine: {
    readonly scene: { readonly rows: number; readonly positions: Float64Array; readonly rotations: Float32Array };
  };
  readonly velocities: Float32Array;
  readonly awake: Uint8Array;
}

const SCHEMA = {
  positions: column(Float64Array, 4),
  rotations: column(Float32Array, 4),
  awake: column(Uint8Array),
  jumped: column(Uint8Array),
};

/** Bytes of the poses of `bodies` rows. */
export function poseBytes(bodies: number): number {
  return columnsBytes(SCHEMA, bodies);
}

/** The poses of `bodies` rows at `byteOffset` of a buffer: of their own, unless one is given. */
export class PoseRows implements StepPoses {
  rows = 0;
  readonly positions: Float64Array;
  readonly rotations: Float32Array;
  readonly awake: Uint8Array;
  readonly jumped: Uint8Array;

  constructor(bodies: number, buffer: ArrayBufferLike = new ArrayBuffer(poseBytes(bodies)), byteOffset = 0) {
    const { positions, rotations, awake, jumped } = bindColumns(SCHEMA, buffer, byteOffset, bodies);
    this.positions = positions;
    this.rotations = rotations;
    this.awake = awake;
    this.jumped = jumped;
  }

  /** Copies those of another step. */
  copy({ rows, positions, rotations, awake, jumped }: StepPoses): void {
    this.rows = rows;
    this.positions.set(positions.subarray(0, 4 * rows));
    this.rotations.set(rotations.subarray(0, 4 * rows));
    this.awake.set(awake.subarray(0, rows));
    this.jumped.set(jumped.subarray(0, rows));
  }

  /** Copies the poses after a step. @param last those after the step before @param seconds of the step */
  take({ engine: { scene }, velocities, awake }: PoseSource, last: StepPoses | undefined, seconds: number): void {
    const { rows, positions, rotations } = scene;
    this.rows = rows;
    this.positions.set(positions.subarray(0, 4 * rows));
    this.rotations.set(rotations.subarray(0, 4 * rows));
    this.awake.set(awake.subarray(0, rows));
    for (let id = 0; id < rows; id++) {
      const isNew = !last || id >= last.rows;
      this.jumped[id] = isNew || hasJumped(4 * id, positions, last.positions, velocities, seconds) ? 1 : 0;
    }
  }
}

/** Speed at which contacts push bodies apart, beside their velocity, at most (m/s). */
const FASTEST_PUSH = 5;

/** Whether a body is further from its last place than its velocity explains. @param at 4 · id */
function hasJumped(
  at: number,
  positions: Float64Array,
  last: Float64Array,
  velocities: Float32Array,
  seconds: number,
): boolean {
  let moved = 0;
  let speed = 0;
  for (let c = 0; c < 3; c++) {
    moved += (positions[at + c] - last[at + c]) ** 2;
    speed += velocities[at + c] ** 2;
  }
  return moved > (seconds * (2 * Math.sqrt(speed) + FASTEST_PUSH)) ** 2;
}

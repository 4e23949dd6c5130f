/** Records the poses of a step. */
import { bindColumns, column, columnsBytes } from '../memory/columns.ts';
import type { ScenePoses, StepPoses } from './poses.ts';

/** What is read after a step: a stepper of `createDynamics`, or one with these columns. */
export interface PoseSource {
  readonly engine: { readonly scene: ScenePoses };
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

  /**
   * Copies the poses after a step.
   * @param last those after the step before
   * @param calls `scene.changes.calls` of the step before
   * @param seconds of the step
   */
  take(source: PoseSource, last: StepPoses | undefined, calls: number, seconds: number): void {
    const { engine, velocities, awake } = source;
    const { rows, positions, rotations, changes } = engine.scene;
    this.rows = rows;
    this.positions.set(positions.subarray(0, 4 * rows));
    this.rotations.set(rotations.subarray(0, 4 * rows));
    this.awake.set(awake.subarray(0, rows));
    for (let id = 0; id < rows; id++) {
      const isNew = !last || id >= last.rows;
      const isPlaced = changes === undefined || changes.changedAt[id] > calls;
      this.jumped[id] =
        isNew || (isPlaced && hasJumped(4 * id, positions, last.positions, velocities, seconds)) ? 1 : 0;
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

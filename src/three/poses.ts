/**
 * Poses of bodies between two steps. A copy of all poses is made when a step begins, so what is drawn goes from the
 * poses before the last step to those after it. While a step runs its poses are half written: what is drawn is the step
 * before it, between two copies. Reads allocate nothing.
 */
import type { Scene } from 'hullstorm';
import type { Dynamics } from 'hullstorm/dynamics';

/** Poses by collider id, as a scene has them. */
interface Columns {
  positions: Float64Array;
  rotations: Float32Array;
  /** `scene.changes.calls` of the moment. */
  calls: number;
}

/** Numbers of a pose. */
const POSE = 7;

export class Poses {
  /** The pose that was read last: x y z, quaternion x y z w. */
  readonly pose = new Float64Array(POSE);
  readonly #dynamics: Dynamics;
  readonly #scene: Scene;
  readonly #live: Columns;
  #older = noPoses();
  #newer = noPoses();
  /** Copies so far, at most 2. */
  #copies = 0;
  #from: Columns;
  #to: Columns;
  #alpha = 1;
  /** Poses that objects have, POSE by id. */
  #shown = new Float64Array(0);

  constructor(dynamics: Dynamics) {
    this.#dynamics = dynamics;
    this.#scene = dynamics.engine.scene;
    const { positions, rotations } = this.#scene;
    this.#live = { positions, rotations, calls: 0 };
    this.#from = this.#live;
    this.#to = this.#live;
  }

  /** Copies all poses. Called when a step begins. */
  copy(): void {
    const { rows, positions, rotations, changes } = this.#scene;
    const own = this.#older;
    if (own.positions.length < 4 * rows) {
      own.positions = new Float64Array(8 * rows);
      own.rotations = new Float32Array(8 * rows);
    }
    // not `set`, which would need a view of the columns
    for (let k = 0; k < 4 * rows; k++) own.positions[k] = positions[k];
    for (let k = 0; k < 4 * rows; k++) own.rotations[k] = rotations[k];
    own.calls = changes.calls;
    this.#older = this.#newer;
    this.#newer = own;
    this.#copies = Math.min(this.#copies + 1, 2);
  }

  /** Sets the moment of reads. @param alpha part of the last step that is over */
  begin(alpha: number): void {
    this.#alpha = alpha;
    const isStepping = this.#dynamics.isStepping && this.#copies > 0;
    this.#to = isStepping ? this.#newer : this.#live;
    this.#from = isStepping ? this.#older : this.#newer;
    if (this.#copies < (isStepping ? 2 : 1)) this.#from = this.#to;
  }

  /** Reads the pose of a body. @returns whether it is another one than that of the last call with `true` */
  readNew(id: number): boolean {
    this.read(id);
    const { pose } = this;
    if (this.#shown.length < POSE * (id + 1)) this.#grow(id);
    const shown = this.#shown;
    let isNew = false;
    for (let k = 0; k < POSE; k++) {
      const at = POSE * id + k;
      if (shown[at] === pose[k]) continue;
      shown[at] = pose[k];
      isNew = true;
    }
    return isNew;
  }

  /** Reads the pose of a body. */
  read(id: number): void {
    const from = this.#from;
    const { positions, rotations } = this.#to;
    const { pose } = this;
    const at = 4 * id;
    pose[0] = positions[at];
    pose[1] = positions[at + 1];
    pose[2] = positions[at + 2];
    pose[3] = rotations[at];
    pose[4] = rotations[at + 1];
    pose[5] = rotations[at + 2];
    pose[6] = rotations[at + 3];
    if (this.#alpha === 1 || from === this.#to) return;
    // a body that a call has placed since then does not slide there
    if (at >= from.positions.length || this.#scene.changes.changedAt[id] > from.calls) return;
    this.#goBack(from, at);
  }

  /** Moves the pose that was read back towards the one before. */
  #goBack({ positions, rotations }: Columns, at: number): void {
    const { pose } = this;
    const back = 1 - this.#alpha;
    let along = 0;
    for (let k = 0; k < 3; k++) pose[k] += back * (positions[at + k] - pose[k]);
    for (let k = 0; k < 4; k++) along += pose[3 + k] * rotations[at + k];
    // a quaternion and its negative are the same rotation
    const sign = along < 0 ? -1 : 1;
    for (let k = 0; k < 4; k++) pose[3 + k] += back * (sign * rotations[at + k] - pose[3 + k]);
  }

  #grow(id: number): void {
    const grown = new Float64Array(POSE * Math.max(id + 1, 2 * this.#scene.rows)).fill(Number.NaN);
    grown.set(this.#shown);
    this.#shown = grown;
  }
}

const noPoses = (): Columns => ({ positions: new Float64Array(0), rotations: new Float32Array(0), calls: 0 });

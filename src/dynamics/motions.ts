/**
 * The motions of bodies in a step, each written when it is first needed: the move alone, or the turn, too. The center
 * of mass moves straight, and the body turns about it at a constant speed.
 */
import { quat, vec3 } from 'gl-matrix';
import type { CastPairsOptions, Scene } from 'hullstorm';
import type { StepMemory } from './memory.ts';
import { MOTION, quatOf, rotationOf, writeMotion, writeMove, writePivot } from './travel.ts';

/** Numbers of a pose: position x y z –, quaternion x y z w. */
export const POSE = 8;
/** Numbers of a pivot, as `engine.castPairs` takes them. */
const PIVOT = 4;

/** What `values` has of a body in this step. */
const MOVE = 1;
const MOVE_AND_TURN = 2;
/** The part by which rounding may lengthen a displacement along a normal. */
const SLACK = 1e-6;

export class Motions {
  /** By id, as `engine.castPairs` takes them. Only those of bodies that were written are valid. */
  values = new Float64Array(0);
  /** The same of centers of mass, from the positions along the axes of the bodies (m). */
  #pivots = new Float64Array(0);
  #withPivots: CastPairsOptions | undefined;
  /** Whether any body of this step has its center of mass beside its position. */
  #anyAside = false;
  readonly #scene: Scene;
  readonly #memory: StepMemory;
  /** By id: 0, MOVE or MOVE_AND_TURN. */
  readonly #written: Uint8Array;

  constructor(scene: Scene, memory: StepMemory) {
    this.#scene = scene;
    this.#memory = memory;
    this.#written = new Uint8Array(memory.kinds.length);
  }

  /** Starts a step: nothing is written. */
  begin(): void {
    if (this.values.length === 0) {
      this.values = new Float64Array(MOTION * this.#written.length);
      this.#pivots = new Float64Array(PIVOT * this.#written.length);
      this.#withPivots = { pivots: this.#pivots };
    }
    this.#written.fill(0);
    this.#anyAside = false;
  }

  /** The options of `engine.castPairs`. */
  get castOptions(): CastPairsOptions | undefined {
    return this.#anyAside ? this.#withPivots : undefined;
  }

  /** Writes the move and the turn of a body. */
  write(id: number): void {
    if (this.#written[id] === MOVE_AND_TURN) return;
    this.#written[id] = MOVE_AND_TURN;
    writeMotion(id, this.#memory, this.#scene, this.values, MOTION * id);
    if (writePivot(id, this.#memory, this.#pivots, PIVOT * id)) this.#anyAside = true;
  }

  /** Writes the move of a body. */
  writeMove(id: number): void {
    if (this.#written[id] !== 0) return;
    this.#written[id] = MOVE;
    writeMove(id, this.#memory, this.values, MOTION * id);
  }

  /**
   * How far two bodies move relative to each other (m): no displacement along a normal is longer, however it is
   * rounded.
   */
  between(id: number, other: number): number {
    this.writeMove(id);
    this.writeMove(other);
    const { values } = this;
    const x = values[MOTION * id] - values[MOTION * other];
    const y = values[MOTION * id + 1] - values[MOTION * other + 1];
    const z = values[MOTION * id + 2] - values[MOTION * other + 2];
    return (1 + SLACK) * Math.sqrt(x * x + y * y + z * z);
  }

  /** The center of mass of a body whose motion is written, from its position, after `time` of it (m). */
  centerAt(id: number, time: number): vec3 {
    const at = PIVOT * id;
    const [x, y, z] = this.#pivots.subarray(at, at + 3);
    const center: vec3 = [x!, y!, z!];
    vec3.transformQuat(center, center, rotationOf(id, this.#scene));
    return vec3.transformQuat(center, center, this.#turnOf(id, time));
  }

  /**
   * Writes the pose of a body at a time in 0..1 of its motion, carried along with another body from then until `end`:
   * both are in the same place relative to each other as at `time`. Poses in the scene are those at the start.
   * @param out at `to`: POSE numbers
   */
  writeCarried(id: number, time: number, other: number, end: number, out: Float64Array, to: number): void {
    const { positions } = this.#scene;
    const { values } = this;
    const own = MOTION * id;
    const its = MOTION * other;
    const shift = this.#shiftAt(id, time);
    const itsShift = this.#shiftAt(other, time);
    const from: vec3 = [0, 0, 0];
    for (let c = 0; c < 3; c++) {
      const at = positions[4 * id + c] + time * values[own + c] + shift[c];
      from[c] = at - positions[4 * other + c] - time * values[its + c] - itsShift[c];
    }
    const carry = this.#turnOf(other, end - time);
    vec3.transformQuat(from, from, carry);
    const rotation = quat.multiply([0, 0, 0, 1], this.#turnOf(id, time), rotationOf(id, this.#scene));
    quat.multiply(rotation, carry, rotation);
    const endShift = this.#shiftAt(other, end);
    for (let c = 0; c < 3; c++) {
      out[to + c] = positions[4 * other + c] + end * values[its + c] + endShift[c] + from[c];
    }
    for (let c = 0; c < 4; c++) out[to + 4 + c] = rotation[c];
  }

  /** How far the position of a body has moved more than its center of mass (m). */
  #shiftAt(id: number, time: number): vec3 {
    const center = this.centerAt(id, 0);
    return vec3.subtract(center, center, this.centerAt(id, time));
  }

  /** The turn of a body in a part of its motion. */
  #turnOf(id: number, time: number): quat {
    const at = MOTION * id + 4;
    const { values } = this;
    return quatOf([time * values[at], time * values[at + 1], time * values[at + 2]]);
  }
}

/** The motion of a shape with children, or of the other shape of a pair, while it is cast. */

import { writeRotation } from '../../math/rotation.ts';
import type { CastTable } from '../../tables/castTable.ts';
import { MOTION_STRIDE, MOTION_TURN, PIVOT_STRIDE } from '../../tables/castWords.ts';
import type { PlacedTable } from '../../tables/colliderTable.ts';
import type { Whole } from './whole.ts';

/** Numbers of `lengths`. */
export const ANGLE = 0;
export const ARM = 1;

export class SideMotion {
  /** Move x y z – (m), turn x y z – (rad). */
  readonly motion = new Float64Array(MOTION_STRIDE);
  /** From the position, along the axes of the shape (m). */
  readonly pivot = new Float64Array(3);
  /**
   * The angle of the turn (rad), and how far the pivot is from the position (m). In an array: V8 allocates for a double
   * that a call returns.
   */
  readonly lengths = new Float64Array(2);
  readonly #turn = new Float64Array(9);
  readonly #arm = new Float64Array(3);

  /** Reads the motion of a collider. */
  read({ motions, pivots }: CastTable, id: number, hasPivots: boolean): void {
    for (let k = 0; k < MOTION_STRIDE; k++) this.motion[k] = motions[MOTION_STRIDE * id + k];
    for (let c = 0; c < 3; c++) this.pivot[c] = 0;
    this.#measure();
    // that of a shape without a turn does not count
    if (!hasPivots || this.lengths[ANGLE] === 0) return;
    for (let c = 0; c < 3; c++) this.pivot[c] = pivots[PIVOT_STRIDE * id + c];
    this.#measure();
  }

  /** Reads the motion of a probe. */
  readProbe({ moves, turns }: CastTable, probe: number): void {
    this.clear();
    for (let c = 0; c < 3; c++) this.motion[c] = moves[4 * probe + c];
    for (let c = 0; c < 3; c++) this.motion[MOTION_TURN + c] = turns[4 * probe + c];
    this.#measure();
  }

  clear(): void {
    this.motion.fill(0);
    this.pivot.fill(0);
    this.lengths.fill(0);
  }

  #measure(): void {
    writeLength(this.lengths, ANGLE, this.motion, MOTION_TURN);
    writeLength(this.lengths, ARM, this.pivot, 0);
  }

  isFinite(): boolean {
    let sum = this.lengths[ANGLE] + this.lengths[ARM];
    for (let c = 0; c < 3; c++) sum += Math.abs(this.motion[c]);
    return sum < Infinity;
  }

  /** Writes this as the motion of a child. @param row of its motion @param id of its pose */
  writeGuest({ motions, pivots }: CastTable, row: number, placed: PlacedTable, id: number, whole: Whole): void {
    const { positions, rotations } = placed;
    for (let k = 0; k < MOTION_STRIDE; k++) motions[MOTION_STRIDE * row + k] = this.motion[k];
    for (let c = 0; c < 3; c++) pivots[PIVOT_STRIDE * row + c] = 0;
    if (this.lengths[ANGLE] === 0) return;
    const arm = this.#arm;
    for (let c = 0; c < 3; c++) {
      arm[c] = positions[4 * whole.collider + c] - positions[4 * id + c];
      for (let k = 0; k < 3; k++) arm[c] += whole.turn[3 * c + k] * this.pivot[k];
    }
    writeRotation(this.#turn, 0, rotations, 4 * id);
    for (let c = 0; c < 3; c++) {
      for (let k = 0; k < 3; k++) pivots[PIVOT_STRIDE * row + c] += this.#turn[3 * k + c] * arm[k];
    }
  }

  /** Turns a vector as the shape has turned at time times[at]. */
  turnTo(v: Float64Array, times: Float64Array, at: number): void {
    const angle = this.lengths[ANGLE];
    const t = times[at];
    if (angle === 0) return;
    const { motion } = this;
    const sine = Math.sin(0.5 * t * angle) / angle;
    const cosine = Math.cos(0.5 * t * angle);
    const x = sine * motion[MOTION_TURN];
    const y = sine * motion[MOTION_TURN + 1];
    const z = sine * motion[MOTION_TURN + 2];
    const a = 2 * (y * v[2] - z * v[1]);
    const b = 2 * (z * v[0] - x * v[2]);
    const c = 2 * (x * v[1] - y * v[0]);
    const u = v[0] + cosine * a + y * c - z * b;
    const w = v[1] + cosine * b + z * a - x * c;
    v[2] += cosine * c + x * b - y * a;
    v[0] = u;
    v[1] = w;
  }
}

function writeLength(to: Float64Array, k: number, v: Float64Array, at: number): void {
  to[k] = Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]);
}

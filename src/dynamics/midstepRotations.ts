/**
 * Rotations halfway through the step: bodies in contact with round shapes are at a predicted rotation while the
 * contacts of a step are found.
 *
 * A contact keeps its arms for a step. Under a body that rolls or rocks, the point of contact moves on meanwhile. Arms
 * of the start of the step are old on average, by half of the step less half of a substep. The torque that turns a
 * rocking body back then is late, and each swing is wider than the one before. With arms of that later time a swing
 * neither grows nor decays (the map of a step is symplectic).
 *
 * So the rotation of such a body is predicted by that time, around its center of mass, while contacts are found.
 * `prepare` (wide/prepare.ts) refers separations back to the start of the step. The position is not predicted: bodies
 * that travel together, such as an egg in a cart, would part.
 */
import type { ContactResults, Scene } from 'hullstorm';
import type { Bodies } from './bodies.ts';
import { CENTER, MASS_STRIDE } from './massRow.ts';
import type { StepMemory } from './memory.ts';
import { AWAKE } from './wide/context.ts';

/** Smaller rotations change arms by less than the rounding of f32 (rad). */
const LEAST_ROTATION = 1e-7;

export class MidstepRotations {
  readonly #memory: StepMemory;
  readonly #scene: Scene;
  readonly #bodies: Bodies;
  /** By id: 1 = the body had a contact in the last step, and one of the two shapes was round. */
  readonly #rolls: Uint8Array;
  #anyRolls = false;
  /** Bodies with a predicted rotation, and their poses at the start of the step. */
  readonly #ids: Int32Array;
  readonly #rotations: Float32Array;
  readonly #positions: Float64Array;
  #count = 0;
  #isPredicted = false;
  /** Quaternion x y z w: typed, because numbers as arguments or in arrays would be allocated. */
  readonly #turn = new Float64Array(4);

  constructor(memory: StepMemory, scene: Scene, bodies: Bodies) {
    this.#memory = memory;
    this.#scene = scene;
    this.#bodies = bodies;
    this.#rolls = scene.newArray(Uint8Array);
    this.#ids = scene.newArray(Int32Array);
    this.#rotations = scene.newArray(Float32Array, 4);
    this.#positions = scene.newArray(Float64Array, 4);
  }

  /** Predicts the rotations of the bodies that rolled in the last step. `restore` has to follow. @param time seconds */
  predictRotations(time: number): void {
    const { kinds, predictionTimes, spins } = this.#memory;
    const { rows } = this.#scene;
    if (!this.#anyRolls || !(time > 0)) return;
    const { turnLimits } = this.#bodies;
    for (let id = 0; id < rows; id++) {
      if (this.#rolls[id] === 0 || kinds[id] !== AWAKE) continue;
      const x = spins[4 * id];
      const y = spins[4 * id + 1];
      const z = spins[4 * id + 2];
      const speed = Math.sqrt(x * x + y * y + z * z);
      const turn = Math.min(speed * time, turnLimits[id]);
      if (!(turn > LEAST_ROTATION)) continue;
      predictionTimes[id] = turn / speed;
      const sine = Math.sin(turn / 2) / speed;
      this.#turn[0] = sine * x;
      this.#turn[1] = sine * y;
      this.#turn[2] = sine * z;
      this.#turn[3] = Math.cos(turn / 2);
      this.#turnBody(id);
    }
    this.#isPredicted = true;
  }

  /** Returns the bodies to their poses at the start of the step, once contacts are found. */
  restore(): void {
    if (!this.#isPredicted) return;
    this.#isPredicted = false;
    const { positions, rotations } = this.#scene;
    for (let k = 0; k < this.#count; k++) {
      for (let c = 4 * this.#ids[k], own = 4 * k; own < 4 * k + 4; c++, own++) {
        positions[c] = this.#positions[own];
        rotations[c] = this.#rotations[own];
      }
    }
  }

  /** Ends the predictions of a step, after its passes or after an error. */
  end(): void {
    this.restore();
    for (let k = 0; k < this.#count; k++) this.#memory.predictionTimes[this.#ids[k]] = 0;
    this.#count = 0;
  }

  /** Finds the bodies that roll. Call it after a step, with its contacts. */
  find({ ids, pointCount, rowCount }: ContactResults): void {
    const { isRound, round } = this.#bodies;
    if (this.#anyRolls) this.#rolls.fill(0);
    this.#anyRolls = false;
    if (round === 0) return;
    for (let row = 0; row < rowCount; row++) {
      const a = ids[2 * row];
      const b = ids[2 * row + 1];
      if (pointCount[row] === 0 || isRound[a] + isRound[b] === 0) continue;
      this.#rolls[a] = 1;
      this.#rolls[b] = 1;
      this.#anyRolls = true;
    }
  }

  /** Turns a body by `#turn` around its center of mass, and stores its pose before. */
  #turnBody(id: number): void {
    const { mass } = this.#memory;
    const x = this.#turn[0];
    const y = this.#turn[1];
    const z = this.#turn[2];
    const w = this.#turn[3];
    const { positions, rotations } = this.#scene;
    const own = 4 * this.#count;
    const at = 4 * id;
    for (let c = 0; c < 4; c++) {
      this.#positions[own + c] = positions[at + c];
      this.#rotations[own + c] = rotations[at + c];
    }
    this.#ids[this.#count++] = id;
    const qx = rotations[at];
    const qy = rotations[at + 1];
    const qz = rotations[at + 2];
    const qw = rotations[at + 3];
    rotations[at] = w * qx + x * qw + y * qz - z * qy;
    rotations[at + 1] = w * qy - x * qz + y * qw + z * qx;
    rotations[at + 2] = w * qz + x * qy - y * qx + z * qw;
    rotations[at + 3] = w * qw - x * qx - y * qy - z * qz;
    // the center of mass, from the position: q c q⁻¹ = c + 2 (q × (q × c + w c)) / |q|²
    const center = MASS_STRIDE * id + CENTER;
    const cx = mass[center];
    const cy = mass[center + 1];
    const cz = mass[center + 2];
    const s = 2 / (qx * qx + qy * qy + qz * qz + qw * qw);
    const ux = qy * cz - qz * cy + qw * cx;
    const uy = qz * cx - qx * cz + qw * cy;
    const uz = qx * cy - qy * cx + qw * cz;
    const ax = cx + s * (qy * uz - qz * uy);
    const ay = cy + s * (qz * ux - qx * uz);
    const az = cz + s * (qx * uy - qy * ux);
    // and its motion by the turn
    const vx = y * az - z * ay + w * ax;
    const vy = z * ax - x * az + w * ay;
    const vz = x * ay - y * ax + w * az;
    positions[at] -= 2 * (y * vz - z * vy);
    positions[at + 1] -= 2 * (z * vx - x * vz);
    positions[at + 2] -= 2 * (x * vy - y * vx);
  }
}

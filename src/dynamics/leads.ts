/**
 * Leads: bodies in contact with round shapes are turned ahead while the contacts of a step are found.
 *
 * A contact keeps its arms for a step. Under a body that rolls or rocks, the point of contact moves on meanwhile. Arms
 * of the start of the step are old on average, by half of the step less half of a substep. The torque that turns a
 * rocking body back then is late, and each swing is wider than the one before. With arms of that later time the motion
 * is a symplectic map: a swing neither grows nor decays.
 *
 * So the rotation of such a body is ahead by that time, around its center of mass, while contacts are found. `prepare`
 * (wide/prepare.ts) refers separations back to the start of the step. The position is not ahead: bodies that travel
 * together, such as an egg in a cart, would part.
 */
import { quat, vec3 } from 'gl-matrix';
import type { ContactResults, Scene } from 'hullstorm';
import type { Bodies } from './bodies.ts';
import { CENTER, MASS_STRIDE } from './massRow.ts';
import type { StepMemory } from './memory.ts';
import { AWAKE } from './wide/context.ts';

/** Smaller leads change arms by less than the rounding of f32 (rad). */
const LEAST_TURN = 1e-7;

export class Leads {
  readonly #memory: StepMemory;
  readonly #scene: Scene;
  readonly #bodies: Bodies;
  /** By id: 1 = the body had a contact in the last step, and one of the two shapes was round. */
  readonly #rolls: Uint8Array;
  #anyRolls = false;
  /** Bodies that are ahead, and their poses at the start of the step. */
  readonly #ids: Int32Array;
  readonly #rotations: Float32Array;
  readonly #positions: Float64Array;
  #count = 0;
  #isAhead = false;
  readonly #turn: quat = [0, 0, 0, 1];
  readonly #rotation: quat = [0, 0, 0, 1];
  readonly #arm: vec3 = [0, 0, 0];
  readonly #armAhead: vec3 = [0, 0, 0];

  constructor(memory: StepMemory, scene: Scene, bodies: Bodies) {
    const rows = scene.statics.length;
    this.#memory = memory;
    this.#scene = scene;
    this.#bodies = bodies;
    this.#rolls = new Uint8Array(rows);
    this.#ids = new Int32Array(rows);
    this.#rotations = new Float32Array(4 * rows);
    this.#positions = new Float64Array(4 * rows);
  }

  /** Turns the bodies ahead that rolled in the last step. `restore` has to follow. @param time seconds */
  turnAhead(time: number): void {
    const { kinds, leads, spins } = this.#memory;
    const { rows } = this.#scene;
    if (!this.#anyRolls || !(time > 0)) return;
    const { turnLimits } = this.#bodies;
    for (let id = 0; id < rows; id++) {
      if (this.#rolls[id] === 0 || kinds[id] !== AWAKE) continue;
      const [x, y, z] = [spins[4 * id], spins[4 * id + 1], spins[4 * id + 2]];
      const speed = Math.sqrt(x * x + y * y + z * z);
      const turn = Math.min(speed * time, turnLimits[id]);
      if (!(turn > LEAST_TURN)) continue;
      leads[id] = turn / speed;
      const sine = Math.sin(turn / 2) / speed;
      quat.set(this.#turn, sine * x, sine * y, sine * z, Math.cos(turn / 2));
      this.#turnBody(id);
    }
    this.#isAhead = true;
  }

  /** Returns the bodies to their poses at the start of the step, once contacts are found. */
  restore(): void {
    if (!this.#isAhead) return;
    this.#isAhead = false;
    const { positions, rotations } = this.#scene;
    for (let k = 0; k < this.#count; k++) {
      for (let c = 4 * this.#ids[k], own = 4 * k; own < 4 * k + 4; c++, own++) {
        positions[c] = this.#positions[own];
        rotations[c] = this.#rotations[own];
      }
    }
  }

  /** Ends the leads of a step, after its passes or after an error. */
  end(): void {
    this.restore();
    for (let k = 0; k < this.#count; k++) this.#memory.leads[this.#ids[k]] = 0;
    this.#count = 0;
  }

  /** Finds the bodies that roll. Call it after a step, with its contacts. */
  find({ pairs, pointCount, count }: ContactResults): void {
    const { isRound, round } = this.#bodies;
    if (this.#anyRolls) this.#rolls.fill(0);
    this.#anyRolls = false;
    if (round === 0) return;
    const { ids } = pairs;
    for (let row = 0; row < count; row++) {
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
    const { positions, rotations } = this.#scene;
    const own = 4 * this.#count;
    const at = 4 * id;
    for (let c = 0; c < 4; c++) {
      this.#positions[own + c] = positions[at + c];
      this.#rotations[own + c] = rotations[at + c];
    }
    this.#ids[this.#count++] = id;
    const center = MASS_STRIDE * id + CENTER;
    const rotation = quat.set(this.#rotation, rotations[at], rotations[at + 1], rotations[at + 2], rotations[at + 3]);
    quat.normalize(rotation, rotation);
    const arm = vec3.set(this.#arm, mass[center], mass[center + 1], mass[center + 2]);
    vec3.transformQuat(arm, arm, rotation);
    const ahead = vec3.transformQuat(this.#armAhead, arm, this.#turn);
    quat.multiply(rotation, this.#turn, rotation);
    for (let c = 0; c < 4; c++) rotations[at + c] = rotation[c];
    for (let c = 0; c < 3; c++) positions[at + c] += arm[c] - ahead[c];
  }
}

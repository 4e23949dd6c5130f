/**
 * The bodies that move far in a step, where they stop, and their poses there. A body moves far if its center of mass
 * moves by more than its thickness, or a bullet by a quarter of it (bodies.ts). A body that turns so that a point of it
 * may move by more than that is among them, too.
 */
import type { Scene } from 'hullstorm';
import type { Bodies } from './bodies.ts';
import { GRAVITY_SCALE, INVERSE_ROOT_MASS, MASS_STRIDE, RESTITUTION } from './massRow.ts';
import type { StepMemory } from './memory.ts';
import { type Motions, POSE } from './motions.ts';
import { DISPLACEMENT, STATE_STRIDE, squaredDisplacement, TURN } from './travel.ts';
import { AWAKE, GRAVITY, KINEMATIC } from './wide/context.ts';

export class FarBodies {
  count = 0;
  /** Their ids, ascending. */
  readonly ids: Int32Array;
  /** By id: 1 = the body moves far. */
  readonly isFar: Uint8Array;
  /** By id, of these bodies: 1 = it turns far, and its center of mass does not move far. */
  readonly onlyTurns: Uint8Array;
  /** By id, of these bodies: no point moves farther by the turn (m). 0 if that is not far. */
  readonly turnDistances: Float64Array;
  /** The range of the moves of the other bodies, from the least to the most along each axis: of centers of mass (m). */
  readonly least = new Float64Array(3);
  readonly most = new Float64Array(3);
  readonly #memory: StepMemory;
  readonly #scene: Scene;
  readonly #bodies: Bodies;
  /** By id, for bodies that move far: the time in 0..1 at which the body stops, and the other body; −1 for none. */
  readonly #times: Float64Array;
  readonly #others: Int32Array;
  /** Of the bodies that stop, in the order of `ids`. */
  #poses = new Float64Array(0);

  constructor(memory: StepMemory, scene: Scene, bodies: Bodies) {
    this.#memory = memory;
    this.#scene = scene;
    this.#bodies = bodies;
    this.ids = scene.newArray(Int32Array);
    this.isFar = scene.newArray(Uint8Array);
    this.onlyTurns = scene.newArray(Uint8Array);
    this.turnDistances = scene.newArray(Float64Array);
    this.#times = scene.newArray(Float64Array);
    this.#others = scene.newArray(Int32Array);
  }

  /** Finds them, and the range of the moves of others. @returns how many */
  find(): number {
    const memory = this.#memory;
    const { kinds, slotOf, state } = memory;
    const { farStates, farDistances, turnReaches } = this.#bodies;
    const { rows } = this.#scene;
    for (let k = 0; k < this.count; k++) this.isFar[this.ids[k]] = 0;
    this.count = 0;
    for (let id = 0; id < rows; id++) {
      if (kinds[id] !== AWAKE) continue;
      const at = STATE_STRIDE * slotOf[id] + DISPLACEMENT;
      const square = state[at] * state[at] + state[at + 1] * state[at + 1] + state[at + 2] * state[at + 2];
      // a body whose mass is scaled (massScaling.ts) may be far by its state alone
      const isFar = square > farStates[id] && squaredDisplacement(id, memory) > farDistances[id];
      const turnDistance = turnReaches[id] > 0 ? turnReaches[id] ** 2 * this.#squaredTurn(at - DISPLACEMENT + TURN) : 0;
      const isTurning = turnDistance > farDistances[id];
      if (isFar || isTurning) this.#add(id, isFar, isTurning ? turnDistance : 0);
    }
    if (this.count > 0) this.#findRange();
    return this.count;
  }

  /** Whether the center of mass of a body moves far. */
  movesFar(id: number): boolean {
    return this.isFar[id] === 1 && this.onlyTurns[id] === 0;
  }

  #findRange(): void {
    const { kinds, mass, slotOf, state } = this.#memory;
    const { least, most } = this;
    const { rows } = this.#scene;
    least.fill(0);
    most.fill(0);
    for (let id = 0; id < rows; id++) {
      const isDynamic = kinds[id] === AWAKE;
      if ((!isDynamic && kinds[id] !== KINEMATIC) || this.movesFar(id)) continue;
      const at = STATE_STRIDE * slotOf[id] + DISPLACEMENT;
      const invSqrtMass = isDynamic ? mass[MASS_STRIDE * id + INVERSE_ROOT_MASS] : 1;
      for (let c = 0; c < 3; c++) {
        const move = invSqrtMass * state[at + c];
        if (move < least[c]) least[c] = move;
        else if (move > most[c]) most[c] = move;
      }
    }
  }

  /**
   * Stops a body at a time in 0..1 before another body, unless it stops earlier. Of other bodies at equal times the
   * smaller id counts.
   */
  stop(id: number, time: number, other: number): void {
    const before = this.#times[id];
    if (time > before || (time === before && before < 1 && other > this.#others[id])) return;
    this.#times[id] = time;
    this.#others[id] = other;
  }

  /**
   * Computes the poses of bodies that stop, while poses in the scene are those at the start.
   * The body that one of them met goes on, and takes it along: at the end both are as far apart as when they met.
   * @param held bodies that are not taken along: they lie on a surface, and would go through it
   */
  computePoses(motions: Motions, held: ReadonlySet<number>): void {
    if (this.#poses.length < POSE * this.count) this.#poses = new Float64Array(2 * POSE * this.count);
    for (let k = 0; k < this.count; k++) {
      const id = this.ids[k];
      const time = this.#times[id];
      const other = this.#others[id];
      if (other < 0) continue;
      const isTaken = !held.has(id);
      const end = isTaken ? (this.isFar[other] === 1 ? Math.max(this.#times[other], time) : 1) : time;
      motions.writeCarried(id, time, other, end, this.#poses, POSE * k);
    }
  }

  /** Writes these poses into the scene. */
  place(): void {
    const { positions, rotations } = this.#scene;
    for (let k = 0; k < this.count; k++) {
      const id = this.ids[k];
      const other = this.#others[id];
      if (other < 0) continue;
      if (other !== id) this.#giveBack(id, other, POSE * k);
      for (let c = 0; c < 3; c++) positions[4 * id + c] = this.#poses[POSE * k + c];
      for (let c = 0; c < 4; c++) rotations[4 * id + c] = this.#poses[POSE * k + 4 + c];
    }
  }

  /** Squared length of the turn at `at` of the state. */
  #squaredTurn(at: number): number {
    const { state } = this.#memory;
    return state[at] * state[at] + state[at + 1] * state[at + 1] + state[at + 2] * state[at + 2];
  }

  /**
   * A body that stops keeps its velocity, but not the rest of its fall. If it is to bounce, it gives back the speed
   * that gravity has given it there: else it would come higher at each bounce. Call it before its pose at the end is
   * overwritten.
   */
  #giveBack(id: number, other: number, pose: number): void {
    const { mass, reals, velocities } = this.#memory;
    const at = MASS_STRIDE * id;
    if (mass[at + RESTITUTION] === 0 && mass[MASS_STRIDE * other + RESTITUTION] === 0) return;
    const { positions } = this.#scene;
    let work = 0;
    let square = 0;
    for (let c = 0; c < 3; c++) {
      const speed = velocities[4 * id + c];
      work += reals[GRAVITY + c] * mass[at + GRAVITY_SCALE] * (positions[4 * id + c] - this.#poses[pose + c]);
      square += speed * speed;
    }
    if (!(work > 0)) return;
    const share = Math.sqrt(Math.max(1 - (2 * work) / square, 0));
    for (let c = 0; c < 3; c++) velocities[4 * id + c] *= share;
  }

  #add(id: number, isFar: boolean, squaredTurnDistance: number): void {
    this.ids[this.count++] = id;
    this.isFar[id] = 1;
    this.onlyTurns[id] = isFar ? 0 : 1;
    this.turnDistances[id] = Math.sqrt(squaredTurnDistance);
    this.#times[id] = 1;
    this.#others[id] = -1;
  }
}

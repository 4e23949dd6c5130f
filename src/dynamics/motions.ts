/** The motions of bodies in a step, each written when it is first needed: the move alone, or the turn, too. */
import type { Scene } from 'hullstorm';
import type { StepMemory } from './memory.ts';
import { MOTION, writeMotion, writeMove } from './travel.ts';

/** What `values` has of a body in this step. */
const MOVE = 1;
const MOVE_AND_TURN = 2;
/** The part by which rounding may lengthen a way along a normal. */
const SLACK = 1e-6;

export class Motions {
  /** By id, as `engine.castPairs` takes them. Only those of bodies that were written are valid. */
  values = new Float64Array(0);
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
    if (this.values.length === 0) this.values = new Float64Array(MOTION * this.#written.length);
    this.#written.fill(0);
  }

  /** Writes the move and the turn of a body. */
  write(id: number): void {
    if (this.#written[id] === MOVE_AND_TURN) return;
    this.#written[id] = MOVE_AND_TURN;
    writeMotion(id, this.#memory, this.#scene, this.values, MOTION * id);
  }

  /** Writes the move of a body. */
  writeMove(id: number): void {
    if (this.#written[id] !== 0) return;
    const isAll = writeMove(id, this.#memory, this.#scene, this.values, MOTION * id);
    this.#written[id] = isAll ? MOVE_AND_TURN : MOVE;
  }

  /** How far two bodies move relative to each other (m): no way along a normal is longer, however it is rounded. */
  between(id: number, other: number): number {
    this.writeMove(id);
    this.writeMove(other);
    const { values } = this;
    const x = values[MOTION * id] - values[MOTION * other];
    const y = values[MOTION * id + 1] - values[MOTION * other + 1];
    const z = values[MOTION * id + 2] - values[MOTION * other + 2];
    return (1 + SLACK) * Math.sqrt(x * x + y * y + z * z);
  }
}

/**
 * Which bodies speed up steadily. A box on a slope a little too steep for its friction is as slow as one at rest for
 * its first half second. Its velocity grows by the same vector again and again; the noise of a heap at rest does not.
 *
 * The velocity is sampled every 0.08 s. A body begins to speed up with the fourth of four changes in a row that are
 * alike and along its velocity. It goes on, whatever they look like, while they are along its velocity: a box that tips
 * moves on an arc.
 */
import type { Scene } from 'hullstorm';
import { GRAVITY_SCALE, MASS_STRIDE } from './massRow.ts';
import type { StepMemory } from './memory.ts';

/** Time between two samples (s). The four changes take less than the time after which a body at rest falls asleep. */
const SAMPLE_TIME = 0.08;
/** Changes in a row, after the first, that are like the one before. */
const ALIKE = 3;
/** Two changes are alike if they differ by at most this part of the one before. */
const TOLERANCE = 0.5;
/** Slower accelerations do not count, as a part of the body's gravity. */
const LEAST_SHARE = 1e-4;

export class Acceleration {
  readonly #memory: Pick<StepMemory, 'mass' | 'velocities'>;
  /** By id: the velocity at the last sample, and its change before that (m/s), x y z –. */
  readonly #before: Float32Array;
  readonly #changes: Float32Array;
  /** By id: how many changes in a row were alike. */
  readonly #alike: Uint8Array;
  /** Squared least change of a velocity between two samples, for a gravity scale of 1 (m²/s²). */
  #least = 0;
  #steps = 0;

  constructor(scene: Scene, memory: Pick<StepMemory, 'mass' | 'velocities'>, gravity: ArrayLike<number>) {
    this.#memory = memory;
    this.#before = scene.newArray(Float32Array, 4);
    this.#changes = scene.newArray(Float32Array, 4);
    this.#alike = scene.newArray(Uint8Array);
    this.setGravity(gravity);
  }

  /** @param gravity x y z (m/s²) */
  setGravity(gravity: ArrayLike<number>): void {
    this.#least = (LEAST_SHARE * Math.hypot(gravity[0], gravity[1], gravity[2]) * SAMPLE_TIME) ** 2;
  }

  /** Whether a body speeds up steadily. */
  speedsUp(id: number): boolean {
    return this.#alike[id] >= ALIKE;
  }

  /** Samples velocities, if it is time to. Call it after each step. @param period steps between two samples */
  sample(rows: number, period: number): void {
    this.#steps = (this.#steps + 1) | 0;
    if (this.#steps < period) return;
    this.#steps = 0;
    for (let id = 0; id < rows; id++) this.#sampleBody(id);
  }

  #sampleBody(id: number): void {
    const { mass, velocities } = this.#memory;
    const before = this.#before;
    const changes = this.#changes;
    let square = 0;
    let last = 0;
    let difference = 0;
    let along = 0;
    for (let k = 4 * id; k < 4 * id + 3; k++) {
      const change = velocities[k] - before[k];
      square += change * change;
      last += changes[k] * changes[k];
      difference += (change - changes[k]) * (change - changes[k]);
      along += change * velocities[k];
      before[k] = velocities[k];
      changes[k] = change;
    }
    const scale = mass[MASS_STRIDE * id + GRAVITY_SCALE];
    const isAlike = difference <= TOLERANCE * TOLERANCE * last;
    if (!(square > scale * scale * this.#least && along > 0)) this.#alike[id] = 0;
    else if (this.#alike[id] < ALIKE) this.#alike[id] = isAlike ? this.#alike[id] + 1 : 0;
  }
}

/** Steps between two samples. @param dt of a step (s) */
export function samplePeriod(dt: number): number {
  return Math.max(1, Math.round(SAMPLE_TIME / dt));
}

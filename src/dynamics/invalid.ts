/**
 * Bodies that no step can move: something in their columns is not finite, or their rotation is 0. They are left out, standing where they
 * are, until the user has written better numbers: one NaN in a contact would be in all bodies that touch each other some steps later.
 */
import type { Scene } from 'hullstorm';
import type { StepMemory } from './memory.ts';
import { AWAKE, KINEMATIC, LEFT_OUT, LEFT_OUT_KINEMATIC } from './wide/context.ts';

/** Squared lengths of quaternions that passes make unit in f32. Shorter and longer ones are as good, but have to be scaled first. */
const [SHORT, LONG] = [1e-12, 1e12];

export class Invalid {
  /** Bodies that are left out, and how many of them are dynamic. */
  count = 0;
  dynamic = 0;

  /** Looks at all bodies that are awake or kinematic, before a step. */
  look({ kinds, awake, velocities, spins }: StepMemory, { positions, rotations, rows }: Scene): void {
    this.count = 0;
    this.dynamic = 0;
    for (let id = 0; id < rows; id++) {
      const kind = kinds[id];
      if (kind !== AWAKE && kind < KINEMATIC) continue;
      const at = 4 * id;
      // 0 unless any of them is NaN or infinite
      const nothing =
        0 * positions[at] +
        0 * positions[at + 1] +
        0 * positions[at + 2] +
        0 * velocities[at] +
        0 * velocities[at + 1] +
        0 * velocities[at + 2] +
        0 * spins[at] +
        0 * spins[at + 1] +
        0 * spins[at + 2];
      const square = rotations[at] ** 2 + rotations[at + 1] ** 2 + rotations[at + 2] ** 2 + rotations[at + 3] ** 2;
      const isDynamic = kind === AWAKE || kind === LEFT_OUT;
      if (nothing === 0 && square > 0 && square < Number.POSITIVE_INFINITY) {
        if (square < SHORT || square > LONG) scale(rotations, at, 1 / Math.sqrt(square));
        if (kind < LEFT_OUT) continue;
        kinds[id] = isDynamic ? AWAKE : KINEMATIC;
        awake[id] = Number(isDynamic);
      } else {
        kinds[id] = isDynamic ? LEFT_OUT : LEFT_OUT_KINEMATIC;
        awake[id] = 0;
        this.count++;
        this.dynamic += Number(isDynamic);
      }
    }
  }
}

function scale(quaternions: Float32Array, at: number, factor: number): void {
  for (let k = at; k < at + 4; k++) quaternions[k] *= factor;
}

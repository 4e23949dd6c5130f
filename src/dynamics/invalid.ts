/**
 * Bodies with bad numbers in their columns: a value that is not finite, or a zero quaternion. A step leaves them out,
 * and they stay where they are, until the user writes good numbers. Otherwise contacts would spread a NaN to all bodies
 * in contact within a few steps.
 */
import type { Scene } from 'hullstorm';
import type { StepMemory } from './memory.ts';
import { AWAKE, EXCLUDED, EXCLUDED_KINEMATIC, KINEMATIC } from './wide/context.ts';

/** Squared lengths of quaternions that the passes can normalize in f32. Others are scaled to length 1 first. */
const [SHORT, LONG] = [1e-12, 1e12];

export class InvalidBodies {
  /** Bodies that are excluded. */
  count = 0;
  /** Those of them that are dynamic. */
  dynamic = 0;

  /** `update` for a scene without awake and kinematic bodies. */
  clear(): void {
    this.count = 0;
    this.dynamic = 0;
  }

  /** Checks all awake and kinematic bodies. Call it before a step. */
  update({ kinds, awake, timers, velocities, spins }: StepMemory, { positions, rotations, rows }: Scene): void {
    this.clear();
    for (let id = 0; id < rows; id++) {
      const kind = kinds[id];
      if (kind !== AWAKE && kind < KINEMATIC) continue;
      const at = 4 * id;
      // 0 if all values are finite, else NaN
      const zero =
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
      const isDynamic = kind === AWAKE || kind === EXCLUDED;
      if (zero === 0 && square > 0 && square < Number.POSITIVE_INFINITY) {
        if (square < SHORT || square > LONG) scale(rotations, at, 1 / Math.sqrt(square));
        if (kind < EXCLUDED) continue;
        kinds[id] = isDynamic ? AWAKE : KINEMATIC;
        awake[id] = Number(isDynamic);
      } else {
        kinds[id] = isDynamic ? EXCLUDED : EXCLUDED_KINEMATIC;
        awake[id] = 0;
        // the passes do so, too, but a step in which no body moves leaves them out
        timers[id] = 0;
        this.count++;
        this.dynamic += Number(isDynamic);
      }
    }
  }
}

function scale(quaternions: Float32Array, at: number, factor: number): void {
  for (let k = at; k < at + 4; k++) quaternions[k] *= factor;
}

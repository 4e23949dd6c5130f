/**
 * Slots: the order in which the state of bodies lies in memory while a step is solved. Slots follow slices of space,
 * across the axis along which the bodies spread most. Bodies in contact then have slots near each other. Threads that
 * take the same part of the slots and of each color (constraintGraph.ts) share few bodies. In a heap of 10,000, one
 * access in a hundred is to a body that the other thread changed last; in the order of ids it is one in eight. Bodies
 * that do not move come last.
 *
 * Slots follow from poses and kinds alone, so they are the same for any number of threads.
 */
import type { StepMemory } from './memory.ts';
import { AWAKE, KINEMATIC } from './wide/context.ts';

/** Most slices: a power of two. */
export const SLICES = 32;
/** Fewest contact rows per slice: small slices leave lanes of bundles empty. */
const SLICE_ROWS = 4096;
/** Bodies that are sampled to estimate the spread of all. */
const SAMPLES = 512;
/**
 * Half width of all slices together, in standard deviations: that of an even distribution. Bodies farther out belong to
 * the outermost slices.
 */
const HALF_WIDTH = Math.sqrt(3);

export class Slots {
  /** The slice of each body that moves, by id. */
  readonly slices: Uint8Array;
  /** Bodies that move. They have the slots below this number. */
  moving = 0;
  readonly #memory: StepMemory;
  readonly #starts = new Int32Array(SLICES + 1);
  /** The axis across the slices, where the first slice begins (m), and slices per meter. */
  #axis = 0;
  #low = 0;
  #perMeter = 0;

  constructor(memory: StepMemory) {
    this.#memory = memory;
    this.slices = new Uint8Array(memory.kinds.length);
  }

  /** Gives every row of the scene a slot. @param positions 4 per row (m) @param count slices */
  arrange(positions: Float64Array, rows: number, count: number): void {
    const { kinds, slotOf } = this.#memory;
    const { slices } = this;
    const starts = this.#starts;
    this.#spread(positions, rows, count);
    const low = this.#low;
    const perMeter = this.#perMeter;
    const axis = this.#axis;
    starts.fill(0);
    for (let id = 0; id < rows; id++) {
      const kind = kinds[id];
      if (kind !== AWAKE && kind !== KINEMATIC) continue;
      const position = (positions[4 * id + axis] - low) * perMeter;
      const slice = position < 0 ? 0 : position < count ? Math.trunc(position) : count - 1;
      slices[id] = slice;
      starts[slice]++;
    }
    let slot = 0;
    for (let slice = 0; slice < count; slice++) {
      const size = starts[slice];
      starts[slice] = slot;
      slot += size;
    }
    this.moving = slot;
    for (let id = 0; id < rows; id++) {
      const kind = kinds[id];
      slotOf[id] = kind === AWAKE || kind === KINEMATIC ? starts[slices[id]]++ : slot++;
    }
    // pads the last group of four with rows that are not bodies
    for (; slot & 3; slot++) slotOf[slot] = slot;
  }

  /** Finds the axis along which awake bodies spread most, and the range of the slices, from a sample. */
  #spread(positions: Float64Array, rows: number, count: number): void {
    const { kinds } = this.#memory;
    const stride = Math.max(1, Math.trunc(rows / SAMPLES));
    let widest = -1;
    for (let axis = 0; axis < 3; axis++) {
      let samples = 0;
      let origin = 0;
      let sum = 0;
      let squares = 0;
      for (let id = 0; id < rows; id += stride) {
        if (kinds[id] !== AWAKE) continue;
        const x = positions[4 * id + axis];
        if (samples++ === 0) origin = x;
        sum += x - origin;
        squares += (x - origin) * (x - origin);
      }
      const mean = samples > 0 ? sum / samples : 0;
      const variance = samples > 0 ? squares / samples - mean * mean : 0;
      if (!(variance > widest)) continue;
      widest = variance;
      const halfWidth = HALF_WIDTH * Math.sqrt(variance);
      this.#axis = axis;
      this.#low = origin + mean - halfWidth;
      this.#perMeter = halfWidth > 0 ? count / (2 * halfWidth) : 0;
    }
  }
}

/** The number of slices for `rows` contact rows: a power of two, which that many threads can share evenly. */
export function slicesFor(rows: number): number {
  let slices = 1;
  while (slices < SLICES && 2 * slices * SLICE_ROWS <= rows) slices *= 2;
  return slices;
}

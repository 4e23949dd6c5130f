/**
 * Where the state of each body lies while a step is solved: by place, in slices across the axis along which bodies spread most. Bodies
 * that touch are then mostly near each other, and threads that take the same part of the slots and of every colour (colours.ts) share
 * few of them: in a heap of 10,000 one access in a hundred is to a body that the other thread had last, where by order of ids it is one
 * in eight. Bodies that do not move come last.
 *
 * Poses and who is awake say where a body comes, so it is the same for any number of threads.
 */
import type { StepMemory } from './memory.ts';
import { AWAKE, KINEMATIC } from './wide/context.ts';

/** Most slices: a power of two. */
export const SLICES = 32;
/** Contact rows per slice at least: small slices leave lanes of bundles idle. */
const SLICE_ROWS = 4096;
/** Bodies whose places tell how far all are spread. */
const SAMPLES = 512;
/** Slices reach so many standard deviations from the mean, as far as bodies that are spread evenly; the outermost take what is farther out. */
const REACH = Math.sqrt(3);

export class Slots {
  /** The slice of each body, by id. */
  readonly slices: Uint8Array;
  /** Bodies that move have the slots below. */
  moving = 0;
  readonly #memory: StepMemory;
  readonly #starts = new Int32Array(SLICES + 1);
  /** Of the slices at hand: where they begin (m), and how many there are to a metre. */
  #axis = 0;
  #low = 0;
  #perMetre = 0;

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
    const perMetre = this.#perMetre;
    const axis = this.#axis;
    starts.fill(0);
    for (let id = 0; id < rows; id++) {
      const place = (positions[4 * id + axis] - low) * perMetre;
      const slice = place < 0 ? 0 : place < count ? Math.trunc(place) : count - 1;
      slices[id] = slice;
      const kind = kinds[id];
      if (kind === AWAKE || kind === KINEMATIC) starts[slice]++;
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
    // the last group of four may end with rows of no body
    for (; slot & 3; slot++) slotOf[slot] = slot;
  }

  /** Looks at some of the bodies that are awake: along which axis they are spread most, and from where to where. */
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
      const reach = REACH * Math.sqrt(variance);
      this.#axis = axis;
      this.#low = origin + mean - reach;
      this.#perMetre = reach > 0 ? count / (2 * reach) : 0;
    }
  }
}

/** Into how many slices so many contact rows fall: a power of two, which as many threads can share alike. */
export function slicesFor(rows: number): number {
  let slices = 1;
  while (slices < SLICES && 2 * slices * SLICE_ROWS <= rows) slices *= 2;
  return slices;
}

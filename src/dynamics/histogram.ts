/** How often numbers > 0 come, by half octaves: the smallest, the largest and the middle one of many that come and go. */

/** Half octaves: from 2⁻¹²⁸ to 2¹²⁸. */
const BINS = 512;
const PER_OCTAVE = 2;
/** A number at the edge of its bin belongs to it, though it was rounded. */
const ROUNDING = 1e-3;

export class Histogram {
  count = 0;
  readonly #bins = new Int32Array(BINS);

  add(value: number): void {
    this.#bins[binOf(value)]++;
    this.count++;
  }

  remove(value: number): void {
    this.#bins[binOf(value)]--;
    this.count--;
  }

  /** The number of which a part, 0..1, is no larger: rounded down to a half octave. 1 if there is none. */
  rank(part: number): number {
    if (this.count === 0) return 1;
    let left = Math.max(1, Math.ceil(part * this.count));
    let bin = 0;
    while (this.#bins[bin] < left) left -= this.#bins[bin++];
    return 2 ** ((bin - BINS / 2) / PER_OCTAVE);
  }
}

function binOf(value: number): number {
  return Math.min(Math.max(Math.floor(PER_OCTAVE * Math.log2(value) + ROUNDING) + BINS / 2, 0), BINS - 1);
}

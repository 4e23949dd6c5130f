/** Counts numbers > 0 in half octaves. Gives the smallest, the median and the largest of a set that changes. */

/** Half octaves from 2⁻¹²⁸ to 2¹²⁸. */
const BINS = 512;
const PER_OCTAVE = 2;
/** In bins. A number on the lower edge of a bin belongs to that bin, even if rounding has moved it below. */
const ROUNDING = 1e-3;

export class Histogram {
  count = 0;
  readonly #bins = new Int32Array(BINS);
  /** All bins below this one are empty. */
  #low = BINS - 1;

  add(value: number): void {
    const bin = binOf(value);
    this.#bins[bin]++;
    this.#low = Math.min(this.#low, bin);
    this.count++;
  }

  remove(value: number): void {
    this.#bins[binOf(value)]--;
    this.count--;
  }

  /**
   * The quantile at `part`, 0..1, rounded down to a half octave: 0 gives the smallest number, 0.5 the median, 1 the
   * largest. 1 if there are no numbers.
   */
  rank(part: number): number {
    if (this.count === 0) return 1;
    const bins = this.#bins;
    while (bins[this.#low] === 0) this.#low++;
    let rest = Math.max(1, Math.ceil(part * this.count));
    let bin = this.#low;
    while (bins[bin] < rest) rest -= bins[bin++];
    return 2 ** ((bin - BINS / 2) / PER_OCTAVE);
  }
}

function binOf(value: number): number {
  return Math.min(Math.max(Math.floor(PER_OCTAVE * Math.log2(value) + ROUNDING) + BINS / 2, 0), BINS - 1);
}

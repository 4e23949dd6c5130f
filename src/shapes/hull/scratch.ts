/**
 * Memory for what a build needs only until it returns: views of one buffer, which the next build uses again. A typed array
 * of its own costs ten times as much as a view, and fifty times where it is large.
 *
 * `buildHull`, `buildCells` and `contactFaces` begin by taking all of it: none of them calls another, nor code outside of the library.
 */

/** A buffer up to here is kept (bytes). */
const MAX_KEPT = 2 ** 24;
const LEAST = 2 ** 16;

class Scratch {
  #buffer = new ArrayBuffer(LEAST);
  #used = 0;

  /** Takes all of it: views from before are written over from now on. */
  begin(): void {
    this.#used = 0;
    if (this.#buffer.byteLength > MAX_KEPT) this.#buffer = new ArrayBuffer(LEAST);
  }

  /** Zeros. */
  ints(count: number): Int32Array {
    const byteOffset = this.#take(4 * count);
    return new Int32Array(this.#buffer, byteOffset, count).fill(0);
  }

  /** Zeros, f64. */
  reals(count: number): Float64Array {
    const byteOffset = this.#take(8 * count);
    return new Float64Array(this.#buffer, byteOffset, count).fill(0);
  }

  /** Where the next `bytes` begin; in a wider buffer if need be: views of the old one stay what they are. */
  #take(bytes: number): number {
    const byteOffset = this.#used;
    this.#used += (bytes + 7) & ~7;
    if (this.#used <= this.#buffer.byteLength) return byteOffset;
    this.#buffer = new ArrayBuffer(2 * this.#used);
    this.#used = (bytes + 7) & ~7;
    return 0;
  }
}

export const scratch = new Scratch();

/**
 * Temporary memory of a build: views of one buffer, which the next build reuses. A new typed array costs ten times as
 * much as a view, and fifty times if it is large.
 *
 * `buildHull`, `buildCells` and `contactFaces` take all of it at their start: none of them calls another, or code
 * outside of the library.
 */

/** Largest buffer that is kept (bytes). */
const MAX_KEPT = 2 ** 24;
const LEAST = 2 ** 16;

class Scratch {
  #buffer = new ArrayBuffer(LEAST);
  #used = 0;

  /** Takes all of the memory: earlier views are overwritten from now on. */
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

  /** Begin of the next `bytes`; allocates a larger buffer if needed. Views of the old buffer stay valid. */
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

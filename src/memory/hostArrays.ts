/**
 * Typed arrays for data of one thread, outside of the shared memory. They lie in few large buffers, since the system
 * maps a large buffer page by page, where it is used. A small one may be memory that was used before, which is zeroed.
 */
import type { ColumnArray, ColumnType } from './columns.ts';
import { alignUp, CACHE_LINE_BYTES } from './units.ts';

/** Bytes of a buffer. An array that is larger has one of its own. */
const BUFFER_BYTES = 4 << 20;

export class HostArrays {
  #buffer = new ArrayBuffer(0);
  #used = 0;

  /** A new array of zeros. */
  of<T extends ColumnArray>(type: ColumnType<T>, length: number): T {
    const bytes = alignUp(type.BYTES_PER_ELEMENT * length, CACHE_LINE_BYTES);
    if (this.#used + bytes > this.#buffer.byteLength) {
      this.#buffer = new ArrayBuffer(Math.max(bytes, BUFFER_BYTES));
      this.#used = 0;
    }
    const at = this.#used;
    this.#used += bytes;
    return new type(this.#buffer, at, length);
  }
}

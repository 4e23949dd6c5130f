/**
 * Which elements of a pool are in use: blocks [begin, begin + size) that are taken and given back. Host only; the pool
 * is elsewhere. A block goes to the first hole that holds it, or behind the last block. Holes side by side are one.
 */
export class Space {
  readonly capacity: number;
  /** Elements in all blocks. */
  #used = 0;
  /** End of the last block. */
  #end = 0;
  /** Holes below `#end`: their begins, ascending, and their ends. */
  #begins: number[] = [];
  #ends: number[] = [];

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** Elements in all blocks. */
  get used(): number {
    return this.#used;
  }

  /** End of the last block: no element from here on is in use. */
  get end(): number {
    return this.#end;
  }

  /** Whether so many elements are free, in one hole or in several. */
  has(size: number): boolean {
    return this.#used + size <= this.capacity;
  }

  /** Takes a block. @returns its begin, or −1 if no hole holds it: then the holes have to be closed first */
  take(size: number): number {
    if (size === 0) return this.#end;
    const hole = this.#begins.findIndex((begin, k) => this.#ends[k] - begin >= size);
    if (hole < 0 && this.#end + size > this.capacity) return -1;
    this.#used += size;
    if (hole < 0) {
      this.#end += size;
      return this.#end - size;
    }
    const begin = this.#begins[hole];
    this.#begins[hole] += size;
    if (this.#begins[hole] === this.#ends[hole]) this.#drop(hole);
    return begin;
  }

  /** Gives a block back. */
  give(begin: number, size: number): void {
    if (size === 0) return;
    this.#used -= size;
    const at = this.#firstFrom(begin);
    this.#begins.splice(at, 0, begin);
    this.#ends.splice(at, 0, begin + size);
    this.#join(at + 1);
    this.#join(at);
    const last = this.#ends.length - 1;
    if (this.#ends[last] < this.#end) return;
    this.#end = this.#begins[last];
    this.#drop(last);
  }

  /** Makes [0, used) the only block. */
  reset(used: number): void {
    this.#used = used;
    this.#end = used;
    this.#begins = [];
    this.#ends = [];
  }

  /** The first hole that begins at `place` or later. */
  #firstFrom(place: number): number {
    let low = 0;
    let high = this.#begins.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#begins[middle] < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Makes a hole and the one before it one, if they are side by side. */
  #join(hole: number): void {
    if (hole < 1 || hole >= this.#begins.length || this.#ends[hole - 1] !== this.#begins[hole]) return;
    this.#ends[hole - 1] = this.#ends[hole];
    this.#drop(hole);
  }

  #drop(hole: number): void {
    this.#begins.splice(hole, 1);
    this.#ends.splice(hole, 1);
  }
}

/** The children of a collider that come within the maximum distance of a probe, child by child. */
import { sortRows } from '../../broad/candidates/sortRows.ts';
import { NO_CHILD } from '../../tables/childWords.ts';
import { Status } from '../../tables/distanceStatus.ts';
import { GUEST_PAIRS } from '../../tables/guestTable.ts';
import { ChildPairs } from './childPairs.ts';

/** What `sortRows` needs at most. */
const STACK = 3 * 32 + 3;

export class ChildOverlaps extends ChildPairs {
  protected readonly atOnce = GUEST_PAIRS;
  /** The user's numbers of the children, ascending, and how many they are. */
  found = new Uint32Array(256);
  count = 0;
  readonly #stack = new Int32Array(STACK);
  #collider = 0;
  #overlapOnly = false;

  /** Finds those of a collider. @param overlapOnly whether only those count that overlap */
  find(overlapOnly: boolean, collider: number, probe: number): void {
    this.count = 0;
    this.#collider = collider;
    this.#overlapOnly = overlapOnly;
    if (!this.choosePair(collider, probe)) return;
    // no `?:` of a constant and a computed number: V8 allocates for it
    this.near.limit[0] = 0;
    if (!overlapOnly) this.near.limit.set(this.frame.query.maxDistance);
    this.computeChildren();
    this.#sort();
  }

  protected measure(count: number): void {
    const { results } = this.list;
    const margin = this.frame.query.maxDistance[0];
    this.rows.computePlaced(this.list, this.#overlapOnly, count);
    if (this.found.length < this.count + count) this.#grow();
    const isMany = this.many.collider === this.#collider;
    for (let pair = 0; pair < count; pair++) {
      const status = results.status[pair];
      const isNear = this.#overlapOnly
        ? status === Status.Overlapping
        : status !== Status.Invalid && results.separation[4 * pair + 3] <= margin;
      if (!isNear) continue;
      const child = isMany
        ? this.numberOf(this.many, this.childOf[pair])
        : this.numberOf(this.other, this.partOf[pair]);
      if (child !== NO_CHILD) this.found[this.count++] = child;
    }
  }

  #grow(): void {
    const { found } = this;
    this.found = new Uint32Array(2 * found.length);
    this.found.set(found);
  }

  /** Sorts the children. A probe of several parts finds some of them several times. */
  #sort(): void {
    const { found } = this;
    let bits = 0;
    for (let k = 0; k < this.count; k++) bits |= found[k];
    sortRows(found, 0, this.count, 32 - Math.clz32(bits), this.#stack);
    let end = 0;
    for (let k = 0; k < this.count; k++) {
      if (end > 0 && found[end - 1] === found[k]) continue;
      found[end++] = found[k];
    }
    this.count = end;
  }
}

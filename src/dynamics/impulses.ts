/**
 * The impulses that contacts ended the last step with, by rows of a contact query: the next step starts from them. Two columns in turn,
 * so that a step that is done again starts from the same.
 */
import type { ContactResults } from 'hullstorm';
import type { StepMemory } from './memory.ts';
import { IMPULSES_FROM, IMPULSES_TO, IS_CARRIED } from './wide/context.ts';

/** Floats of a row: along the normal at each of four points, friction x y z, twist. */
const STRIDE = 8;

export class Impulses {
  readonly #memory: StepMemory;
  #from: Float32Array;
  #to: Float32Array;
  /** Contact queries when the impulses were kept, and when those of this step were asked for. */
  #queries = -1;
  #asked = -1;
  /** 1 = a body that came after the last step. */
  readonly #isNew: Uint8Array;
  #hasNew = false;

  constructor(memory: StepMemory) {
    this.#memory = memory;
    [this.#from, this.#to] = memory.impulses;
    this.#isNew = new Uint8Array(memory.kinds.length);
  }

  /** Tells the passes which impulses to start from, and where to keep the next. */
  start(contacts: ContactResults): void {
    const { words } = this.#memory;
    words[IMPULSES_FROM] = this.#from.byteOffset;
    words[IMPULSES_TO] = this.#to.byteOffset;
    words[IS_CARRIED] = this.#isNext(contacts) ? 1 : 0;
    this.#asked = contacts.queries;
    this.#forgetNew(contacts);
  }

  /** After the step: its impulses are those to start from. */
  turn(): void {
    this.#swap(this.#asked);
    if (this.#hasNew) this.#isNew.fill(0);
    this.#hasNew = false;
  }

  /** A body that was not there in the last step, in the place of another perhaps: it starts without impulses. */
  meet(id: number): void {
    this.#isNew[id] = 1;
    this.#hasNew = true;
  }

  /** Goes along with a query that was asked since the last step, if there was one. Of more than one, the last is all that is left. */
  follow(contacts: ContactResults): void {
    if (this.#isNext(contacts)) this.carry(contacts);
  }

  /** Hands impulses on to the rows of a query after which no step follows, but another query. */
  carry(contacts: ContactResults): void {
    const { count, pointCount, previous, queries } = contacts;
    this.#forgetNew(contacts);
    const isNext = this.#isNext(contacts);
    for (let row = 0; row < count; row++) {
      const points = pointCount[row]!;
      if (points === 0) continue;
      this.forget(row);
      let last = -1;
      for (let p = 0; p < points && isNext; p++) {
        const slot = previous[4 * row + p]!;
        if (slot < 0) continue;
        last = slot >> 2;
        this.#to[STRIDE * row + p] = this.#from[STRIDE * last + (slot & 3)]!;
      }
      if (last >= 0) for (let k = 4; k < STRIDE; k++) this.#to[STRIDE * row + k] = this.#from[STRIDE * last + k]!;
    }
    this.#swap(queries);
  }

  /** No impulses of a row of this step. */
  forget(row: number): void {
    this.#to.fill(0, STRIDE * row, STRIDE * (row + 1));
  }

  #isNext({ queries }: ContactResults): boolean {
    return queries === this.#queries + 1;
  }

  #swap(queries: number): void {
    [this.#from, this.#to] = [this.#to, this.#from];
    this.#queries = queries;
  }

  #forgetNew({ count, pairs, pointCount, previous }: ContactResults): void {
    if (!this.#hasNew) return;
    const from = this.#from;
    for (let row = 0; row < count; row++) {
      if (this.#isNew[pairs.ids[2 * row]!] === 0 && this.#isNew[pairs.ids[2 * row + 1]!] === 0) continue;
      for (let p = 0; p < pointCount[row]!; p++) {
        const slot = previous[4 * row + p]!;
        if (slot >= 0) from.fill(0, STRIDE * (slot >> 2), STRIDE * (slot >> 2) + STRIDE);
      }
    }
  }
}

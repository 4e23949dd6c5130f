/**
 * The impulses that contacts ended the last step with, and which are those of which row of the contact query: the next step starts from
 * them. Two columns of each in turn, so that a step that is done again starts from the same.
 */
import type { ContactResults } from 'hullstorm';
import type { StepMemory } from './memory.ts';
import { IMPULSES_FROM, IMPULSES_TO, IS_CARRIED, PLACES_FROM, PLACES_TO } from './wide/context.ts';

/** Floats of a contact: along the normal at each of four points, friction x y z, twist. */
const STRIDE = 8;

export class Impulses {
  readonly #memory: StepMemory;
  #from: Float32Array;
  #to: Float32Array;
  #placesFrom: Int32Array;
  #placesTo: Int32Array;
  /** Contact queries when the impulses were kept, and when those of this step were asked for. */
  #queries = -1;
  #asked = -1;
  /** 1 = a body that came after the last step. */
  readonly #isNew: Uint8Array;
  #hasNew = false;
  /** Seconds of a substep of which the impulses are. */
  readonly #substep = new Float64Array(1);

  constructor(memory: StepMemory) {
    this.#memory = memory;
    [this.#from, this.#to] = memory.impulses;
    [this.#placesFrom, this.#placesTo] = memory.places;
    this.#isNew = new Uint8Array(memory.kinds.length);
  }

  /** Tells the passes which impulses to start from, and where to keep the next. @param substep seconds */
  start(contacts: ContactResults, substep: number): void {
    const { words } = this.#memory;
    this.#stretch(substep);
    words[IMPULSES_FROM] = this.#from.byteOffset;
    words[IMPULSES_TO] = this.#to.byteOffset;
    words[PLACES_FROM] = this.#placesFrom.byteOffset;
    words[PLACES_TO] = this.#placesTo.byteOffset;
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

  /** A row with another collider than in the last step: it starts without impulses. */
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
    const room = this.#to.length / STRIDE;
    let place = 0;
    for (let row = 0; row < count; row++) {
      const points = pointCount[row];
      if (points === 0) continue;
      this.forget(row);
      if (isNext && place < room && this.#hand(4 * row, points, previous, place)) this.#placesTo[row] = place++;
    }
    this.#swap(queries);
  }

  /** No impulses of a row of this step. */
  forget(row: number): void {
    this.#placesTo[row] = -1;
  }

  /**
   * Hands the impulses of the points from `first` on to a place.
   * @returns whether any of them was there in the last query, with impulses
   */
  #hand(first: number, points: number, previous: Int32Array, place: number): boolean {
    const from = this.#from;
    const to = this.#to;
    const at = STRIDE * place;
    to.fill(0, at, at + STRIDE);
    let last = -1;
    for (let p = 0; p < points; p++) {
      const slot = previous[first + p];
      if (slot < 0) continue;
      last = this.#placesFrom[slot >> 2];
      if (last < 0) return false;
      to[at + p] = from[STRIDE * last + (slot & 3)];
    }
    if (last < 0) return false;
    for (let k = 4; k < STRIDE; k++) to[at + k] = from[STRIDE * last + k];
    return true;
  }

  /** What bears a load in a substep is as much larger as the substep is longer. */
  #stretch(substep: number): void {
    const before = this.#substep[0];
    if (substep === before) return;
    this.#substep[0] = substep;
    if (before === 0) return;
    const from = this.#from;
    for (let k = 0; k < from.length; k++) from[k] *= substep / before;
  }

  #isNext({ queries }: ContactResults): boolean {
    return queries === this.#queries + 1;
  }

  #swap(queries: number): void {
    [this.#from, this.#to] = [this.#to, this.#from];
    [this.#placesFrom, this.#placesTo] = [this.#placesTo, this.#placesFrom];
    this.#queries = queries;
  }

  #forgetNew({ count, pairs, pointCount, previous }: ContactResults): void {
    if (!this.#hasNew) return;
    for (let row = 0; row < count; row++) {
      if (this.#isNew[pairs.ids[2 * row]] === 0 && this.#isNew[pairs.ids[2 * row + 1]] === 0) continue;
      for (let p = 0; p < pointCount[row]; p++) {
        const slot = previous[4 * row + p];
        if (slot >= 0) this.#placesFrom[slot >> 2] = -1;
      }
    }
  }
}

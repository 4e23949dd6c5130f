/**
 * Impulses for the warm start: those at the end of the last step, and which of them belong to which row of the contact
 * query. Both are double-buffered, so that a step that runs again starts from the same impulses.
 */
import type { ContactResults } from 'hullstorm';
import type { StepMemory } from './memory.ts';
import { IMPULSE_ROWS_FROM, IMPULSE_ROWS_TO, IMPULSES_FROM, IMPULSES_TO, IS_CARRIED } from './wide/context.ts';

/** Floats per contact: impulses along the normal at four points, friction x y z, twist. */
const STRIDE = 8;

export class Impulses {
  readonly #memory: StepMemory;
  #from: Float32Array;
  #to: Float32Array;
  #rowsFrom: Int32Array;
  #rowsTo: Int32Array;
  /** `contacts.queries` of the query that the impulses in `#from` belong to. */
  #queries = -1;
  /** `contacts.queries` of the step that runs. */
  #stepQueries = -1;
  /** 1 = the body is new since the last step. */
  readonly #isNew: Uint8Array;
  #hasNew = false;
  /** Length of the substep that the impulses in `#from` belong to (s). */
  readonly #substep = new Float64Array(1);

  constructor(memory: StepMemory) {
    this.#memory = memory;
    [this.#from, this.#to] = memory.impulses;
    [this.#rowsFrom, this.#rowsTo] = memory.impulseRows;
    this.#isNew = new Uint8Array(memory.kinds.length);
  }

  /** Tells the passes where to read impulses, and where to write the next ones. @param substep seconds */
  start(contacts: ContactResults, substep: number): void {
    const { words } = this.#memory;
    this.#scaleToSubstep(substep);
    words[IMPULSES_FROM] = this.#from.byteOffset;
    words[IMPULSES_TO] = this.#to.byteOffset;
    words[IMPULSE_ROWS_FROM] = this.#rowsFrom.byteOffset;
    words[IMPULSE_ROWS_TO] = this.#rowsTo.byteOffset;
    words[IS_CARRIED] = this.#isNext(contacts) ? 1 : 0;
    this.#stepQueries = contacts.queries;
    this.#forgetNew(contacts);
  }

  /** Makes the impulses of this step those of the next warm start. */
  finishStep(): void {
    this.#swap(this.#stepQueries);
    if (this.#hasNew) this.#isNew.fill(0);
    this.#hasNew = false;
  }

  /** Marks a row that holds another collider than in the last step. It starts without impulses. */
  addNew(id: number): void {
    this.#isNew[id] = 1;
    this.#hasNew = true;
  }

  /** Gives a row of the last step the impulses of another one. */
  alias(row: number, other: number): void {
    this.#rowsFrom[row] = this.#rowsFrom[other];
  }

  /** Whether a row holds another collider than in the last step. */
  isNew(id: number): boolean {
    return this.#isNew[id] === 1;
  }

  /**
   * Carries impulses over to a contact query of the user since the last step. After more than one such query the
   * impulses are lost: a query knows the rows of the query before it only.
   */
  carryToNext(contacts: ContactResults): void {
    if (this.#isNext(contacts)) this.carry(contacts);
  }

  /** Carries impulses over to the rows of a query that another query follows, not a step. */
  carry(contacts: ContactResults): void {
    const { rowCount, pointCount, previous, queries } = contacts;
    this.#forgetNew(contacts);
    const isNext = this.#isNext(contacts);
    const room = this.#to.length / STRIDE;
    let impulseRow = 0;
    for (let row = 0; row < rowCount; row++) {
      const points = pointCount[row];
      if (points === 0) continue;
      this.forget(row);
      if (isNext && impulseRow < room && this.#copy(4 * row, points, previous, impulseRow))
        this.#rowsTo[row] = impulseRow++;
    }
    this.#swap(queries);
  }

  /** Marks a row of this step as a row without impulses. */
  forget(row: number): void {
    this.#rowsTo[row] = -1;
  }

  /**
   * Copies the impulses of contact points to a row of `#to`.
   * @param first the first point
   * @returns false if no point has impulses from the last query
   */
  #copy(first: number, points: number, previous: Int32Array, impulseRow: number): boolean {
    const from = this.#from;
    const to = this.#to;
    const at = STRIDE * impulseRow;
    to.fill(0, at, at + STRIDE);
    let last = -1;
    for (let p = 0; p < points; p++) {
      const slot = previous[first + p];
      if (slot < 0) continue;
      last = this.#rowsFrom[slot >> 2];
      if (last < 0) return false;
      to[at + p] = from[STRIDE * last + (slot & 3)];
    }
    if (last < 0) return false;
    for (let k = 4; k < STRIDE; k++) to[at + k] = from[STRIDE * last + k];
    return true;
  }

  /** Scales impulses to a substep of another length: the impulse that holds a load is proportional to it. */
  #scaleToSubstep(substep: number): void {
    const before = this.#substep[0];
    if (substep === before) return;
    this.#substep[0] = substep;
    if (before === 0) return;
    const from = this.#from;
    for (let k = 0; k < from.length; k++) from[k] *= substep / before;
  }

  /** Whether `contacts` are those of the query right after the one that the impulses belong to. */
  #isNext({ queries }: ContactResults): boolean {
    return queries === this.#queries + 1;
  }

  #swap(queries: number): void {
    [this.#from, this.#to] = [this.#to, this.#from];
    [this.#rowsFrom, this.#rowsTo] = [this.#rowsTo, this.#rowsFrom];
    this.#queries = queries;
  }

  /** Drops the impulses of contacts with a new body. */
  #forgetNew({ rowCount, ids, pointCount, previous }: ContactResults): void {
    if (!this.#hasNew) return;
    for (let row = 0; row < rowCount; row++) {
      if (this.#isNew[ids[2 * row]] === 0 && this.#isNew[ids[2 * row + 1]] === 0) continue;
      for (let p = 0; p < pointCount[row]; p++) {
        const slot = previous[4 * row + p];
        if (slot >= 0) this.#rowsFrom[slot >> 2] = -1;
      }
    }
  }
}

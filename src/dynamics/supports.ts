/**
 * The supports of sleeping bodies: static and kinematic bodies, and colliders that are not bodies. Sleeping bodies have
 * no contacts with them, so the links are stored when a body falls asleep. The pose and groups of each support are
 * stored too: a support that the user moves through its columns is found.
 */
import type { Scene } from 'hullstorm';
import { ASLEEP } from './wide/context.ts';

/** Numbers per support: position, rotation, membership and mask. */
const STRIDE = 9;
/** Initial capacity in links. */
const INITIAL_CAPACITY = 64;

export class Supports {
  readonly #scene: Scene;
  readonly #kinds: Int32Array;
  /** By link: a sleeping body, and its support. */
  #sleepers = new Int32Array(INITIAL_CAPACITY);
  #on = new Int32Array(INITIAL_CAPACITY);
  #links = 0;
  /** Each support once, and a copy of its pose and groups. */
  #ids = new Int32Array(INITIAL_CAPACITY);
  #copies = new Float64Array(STRIDE * INITIAL_CAPACITY);
  #count = 0;
  readonly #isSupport: Uint8Array;

  constructor(scene: Scene, kinds: Int32Array) {
    this.#scene = scene;
    this.#kinds = kinds;
    this.#isSupport = new Uint8Array(scene.statics.length);
  }

  /** Removes the links of bodies that are awake. Call it before bodies fall asleep. */
  prune(): void {
    for (let k = 0; k < this.#count; k++) this.#isSupport[this.#ids[k]] = 0;
    let kept = 0;
    for (let k = 0; k < this.#links; k++) {
      if (this.#kinds[this.#sleepers[k]] !== ASLEEP) continue;
      this.#sleepers[kept] = this.#sleepers[k];
      this.#on[kept] = this.#on[k];
      this.#isSupport[this.#on[kept++]] = 1;
    }
    this.#links = kept;
    let count = 0;
    for (let k = 0; k < this.#count; k++) {
      const id = this.#ids[k];
      if (this.#isSupport[id] === 0) continue;
      this.#ids[count] = id;
      this.#copies.copyWithin(STRIDE * count, STRIDE * k, STRIDE * (k + 1));
      count++;
    }
    this.#count = count;
  }

  /** Adds a link from a body that falls asleep to its support. */
  add(sleeper: number, support: number): void {
    if (this.#links === this.#on.length) {
      this.#sleepers = doubled(this.#sleepers, Int32Array);
      this.#on = doubled(this.#on, Int32Array);
    }
    this.#sleepers[this.#links] = sleeper;
    this.#on[this.#links++] = support;
    if (this.#isSupport[support] === 1) return;
    this.#isSupport[support] = 1;
    if (this.#count === this.#ids.length) {
      this.#ids = doubled(this.#ids, Int32Array);
      this.#copies = doubled(this.#copies, Float64Array);
    }
    this.#ids[this.#count] = support;
    this.#copy(this.#count++);
  }

  /** Calls `wake` for the bodies that sleep on `support`. */
  wakeOn(support: number, wake: (id: number) => void): void {
    if (this.#isSupport[support] === 0) return;
    for (let k = 0; k < this.#links; k++) if (this.#on[k] === support) wake(this.#sleepers[k]);
  }

  /** Calls `moved` for each support that has changed since the last call. */
  findMoved(moved: (support: number) => void): void {
    for (let k = 0; k < this.#count; k++) if (this.#copy(k)) moved(this.#ids[k]);
  }

  /** Copies pose and groups of a support. @returns whether they have changed */
  #copy(k: number): boolean {
    const { positions, rotations, groups } = this.#scene;
    const copies = this.#copies;
    const id = this.#ids[k];
    const at = STRIDE * k;
    let differs = false;
    for (let c = 0; c < 3; c++) {
      const value = positions[4 * id + c];
      // Object.is: a NaN that stays is not a change
      if (!Object.is(copies[at + c], value)) differs = true;
      copies[at + c] = value;
    }
    for (let c = 0; c < 4; c++) {
      const value = rotations[4 * id + c];
      if (!Object.is(copies[at + 3 + c], value)) differs = true;
      copies[at + 3 + c] = value;
    }
    for (let c = 0; c < 2; c++) {
      const value = groups[2 * id + c];
      if (copies[at + 7 + c] !== value) differs = true;
      copies[at + 7 + c] = value;
    }
    return differs;
  }
}

function doubled<T extends Int32Array | Float64Array>(column: T, Column: new (length: number) => T): T {
  const twice = new Column(2 * column.length);
  twice.set(column);
  return twice;
}

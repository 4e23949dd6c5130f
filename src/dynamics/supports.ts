/**
 * What sleeping bodies lie on without being of their island: static and kinematic bodies, and colliders that are no bodies. There are no
 * contacts among them while they sleep, so who lies on what is kept from when they fell asleep, and how that was placed: a support that
 * was moved by writing into its columns is found, too.
 */
import type { Scene } from 'hullstorm';
import { ASLEEP } from './wide/context.ts';

/** Of a support: position, rotation, membership and mask. */
const STRIDE = 9;
/** Links there is room for at first. */
const ROOM = 64;

export class Supports {
  readonly #scene: Scene;
  readonly #kinds: Int32Array;
  /** Link by link: a sleeping body, and what it lies on. */
  #sleepers = new Int32Array(ROOM);
  #on = new Int32Array(ROOM);
  #links = 0;
  /** Every support once, and how it was. */
  #ids = new Int32Array(ROOM);
  #copies = new Float64Array(STRIDE * ROOM);
  #count = 0;
  readonly #isSupport: Uint8Array;

  constructor(scene: Scene, kinds: Int32Array) {
    this.#scene = scene;
    this.#kinds = kinds;
    this.#isSupport = new Uint8Array(scene.statics.length);
  }

  /** Forgets what bodies lay on that are awake now. Before others fall asleep. */
  prune(): void {
    for (let k = 0; k < this.#count; k++) this.#isSupport[this.#ids[k]] = 0;
    let left = 0;
    for (let k = 0; k < this.#links; k++) {
      if (this.#kinds[this.#sleepers[k]] !== ASLEEP) continue;
      this.#sleepers[left] = this.#sleepers[k];
      this.#on[left] = this.#on[k];
      this.#isSupport[this.#on[left++]] = 1;
    }
    this.#links = left;
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

  /** A body that falls asleep lies on `support`. */
  add(sleeper: number, support: number): void {
    if (this.#links === this.#on.length) {
      this.#sleepers = grown(this.#sleepers, Int32Array);
      this.#on = grown(this.#on, Int32Array);
    }
    this.#sleepers[this.#links] = sleeper;
    this.#on[this.#links++] = support;
    if (this.#isSupport[support] === 1) return;
    this.#isSupport[support] = 1;
    if (this.#count === this.#ids.length) {
      this.#ids = grown(this.#ids, Int32Array);
      this.#copies = grown(this.#copies, Float64Array);
    }
    this.#ids[this.#count] = support;
    this.#copy(this.#count++);
  }

  /** Calls `wake` for the bodies that sleep on `support`. */
  wakeOn(support: number, wake: (id: number) => void): void {
    if (this.#isSupport[support] === 0) return;
    for (let k = 0; k < this.#links; k++) if (this.#on[k] === support) wake(this.#sleepers[k]);
  }

  /** Calls `moved` for supports that are not as they were when this was asked last. */
  findMoved(moved: (support: number) => void): void {
    for (let k = 0; k < this.#count; k++) if (this.#copy(k)) moved(this.#ids[k]);
  }

  /** Copies how a support is. @returns whether it was otherwise before */
  #copy(k: number): boolean {
    const { positions, rotations, groups } = this.#scene;
    const copies = this.#copies;
    const id = this.#ids[k];
    const at = STRIDE * k;
    let differs = false;
    for (let c = 0; c < 3; c++) {
      const value = positions[4 * id + c];
      // not `!==`: a NaN that stays is no change
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

function grown<T extends Int32Array | Float64Array>(column: T, Column: new (length: number) => T): T {
  const twice = new Column(2 * column.length);
  twice.set(column);
  return twice;
}

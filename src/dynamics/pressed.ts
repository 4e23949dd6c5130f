/**
 * Light bodies that lie between something and a body so heavy that no spring on a mass like theirs holds it: a step moves them as if they
 * were heavier. Impulses go from contact to contact, and each time the light one takes on no more than its own mass does: under a thousand
 * times its mass it sinks in before enough has come together.
 *
 * All that lie under one heavy body gain no more than a part of its mass between them. Only what is held from two sides gains, and comes to
 * its support slowly: a bullet does not hit like a truck.
 */
import type { ContactResults } from 'hullstorm';
import type { StepMemory } from './memory.ts';
import { AWAKE } from './wide/context.ts';

/** Floats of a row of `mass`, and where they are: see wide/tables.ts. */
const STRIDE = 16;
const ROOTS = 4;
const LIGHT = 7;

/** How many times its own mass a body holds at most and at least, as it is. */
const MOST_TIMES = 64;
export const LEAST_TIMES = 8;
/** In between it is as much as presses it in by so much of its size. */
const SAG = 0.0105;
/** Cosine between the normals of the two contacts that hold a body, both towards it. */
const OPPOSITE = -0.5;
/** What moves to or from its support faster is not held by it (m/s). */
const SLOW = 1;

export class Pressed {
  readonly #heavier: Int32Array;
  /** By body: which are held; by heavy body: how many it presses. */
  readonly #isHeld: Uint8Array;
  readonly #shares: Int32Array;
  /** Rows of contacts with the heaviest neighbour. */
  readonly #rows: Int32Array;
  readonly #ids: Int32Array;
  readonly #own: Float32Array;
  #count = 0;

  constructor(bodies: number) {
    this.#heavier = new Int32Array(bodies);
    this.#isHeld = new Uint8Array(bodies);
    this.#shares = new Int32Array(bodies);
    this.#rows = new Int32Array(bodies);
    this.#ids = new Int32Array(bodies);
    this.#own = new Float32Array(4 * bodies);
  }

  /**
   * Makes them heavier, until `undo`.
   * @param sizes of bodies, by id (m) @param sag how far a load of its own weight presses a body in (m)
   */
  apply(contacts: ContactResults, memory: StepMemory, sizes: Float64Array, rows: number, sag: number): void {
    if (!this.#findHeavier(contacts, memory, sizes, rows, sag)) return;
    const found = this.#findHeld(contacts, memory);
    if (found === 0) return;
    const { mass } = memory;
    const heavier = this.#heavier;
    this.#shares.fill(0, 0, rows);
    for (let id = 0; id < rows; id++) if (this.#isHeld[id] === 1) this.#shares[heavier[id]]++;
    for (let id = 0; id < rows; id++) {
      if (this.#isHeld[id] === 0) continue;
      const other = heavier[id];
      const times = timesOf(sizes[id], sag) * this.#shares[other];
      // the root of its mass by the one that it is to have
      const factor = (Math.sqrt(times) * mass[STRIDE * other + LIGHT]) / mass[STRIDE * id + LIGHT];
      if (factor < 1) this.#scale(mass, id, factor);
    }
  }

  /** Gives bodies their own masses back. */
  undo({ mass }: StepMemory): void {
    for (let k = 0; k < this.#count; k++) {
      const at = STRIDE * this.#ids[k] + ROOTS;
      for (let c = 0; c < 4; c++) mass[at + c] = this.#own[4 * k + c];
    }
    this.#count = 0;
  }

  #scale(mass: Float32Array, id: number, factor: number): void {
    const at = STRIDE * id + ROOTS;
    for (let c = 0; c < 4; c++) {
      this.#own[4 * this.#count + c] = mass[at + c];
      mass[at + c] *= factor;
    }
    this.#ids[this.#count++] = id;
  }

  /** Of each body the heaviest neighbour that is too heavy for it. */
  #findHeavier(
    { pairs, pointCount, count }: ContactResults,
    { kinds, mass }: StepMemory,
    sizes: Float64Array,
    rows: number,
    sag: number,
  ): boolean {
    const { ids } = pairs;
    const heavier = this.#heavier;
    heavier.fill(-1, 0, rows);
    let any = false;
    for (let row = 0; row < count; row++) {
      if (pointCount[row] === 0) continue;
      const a = ids[2 * row];
      const b = ids[2 * row + 1];
      if (kinds[a] !== AWAKE || kinds[b] !== AWAKE) continue;
      // the larger root of an inverse mass is that of the lighter one
      const isLighter = mass[STRIDE * a + LIGHT] > mass[STRIDE * b + LIGHT];
      const light = isLighter ? a : b;
      const heavy = isLighter ? b : a;
      const ratio = (mass[STRIDE * light + LIGHT] / mass[STRIDE * heavy + LIGHT]) ** 2;
      if (!(ratio > LEAST_TIMES && ratio > timesOf(sizes[light], sag))) continue;
      const before = heavier[light];
      if (before >= 0 && mass[STRIDE * before + LIGHT] <= mass[STRIDE * heavy + LIGHT]) continue;
      heavier[light] = heavy;
      this.#rows[light] = row;
      any = true;
    }
    if (any) this.#isHeld.fill(0, 0, rows);
    return any;
  }

  /** Which of them something holds from the other side. @returns how many */
  #findHeld({ pairs, pointCount, separation, count }: ContactResults, { velocities }: StepMemory): number {
    const { ids } = pairs;
    let found = 0;
    for (let row = 0; row < count; row++) {
      if (pointCount[row] === 0) continue;
      for (let side = 0; side < 2; side++) {
        const light = ids[2 * row + side];
        const other = ids[2 * row + 1 - side];
        const heavy = this.#heavier[light];
        if (heavy < 0 || heavy === other || this.#isHeld[light] === 1) continue;
        const pressing = this.#rows[light];
        // normals point from A to B: towards the light one if it is B
        const sign = (ids[2 * pressing] === light ? -1 : 1) * (side === 0 ? -1 : 1);
        let cosine = 0;
        let speed = 0;
        for (let c = 0; c < 3; c++) {
          const n = separation[4 * row + c];
          cosine += sign * n * separation[4 * pressing + c];
          speed += n * (velocities[4 * light + c] - velocities[4 * other + c]);
        }
        if (!(cosine < OPPOSITE && Math.abs(speed) < SLOW)) continue;
        this.#isHeld[light] = 1;
        found++;
      }
    }
    return found;
  }
}

/** How many times its own mass a body of a size (m) holds as it is. */
function timesOf(size: number, sag: number): number {
  return Math.min(Math.max((SAG * size) / sag, LEAST_TIMES), MOST_TIMES);
}

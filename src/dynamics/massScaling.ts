/**
 * Mass scaling of light bodies between a heavy body and a support. Impulses travel from contact to contact, and at each
 * contact the light body takes at most what its own mass allows. Under a thousand times its mass it would sink in
 * before the impulses have added up. So a step solves such bodies with a larger mass.
 *
 * The bodies under one heavy body share a limited part of its mass. Only a body that is held from two sides, and moves
 * slowly against its support, gets a larger mass: a bullet does not hit like a truck.
 */
import type { ContactResults, Scene } from 'hullstorm';
import { INVERSE_ROOT_MASS, INVERSE_ROOT_MOMENTS, MASS_STRIDE } from './massRow.ts';
import type { StepMemory } from './memory.ts';
import { AWAKE } from './wide/context.ts';

/** Times its own mass that a body can hold without scaling, at most and at least. */
const MOST_TIMES = 64;
export const LEAST_TIMES = 8;
/** Between these limits: the load that presses the body in by this part of its size. */
const SAG = 0.0105;
/** The body is held if the cosine between the normals of its two contacts, both towards the body, is below this. */
const OPPOSITE = -0.5;
/** A contact with a higher normal speed does not hold the body (m/s). */
const SLOW = 1;

export class MassScaling {
  /** By body: its heaviest neighbor, if that is too heavy for it; else −1. */
  readonly #heavier: Int32Array;
  /** By body: 1 = it is held from two sides. */
  readonly #isHeld: Uint8Array;
  /** By heavy body: the number of held bodies under it. */
  readonly #shares: Int32Array;
  /** By body: the contact row with its heaviest neighbor. */
  readonly #rows: Int32Array;
  /** Ids of scaled bodies, and their original values: 1 / √moments and 1 / √mass, 4 per body. */
  readonly #ids: Int32Array;
  readonly #original: Float32Array;
  #count = 0;

  constructor(scene: Scene) {
    this.#heavier = scene.newArray(Int32Array);
    this.#isHeld = scene.newArray(Uint8Array);
    this.#shares = scene.newArray(Int32Array);
    this.#rows = scene.newArray(Int32Array);
    this.#ids = scene.newArray(Int32Array);
    this.#original = scene.newArray(Float32Array, 4);
  }

  /**
   * Scales masses, until `undo`.
   * @param sizes of bodies, by id (m)
   * @param sag how far its own weight presses a body in (m)
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
      // √(own mass / scaled mass)
      const factor =
        (Math.sqrt(times) * mass[MASS_STRIDE * other + INVERSE_ROOT_MASS]) / mass[MASS_STRIDE * id + INVERSE_ROOT_MASS];
      if (factor < 1) this.#scale(mass, id, factor);
    }
  }

  /** Restores the original masses. */
  undo({ mass }: StepMemory): void {
    for (let k = 0; k < this.#count; k++) {
      const at = MASS_STRIDE * this.#ids[k] + INVERSE_ROOT_MOMENTS;
      for (let c = 0; c < 4; c++) mass[at + c] = this.#original[4 * k + c];
    }
    this.#count = 0;
  }

  #scale(mass: Float32Array, id: number, factor: number): void {
    const at = MASS_STRIDE * id + INVERSE_ROOT_MOMENTS;
    for (let c = 0; c < 4; c++) {
      this.#original[4 * this.#count + c] = mass[at + c];
      mass[at + c] *= factor;
    }
    this.#ids[this.#count++] = id;
  }

  /** Finds the heaviest neighbor of each body, if that is too heavy for it. @returns whether there is any */
  #findHeavier(
    { ids, pointCount, rowCount }: ContactResults,
    { kinds, mass }: StepMemory,
    sizes: Float64Array,
    rows: number,
    sag: number,
  ): boolean {
    const heavier = this.#heavier;
    heavier.fill(-1, 0, rows);
    let any = false;
    for (let row = 0; row < rowCount; row++) {
      if (pointCount[row] === 0) continue;
      const a = ids[2 * row];
      const b = ids[2 * row + 1];
      if (kinds[a] !== AWAKE || kinds[b] !== AWAKE) continue;
      // the lighter body has the larger inverse mass
      const isLighter = mass[MASS_STRIDE * a + INVERSE_ROOT_MASS] > mass[MASS_STRIDE * b + INVERSE_ROOT_MASS];
      const light = isLighter ? a : b;
      const heavy = isLighter ? b : a;
      const ratio =
        (mass[MASS_STRIDE * light + INVERSE_ROOT_MASS] / mass[MASS_STRIDE * heavy + INVERSE_ROOT_MASS]) ** 2;
      if (!(ratio > LEAST_TIMES && ratio > timesOf(sizes[light], sag))) continue;
      const before = heavier[light];
      if (
        before >= 0 &&
        mass[MASS_STRIDE * before + INVERSE_ROOT_MASS] <= mass[MASS_STRIDE * heavy + INVERSE_ROOT_MASS]
      )
        continue;
      heavier[light] = heavy;
      this.#rows[light] = row;
      any = true;
    }
    if (any) this.#isHeld.fill(0, 0, rows);
    return any;
  }

  /** Finds those of them that another contact holds from the opposite side. @returns how many */
  #findHeld({ ids, pointCount, separation, rowCount }: ContactResults, { velocities }: StepMemory): number {
    let found = 0;
    for (let row = 0; row < rowCount; row++) {
      if (pointCount[row] === 0) continue;
      for (let side = 0; side < 2; side++) {
        const light = ids[2 * row + side];
        const other = ids[2 * row + 1 - side];
        const heavy = this.#heavier[light];
        if (heavy < 0 || heavy === other || this.#isHeld[light] === 1) continue;
        const pressing = this.#rows[light];
        // normals point from A to B: `sign` turns both towards the light body
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

/** Times its own mass that a body of this size (m) can hold without scaling. */
function timesOf(size: number, sag: number): number {
  return Math.min(Math.max((SAG * size) / sag, LEAST_TIMES), MOST_TIMES);
}

/**
 * Bodies that are deep in others when a step begins: they started there, or were pressed in. Two things then keep them inside walls. What
 * does not move holds deep bodies without a spring: a crowd presses springs in faster than they push out. And a body that is deep in several
 * others moves by a part of its size per step: pushes add up from body to body, until one flies into a wall before it has a contact there.
 */
import type { ContactResults } from 'hullstorm';
import type { Bodies } from './bodies.ts';
import type { StepMemory } from './memory.ts';
import { AWAKE } from './wide/context.ts';

/** What overlaps by more than so much of the size of the smaller one is deep. */
const DEEP = 0.2;
/** In so many others deep: a crowd. Bodies that land on each other are deep in one or two. */
const CROWD = 3;
/** Part of its size that a body in a crowd may move in a step, unless it, or one that it is deep in, was faster before. */
const WAY = 0.1;
/** Floats of a row of `mass`, and where √(1 / mass) is: see wide/tables.ts. */
const STRIDE = 16;
const LIGHT = 7;

export class Deep {
  /** By body: how fast one in a crowd may be (m/s). */
  readonly #fastest: Float64Array;
  /** By body: in how many others it is deep. */
  readonly #depths: Int32Array;

  constructor(bodies: number) {
    this.#fastest = new Float64Array(bodies);
    this.#depths = new Int32Array(bodies);
  }

  /**
   * Finds them, and tells the passes. After bodies have their slots.
   * @returns whether there are any
   */
  look(contacts: ContactResults, memory: StepMemory, bodies: Bodies, rows: number, dt: number): boolean {
    if (!this.#find(contacts, memory, bodies, dt, rows)) return false;
    const { deep, slotOf, kinds, mass } = memory;
    const fastest = this.#fastest;
    for (let id = 0; id < rows; id++) {
      const at = 4 * slotOf[id];
      const moves = kinds[id] === AWAKE;
      // scaled by the root of the mass, as the state of bodies is
      deep[at] =
        moves && this.#depths[id] >= CROWD ? fastest[id] / mass[STRIDE * id + LIGHT] : Number.POSITIVE_INFINITY;
      deep[at + 1] = moves ? DEEP * bodies.sizes[id] : Number.POSITIVE_INFINITY;
    }
    return true;
  }

  #find(
    { pairs, separation, pointCount, count }: ContactResults,
    { kinds, velocities }: StepMemory,
    { sizes, allSizes }: Bodies,
    dt: number,
    rows: number,
  ): boolean {
    const { ids } = pairs;
    const fastest = this.#fastest;
    const least = DEEP * allSizes.rank(0);
    let any = false;
    for (let row = 0; row < count; row++) {
      const depth = -separation[4 * row + 3];
      if (!(depth > least) || pointCount[row] === 0) continue;
      const a = ids[2 * row];
      const b = ids[2 * row + 1];
      const sizeA = kinds[a] === AWAKE ? sizes[a] : Number.POSITIVE_INFINITY;
      const sizeB = kinds[b] === AWAKE ? sizes[b] : Number.POSITIVE_INFINITY;
      if (!(depth > DEEP * Math.min(sizeA, sizeB))) continue;
      if (!any) {
        fastest.fill(0, 0, rows);
        this.#depths.fill(0, 0, rows);
      }
      any = true;
      this.#depths[a]++;
      this.#depths[b]++;
      const speed = Math.max(speedOf(velocities, a), speedOf(velocities, b));
      if (kinds[a] === AWAKE) fastest[a] = Math.max(fastest[a], speed, (WAY * sizeA) / dt);
      if (kinds[b] === AWAKE) fastest[b] = Math.max(fastest[b], speed, (WAY * sizeB) / dt);
    }
    return any;
  }
}

function speedOf(velocities: Float32Array, id: number): number {
  const [x, y, z] = [velocities[4 * id], velocities[4 * id + 1], velocities[4 * id + 2]];
  return Math.sqrt(x * x + y * y + z * z);
}

/**
 * Bodies that are deep in others when a step begins: they started there, or were pressed in. Two rules keep them inside
 * of walls:
 *
 * - Bodies that do not move hold deep bodies rigidly. A crowd presses a spring in faster than the spring pushes back.
 *   On surfaces thin bodies are deep earlier: one whose middle is behind a triangle falls through it.
 * - A body that is deep in several others moves by a limited part of its size per step. Otherwise pushes add up from
 *   body to body, until one body flies into a wall before it has a contact there.
 */
import type { ContactResults, Scene } from 'hullstorm';
import type { Bodies } from './bodies.ts';
import type { ConstraintGraph } from './constraintGraph.ts';
import { INVERSE_ROOT_MASS, MASS_STRIDE } from './massRow.ts';
import type { StepMemory } from './memory.ts';
import { AWAKE, STATIC } from './wide/context.ts';

/** A contact is deep beyond this part of the size of the smaller body. */
const DEEP = 0.2;
/** In a surface a contact is deep beyond this part of the body's thickness, too. */
const DEEP_IN_SURFACE = 0.25;
/** Deep contacts of a body in a crowd. Bodies that land on each other have one or two. */
const CROWD = 3;
/** Part of its size by which a body in a crowd may move in a step, unless it or a neighbor was faster before. */
const MOST_MOTION = 0.1;

export class DeepContacts {
  /** Speed limit of each body, if it is in a crowd (m/s). */
  readonly #speedLimits: Float64Array;
  /** Deep contacts of each body. */
  readonly #counts: Int32Array;
  /** Depth from which a body is deep in a surface, if that is less than its limit for others; else Infinity (m). */
  readonly #surfaceLimits: Float64Array;

  constructor(scene: Scene) {
    this.#speedLimits = scene.newArray(Float64Array);
    this.#counts = scene.newArray(Int32Array);
    this.#surfaceLimits = scene.newArray(Float64Array);
  }

  /**
   * Finds deep contacts, and writes the table `deep`. Call it after slots are arranged.
   * @param graph of these contacts
   * @param dt seconds
   * @returns whether there are any
   */
  prepare(
    contacts: ContactResults,
    graph: ConstraintGraph,
    memory: StepMemory,
    bodies: Bodies,
    rows: number,
    dt: number,
  ): boolean {
    const hasDeep = this.#find(contacts, graph, memory, bodies, dt, rows);
    const hasThin = this.#findThin(contacts, memory, bodies, rows);
    if (!hasDeep && !hasThin) return false;
    if (!hasDeep) this.#counts.fill(0, 0, rows);
    const { deep, slotOf, kinds, mass } = memory;
    const speedLimits = this.#speedLimits;
    for (let id = 0; id < rows; id++) {
      const at = 4 * slotOf[id];
      const isDynamic = kinds[id] === AWAKE;
      const isLimited = isDynamic && this.#counts[id] >= CROWD;
      // scaled by √mass, as the state of bodies is
      deep[at] = isLimited ? speedLimits[id] / mass[MASS_STRIDE * id + INVERSE_ROOT_MASS] : Number.POSITIVE_INFINITY;
      const limit = DEEP * bodies.sizes[id];
      const least = hasThin ? Math.min(limit, this.#surfaceLimits[id]) : limit;
      deep[at + 1] = isDynamic ? least : Number.POSITIVE_INFINITY;
    }
    return true;
  }

  /** Finds bodies that are deep in a surface for their thickness. @returns whether there are any */
  #findThin(contacts: ContactResults, { kinds }: StepMemory, { thicknesses }: Bodies, rows: number): boolean {
    const { ids, childA, childB, pointCount, separation, count, rowCount } = contacts;
    // pairs of shapes with children have rows of their own, and the deepest contact in the row of the pair
    if (rowCount === count) return false;
    let any = false;
    for (let row = 0; row < count; row++) {
      if (pointCount[row] === 0 || !(separation[4 * row + 3] < 0)) continue;
      const isA = childA[row] >= 0 && kinds[ids[2 * row]] === STATIC;
      if (!isA && !(childB[row] >= 0 && kinds[ids[2 * row + 1]] === STATIC)) continue;
      const body = ids[2 * row + Number(isA)];
      const limit = DEEP_IN_SURFACE * thicknesses[body];
      if (!(-separation[4 * row + 3] > limit)) continue;
      if (!any) this.#surfaceLimits.fill(Number.POSITIVE_INFINITY, 0, rows);
      any = true;
      this.#surfaceLimits[body] = limit;
    }
    return any;
  }

  #find(
    { ids, separation }: ContactResults,
    { rows: contactRows, contacts }: ConstraintGraph,
    { kinds, velocities }: StepMemory,
    { sizes, allSizes }: Bodies,
    dt: number,
    rows: number,
  ): boolean {
    const speedLimits = this.#speedLimits;
    const least = DEEP * allSizes.rank(0);
    let any = false;
    for (let k = 0; k < contacts; k++) {
      const row = contactRows[k];
      const depth = -separation[4 * row + 3];
      if (!(depth > least)) continue;
      const a = ids[2 * row];
      const b = ids[2 * row + 1];
      const sizeA = kinds[a] === AWAKE ? sizes[a] : Number.POSITIVE_INFINITY;
      const sizeB = kinds[b] === AWAKE ? sizes[b] : Number.POSITIVE_INFINITY;
      if (!(depth > DEEP * Math.min(sizeA, sizeB))) continue;
      if (!any) {
        speedLimits.fill(0, 0, rows);
        this.#counts.fill(0, 0, rows);
      }
      any = true;
      this.#counts[a]++;
      this.#counts[b]++;
      const speed = Math.max(speedOf(velocities, a), speedOf(velocities, b));
      if (kinds[a] === AWAKE) speedLimits[a] = Math.max(speedLimits[a], speed, (MOST_MOTION * sizeA) / dt);
      if (kinds[b] === AWAKE) speedLimits[b] = Math.max(speedLimits[b], speed, (MOST_MOTION * sizeB) / dt);
    }
    return any;
  }
}

function speedOf(velocities: Float32Array, id: number): number {
  const [x, y, z] = [velocities[4 * id], velocities[4 * id + 1], velocities[4 * id + 2]];
  return Math.sqrt(x * x + y * y + z * z);
}

/**
 * Sleep. Bodies in contact with each other, directly or through other moving bodies, form an island. An island falls
 * asleep as a whole when all its bodies have been at rest for a while, and none speeds up (acceleration.ts). Its bodies
 * then are static for the engine: queries find no pairs among them, and contacts do not move them. It wakes as a whole
 * when an awake body or a moving kinematic body comes into contact with it (waking.ts), or when the user moves or
 * pushes one of its bodies.
 */
import type { ContactResults, Scene } from 'hullstorm';
import type { Acceleration } from './acceleration.ts';
import type { ConstraintGraph } from './constraintGraph.ts';
import type { Supports } from './supports.ts';
import { ASLEEP, AWAKE, KINEMATIC } from './wide/context.ts';

/** The value of `scene.statics` of a sleeping body: static, but sensors find it. */
export const ASLEEP_STATIC = 2;

/** Time at rest after which an island falls asleep (s). */
const TIME_TO_SLEEP = 0.5;
/** Steps between two searches for islands. */
const PERIOD = 4;
/**
 * Islands fall asleep only if their bodies are at least this part of the awake bodies. A few sleeping bodies among many
 * that move save no time, and each impact on them costs a second contact query.
 */
const MIN_SLEEP_SHARE = 1 / 8;

/** Columns of bodies that sleep reads and writes. Rows by collider id. */
export interface SleepColumns {
  readonly kinds: Int32Array;
  /** Time at rest (s). */
  readonly timers: Float32Array;
  readonly awake: Uint8Array;
  readonly velocities: Float32Array;
  readonly spins: Float32Array;
  /** 1 = the body never sleeps. */
  readonly neverSleeps: Uint8Array;
  /** Two bodies are in contact up to the smaller of their two contact distances (m). */
  readonly contactDistances: Float64Array;
}

export class SleepIslands {
  /** Sleeping bodies. */
  asleep = 0;
  readonly #bodies: SleepColumns;
  readonly #statics: Uint8Array;
  /** Union–find over awake bodies. */
  readonly #parents: Int32Array;
  /** By root: 1 = the island must stay awake. */
  readonly #staysAwake: Uint8Array;
  /** The next body of a sleeping island, in a ring. */
  readonly #next: Int32Array;
  /** `#steps` when the body fell asleep. */
  readonly #sleptAt: Int32Array;
  readonly #supports: Supports;
  readonly #acceleration: Acceleration;
  #steps = 0;

  constructor(scene: Scene, bodies: SleepColumns, supports: Supports, acceleration: Acceleration) {
    this.#bodies = bodies;
    this.#supports = supports;
    this.#acceleration = acceleration;
    this.#sleptAt = scene.newArray(Int32Array);
    this.#statics = scene.statics;
    this.#parents = scene.newArray(Int32Array);
    this.#staysAwake = scene.newArray(Uint8Array);
    this.#next = scene.newArray(Int32Array);
  }

  /**
   * Puts islands to sleep. Call it after each step.
   * @param graph of its contacts
   * @param rows of the scene, or 0 if no body is awake
   * @param samplePeriod steps between two samples of velocities
   */
  update(contacts: ContactResults, graph: ConstraintGraph, rows: number, samplePeriod: number): void {
    this.#acceleration.sample(rows, samplePeriod);
    this.#steps = (this.#steps + 1) | 0;
    if (this.#steps % PERIOD !== 0 || !this.#enoughAtRest(rows)) return;
    this.#findIslands(contacts, graph, rows);
    const before = this.asleep;
    this.#supports.prune();
    this.#sleep(rows);
    if (this.asleep > before) this.#keepSupports(contacts);
  }

  /** Whether enough bodies have been at rest for TIME_TO_SLEEP. A cheap test before the search for islands. */
  #enoughAtRest(rows: number): boolean {
    const { kinds, timers } = this.#bodies;
    let awake = 0;
    let ready = 0;
    for (let id = 0; id < rows; id++) {
      const isAwake = Number(kinds[id] === AWAKE);
      awake += isAwake;
      ready += isAwake & Number(timers[id] >= TIME_TO_SLEEP);
    }
    return isEnough(ready, awake);
  }

  #findIslands(
    { ids, separation }: ContactResults,
    { rows: contactRows, contacts }: ConstraintGraph,
    rows: number,
  ): void {
    const { kinds, timers, velocities, spins, neverSleeps, contactDistances } = this.#bodies;
    const parents = this.#parents;
    const staysAwake = this.#staysAwake;
    for (let id = 0; id < rows; id++) {
      parents[id] = id;
      const isReady = timers[id] >= TIME_TO_SLEEP && !this.#acceleration.speedsUp(id);
      staysAwake[id] = neverSleeps[id] === 1 || !isReady ? 1 : 0;
    }
    for (let k = 0; k < contacts; k++) {
      const row = contactRows[k];
      const a = ids[2 * row];
      const b = ids[2 * row + 1];
      if (!(separation[4 * row + 3] <= Math.min(contactDistances[a], contactDistances[b]))) continue;
      if (kinds[a] === AWAKE && kinds[b] === AWAKE) this.#join(a, b);
      else if (kinds[a] === KINEMATIC && isMoving(velocities, spins, a)) staysAwake[this.#root(b)] = 1;
      else if (kinds[b] === KINEMATIC && isMoving(velocities, spins, b)) staysAwake[this.#root(a)] = 1;
    }
  }

  #root(id: number): number {
    const parents = this.#parents;
    while (parents[id] !== id) {
      parents[id] = parents[parents[id]];
      id = parents[id];
    }
    return id;
  }

  #join(a: number, b: number): void {
    const rootA = this.#root(a);
    const rootB = this.#root(b);
    if (rootA === rootB) return;
    const low = Math.min(rootA, rootB);
    const high = Math.max(rootA, rootB);
    this.#parents[high] = low;
    this.#staysAwake[low] |= this.#staysAwake[high];
  }

  #sleep(rows: number): void {
    const { kinds, awake, velocities, spins } = this.#bodies;
    const next = this.#next;
    if (!this.#enoughInIslands(rows)) return;
    for (let id = 0; id < rows; id++) {
      if (kinds[id] !== AWAKE) continue;
      const root = this.#root(id);
      if (this.#staysAwake[root] === 1) continue;
      // a root has the lowest id of its island, so it comes first
      next[id] = id === root ? id : next[root];
      next[root] = id;
      kinds[id] = ASLEEP;
      awake[id] = 0;
      this.#statics[id] = ASLEEP_STATIC;
      this.#sleptAt[id] = this.#steps;
      velocities.fill(0, 4 * id, 4 * id + 4);
      spins.fill(0, 4 * id, 4 * id + 4);
      this.asleep++;
    }
  }

  /** Stores the supports of bodies that have just fallen asleep. */
  #keepSupports({ ids, separation, pointCount, rowCount }: ContactResults): void {
    const { kinds, contactDistances } = this.#bodies;
    for (let row = 0; row < rowCount; row++) {
      if (pointCount[row] === 0) continue;
      const a = ids[2 * row];
      const b = ids[2 * row + 1];
      if (!(separation[4 * row + 3] <= Math.min(contactDistances[a], contactDistances[b]))) continue;
      if (this.#hasJustSlept(a) && kinds[b] !== ASLEEP) this.#supports.add(a, b);
      else if (this.#hasJustSlept(b) && kinds[a] !== ASLEEP) this.#supports.add(b, a);
    }
  }

  #hasJustSlept(id: number): boolean {
    return this.#bodies.kinds[id] === ASLEEP && this.#sleptAt[id] === this.#steps;
  }

  /** Whether enough bodies are in islands that may sleep. */
  #enoughInIslands(rows: number): boolean {
    const { kinds } = this.#bodies;
    let awake = 0;
    let ready = 0;
    for (let id = 0; id < rows; id++) {
      if (kinds[id] !== AWAKE) continue;
      awake++;
      if (this.#staysAwake[this.#root(id)] === 0) ready++;
    }
    return isEnough(ready, awake);
  }

  /** Wakes the island of a body. If the body is awake, its time at rest starts again. */
  wake(id: number): void {
    const { kinds, awake, timers } = this.#bodies;
    timers[id] = 0;
    if (kinds[id] !== ASLEEP) return;
    let at = id;
    do {
      kinds[at] = AWAKE;
      awake[at] = 1;
      timers[at] = 0;
      this.#statics[at] = 0;
      this.asleep--;
      at = this.#next[at];
    } while (at !== id);
  }

  /** Wakes every body. @param rows of the scene */
  wakeAll(rows: number): void {
    for (let id = 0; id < rows; id++) if (this.#bodies.kinds[id] === ASLEEP) this.wake(id);
  }
}

function isEnough(ready: number, awake: number): boolean {
  return ready > 0 && ready >= MIN_SLEEP_SHARE * awake;
}

/** Whether a body has a velocity or a spin. */
export function isMoving(velocities: Float32Array, spins: Float32Array, id: number): boolean {
  for (let k = 4 * id; k < 4 * id + 3; k++) if (velocities[k] !== 0 || spins[k] !== 0) return true;
  return false;
}

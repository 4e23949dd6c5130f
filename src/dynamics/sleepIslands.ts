/**
 * Sleep. Bodies that touch each other, directly or through others that move, are an island. An island all of whose bodies have been at
 * rest for a while falls asleep as a whole: its bodies become static for the engine, so that nobody asks about pairs among them, and
 * contacts move them no more. It wakes as a whole when an awake body touches one of it, or a kinematic one that moves (waking.ts), or when
 * the user pushes one.
 */
import type { ContactResults, Scene } from 'hullstorm';
import type { Supports } from './supports.ts';
import { ASLEEP, AWAKE, KINEMATIC } from './wide/context.ts';

/** An island sleeps after so long at rest (s). */
const TIME_TO_SLEEP = 0.5;
/** Islands are looked at in every so many steps. */
const PERIOD = 4;
/** Nobody sleeps before one in so many of those awake may: among many that move, few that rest save nothing, and each that is hit costs. */
const ONE_IN = 8;

/** What sleep works on: rows by collider id. */
export interface Sleepers {
  readonly kinds: Int32Array;
  readonly timers: Float32Array;
  readonly awake: Uint8Array;
  readonly velocities: Float32Array;
  readonly spins: Float32Array;
  /** 1 = never sleeps. */
  readonly restless: Uint8Array;
  /** A pair that is no farther apart than the smaller of two touches (m). */
  readonly reaches: Float64Array;
}

export class SleepIslands {
  /** Bodies that are asleep. */
  asleep = 0;
  readonly #bodies: Sleepers;
  readonly #statics: Uint8Array;
  /** Union–find over awake bodies; and, for roots, 1 = the island must not sleep. */
  readonly #parents: Int32Array;
  readonly #stays: Uint8Array;
  /** The next body of a sleeping island, round and round; and when it fell asleep, in steps. */
  readonly #next: Int32Array;
  readonly #sleptAt: Int32Array;
  readonly #supports: Supports;
  #steps = 0;

  constructor({ statics }: Scene, bodies: Sleepers, supports: Supports) {
    this.#bodies = bodies;
    this.#supports = supports;
    this.#sleptAt = new Int32Array(statics.length);
    this.#statics = statics;
    this.#parents = new Int32Array(statics.length);
    this.#stays = new Uint8Array(statics.length);
    this.#next = new Int32Array(statics.length);
  }

  /** After a step: puts islands to sleep. @param rows of the scene */
  settle(contacts: ContactResults, rows: number): void {
    this.#steps = (this.#steps + 1) | 0;
    if (this.#steps % PERIOD !== 0 || !this.#enoughTired(rows)) return;
    this.#findIslands(contacts, rows);
    const before = this.asleep;
    this.#supports.prune();
    this.#sleep(rows);
    if (this.asleep > before) this.#keepSupports(contacts);
  }

  /** Whether so many have been at rest for long enough that it would be worth it if all of them slept. */
  #enoughTired(rows: number): boolean {
    const { kinds, timers } = this.#bodies;
    let awake = 0;
    let tired = 0;
    for (let id = 0; id < rows; id++) {
      const isAwake = Number(kinds[id] === AWAKE);
      awake += isAwake;
      tired += isAwake & Number(timers[id] >= TIME_TO_SLEEP);
    }
    return isWorth(tired, awake);
  }

  #findIslands({ pairs, pointCount, separation, count }: ContactResults, rows: number): void {
    const { kinds, timers, velocities, spins, restless, reaches } = this.#bodies;
    const parents = this.#parents;
    const stays = this.#stays;
    for (let id = 0; id < rows; id++) {
      parents[id] = id;
      stays[id] = restless[id] === 1 || !(timers[id] >= TIME_TO_SLEEP) ? 1 : 0;
    }
    const { ids } = pairs;
    for (let row = 0; row < count; row++) {
      if (pointCount[row] === 0) continue;
      const a = ids[2 * row];
      const b = ids[2 * row + 1];
      if (!(separation[4 * row + 3] <= Math.min(reaches[a], reaches[b]))) continue;
      if (kinds[a] === AWAKE && kinds[b] === AWAKE) this.#join(a, b);
      else if (kinds[a] === KINEMATIC && isMoving(velocities, spins, a)) stays[this.#root(b)] = 1;
      else if (kinds[b] === KINEMATIC && isMoving(velocities, spins, b)) stays[this.#root(a)] = 1;
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
    this.#stays[low] |= this.#stays[high];
  }

  #sleep(rows: number): void {
    const { kinds, awake, velocities, spins } = this.#bodies;
    const next = this.#next;
    if (!this.#areWorth(rows)) return;
    for (let id = 0; id < rows; id++) {
      if (kinds[id] !== AWAKE) continue;
      const root = this.#root(id);
      if (this.#stays[root] === 1) continue;
      // roots have the lowest id of their island, and so come first
      next[id] = id === root ? id : next[root];
      next[root] = id;
      kinds[id] = ASLEEP;
      awake[id] = 0;
      this.#statics[id] = 1;
      this.#sleptAt[id] = this.#steps;
      velocities.fill(0, 4 * id, 4 * id + 4);
      spins.fill(0, 4 * id, 4 * id + 4);
      this.asleep++;
    }
  }

  /** What those that have just fallen asleep lie on. */
  #keepSupports({ pairs, pointCount, separation, count }: ContactResults): void {
    const { kinds, reaches } = this.#bodies;
    const { ids } = pairs;
    for (let row = 0; row < count; row++) {
      if (pointCount[row] === 0) continue;
      const a = ids[2 * row];
      const b = ids[2 * row + 1];
      if (!(separation[4 * row + 3] <= Math.min(reaches[a], reaches[b]))) continue;
      if (this.#isFresh(a) && kinds[b] !== ASLEEP) this.#supports.add(a, b);
      else if (this.#isFresh(b) && kinds[a] !== ASLEEP) this.#supports.add(b, a);
    }
  }

  #isFresh(id: number): boolean {
    return this.#bodies.kinds[id] === ASLEEP && this.#sleptAt[id] === this.#steps;
  }

  /** Whether those whose island may sleep are enough. */
  #areWorth(rows: number): boolean {
    const { kinds } = this.#bodies;
    let awake = 0;
    let tired = 0;
    for (let id = 0; id < rows; id++) {
      if (kinds[id] !== AWAKE) continue;
      awake++;
      if (this.#stays[this.#root(id)] === 0) tired++;
    }
    return isWorth(tired, awake);
  }

  /** Wakes the island of a body; one that is awake starts to rest anew. */
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

function isWorth(tired: number, awake: number): boolean {
  return tired > 0 && ONE_IN * tired >= awake;
}

/** Whether a body moves or turns. */
export function isMoving(velocities: Float32Array, spins: Float32Array, id: number): boolean {
  for (let k = 4 * id; k < 4 * id + 3; k++) if (velocities[k] !== 0 || spins[k] !== 0) return true;
  return false;
}

/**
 * The hits of bodies that move far, and which of them count. A body that slides over the seams of a floor meets the
 * side of the next tile, by a fraction of a millimeter, and must not stop there. So a hit counts only if the body would
 * go deep into the other one: its depth is found for a pose on its path, relative to the other body.
 *
 * Where a cast has found the hit, it gives the time at which the body stops. Two bodies that are in contact already
 * have no such time. For them bisection finds one at which the body is no deeper than allowed.
 *
 * Children may be thin: a body that has gone through a triangle is deep in none. It is beyond it if the normal to the
 * nearest child has turned over.
 */
import type { DistanceResults, PairList, Scene } from 'hullstorm';
import type { FarBodies } from './farBodies.ts';
import { type Motions, POSE } from './motions.ts';

/** Times that bisection tests. */
const HALVINGS = 6;
/** Cosine of the angle by which the normal of a body beyond a child has turned, at most. */
const BEYOND = -0.5;

/** x y z */
export type Normal = readonly [number, number, number];

/** A far body meets another one. Times are in 0..1 of the step. */
interface Hit {
  readonly id: number;
  readonly other: number;
  /** Time at which the body stops, if the hit counts. Bisection moves it. */
  stop: number;
  /** Time of the next test. */
  test: number;
  /** Depth beyond which the body is deep at that time (m). */
  depth: number;
  /** Depth at which bisection stops the body (m); NaN for hits of casts. */
  readonly limit: number;
  /** Bisection stops the body at this time at the latest. */
  readonly latest: number;
  /** Times left to test. */
  halvings: number;
  /** To a child of the other body, where it is met. undefined if it has none. */
  readonly normal: Normal | undefined;
}

export class Hits {
  readonly #scene: Scene;
  readonly #motions: Motions;
  readonly #far: FarBodies;
  #untested: Hit[] = [];
  /** Hits that are tested now, and the poses of their bodies at the start of the step. */
  #tested: Hit[] = [];
  #starts = new Float64Array(0);
  readonly #pose = new Float64Array(POSE);

  constructor(scene: Scene, motions: Motions, far: FarBodies) {
    this.#scene = scene;
    this.#motions = motions;
    this.#far = far;
  }

  /** Hits that are left to test. */
  get count(): number {
    return this.#untested.length;
  }

  /**
   * Adds a hit that a cast has found.
   * @param test time, and @param depth (m): it counts if the body is deeper then
   * @param normal to a child of the other body, if it has children
   */
  addCast(id: number, other: number, stop: number, test: number, depth: number, normal?: Normal): void {
    this.#add({ id, other, stop, test, depth, limit: Number.NaN, latest: 1, halvings: 0, normal });
  }

  /**
   * Adds a hit of two bodies that are in contact.
   * @param limit depth at which the body stops (m)
   * @param normal to a child of the other body, if it has children
   */
  addContact(id: number, other: number, test: number, depth: number, limit: number, normal?: Normal): void {
    this.#add({ id, other, stop: 0, test, depth, limit, latest: 1, halvings: HALVINGS, normal });
  }

  /**
   * The same of a body whose center of mass comes to the surface of the other one at the time of the test. If it does,
   * it stops at half of that time at the latest: its center never comes there, in however many steps.
   */
  addCenter(id: number, other: number, test: number, depth: number, limit: number, normal?: Normal): void {
    this.#add({ id, other, stop: 0, test, depth, limit, latest: test / 2, halvings: HALVINGS, normal });
  }

  #add(hit: Hit): void {
    this.#untested.push(hit);
  }

  /**
   * Puts bodies at the poses of their next tests, and fills `list` with the pairs.
   * @returns false if no hit is left
   */
  next(list: PairList): boolean {
    this.#choose(list.capacity);
    const { positions, rotations } = this.#scene;
    const count = this.#tested.length;
    if (this.#starts.length < POSE * count) this.#starts = new Float64Array(2 * POSE * count);
    for (const [k, { id, other, test }] of this.#tested.entries()) {
      list.ids[2 * k] = id;
      list.ids[2 * k + 1] = other;
      this.#starts.set(positions.subarray(4 * id, 4 * id + 4), POSE * k);
      this.#starts.set(rotations.subarray(4 * id, 4 * id + 4), POSE * k + 4);
      // the other body is at its start
      this.#motions.writeCarried(id, test, other, 0, this.#pose, 0);
      for (let c = 0; c < 3; c++) positions[4 * id + c] = this.#pose[c];
      for (let c = 0; c < 4; c++) rotations[4 * id + c] = this.#pose[4 + c];
    }
    list.resize(count);
    return count > 0;
  }

  /** Takes the distances of the list of `next`. Bodies whose hits count stop. */
  take({ separation }: DistanceResults): void {
    const tested = this.#tested;
    this.restore();
    for (const [k, hit] of tested.entries()) {
      const isDeep = -separation[4 * k + 3] > hit.depth || isBeyond(hit, separation, 4 * k);
      const isCast = Number.isNaN(hit.limit);
      if (!isDeep && (isCast || hit.halvings === HALVINGS)) {
        // the surface may be lower there than where it was met
        if (hit.normal && hit.test < 1) this.#add({ ...hit, test: 1 });
      } else if (isCast) this.#stop(hit);
      else this.#bisect(hit, isDeep);
    }
  }

  /** Returns bodies to their poses at the start of the step. */
  restore(): void {
    const { positions, rotations } = this.#scene;
    for (const [k, { id }] of this.#tested.entries()) {
      for (let c = 0; c < 4; c++) {
        positions[4 * id + c] = this.#starts[POSE * k + c];
        rotations[4 * id + c] = this.#starts[POSE * k + 4 + c];
      }
    }
    this.#tested = [];
  }

  /** Drops all hits, after the step or an error. */
  clear(): void {
    this.restore();
    this.#untested = [];
  }

  /** Moves the earliest hit of each body to the tests. No body that a test moves is in another one. */
  #choose(most: number): void {
    const { isFar } = this.#far;
    this.#untested.sort((a, b) => a.id - b.id || a.stop - b.stop || a.other - b.other);
    const untested: Hit[] = [];
    const busy = new Set<number>();
    let last = -1;
    for (const hit of this.#untested) {
      const { id, other } = hit;
      const isFree = id !== last && !busy.has(id) && !busy.has(other) && this.#tested.length < most;
      (isFree ? this.#tested : untested).push(hit);
      if (isFree) busy.add(id);
      if (isFree && isFar[other] === 1) busy.add(other);
      last = id;
    }
    this.#untested = untested;
  }

  /** Halves the time between one at which the body is not deep, `stop`, and one at which it is. */
  #bisect(hit: Hit, isDeep: boolean): void {
    const width = hit.test - hit.stop;
    if (!isDeep) hit.stop = hit.test;
    if (hit.stop >= hit.latest || hit.halvings-- === 0) {
      // it moves a little in each step
      if (hit.stop === 0) hit.stop = width;
      this.#stop(hit);
      return;
    }
    // the body is deep at `test`, or else as far behind it
    hit.test = hit.stop + width / 2;
    hit.depth = hit.limit;
    this.#untested.push(hit);
  }

  /** Stops the bodies of a hit, and drops the later hits of the first one. */
  #stop({ id, other, stop }: Hit): void {
    this.#far.stop(id, stop, other);
    if (this.#far.isFar[other] === 1) this.#far.stop(other, stop, id);
    this.#untested = this.#untested.filter((later) => later.id !== id || later.stop < stop);
  }
}

/** Whether a body is beyond the child that it met. @param separation normal and distance at `at` */
function isBeyond({ normal }: Hit, separation: Float32Array, at: number): boolean {
  if (!normal) return false;
  return normal[0] * separation[at] + normal[1] * separation[at + 1] + normal[2] * separation[at + 2] < BEYOND;
}

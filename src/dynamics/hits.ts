/**
 * The hits of bodies that move far, and which of them count. A body that slides over the seams of a floor meets the
 * side of the next tile, by a fraction of a millimeter, and must not stop there. So a hit counts only if the body would
 * go deep into the other one: its depth is found for the pose at which it would be that deep if it went straight in.
 */
import type { DistanceResults, PairList, Scene } from 'hullstorm';
import type { FarBodies } from './farBodies.ts';
import { POSE, writeCarried } from './travel.ts';

interface Hit {
  readonly id: number;
  readonly other: number;
  /** Time at which the body stops, if the hit counts. */
  readonly stop: number;
  /** Time at which the depth is found, and the least depth of a hit that counts (m). */
  readonly test: number;
  readonly depth: number;
}

export class Hits {
  readonly #scene: Scene;
  readonly #far: FarBodies;
  /** Hits that are not tested, by body, then in order of time, then of the other body. */
  #left: Hit[] = [];
  /** The first of each body, and the poses of these bodies at the start of the step. */
  #tested: Hit[] = [];
  #starts = new Float64Array(0);
  readonly #pose = new Float64Array(POSE);

  constructor(scene: Scene, far: FarBodies) {
    this.#scene = scene;
    this.#far = far;
  }

  add(hit: Hit): void {
    this.#left.push(hit);
  }

  /** Sorts the hits. Call it after the last `add`. */
  sort(): void {
    this.#left.sort((a, b) => a.id - b.id || a.stop - b.stop || a.other - b.other);
  }

  /**
   * Puts bodies at the poses of their next tests, and fills `list` with the pairs.
   * @param motions as `engine.castPairs` takes them
   * @returns false if no hit is left
   */
  next(list: PairList, motions: Float64Array): boolean {
    const { positions, rotations } = this.#scene;
    const left: Hit[] = [];
    for (const hit of this.#left) {
      const isFirst = this.#tested.at(-1)?.id !== hit.id && this.#tested.length < list.capacity;
      (isFirst ? this.#tested : left).push(hit);
    }
    this.#left = left;
    const count = this.#tested.length;
    if (this.#starts.length < POSE * count) this.#starts = new Float64Array(2 * POSE * count);
    for (const [k, { id, other, test }] of this.#tested.entries()) {
      list.ids[2 * k] = id;
      list.ids[2 * k + 1] = other;
      this.#starts.set(positions.subarray(4 * id, 4 * id + 4), POSE * k);
      this.#starts.set(rotations.subarray(4 * id, 4 * id + 4), POSE * k + 4);
      // relative to the other body at its start
      writeCarried(id, test, other, 0, motions, this.#scene, this.#pose, 0);
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
    const stopped = new Set<number>();
    for (const [k, { id, other, stop, depth }] of tested.entries()) {
      if (!(-separation[4 * k + 3] > depth)) continue;
      this.#far.stop(id, stop, other);
      stopped.add(id);
    }
    if (stopped.size > 0) this.#left = this.#left.filter(({ id }) => !stopped.has(id));
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
    this.#left = [];
  }
}

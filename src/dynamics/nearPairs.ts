/**
 * The pairs that sweeps cast: of a body that moves far and a body near its way, and of two bodies that move far if one
 * is a bullet. Pairs that have contacts already, and pairs whose groups do not meet, are left out.
 */
import type { ContactResults, OverlapResults, Scene } from 'hullstorm';
import type { Bodies } from './bodies.ts';
import type { FarBodies } from './farBodies.ts';
import type { StepMemory } from './memory.ts';
import { MOTION, writeMotion } from './travel.ts';

export class NearPairs {
  /** Two ids each: the body that moves far first. */
  ids: number[] = [];
  /** By id, as `engine.castPairs` takes them. Only motions of bodies in pairs are valid. */
  motions = new Float64Array(0);
  readonly #scene: Scene;
  readonly #memory: StepMemory;
  readonly #bodies: Bodies;
  readonly #far: FarBodies;
  /** By id: 1 = `motions` holds the motion of this step. */
  readonly #isWritten: Uint8Array;
  #contacts: ContactResults | undefined;
  /** Far bodies whose boxes were made, and those whose neighbors were taken. */
  #asked = 0;
  #taken = 0;

  constructor(scene: Scene, memory: StepMemory, bodies: Bodies, far: FarBodies) {
    this.#scene = scene;
    this.#memory = memory;
    this.#bodies = bodies;
    this.#far = far;
    this.#isWritten = new Uint8Array(memory.kinds.length);
  }

  /** @param contacts of the step */
  begin(contacts: ContactResults): void {
    const rows = this.#isWritten.length;
    if (this.motions.length === 0) this.motions = new Float64Array(MOTION * rows);
    this.#isWritten.fill(0);
    this.#contacts = contacts;
    this.#asked = 0;
    this.#taken = 0;
    this.ids = [];
  }

  end(): void {
    this.#contacts = undefined;
    this.ids = [];
  }

  /** The boxes around the ways of the next far bodies: min x y z, max x y z each. undefined after the last. */
  nextBoxes(most: number): number[] | undefined {
    const { ids, count, widest } = this.#far;
    const { positions } = this.#scene;
    if (this.#asked === count) return undefined;
    const boxes: number[] = [];
    for (const end = Math.min(this.#asked + most, count); this.#asked < end; this.#asked++) {
      const id = ids[this.#asked];
      this.write(id);
      // other bodies are at their start: they come nearer by their ways
      const reach = this.#bodies.reaches[id] + widest;
      for (const sign of [-1, 1]) {
        for (let c = 0; c < 3; c++) {
          const way = this.motions[MOTION * id + c];
          boxes.push(positions[4 * id + c] + sign * (Math.max(sign * way, 0) + reach));
        }
      }
    }
    return boxes;
  }

  /** Takes the bodies whose bounds overlap the last boxes. */
  take({ count, starts, ids }: OverlapResults): void {
    const { isFar } = this.#far;
    for (let k = 0; k < count; k++) {
      const id = this.#far.ids[this.#taken++];
      for (let n = starts[k]; n < starts[k + 1]; n++) if (isFar[ids[n]] === 0) this.#add(id, ids[n]);
    }
  }

  /** Adds the pairs of two far bodies, if one of them is a bullet. */
  pairFar(): void {
    const { ids, count } = this.#far;
    const { isBullet } = this.#bodies;
    for (let k = 0; k < count; k++) {
      if (isBullet[ids[k]] === 0) continue;
      for (let n = 0; n < count; n++) {
        const isDone = n <= k && isBullet[ids[n]] === 1;
        if (!isDone && this.#comeNear(ids[k], ids[n])) this.#add(ids[k], ids[n]);
      }
    }
  }

  /** Writes the motion of a body, once per step. */
  write(id: number): void {
    if (this.#isWritten[id] === 1) return;
    this.#isWritten[id] = 1;
    writeMotion(id, this.#memory, this.#scene, this.motions, MOTION * id);
  }

  /** Whether the boxes around the ways of two bodies overlap. */
  #comeNear(a: number, b: number): boolean {
    const { positions } = this.#scene;
    const reach = this.#bodies.reaches[a] + this.#bodies.reaches[b];
    for (let c = 0; c < 3; c++) {
      const wayA = this.motions[MOTION * a + c];
      const wayB = this.motions[MOTION * b + c];
      const between = positions[4 * b + c] - positions[4 * a + c];
      const low = between + Math.min(wayB, 0) - Math.max(wayA, 0);
      const high = between + Math.max(wayB, 0) - Math.min(wayA, 0);
      if (!(low <= reach && high >= -reach)) return false;
    }
    return true;
  }

  #add(id: number, other: number): void {
    const { groups } = this.#scene;
    const meet = (groups[2 * id] & groups[2 * other + 1]) !== 0 && (groups[2 * other] & groups[2 * id + 1]) !== 0;
    if (id === other || !meet || hasContact(this.#contacts!, id, other)) return;
    this.write(other);
    this.ids.push(id, other);
  }
}

/** Whether two bodies have contact points. Rows are sorted by ids, the smaller id of a pair first (`findPairs`). */
function hasContact({ pairs, pointCount, count }: ContactResults, id: number, other: number): boolean {
  const { ids } = pairs;
  const a = Math.min(id, other);
  const b = Math.max(id, other);
  let low = 0;
  let high = count;
  while (low < high) {
    const row = (low + high) >> 1;
    const isBefore = ids[2 * row] < a || (ids[2 * row] === a && ids[2 * row + 1] < b);
    if (isBefore) low = row + 1;
    else high = row;
  }
  return low < count && ids[2 * low] === a && ids[2 * low + 1] === b && pointCount[low] > 0;
}

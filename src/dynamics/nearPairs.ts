/**
 * The pairs that sweeps cast: of a body that moves far and a body near its path, and of two bodies that move far if one
 * is a bullet. Pairs that have contacts already, pairs whose groups do not meet, and pairs whose relative motion is too
 * short for a hit that counts are excluded.
 */
import type { ContactResults, OverlapResults, Scene } from 'hullstorm';
import type { Bodies } from './bodies.ts';
import { BOX, BoxQueue } from './boxQueue.ts';
import type { FarBodies } from './farBodies.ts';
import { FarGroups } from './farGroups.ts';
import { hitDepth, leastHitDepth } from './hitDepth.ts';
import type { Motions } from './motions.ts';
import { MOTION } from './travel.ts';

/** Fewer far bodies than this are searched for one by one. */
const FEWEST_TO_GROUP = 64;

export class NearPairs {
  /** Two ids each: the body that moves far first. */
  ids: number[] = [];
  readonly #scene: Scene;
  readonly #motions: Motions;
  readonly #bodies: Bodies;
  readonly #far: FarBodies;
  readonly #groups = new FarGroups();
  /** Bodies near a group that may be hit. */
  #others = new Uint32Array(0);
  #contacts: ContactResults | undefined;
  /** Boxes around the paths of the far bodies. */
  #boxes = new Float64Array(0);
  /** The far bodies to search for, by index in the list of far bodies, and their boxes. */
  #searched = new Int32Array(0);
  readonly #queue = new BoxQueue();

  constructor(scene: Scene, motions: Motions, bodies: Bodies, far: FarBodies) {
    this.#scene = scene;
    this.#motions = motions;
    this.#bodies = bodies;
    this.#far = far;
  }

  /** @param contacts of the step */
  begin(contacts: ContactResults): void {
    this.#motions.begin();
    this.#contacts = contacts;
    this.ids = [];
    const { count } = this.#far;
    this.#makeBoxes();
    this.#queue.clear(count);
    const isGrouped = count >= FEWEST_TO_GROUP;
    this.#groups.make(this.#boxes, isGrouped ? count : 0);
    for (let k = 0; k < count && !isGrouped; k++) this.#search(k);
  }

  end(): void {
    this.#contacts = undefined;
    this.ids = [];
  }

  /** The boxes of the next groups: min x y z, max x y z each. undefined after the last. */
  nextGroups(most: number): Float64Array | undefined {
    return this.#groups.queue.next(most);
  }

  /** Takes the bodies whose bounds overlap the last boxes of groups. */
  takeGroups({ count, starts, ids }: OverlapResults): void {
    const groups = this.#groups;
    for (let k = 0; k < count; k++) {
      const group = groups.queue.taken++;
      const [begin, end] = [groups.first(group), groups.first(group + 1)];
      const others = this.#findOthers(begin, end, ids, starts[k], starts[k + 1]);
      for (let far = begin; far < end && others > 0; far++) {
        if (this.#mayHitAny(this.#far.ids[far], others)) this.#search(far);
      }
    }
  }

  /** The boxes around the paths of the next far bodies, as those of groups. undefined after the last. */
  nextBoxes(most: number): Float64Array | undefined {
    return this.#queue.next(most);
  }

  /** Takes the bodies whose bounds overlap the last boxes. */
  take({ count, starts, ids }: OverlapResults): void {
    const far = this.#far;
    for (let k = 0; k < count; k++) {
      const id = far.ids[this.#searched[this.#queue.taken++]];
      for (let n = starts[k]; n < starts[k + 1]; n++) {
        const isCast = far.isFar[ids[n]] === 0 || (far.movesFar(id) && !far.movesFar(ids[n]));
        if (isCast) this.#add(id, ids[n]);
      }
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

  /**
   * Makes the boxes around the paths of far bodies, relative to the other bodies: bounds of those are at their start,
   * and any of them may make each move between `least` and `most`.
   */
  #makeBoxes(): void {
    const { ids, count, least, most } = this.#far;
    const { positions } = this.#scene;
    const motions = this.#motions.values;
    if (this.#boxes.length < BOX * count) {
      this.#boxes = new Float64Array(2 * BOX * count);
      this.#searched = new Int32Array(2 * count);
    }
    for (let k = 0; k < count; k++) {
      const id = ids[k];
      const reach = this.#bodies.reaches[id];
      this.#motions.writeMove(id);
      for (let c = 0; c < 3; c++) {
        const position = positions[4 * id + c];
        const displacement = motions[MOTION * id + c];
        this.#boxes[BOX * k + c] = position + Math.min(displacement - most[c], 0) - reach;
        this.#boxes[BOX * k + 3 + c] = position + Math.max(displacement - least[c], 0) + reach;
      }
    }
  }

  /** Adds a far body to those to search for. @param k its index in the list of far bodies */
  #search(k: number): void {
    this.#searched[this.#queue.count] = k;
    this.#queue.add(this.#boxes, BOX * k);
  }

  /**
   * Finds the bodies near a group that some body of it may hit, by a sphere around the moves of the group.
   * @param first the group's first far body, by index in the list of far bodies
   * @param last one past its last
   * @param ids of bodies near the group, from `begin` to `end`
   * @returns how many: `#others`
   */
  #findOthers(first: number, last: number, ids: Uint32Array, begin: number, end: number): number {
    const { ids: farIds, turnDistances } = this.#far;
    if (this.#others.length < end - begin) this.#others = new Uint32Array(2 * (end - begin));
    const middle = farIds[(first + last) >> 1];
    let radius = 0;
    let depth = Number.POSITIVE_INFINITY;
    for (let far = first; far < last; far++) {
      const id = farIds[far];
      radius = Math.max(radius, this.#motions.between(id, middle) + turnDistances[id]);
      depth = Math.min(depth, leastHitDepth(id, this.#bodies));
    }
    let found = 0;
    for (let n = begin; n < end; n++) {
      if (this.#far.movesFar(ids[n]) || this.#motions.between(ids[n], middle) + radius <= depth) continue;
      this.#others[found++] = ids[n];
    }
    return found;
  }

  /** Whether a body may hit one of the first `count` of `#others`. */
  #mayHitAny(id: number, count: number): boolean {
    for (let n = 0; n < count; n++) if (this.#mayHit(id, this.#others[n])) return true;
    return false;
  }

  /** Whether a hit of a far body may count: two points come nearer by more than the depth of such a hit. */
  #mayHit(id: number, other: number): boolean {
    return this.#motions.between(id, other) + this.#far.turnDistances[id] > hitDepth(id, other, this.#bodies);
  }

  /** Whether the boxes around the paths of two bodies overlap. */
  #comeNear(a: number, b: number): boolean {
    const { positions } = this.#scene;
    const motions = this.#motions.values;
    const reach = this.#bodies.reaches[a] + this.#bodies.reaches[b];
    for (let c = 0; c < 3; c++) {
      const displacementA = motions[MOTION * a + c];
      const displacementB = motions[MOTION * b + c];
      const between = positions[4 * b + c] - positions[4 * a + c];
      const low = between + Math.min(displacementB, 0) - Math.max(displacementA, 0);
      const high = between + Math.max(displacementB, 0) - Math.min(displacementA, 0);
      if (!(low <= reach && high >= -reach)) return false;
    }
    return true;
  }

  #add(id: number, other: number): void {
    if (id === other || !this.#mayHit(id, other)) return;
    const { groups } = this.#scene;
    const meet = (groups[2 * id] & groups[2 * other + 1]) !== 0 && (groups[2 * other] & groups[2 * id + 1]) !== 0;
    if (!meet || hasContact(this.#contacts!, id, other)) return;
    this.#motions.write(id);
    this.#motions.write(other);
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

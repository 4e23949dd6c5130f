/**
 * Continuous collision. A body that moves far in a step could pass through another one: contacts are found at the start
 * of the step, up to a margin. Such a body is swept from its pose at the start to that at the end. Where it meets
 * another body on its way, it stops for this step and keeps its velocity. The next step finds their contact.
 *
 *   find    after velocities are solved   finds the bodies that move far
 *   run     before poses are written      casts them against the bodies near their ways
 *   place   after poses are written       puts those that met a body where they met it
 *
 * Bodies that were in contact when the step began are not cast against each other, since the plane of their contact
 * holds them apart, however far they move.
 *
 * Compare "Continuous collision" in Box2D v3 (a body stops at its time of impact) and LinearCast in Jolt (a shallow hit
 * is left to contacts).
 */
import type { CastPairResults, ContactResults, Engine, OverlapResults, PairList } from 'hullstorm';
import { CastStatus } from 'hullstorm';
import type { Bodies } from './bodies.ts';
import { FarBodies } from './farBodies.ts';
import { hasContact } from './hasContact.ts';
import type { StepMemory } from './memory.ts';
import { MOTION, writeMotion } from './travel.ts';

/** Boxes per overlap query, and pairs per cast query, at most. */
const MOST_BOXES = 256;
const MOST_PAIRS = 1024;
/**
 * A hit counts if the body would go farther into the other one than by this part of its thickness. Contacts of the next
 * step push out less. So a body that rolls over the seams of a floor does not stop at each.
 */
const SHALLOW = 0.25;
/** Part of its thickness, and of the margin, at which a body stops before another one. */
const GAP = 0.01;
const GAP_OF_MARGIN = 0.5;
/** With a smaller margin, as a part of the thickness, it stops this part behind the surface: else no contact is found. */
const OVERLAP = 1e-3;

export class Sweeps {
  readonly #engine: Engine;
  readonly #memory: StepMemory;
  readonly #bodies: Bodies;
  /** m */
  readonly #margin: number;
  readonly #far: FarBodies;
  /** By id: 1 = `#motions` holds the motion of the body. */
  readonly #isWritten: Uint8Array;
  /** As `engine.castPairs` takes them. Made in the first step with far bodies. */
  #motions = new Float64Array(0);
  #list: PairList | undefined;
  #contacts: ContactResults | undefined;
  /** Pairs to cast, two ids each: a far body, and another one. */
  #pairs: number[] = [];
  /** Far bodies, and numbers in `#pairs`, that queries have taken. */
  #taken = 0;

  constructor(engine: Engine, memory: StepMemory, bodies: Bodies, margin: number) {
    this.#engine = engine;
    this.#memory = memory;
    this.#bodies = bodies;
    this.#margin = margin;
    this.#far = new FarBodies(memory, engine.scene, bodies);
    this.#isWritten = new Uint8Array(memory.kinds.length);
  }

  /** Finds the bodies that move far. @returns how many */
  find(): number {
    return this.#far.find();
  }

  /** Casts these bodies. @param contacts of the step */
  async run(contacts: ContactResults): Promise<void> {
    const engine = this.#engine;
    this.#begin(contacts);
    for (let boxes = this.#nextBoxes(); boxes; boxes = this.#nextBoxes()) {
      this.#takeNear(await engine.overlapBox(boxes));
    }
    this.#pairFar();
    for (let list = this.#nextPairs(); list; list = this.#nextPairs()) {
      this.#takeHits(await engine.castPairs(list, this.#motions));
    }
    this.#settle();
  }

  /** `run` that returns when it is done. */
  runSync(contacts: ContactResults): void {
    const engine = this.#engine;
    this.#begin(contacts);
    for (let boxes = this.#nextBoxes(); boxes; boxes = this.#nextBoxes()) {
      this.#takeNear(engine.overlapBoxSync(boxes));
    }
    this.#pairFar();
    for (let list = this.#nextPairs(); list; list = this.#nextPairs()) {
      this.#takeHits(engine.castPairsSync(list, this.#motions));
    }
    this.#settle();
  }

  /** Puts the bodies that met another one where they met it. */
  place(): void {
    this.#far.place();
  }

  #begin(contacts: ContactResults): void {
    const { rows } = this.#engine.scene;
    this.#contacts = contacts;
    this.#pairs = [];
    this.#taken = 0;
    if (this.#motions.length < MOTION * rows) this.#motions = new Float64Array(MOTION * this.#isWritten.length);
    this.#isWritten.fill(0, 0, rows);
  }

  /** The boxes around the ways of the next far bodies: min x y z, max x y z each. undefined after the last. */
  #nextBoxes(): number[] | undefined {
    const { ids, count, widest } = this.#far;
    const { positions } = this.#engine.scene;
    const most = Math.min(MOST_BOXES, this.#engine.capacity.volumes);
    const begin = this.#taken;
    const end = Math.min(begin + most, count);
    if (begin === end) return undefined;
    const boxes: number[] = [];
    for (let k = begin; k < end; k++) {
      const id = ids[k];
      this.#write(id);
      const reach = this.#bodies.reaches[id] + widest;
      for (const sign of [-1, 1]) {
        for (let c = 0; c < 3; c++) {
          const way = this.#motions[MOTION * id + c];
          boxes.push(positions[4 * id + c] + sign * (Math.max(sign * way, 0) + reach));
        }
      }
    }
    return boxes;
  }

  /** Takes the bodies whose bounds come near the ways of the last far bodies. */
  #takeNear({ count, starts, ids }: OverlapResults): void {
    const { isFar } = this.#far;
    for (let k = 0; k < count; k++) {
      const id = this.#far.ids[this.#taken++];
      for (let n = starts[k]; n < starts[k + 1]; n++) if (isFar[ids[n]] === 0) this.#addPair(id, ids[n]);
    }
  }

  /** Adds the pairs of two far bodies, if one of them is a bullet. */
  #pairFar(): void {
    const { ids, count } = this.#far;
    const { isBullet } = this.#bodies;
    for (let k = 0; k < count; k++) {
      if (isBullet[ids[k]] === 0) continue;
      for (let n = 0; n < count; n++) {
        const isTaken = n <= k && isBullet[ids[n]] === 1;
        if (!isTaken && this.#comeNear(ids[k], ids[n])) this.#addPair(ids[k], ids[n]);
      }
    }
    this.#taken = 0;
  }

  /** Whether the boxes around the ways of two bodies overlap. */
  #comeNear(a: number, b: number): boolean {
    const { positions } = this.#engine.scene;
    const reach = this.#bodies.reaches[a] + this.#bodies.reaches[b];
    for (let c = 0; c < 3; c++) {
      const wayA = this.#motions[MOTION * a + c];
      const wayB = this.#motions[MOTION * b + c];
      const between = positions[4 * b + c] - positions[4 * a + c];
      const low = between + Math.min(wayB, 0) - Math.max(wayA, 0);
      const high = between + Math.max(wayB, 0) - Math.min(wayA, 0);
      if (!(low <= reach && high >= -reach)) return false;
    }
    return true;
  }

  #addPair(id: number, other: number): void {
    const { groups } = this.#engine.scene;
    const meet = (groups[2 * id] & groups[2 * other + 1]) !== 0 && (groups[2 * other] & groups[2 * id + 1]) !== 0;
    if (id === other || !meet || hasContact(this.#contacts!, id, other)) return;
    this.#write(other);
    this.#pairs.push(id, other);
  }

  /** Fills the list with the next pairs. @returns undefined after the last */
  #nextPairs(): PairList | undefined {
    const engine = this.#engine;
    const begin = this.#taken;
    if (begin === this.#pairs.length) return undefined;
    this.#list ??= engine.createPairList(Math.min(MOST_PAIRS, engine.capacity.casts));
    this.#taken = Math.min(begin + 2 * this.#list.capacity, this.#pairs.length);
    this.#list.ids.set(this.#pairs.slice(begin, this.#taken));
    this.#list.resize((this.#taken - begin) / 2);
    return this.#list;
  }

  /** Takes the hits of the last pairs. */
  #takeHits(casts: CastPairResults): void {
    const { isFar } = this.#far;
    for (let row = 0; row < casts.count; row++) {
      const status = casts.status[row];
      if (status === CastStatus.Free || status === CastStatus.Invalid) continue;
      const id = casts.pairs.ids[2 * row];
      const other = casts.pairs.ids[2 * row + 1];
      const t = casts.t[row];
      const speed = this.#closing(casts, row);
      const thickness = this.#bodies.thicknesses[id];
      if (!(speed * (1 - t) > SHALLOW * thickness)) continue;
      const gap =
        this.#margin > OVERLAP * thickness
          ? Math.min(GAP * thickness, GAP_OF_MARGIN * this.#margin)
          : -OVERLAP * thickness;
      const stop = Math.min(Math.max(t - gap / speed, 0), 1);
      this.#far.stop(id, stop, other);
      if (isFar[other] === 1) this.#far.stop(other, stop, id);
    }
  }

  /** The speed at which the two witness points of a hit come together (m per step). */
  #closing({ pairs, normals, offsetsA, offsetsB }: CastPairResults, row: number): number {
    const motions = this.#motions;
    const at = 4 * row;
    let speed = 0;
    for (let side = 0; side < 2; side++) {
      const from = MOTION * pairs.ids[2 * row + side];
      const arms = side === 0 ? offsetsA : offsetsB;
      const sign = side === 0 ? 1 : -1;
      for (let c = 0; c < 3; c++) {
        const d = (c + 1) % 3;
        const e = (c + 2) % 3;
        const turning = motions[from + 4 + d] * arms[at + e] - motions[from + 4 + e] * arms[at + d];
        speed += sign * normals[at + c] * (motions[from + c] + turning);
      }
    }
    return speed;
  }

  #write(id: number): void {
    if (this.#isWritten[id] === 1) return;
    this.#isWritten[id] = 1;
    writeMotion(id, this.#memory, this.#engine.scene, this.#motions, MOTION * id);
  }

  #settle(): void {
    this.#far.settle(this.#motions);
    this.#contacts = undefined;
  }
}

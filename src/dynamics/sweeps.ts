/**
 * Continuous collision. A body that moves far in a step could pass through another one, since contacts are found at the
 * start of the step, up to a margin. Such a body is swept from its pose at the start to that at the end. Where it meets
 * another body on its path, it stops for this step and keeps its velocity. The next step finds their contact.
 *
 *   find    after velocities are solved   finds the bodies that move far (farBodies.ts)
 *   run     before poses are written      casts them against the bodies near their paths (farGroups.ts, nearPairs.ts,
 *                                         hits.ts), and measures their contacts
 *   place   after poses are written       puts those that met a body where they met it
 *
 * Bodies that were in contact when the step began are not cast against each other. The plane of their contact holds
 * them apart, however far they move, unless a body that was hit at a corner turns far: then it stops on its path, too.
 * If one of them has children, they are cast along that plane: another child may be on the path (slides.ts).
 * Contacts may have been found at a predicted rotation (midstepRotations.ts): those of bodies that move far are
 * measured again.
 *
 * Box2D v3, too, stops a body at its time of impact, and Jolt leaves shallow hits to contacts.
 */
import type { CastPairResults, CastPairsOptions, ContactResults, DistanceResults, Engine, PairList } from 'hullstorm';
import { CastStatus } from 'hullstorm';
import { type Bodies, PREDICTION_SHARE } from './bodies.ts';
import { FarBodies } from './farBodies.ts';
import { hitDepth, thicknessOf } from './hitDepth.ts';
import { Hits, type Normal } from './hits.ts';
import type { StepMemory } from './memory.ts';
import { Motions } from './motions.ts';
import { NearPairs } from './nearPairs.ts';
import { Slides } from './slides.ts';
import { MOTION } from './travel.ts';

/** Boxes per overlap query, at most: `capacity.overlaps` has room for 1,024 bodies near each. */
const MOST_BOXES = 1024;
/** Pairs per query on the list: a part of `capacity.pairs`, between two limits. */
const PART_OF_PAIRS = 1 / 32;
const LEAST_PAIRS = 1024;
const MOST_PAIRS = 8192;
/** Depth at which a body that is in contact already stops, as a part of its thickness. */
const CONTACT_DEPTH = 0.1;
/**
 * A body whose center of mass is at the surface of another one is deeper in it than this part of its thickness: a
 * tetrahedron or the base of a cone by 0.745, all others by more.
 */
const CENTER_DEPTH = 0.7;
/** Part of its thickness, and of the margin, at which a body stops before another one. */
const GAP = 0.01;
const GAP_OF_MARGIN = 0.5;
/** With a margin below this part of its thickness it stops as far behind the surface: there is a contact only there. */
const OVERLAP = 1e-3;
/** More than there are ids of bodies. */
const MOST_IDS = 2 ** 26;
const LEAVING: CastPairsOptions = { leaving: true };

export class Sweeps {
  readonly #engine: Engine;
  readonly #bodies: Bodies;
  /** m */
  readonly #margin: number;
  readonly #far: FarBodies;
  readonly #motions: Motions;
  readonly #near: NearPairs;
  readonly #slides: Slides;
  readonly #hits: Hits;
  /** Made in the first step with pairs to cast. */
  #list: PairList | undefined;
  /** Contacts of far bodies that may go deep, two ids each: a body that moves far first. */
  #contacts: number[] = [];
  /** Numbers in the ids of pairs that were asked for. */
  #asked = 0;

  constructor(engine: Engine, memory: StepMemory, bodies: Bodies, margin: number) {
    const { scene } = engine;
    this.#engine = engine;
    this.#bodies = bodies;
    this.#margin = margin;
    this.#far = new FarBodies(memory, scene, bodies);
    this.#motions = new Motions(scene, memory);
    this.#near = new NearPairs(scene, this.#motions, bodies, this.#far);
    this.#slides = new Slides(scene, this.#motions, bodies, this.#far);
    this.#hits = new Hits(scene, this.#motions, this.#far);
  }

  /** Finds the bodies that move far. @returns how many */
  find(): number {
    return this.#far.find();
  }

  /** Sweeps these bodies. @param contacts of the step */
  async run(contacts: ContactResults): Promise<void> {
    const engine = this.#engine;
    const near = this.#near;
    const most = this.#begin(contacts);
    try {
      for (let boxes = near.nextGroups(most); boxes; boxes = near.nextGroups(most)) {
        near.takeGroups(await engine.overlapBox(boxes));
      }
      for (let boxes = near.nextBoxes(most); boxes; boxes = near.nextBoxes(most)) {
        near.take(await engine.overlapBox(boxes));
      }
      near.pairFar();
      for (let list = this.#nextPairs(this.#contacts); list; list = this.#nextPairs(this.#contacts)) {
        this.#takeContacts(await engine.distance(list));
      }
      for (let list = this.#nextPairs(near.ids); list; list = this.#nextPairs(near.ids)) {
        this.#takeCasts(await engine.castPairs(list, this.#motions.values, this.#motions.castOptions));
      }
      for (let list = this.#nextSlides(); list; list = this.#nextSlides()) {
        const casts = await engine.castPairs(list, this.#slides.values, LEAVING);
        this.#slides.restore();
        this.#takeCasts(casts);
      }
      for (let list = this.#nextTests(); list; list = this.#nextTests()) this.#hits.take(await engine.distance(list));
      this.#far.computePoses(this.#motions, this.#slides.held);
    } finally {
      this.#end();
    }
  }

  /** `run` that returns when it is done. */
  runSync(contacts: ContactResults): void {
    const engine = this.#engine;
    const near = this.#near;
    const most = this.#begin(contacts);
    try {
      for (let boxes = near.nextGroups(most); boxes; boxes = near.nextGroups(most)) {
        near.takeGroups(engine.overlapBoxSync(boxes));
      }
      for (let boxes = near.nextBoxes(most); boxes; boxes = near.nextBoxes(most)) {
        near.take(engine.overlapBoxSync(boxes));
      }
      near.pairFar();
      for (let list = this.#nextPairs(this.#contacts); list; list = this.#nextPairs(this.#contacts)) {
        this.#takeContacts(engine.distanceSync(list));
      }
      for (let list = this.#nextPairs(near.ids); list; list = this.#nextPairs(near.ids)) {
        this.#takeCasts(engine.castPairsSync(list, this.#motions.values, this.#motions.castOptions));
      }
      for (let list = this.#nextSlides(); list; list = this.#nextSlides()) {
        const casts = engine.castPairsSync(list, this.#slides.values, LEAVING);
        this.#slides.restore();
        this.#takeCasts(casts);
      }
      for (let list = this.#nextTests(); list; list = this.#nextTests()) this.#hits.take(engine.distanceSync(list));
      this.#far.computePoses(this.#motions, this.#slides.held);
    } finally {
      this.#end();
    }
  }

  /** Puts the bodies that met another one where they met it. */
  place(): void {
    this.#far.place();
  }

  /** @returns boxes per overlap query, at most */
  #begin(contacts: ContactResults): number {
    this.#near.begin(contacts);
    this.#asked = 0;
    this.#findContacts(contacts);
    this.#slides.find(contacts);
    return Math.min(MOST_BOXES, this.#engine.capacity.volumes);
  }

  #end(): void {
    this.#near.end();
    this.#slides.clear();
    this.#hits.clear();
    this.#contacts = [];
  }

  /** Fills the list with the next of these pairs. @returns undefined after the last */
  #nextPairs(ids: readonly number[]): PairList | undefined {
    const begin = this.#asked;
    this.#asked = 0;
    if (begin === ids.length) return undefined;
    const list = this.#ownList();
    this.#asked = Math.min(begin + 2 * list.capacity, ids.length);
    list.ids.set(ids.slice(begin, this.#asked));
    list.resize((this.#asked - begin) / 2);
    return list;
  }

  #ownList(): PairList {
    if (!this.#list) {
      const { casts, pairs } = this.#engine.capacity;
      const room = Math.max(LEAST_PAIRS, Math.trunc(PART_OF_PAIRS * pairs));
      this.#list = this.#engine.createPairList(Math.min(room, MOST_PAIRS, casts));
    }
    return this.#list;
  }

  /** Fills the list with the next of the bodies that slide. @returns undefined after the last */
  #nextSlides(): PairList | undefined {
    if (this.#slides.count === 0) return undefined;
    const list = this.#ownList();
    return this.#slides.next(list) ? list : undefined;
  }

  /** Fills the list with the next tests of hits. @returns undefined after the last */
  #nextTests(): PairList | undefined {
    if (this.#hits.count === 0) return undefined;
    const list = this.#ownList();
    return this.#hits.next(list) ? list : undefined;
  }

  /** Takes the hits of the last pairs. */
  #takeCasts(casts: CastPairResults): void {
    for (let row = 0; row < casts.count; row++) {
      const status = casts.status[row];
      if (status === CastStatus.Free || status === CastStatus.Invalid) continue;
      const id = casts.pairs.ids[2 * row];
      const other = casts.pairs.ids[2 * row + 1];
      const time = casts.t[row];
      const depth = hitDepth(id, other, this.#bodies);
      const travel = this.#travelAlong(id, other, casts.normals, 4 * row);
      const rest = travel * (1 - time);
      if (!(rest > depth || rest + this.#far.turnDistances[id] > depth)) continue;
      const gap = this.#gapOf(this.#bodies.thicknesses[id]);
      const speed = Math.max(this.#approachSpeed(casts, row), travel);
      const stop = speed > 0 ? Math.min(Math.max(time - gap / speed, 0), 1) : time;
      const height = this.#centerHeight(id, time, casts.offsetsA, casts.normals, 4 * row);
      const test = travel > 0 ? time + Math.max(height, thicknessOf(id, other, this.#bodies)) / travel : 1;
      this.#hits.addCast(id, other, stop, Math.min(test, 1), depth, normalToChild(casts, casts.normals, row));
    }
  }

  /** How far a body moves toward another one in the step, along a normal from it to the other one (m). */
  #travelAlong(id: number, other: number, normals: Float32Array, at: number): number {
    const motions = this.#motions.values;
    let travel = 0;
    for (let c = 0; c < 3; c++) travel += normals[at + c] * (motions[MOTION * id + c] - motions[MOTION * other + c]);
    return travel;
  }

  /**
   * The height of the center of mass of a body above a point of it, along the normal to another body (m).
   * @param points the point on the body, from its position (m)
   */
  #centerHeight(id: number, time: number, points: Float32Array, normals: Float32Array, at: number): number {
    const center = this.#motions.centerAt(id, time);
    let height = 0;
    for (let c = 0; c < 3; c++) height += normals[at + c] * (points[at + c] - center[c]);
    return height;
  }

  /**
   * Finds the contacts of far bodies that may go deep. A predicted rotation makes a contact deeper, or less deep, by a
   * part of the thickness. A pair with several manifolds is taken once.
   */
  #findContacts({ ids, pointCount, separation, rowCount }: ContactResults): void {
    const { isFar, turnDistances } = this.#far;
    const taken = new Set<number>();
    for (let row = 0; row < rowCount; row++) {
      const a = ids[2 * row];
      const b = ids[2 * row + 1];
      if (pointCount[row] === 0 || isFar[a] + isFar[b] === 0) continue;
      const [id, other] = isFar[a] === 1 ? [a, b] : [b, a];
      const pair = MOST_IDS * id + other;
      if (taken.has(pair)) continue;
      this.#motions.writeMove(id);
      this.#motions.writeMove(other);
      // the normal points from a to b
      const travel = Math.max(this.#travelAlong(a, b, separation, 4 * row), 0) + turnDistances[id];
      const depth = PREDICTION_SHARE * thicknessOf(id, other, this.#bodies) - separation[4 * row + 3];
      if (!(travel > 0 && travel + depth > hitDepth(id, other, this.#bodies))) continue;
      taken.add(pair);
      this.#contacts.push(id, other);
    }
  }

  /** Takes the distances of these at the start of the step: those of bodies that would go deeper are hits. */
  #takeContacts(results: DistanceResults): void {
    const { pairs, separation, offsetA, count } = results;
    for (let row = 0; row < count; row++) {
      const id = pairs.ids[2 * row];
      const other = pairs.ids[2 * row + 1];
      const gap = separation[4 * row + 3];
      const before = Math.max(-gap, 0);
      const depth = Math.max(hitDepth(id, other, this.#bodies), before);
      const travel = this.#travelAlong(id, other, separation, 4 * row);
      const turnDistance = this.#far.turnDistances[id];
      if (!(before + travel > depth && travel > 0) && !(before + travel + turnDistance > depth && turnDistance > 0))
        continue;
      this.#motions.write(id);
      this.#motions.write(other);
      const thickness = this.#bodies.thicknesses[id];
      const limit = Math.max(before, CONTACT_DEPTH * thickness);
      const height = this.#centerHeight(id, 0, offsetA, separation, 4 * row);
      const free = gap + height;
      const normal = normalToChild(results, separation, row);
      if (free > 0 && travel > free) {
        this.#hits.addCenter(id, other, free / travel, CENTER_DEPTH * thickness, limit, normal);
      } else {
        const test = travel > 0 ? (gap + Math.max(height, thicknessOf(id, other, this.#bodies))) / travel : 1;
        this.#hits.addContact(id, other, Math.min(Math.max(test, 0), 1), depth, limit, normal);
      }
    }
  }

  /** The gap at which a body stops before another one (m): within the margin, so that the next step finds a contact. */
  #gapOf(thickness: number): number {
    const isWide = this.#margin > OVERLAP * thickness;
    return isWide ? Math.min(GAP * thickness, GAP_OF_MARGIN * this.#margin) : -OVERLAP * thickness;
  }

  /** The speed at which the two witness points of a hit come together (m per step). */
  #approachSpeed({ pairs, t, normals, offsetsA, offsetsB }: CastPairResults, row: number): number {
    const motions = this.#motions.values;
    const at = 4 * row;
    let speed = 0;
    for (let side = 0; side < 2; side++) {
      const from = MOTION * pairs.ids[2 * row + side];
      const center = this.#motions.centerAt(pairs.ids[2 * row + side], t[row]);
      const points = side === 0 ? offsetsA : offsetsB;
      const sign = side === 0 ? 1 : -1;
      for (let c = 0; c < 3; c++) {
        const d = (c + 1) % 3;
        const e = (c + 2) % 3;
        const arm = [points[at + d] - center[d], points[at + e] - center[e]] as const;
        const turning = motions[from + 4 + d] * arm[1] - motions[from + 4 + e] * arm[0];
        speed += sign * normals[at + c] * (motions[from + c] + turning);
      }
    }
    return speed;
  }
}

/** The normal of a row, if one of its shapes has children. */
function normalToChild(
  { childA, childB }: CastPairResults | DistanceResults,
  normals: Float32Array,
  row: number,
): Normal | undefined {
  if (childA[row] < 0 && childB[row] < 0) return undefined;
  return [normals[4 * row], normals[4 * row + 1], normals[4 * row + 2]];
}

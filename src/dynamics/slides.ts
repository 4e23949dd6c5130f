/**
 * Far bodies that slide over a shape with children. They have a contact with one child, and may meet another one on
 * their path: the floor and the wall of a mesh are one pair. So they are cast along the planes of their contacts,
 * raised above them: seams and bumps that are too low to count are not met.
 */
import type { ContactResults, PairList, Scene } from 'hullstorm';
import type { Bodies } from './bodies.ts';
import type { FarBodies } from './farBodies.ts';
import { hitDepth } from './hitDepth.ts';
import type { Motions } from './motions.ts';
import { MOTION } from './travel.ts';

/** Height above the planes, as a part of the body's thickness: a hit of this depth does not count. */
const RAISED = 0.25;
/** Rounds in which a move is turned along all planes. */
const ROUNDS = 4;

/** A far body, a body in contact with it, and their contacts: the normal to the other body and the depth (m). */
interface Slide {
  readonly id: number;
  readonly other: number;
  readonly planes: (readonly [x: number, y: number, z: number, depth: number])[];
}

export class Slides {
  /** Moves by id, as `engine.castPairs` takes them. Only those of the last list are valid. */
  values = new Float64Array(0);
  readonly #scene: Scene;
  readonly #motions: Motions;
  readonly #bodies: Bodies;
  readonly #far: FarBodies;
  /** Far bodies in contact with a shape with children that is no dynamic body. */
  readonly held = new Set<number>();
  #slides = new Map<string, Slide>();
  /** Far bodies of the last list, and their positions. */
  #raised: number[] = [];
  #starts: number[] = [];

  constructor(scene: Scene, motions: Motions, bodies: Bodies, far: FarBodies) {
    this.#scene = scene;
    this.#motions = motions;
    this.#bodies = bodies;
    this.#far = far;
  }

  /** Bodies that are left to cast. */
  get count(): number {
    return this.#slides.size;
  }

  /** Finds them. @param contacts of the step */
  find({ ids, childA, childB, pointCount, separation, rowCount }: ContactResults): void {
    const { isFar } = this.#far;
    for (let row = 0; row < rowCount; row++) {
      if (pointCount[row] === 0 || (childA[row] < 0 && childB[row] < 0)) continue;
      const [a, b] = [ids[2 * row], ids[2 * row + 1]];
      // of two far bodies none is cast, as by nearPairs.ts
      if (isFar[a] === isFar[b]) continue;
      const [id, other] = isFar[a] === 1 ? [a, b] : [b, a];
      if (this.#bodies.thicknesses[other] === 0) this.held.add(id);
      if (this.#motions.between(id, other) <= hitDepth(id, other, this.#bodies)) continue;
      const key = `${id} ${other}`;
      const slide = this.#slides.get(key) ?? { id, other, planes: [] };
      this.#slides.set(key, slide);
      const sign = id === a ? 1 : -1;
      const [x, y, z] = [0, 1, 2].map((c) => sign * separation[4 * row + c]);
      slide.planes.push([x!, y!, z!, Math.max(-separation[4 * row + 3], 0)]);
    }
  }

  /** Raises bodies, and fills `list` with their pairs. @returns false after the last */
  next(list: PairList): boolean {
    const { positions, rows } = this.#scene;
    if (this.values.length < MOTION * rows) this.values = new Float64Array(MOTION * rows);
    const others = new Set<number>();
    let count = 0;
    for (const [key, { id, other, planes }] of this.#slides) {
      if (count === list.capacity) break;
      if (this.#raised.includes(id) || this.#raised.includes(other) || others.has(id)) continue;
      this.#slides.delete(key);
      const move = this.#moveAlong(id, other, planes);
      if (Math.hypot(...move) <= hitDepth(id, other, this.#bodies)) continue;
      this.#motions.write(id);
      this.#motions.write(other);
      others.add(other);
      this.#raised.push(id);
      const up = raise(planes, RAISED * this.#bodies.thicknesses[id]);
      this.values.fill(0, MOTION * id, MOTION * (id + 1));
      this.values.fill(0, MOTION * other, MOTION * (other + 1));
      for (let c = 0; c < 3; c++) {
        this.#starts.push(positions[4 * id + c]);
        positions[4 * id + c] += up[c]!;
        this.values[MOTION * id + c] = move[c]!;
      }
      list.ids[2 * count] = id;
      list.ids[2 * count + 1] = other;
      count++;
    }
    list.resize(count);
    return count > 0;
  }

  /** Returns the bodies of the last list to their positions. */
  restore(): void {
    const { positions } = this.#scene;
    for (const [k, id] of this.#raised.entries()) {
      for (let c = 0; c < 3; c++) positions[4 * id + c] = this.#starts[3 * k + c]!;
    }
    this.#raised = [];
    this.#starts = [];
  }

  /** Drops all, after the step or an error. */
  clear(): void {
    this.restore();
    this.#slides.clear();
    this.held.clear();
  }

  /** The move of a body relative to another one, without what goes into planes (m). */
  #moveAlong(id: number, other: number, planes: Slide['planes']): number[] {
    const { values } = this.#motions;
    const move = [0, 1, 2].map((c) => values[MOTION * id + c]! - values[MOTION * other + c]!);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [x, y, z] of planes) {
        const into = Math.max(move[0]! * x + move[1]! * y + move[2]! * z, 0);
        for (const [c, n] of [x, y, z].entries()) move[c]! -= into * n;
      }
    }
    return move;
  }
}

/** The shift that brings a body out of planes, and so far above them (m). */
function raise(planes: Slide['planes'], height: number): number[] {
  const up = [0, 0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [x, y, z, depth] of planes) {
      const missing = Math.max(depth + height + up[0]! * x + up[1]! * y + up[2]! * z, 0);
      for (const [c, n] of [x, y, z].entries()) up[c]! -= missing * n;
    }
  }
  return up;
}

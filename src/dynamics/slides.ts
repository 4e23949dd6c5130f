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
  /** Positions of the far bodies of the last list, by id. */
  readonly #starts = new Map<number, Float64Array>();

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
      if (this.#starts.has(id) || this.#starts.has(other) || others.has(id)) continue;
      this.#slides.delete(key);
      const all = this.#motions.values;
      const move = [0, 1, 2].map((c) => all[MOTION * id + c] - all[MOTION * other + c]);
      turnAlong(move, planes);
      if (Math.hypot(...move) <= hitDepth(id, other, this.#bodies)) continue;
      this.#motions.write(id);
      this.#motions.write(other);
      others.add(other);
      this.#starts.set(id, positions.slice(4 * id, 4 * id + 3));
      const up = [0, 0, 0];
      turnAlong(up, planes, RAISED * this.#bodies.thicknesses[id]);
      this.values.fill(0, MOTION * id, MOTION * (id + 1));
      this.values.fill(0, MOTION * other, MOTION * (other + 1));
      for (let c = 0; c < 3; c++) {
        positions[4 * id + c] += up[c];
        this.values[MOTION * id + c] = move[c];
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
    for (const [id, start] of this.#starts) this.#scene.positions.set(start, 4 * id);
    this.#starts.clear();
  }

  /** Drops all, after the step or an error. */
  clear(): void {
    this.restore();
    this.#slides.clear();
    this.held.clear();
  }
}

/**
 * Takes out of a vector what goes into planes.
 * @param height above the planes where it is to end, from their depths (m); undefined: anywhere along them
 */
function turnAlong(vector: number[], planes: Slide['planes'], height?: number): void {
  for (let round = 0; round < ROUNDS; round++) {
    for (const [x, y, z, depth] of planes) {
      const wanted = height === undefined ? 0 : depth + height;
      const into = Math.max(vector[0]! * x + vector[1]! * y + vector[2]! * z + wanted, 0);
      for (const [c, n] of [x, y, z].entries()) vector[c]! -= into * n;
    }
  }
}

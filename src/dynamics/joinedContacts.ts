/** The joined contacts of a step (seams.ts): where the next step finds its points and their impulses. */
import type { Scene } from 'hullstorm';

/** Points of a contact. */
export const MOST_POINTS = 4;
/** Cosine of the angle of a plane's normals in two steps, at least. */
const OLD_NORMAL = 0.9;

/** The points of a body's contacts (seamPoints.ts). */
export interface Points {
  /** Of each, from the body: x y z and separation (m). */
  readonly numbers: Float64Array;
  /** Its place in the columns of points. */
  readonly places: Int32Array;
  /** Those of the joined contact come first. */
  readonly chosen: Int32Array;
}

export class JoinedContacts {
  count = 0;
  /** Row of the first one. */
  first = 0;
  /** `contacts.queries` of the step. */
  queries = -1;
  readonly bodies: Int32Array;
  /** Four per contact, from the body (m). */
  readonly points: Float64Array;
  readonly pointCounts: Uint8Array;
  /** Of a contact that has all points of a row of the query: that row. Of others −1. */
  readonly sources: Int32Array;
  /** To the body. */
  readonly #normals: Float64Array;

  constructor(scene: Scene) {
    this.bodies = scene.newArray(Int32Array);
    this.points = scene.newArray(Float64Array, 3 * MOST_POINTS);
    this.pointCounts = scene.newArray(Uint8Array);
    this.sources = scene.newArray(Int32Array);
    this.#normals = scene.newArray(Float64Array, 3);
  }

  /** @param first row of the first contact @param queries of the step */
  begin(first: number, queries: number): void {
    this.count = 0;
    this.first = first;
    this.queries = queries;
  }

  /**
   * Adds a contact with the first `count` chosen points.
   * @param normals column, and @param sign of the one at `at`: to the body
   */
  add(points: Points, count: number, normals: Float32Array, at: number, sign: number): void {
    const own = this.count++;
    this.pointCounts[own] = count;
    for (let c = 0; c < 3; c++) this.#normals[3 * own + c] = sign * normals[at + c];
    for (let n = 0; n < count; n++) {
      const to = 3 * (MOST_POINTS * own + n);
      for (let c = 0; c < 3; c++) this.points[to + c] = points.numbers[4 * points.chosen[n] + c];
    }
  }

  /**
   * Finds the last contact's points in the last step: the nearest ones of a joined contact of the body in that plane;
   * else those of the contact of the query that the first of them was in. Writes `previous` at the contact's row.
   */
  carry(points: Points, previous: Int32Array, before: JoinedContacts): void {
    const own = this.count - 1;
    const count = this.pointCounts[own];
    const at = MOST_POINTS * (this.first + own);
    for (let k = 0; k < before.count; k++) {
      if (before.bodies[k] !== this.bodies[own] || !this.#isAlong(own, before, k)) continue;
      carryNearest(points, count, before, k, previous, at);
      return;
    }
    let last = -1;
    for (let n = 0; n < count; n++) {
      const place = previous[points.places[points.chosen[n]]];
      if (last < 0 && place >= 0) last = place >> 2;
      previous[at + n] = place >> 2 === last ? place : -1;
    }
  }

  /** Squared distance of one of these points from one of the next step (m²). */
  squareTo(own: number, numbers: Float64Array, point: number): number {
    let square = 0;
    for (let c = 0; c < 3; c++) square += (this.points[3 * own + c] - numbers[4 * point + c]) ** 2;
    return square;
  }

  /** Whether a contact has nearly the normal of one of the last step. */
  #isAlong(own: number, before: JoinedContacts, k: number): boolean {
    const old = before.#normals;
    let cosine = 0;
    for (let c = 0; c < 3; c++) cosine += this.#normals[3 * own + c] * old[3 * k + c];
    return cosine > OLD_NORMAL;
  }
}

/** Pairs points with those of contact `k` of the last step, the nearest pair first. */
function carryNearest(
  points: Points,
  count: number,
  before: JoinedContacts,
  k: number,
  previous: Int32Array,
  at: number,
): void {
  const known = before.pointCounts[k];
  previous.fill(-1, at, at + count);
  let used = 0;
  for (let pairs = Math.min(count, known); pairs > 0; pairs--) {
    let least = Infinity;
    let point = 0;
    let slot = 0;
    for (let n = 0; n < count; n++) {
      for (let m = 0; m < known && previous[at + n] < 0; m++) {
        const square = before.squareTo(MOST_POINTS * k + m, points.numbers, points.chosen[n]);
        if (square >= least || (used & (1 << m)) !== 0) continue;
        least = square;
        point = n;
        slot = m;
      }
    }
    used |= 1 << slot;
    previous[at + point] = MOST_POINTS * (before.first + k) + slot;
  }
}

/**
 * Surfaces side by side are one ground: tiles of a terrain, a floor and a road. A body over a seam has a contact with
 * each, and points where one of them ends, inside of what bears the body. Solved one by one, these contacts are stiffer
 * than one, start without impulses, and tip bodies that roll. So one contact of the outermost points is solved for all
 * contacts of a body with static surfaces of one material in one plane.
 *
 * Its row lies behind those of the query: queries and users do not see it.
 */
import type { ContactResults, Scene } from 'hullstorm';
import type { SolvedRows } from './constraintGraph.ts';
import type { Impulses } from './impulses.ts';
import { JoinedContacts, MOST_POINTS } from './joinedContacts.ts';
import { FRICTION, MASS_STRIDE, RESTITUTION } from './massRow.ts';
import type { StepMemory } from './memory.ts';
import { SeamPoints } from './seamPoints.ts';
import { AWAKE, STATIC } from './wide/context.ts';

/** Cosine of the angle of two normals of one plane, at least: 0.1°. */
const SAME_NORMAL = Math.cos(Math.PI / 1800);
/** Heights of one plane differ by less than this part of the body's size. */
const SAME_HEIGHT = 2e-3;
const NONE = -1;
const SEVERAL = -2;

export class Seams {
  /** By body: the surface that it is on, NONE, or SEVERAL; its first row, plus 1. */
  readonly #surfaces: Int32Array;
  readonly #heads: Int32Array;
  /** By row: the next row of the same body, plus 1. */
  readonly #links: Int32Array;
  /** Bodies with contacts of several surfaces. */
  readonly #bodies: Int32Array;
  /** Those of the rows that are joined. */
  readonly #points = new SeamPoints();
  #now: JoinedContacts;
  #before: JoinedContacts;
  readonly #memory: StepMemory;
  readonly #scene: Scene;

  constructor(scene: Scene, memory: StepMemory) {
    this.#scene = scene;
    this.#memory = memory;
    this.#heads = scene.newArray(Int32Array);
    this.#surfaces = scene.newArray(Int32Array);
    this.#bodies = scene.newArray(Int32Array);
    this.#links = new Int32Array(memory.solvedPoints.length);
    this.#now = new JoinedContacts(scene);
    this.#before = new JoinedContacts(scene);
  }

  /** Joins contacts over seams. @param sizes of bodies (m) @returns the rows to solve */
  join(contacts: ContactResults, sizes: Float64Array, impulses: Impulses): SolvedRows {
    const { ids, rowCount, queries } = contacts;
    [this.#now, this.#before] = [this.#before, this.#now];
    const [now, before] = [this.#now, this.#before];
    now.begin(rowCount, queries);
    if (before.queries !== queries - 1) before.count = 0;
    // pairs of shapes with children have rows of their own
    if (rowCount === contacts.count) return contacts;
    const bodies = this.#find(contacts);
    if (bodies + before.count === 0) return contacts;
    this.#link(contacts);
    for (let k = 0; k < bodies; k++) this.#joinBody(contacts, this.#bodies[k], sizes[this.#bodies[k]], impulses);
    this.#leave(contacts, sizes, impulses);
    if (now.count === 0) return contacts;
    return { ids, pointCount: this.#memory.solvedPoints, rowCount: rowCount + now.count };
  }

  /** Finds the bodies over seams: by the first rows of pairs. @returns how many */
  #find(contacts: ContactResults): number {
    const { ids, pointCount, count: pairs } = contacts;
    const surfaces = this.#surfaces;
    surfaces.fill(NONE, 0, this.#scene.rows);
    let count = 0;
    for (let row = 0; row < pairs; row++) {
      const side = pointCount[row] === 0 ? -1 : this.#surfaceSide(contacts, row);
      if (side < 0) continue;
      const surface = ids[2 * row + side];
      const body = ids[2 * row + 1 - side];
      if (surfaces[body] === NONE) surfaces[body] = surface;
      else if (surfaces[body] >= 0) {
        surfaces[body] = SEVERAL;
        this.#bodies[count++] = body;
      }
    }
    return count;
  }

  /** Links the rows of each body on surfaces. */
  #link(contacts: ContactResults): void {
    const { ids, pointCount, rowCount } = contacts;
    const heads = this.#heads;
    heads.fill(0, 0, this.#scene.rows);
    for (let row = rowCount - 1; row >= 0; row--) {
      const side = pointCount[row] === 0 ? -1 : this.#surfaceSide(contacts, row);
      if (side < 0) continue;
      const body = ids[2 * row + 1 - side];
      this.#links[row] = heads[body];
      heads[body] = row + 1;
    }
  }

  /** 0 if A is a static surface and B a body that moves, 1 if it is the other way round, else −1. */
  #surfaceSide({ ids, childA, childB }: ContactResults, row: number): number {
    const { kinds } = this.#memory;
    const a = kinds[ids[2 * row]];
    const b = kinds[ids[2 * row + 1]];
    if (childA[row] >= 0 && a === STATIC && b === AWAKE) return 0;
    return childB[row] >= 0 && b === STATIC && a === AWAKE ? 1 : -1;
  }

  /** Joins the rows of each plane that has several surfaces. */
  #joinBody(contacts: ContactResults, body: number, size: number, impulses: Impulses): void {
    const links = this.#links;
    for (let row = this.#heads[body] - 1; row >= 0; row = links[row] - 1) {
      if (this.#isJoined(row)) continue;
      let others = 0;
      this.#points.clear();
      this.#take(contacts, row);
      for (let other = links[row] - 1; other >= 0; other = links[other] - 1) {
        if (this.#isJoined(other) || !this.#isSamePlane(contacts, row, other, size)) continue;
        others += Number(this.#surfaceOf(contacts, other) !== this.#surfaceOf(contacts, row));
        this.#take(contacts, other);
      }
      if (others > 0 && !this.#write(contacts, row, body, size, impulses)) return;
    }
  }

  /**
   * Rows of bodies that have left a seam get the impulses of the joined contact: for one step they, too, are solved
   * behind those of the query. Then their impulses are those of the query's row.
   */
  #leave(contacts: ContactResults, sizes: Float64Array, impulses: Impulses): void {
    const { bodies, sources, count, first } = this.#before;
    for (let k = 0; k < count; k++) {
      if (sources[k] >= 0) impulses.alias(sources[k], first + k);
    }
    for (let k = 0; k < count; k++) {
      const body = bodies[k];
      if (sources[k] >= 0 || this.#surfaces[body] === SEVERAL) continue;
      for (let row = this.#heads[body] - 1; row >= 0; row = this.#links[row] - 1) {
        this.#points.clear();
        this.#take(contacts, row);
        if (!this.#isJoined(row) && !this.#write(contacts, row, body, sizes[body], impulses)) return;
      }
    }
  }

  #isJoined(row: number): boolean {
    return this.#now.count > 0 && this.#memory.solvedPoints[row] === 0;
  }

  #surfaceOf(contacts: ContactResults, row: number): number {
    return contacts.ids[2 * row + this.#surfaceSide(contacts, row)];
  }

  /** Whether two rows are of one plane, and of surfaces of one material. */
  #isSamePlane(contacts: ContactResults, row: number, other: number, size: number): boolean {
    const { separation } = contacts;
    const { mass } = this.#memory;
    // normals point to the body if the surface is A
    const sign = this.#surfaceSide(contacts, row) === this.#surfaceSide(contacts, other) ? 1 : -1;
    let cosine = 0;
    for (let c = 0; c < 3; c++) cosine += sign * separation[4 * row + c] * separation[4 * other + c];
    if (!(cosine > SAME_NORMAL)) return false;
    const own = MASS_STRIDE * this.#surfaceOf(contacts, row);
    const its = MASS_STRIDE * this.#surfaceOf(contacts, other);
    if (mass[own + FRICTION] !== mass[its + FRICTION] || mass[own + RESTITUTION] !== mass[its + RESTITUTION])
      return false;
    return Math.abs(this.#heightOf(contacts, row, row) - this.#heightOf(contacts, row, other)) < SAME_HEIGHT * size;
  }

  /** Height of the surface at the first point of `other`, along the normal of `row`, from the body (m). */
  #heightOf(contacts: ContactResults, row: number, other: number): number {
    const { separation, pointsA, pointsB } = contacts;
    const sign = this.#surfaceSide(contacts, row) === 0 ? 1 : -1;
    const points = this.#surfaceSide(contacts, other) === 0 ? pointsB : pointsA;
    let height = -pointsA[16 * other + 3];
    for (let c = 0; c < 3; c++) height += sign * separation[4 * row + c] * points[16 * other + c];
    return height;
  }

  /** Adds the points of a row. */
  #take(contacts: ContactResults, row: number): void {
    const { pointCount, pointsA, pointsB } = contacts;
    this.#points.take(row, pointCount[row], this.#surfaceSide(contacts, row) === 0 ? pointsB : pointsA, pointsA);
  }

  /** Writes a row for the points that were taken. @param row the first of theirs @returns false if there is no room */
  #write(contacts: ContactResults, row: number, body: number, size: number, impulses: Impulses): boolean {
    const [now, before, points] = [this.#now, this.#before, this.#points];
    const { solvedPoints } = this.#memory;
    const { ids, pointCount, separation, previous, rowCount } = contacts;
    const own = rowCount + now.count;
    if (own >= Math.min(pointCount.length, solvedPoints.length) || now.count === now.bodies.length) return false;
    if (now.count === 0) for (let k = 0; k < rowCount; k++) solvedPoints[k] = pointCount[k];
    for (let k = 0; k < points.count; k++) {
      solvedPoints[points.places[k] >> 2] = 0;
      impulses.forget(points.places[k] >> 2);
    }
    // points of a joined row are ordered by row
    const isAlone = points.places[points.count - 1] >> 2 === row;
    const count = isAlone ? points.chooseAll() : points.choose(body, size, separation, 4 * row, before);
    for (let c = 0; c < 2; c++) ids[2 * own + c] = ids[2 * row + c];
    for (let c = 0; c < 3; c++) separation[4 * own + c] = separation[4 * row + c];
    separation[4 * own + 3] = Infinity;
    for (let n = 0; n < count; n++) this.#writePoint(contacts, row, 4 * own + n, points.chosen[n]);
    solvedPoints[own] = count;
    now.bodies[now.count] = body;
    now.sources[now.count] = isAlone ? row : -1;
    now.add(points, count, separation, 4 * row, this.#surfaceSide(contacts, row) === 0 ? 1 : -1);
    const isNew = impulses.isNew(ids[2 * row]) || impulses.isNew(ids[2 * row + 1]);
    if (isNew) previous.fill(-1, MOST_POINTS * own, MOST_POINTS * (own + 1));
    else now.carry(points, previous, before);
    return true;
  }

  /** @param place of the new point */
  #writePoint(contacts: ContactResults, row: number, place: number, point: number): void {
    const { pointsA, pointsB, separation } = contacts;
    const { positions } = this.#scene;
    const { places, numbers } = this.#points;
    const from = places[point];
    const [onBody, onSurface] = this.#surfaceSide(contacts, row) === 0 ? [pointsB, pointsA] : [pointsA, pointsB];
    const its = this.#surfaceSide(contacts, from >> 2) === 0 ? pointsA : pointsB;
    const origin = 4 * this.#surfaceOf(contacts, row);
    const other = 4 * this.#surfaceOf(contacts, from >> 2);
    for (let c = 0; c < 3; c++) {
      onBody[4 * place + c] = numbers[4 * point + c];
      onSurface[4 * place + c] = its[4 * from + c] + (positions[other + c] - positions[origin + c]);
    }
    const gap = numbers[4 * point + 3];
    pointsA[4 * place + 3] = gap;
    pointsB[4 * place + 3] = 0;
    separation[(place & ~3) + 3] = Math.min(separation[(place & ~3) + 3], gap);
  }
}

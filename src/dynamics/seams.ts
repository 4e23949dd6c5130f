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
import { FRICTION, MASS_STRIDE, RESTITUTION } from './massRow.ts';
import type { StepMemory } from './memory.ts';
import { AWAKE, STATIC } from './wide/context.ts';

/** Cosine of the angle of a plane's normals in two steps, at least. */
const OLD_NORMAL = 0.9;
/** Cosine of the angle of two normals of one plane, at least: 0.1°. */
const SAME_NORMAL = Math.cos(Math.PI / 1800);
/** Parts of the body's size: heights of one plane differ by less, as do gaps of points that bear the body. */
const SAME_HEIGHT = 2e-3;
/** Points nearer to a line, or to a point, than this part of the body's size are on it, or one with it. */
const AT_ONE = 4e-3;
/** Depths that differ by less than this part of the body's size are equal. */
const AS_DEEP = 1e-4;
/** The points of the last step stay until others span so many times their area or length. */
const KEPT = 1.1;
/** Points of a contact. */
const MOST = 4;
/** Points of all contacts of a body in one plane that are looked at. */
const ROOM = 64;

/** Joined contacts of a step: their bodies, and their points, from the body (m). */
interface Joined {
  readonly bodies: Int32Array;
  readonly points: Float64Array;
  /** To the body. */
  readonly normals: Float64Array;
  /** Of one that has all points of a row of the query: that row. Of others −1. */
  readonly sources: Int32Array;
  readonly pointCounts: Uint8Array;
  /** Row of the first one. */
  first: number;
  count: number;
  /** `contacts.queries` of the step. */
  queries: number;
}

export class Seams {
  /** By body: its first row, plus 1; a surface of it. */
  readonly #heads: Int32Array;
  readonly #surfaces: Int32Array;
  /** By row: the next row of the same body, plus 1. */
  readonly #links: Int32Array;
  /** Bodies with contacts of several surfaces. */
  readonly #bodies: Int32Array;
  /** Points of the rows that are joined, from the body: x y z and separation; their places in the columns of points. */
  readonly #points = new Float64Array(4 * ROOM);
  readonly #places = new Int32Array(ROOM);
  #count = 0;
  readonly #chosen = new Int32Array(MOST);
  /** The points of the last step among those of this one. */
  readonly #kept = new Int32Array(MOST);
  #now: Joined;
  #before: Joined;
  readonly #memory: StepMemory;
  readonly #scene: Scene;

  constructor(scene: Scene, memory: StepMemory) {
    this.#scene = scene;
    this.#memory = memory;
    this.#heads = scene.newArray(Int32Array);
    this.#surfaces = scene.newArray(Int32Array);
    this.#bodies = scene.newArray(Int32Array);
    this.#links = new Int32Array(memory.solvedPoints.length);
    this.#now = emptyJoined(scene);
    this.#before = emptyJoined(scene);
  }

  /** Joins contacts over seams. @param sizes of bodies (m) @returns the rows to solve */
  join(contacts: ContactResults, sizes: Float64Array, impulses: Impulses): SolvedRows {
    [this.#now, this.#before] = [this.#before, this.#now];
    const now = this.#now;
    now.count = 0;
    now.queries = contacts.queries;
    const { ids, rowCount } = contacts;
    now.first = rowCount;
    // pairs of shapes with children have rows of their own
    if (rowCount === contacts.count) return contacts;
    const bodies = this.#find(contacts);
    for (let k = 0; k < bodies; k++) this.#joinBody(contacts, this.#bodies[k], sizes[this.#bodies[k]], impulses);
    if (this.#before.queries === contacts.queries - 1) this.#leave(contacts, sizes, impulses);
    if (now.count === 0) return contacts;
    return { ids, pointCount: this.#memory.solvedPoints, rowCount: rowCount + now.count };
  }

  /** Finds the bodies over seams, and links their rows. @returns how many */
  #find(contacts: ContactResults): number {
    const { ids, pointCount, rowCount } = contacts;
    const heads = this.#heads;
    heads.fill(0, 0, this.#scene.rows);
    let count = 0;
    for (let row = rowCount - 1; row >= 0; row--) {
      const side = pointCount[row] === 0 ? -1 : this.#surfaceSide(contacts, row);
      if (side < 0) continue;
      const surface = ids[2 * row + side];
      const body = ids[2 * row + 1 - side];
      if (heads[body] === 0) this.#surfaces[body] = surface;
      else if (this.#surfaces[body] >= 0 && this.#surfaces[body] !== surface) {
        this.#surfaces[body] = -1;
        this.#bodies[count++] = body;
      }
      this.#links[row] = heads[body];
      heads[body] = row + 1;
    }
    return count;
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
      this.#count = 0;
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
      if (sources[k] >= 0 || this.#surfaces[body] < 0) continue;
      for (let row = this.#heads[body] - 1; row >= 0; row = this.#links[row] - 1) {
        this.#count = 0;
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
    const points = this.#surfaceSide(contacts, row) === 0 ? pointsB : pointsA;
    for (let place = 4 * row; place < 4 * row + pointCount[row] && this.#count < ROOM; place++) {
      const at = 4 * this.#count;
      for (let c = 0; c < 3; c++) this.#points[at + c] = points[4 * place + c];
      this.#points[at + 3] = pointsA[4 * place + 3];
      this.#places[this.#count++] = place;
    }
  }

  /**
   * Chooses the points that bear the body and are the farthest apart, then the farthest of the others; the deepest is
   * one of them. @returns how many
   */
  #choose(contacts: ContactResults, row: number, body: number, size: number): number {
    const points = this.#points;
    const chosen = this.#chosen;
    let deepest = 0;
    for (let k = 1; k < this.#count; k++) if (points[4 * k + 3] < points[4 * deepest + 3]) deepest = k;
    const bearing = Math.max(0, points[4 * deepest + 3]) + SAME_HEIGHT * size;
    const enough = points[4 * deepest + 3] + AS_DEEP * size;
    chosen[0] = this.#farthestFrom(deepest, bearing);
    chosen[1] = this.#farthestFrom(chosen[0], bearing);
    if (chosen[0] === chosen[1]) return 1;
    let count = 2;
    for (let side = -1; side <= 1; side += 2) {
      const bears = this.#farthestBeside(contacts, row, side, bearing, size);
      const point = bears < 0 ? this.#farthestBeside(contacts, row, side, Infinity, size) : bears;
      if (point >= 0) chosen[count++] = point;
    }
    if (this.#findKept(contacts.queries, body, count, bearing, enough, size)) {
      if (this.#extent(chosen, count) <= KEPT * this.#extent(this.#kept, count)) chosen.set(this.#kept);
    }
    if (this.#leastOf(chosen, count) <= enough) return count;
    count = Math.min(count + 1, MOST);
    chosen[count - 1] = deepest;
    return count;
  }

  /**
   * Finds the points of a joined contact of the last step that have not moved on the body.
   * @returns whether all are there and may be chosen
   */
  #findKept(queries: number, body: number, count: number, bearing: number, enough: number, size: number): boolean {
    const { bodies, points, pointCounts, count: joined, queries: last } = this.#before;
    if (last !== queries - 1) return false;
    for (let k = 0; k < joined; k++) {
      if (bodies[k] !== body || pointCounts[k] !== count) continue;
      let found = 0;
      for (; found < count; found++) {
        const point = this.#pointAt(points, 3 * (MOST * k + found), AT_ONE * size);
        if (point < 0 || this.#points[4 * point + 3] > bearing) break;
        this.#kept[found] = point;
      }
      if (found === count) return this.#leastOf(this.#kept, count) <= enough;
    }
    return false;
  }

  /** The first point within `reach` (m) of a place from the body. @returns −1: none */
  #pointAt(places: Float64Array, at: number, reach: number): number {
    for (let k = 0; k < this.#count; k++) if (this.#squareTo(k, places, at) < reach * reach) return k;
    return -1;
  }

  #squareTo(point: number, places: Float64Array, at: number): number {
    let square = 0;
    for (let c = 0; c < 3; c++) square += (this.#points[4 * point + c] - places[at + c]) ** 2;
    return square;
  }

  #leastOf(places: Int32Array, count: number): number {
    let least = Infinity;
    for (let k = 0; k < count; k++) least = Math.min(least, this.#points[4 * places[k] + 3]);
    return least;
  }

  /** The length of two points, or twice the area of more: the third and fourth are beside the first two. */
  #extent(places: Int32Array, count: number): number {
    const points = this.#points;
    const from = 4 * places[0];
    const to = 4 * places[1];
    const [x, y, z] = [points[to] - points[from], points[to + 1] - points[from + 1], points[to + 2] - points[from + 2]];
    if (count === 2) return Math.sqrt(x * x + y * y + z * z);
    let area = 0;
    for (let k = 2; k < count; k++) {
      const at = 4 * places[k];
      const px = points[at] - points[from];
      const py = points[at + 1] - points[from + 1];
      const pz = points[at + 2] - points[from + 2];
      area += Math.hypot(y * pz - z * py, z * px - x * pz, x * py - y * px);
    }
    return area;
  }

  #chooseAll(): number {
    for (let k = 0; k < this.#count; k++) this.#chosen[k] = k;
    return this.#count;
  }

  /** @param limit greatest gap of points that count (m) */
  #farthestFrom(point: number, limit: number): number {
    const points = this.#points;
    let farthest = point;
    let most = 0;
    for (let k = 0; k < this.#count; k++) {
      if (points[4 * k + 3] > limit) continue;
      let square = 0;
      for (let c = 0; c < 3; c++) square += (points[4 * k + c] - points[4 * point + c]) ** 2;
      if (square <= most) continue;
      most = square;
      farthest = k;
    }
    return farthest;
  }

  /** The farthest point on one side of the line through the first two. @returns −1: none */
  #farthestBeside({ separation }: ContactResults, row: number, side: number, limit: number, size: number): number {
    const points = this.#points;
    const from = 4 * this.#chosen[0];
    const to = 4 * this.#chosen[1];
    const [x, y, z] = [points[to] - points[from], points[to + 1] - points[from + 1], points[to + 2] - points[from + 2]];
    const [nx, ny, nz] = [separation[4 * row], separation[4 * row + 1], separation[4 * row + 2]];
    let most = AT_ONE * size * Math.sqrt(x * x + y * y + z * z);
    let farthest = -1;
    for (let k = 0; k < this.#count; k++) {
      if (points[4 * k + 3] > limit) continue;
      const px = points[4 * k] - points[from];
      const py = points[4 * k + 1] - points[from + 1];
      const pz = points[4 * k + 2] - points[from + 2];
      const beside = side * (nx * (y * pz - z * py) + ny * (z * px - x * pz) + nz * (x * py - y * px));
      if (beside <= most) continue;
      most = beside;
      farthest = k;
    }
    return farthest;
  }

  /** Writes a row for the points that were taken. @param row the first of theirs @returns false if there is no room */
  #write(contacts: ContactResults, row: number, body: number, size: number, impulses: Impulses): boolean {
    const now = this.#now;
    const { solvedPoints } = this.#memory;
    const { ids, pointCount, separation, rowCount } = contacts;
    const own = now.first + now.count;
    if (own >= Math.min(pointCount.length, solvedPoints.length) || now.count === now.bodies.length) return false;
    if (now.count === 0) for (let k = 0; k < rowCount; k++) solvedPoints[k] = pointCount[k];
    for (let k = 0; k < this.#count; k++) {
      solvedPoints[this.#places[k] >> 2] = 0;
      impulses.forget(this.#places[k] >> 2);
    }
    // points of a joined row are ordered by row
    const isAlone = this.#places[this.#count - 1] >> 2 === row;
    const count = isAlone ? this.#chooseAll() : this.#choose(contacts, row, body, size);
    now.sources[now.count] = isAlone ? row : -1;
    solvedPoints[own] = count;
    now.pointCounts[now.count] = count;
    for (let c = 0; c < 2; c++) ids[2 * own + c] = ids[2 * row + c];
    const sign = this.#surfaceSide(contacts, row) === 0 ? 1 : -1;
    for (let c = 0; c < 3; c++) {
      separation[4 * own + c] = separation[4 * row + c];
      now.normals[3 * now.count + c] = sign * separation[4 * row + c];
    }
    separation[4 * own + 3] = Infinity;
    for (let n = 0; n < count; n++) {
      const point = this.#chosen[n];
      for (let c = 0; c < 3; c++) now.points[3 * (MOST * now.count + n) + c] = this.#points[4 * point + c];
      this.#writePoint(contacts, row, 4 * own + n, point);
    }
    now.bodies[now.count++] = body;
    const isNew = impulses.isNew(ids[2 * row]) || impulses.isNew(ids[2 * row + 1]);
    this.#carry(contacts, own, isNew ? 0 : count);
    contacts.previous.fill(-1, 4 * own + (isNew ? 0 : count), 4 * own + MOST);
    return true;
  }

  /** @param place of the new point */
  #writePoint(contacts: ContactResults, row: number, place: number, point: number): void {
    const { pointsA, pointsB, separation } = contacts;
    const { positions } = this.#scene;
    const from = this.#places[point];
    const [onBody, onSurface] = this.#surfaceSide(contacts, row) === 0 ? [pointsB, pointsA] : [pointsA, pointsB];
    const its = this.#surfaceSide(contacts, from >> 2) === 0 ? pointsA : pointsB;
    const origin = 4 * this.#surfaceOf(contacts, row);
    const other = 4 * this.#surfaceOf(contacts, from >> 2);
    for (let c = 0; c < 3; c++) {
      onBody[4 * place + c] = this.#points[4 * point + c];
      onSurface[4 * place + c] = its[4 * from + c] + (positions[other + c] - positions[origin + c]);
    }
    const gap = this.#points[4 * point + 3];
    pointsA[4 * place + 3] = gap;
    pointsB[4 * place + 3] = 0;
    separation[(place & ~3) + 3] = Math.min(separation[(place & ~3) + 3], gap);
  }

  /**
   * Finds the points in the last step: the nearest ones of a joined contact of the body in that plane; else those of the
   * contact of the query that the first of them was in.
   */
  #carry({ previous, queries }: ContactResults, own: number, count: number): void {
    const { bodies, count: joined } = this.#now;
    const before = this.#before;
    for (let k = 0; queries - 1 === before.queries && k < before.count; k++) {
      if (before.bodies[k] !== bodies[joined - 1] || !this.#isOldPlane(k)) continue;
      this.#carryFrom(previous, own, count, k);
      return;
    }
    let last = -1;
    for (let n = 0; n < count; n++) {
      const place = previous[this.#places[this.#chosen[n]]];
      if (last < 0 && place >= 0) last = place >> 2;
      previous[4 * own + n] = place >> 2 === last ? place : -1;
    }
  }

  /** Whether a joined contact of the last step has nearly the normal of the last one of this step. */
  #isOldPlane(k: number): boolean {
    const { normals, count } = this.#now;
    const old = this.#before.normals;
    const at = 3 * (count - 1);
    return normals[at] * old[3 * k] + normals[at + 1] * old[3 * k + 1] + normals[at + 2] * old[3 * k + 2] > OLD_NORMAL;
  }

  /** Pairs points with those of a joined contact of the last step, the nearest pair first. */
  #carryFrom(previous: Int32Array, own: number, count: number, k: number): void {
    const { points, pointCounts, first } = this.#before;
    previous.fill(-1, MOST * own, MOST * own + count);
    let used = 0;
    for (let pairs = Math.min(count, pointCounts[k]); pairs > 0; pairs--) {
      let least = Infinity;
      let point = 0;
      let slot = 0;
      for (let n = 0; n < count; n++) {
        for (let m = 0; m < pointCounts[k] && previous[MOST * own + n] < 0; m++) {
          const square = this.#squareTo(this.#chosen[n], points, 3 * (MOST * k + m));
          if (square >= least || (used & (1 << m)) !== 0) continue;
          least = square;
          point = n;
          slot = m;
        }
      }
      used |= 1 << slot;
      previous[MOST * own + point] = MOST * (first + k) + slot;
    }
  }
}

function emptyJoined(scene: Scene): Joined {
  return {
    bodies: scene.newArray(Int32Array),
    points: scene.newArray(Float64Array, 3 * MOST),
    normals: scene.newArray(Float64Array, 3),
    sources: scene.newArray(Int32Array),
    pointCounts: scene.newArray(Uint8Array),
    first: 0,
    count: 0,
    queries: -1,
  };
}

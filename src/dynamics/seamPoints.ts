/**
 * The points of the contacts that are joined to one (seams.ts), from the body (m), and which of them that one has.
 */
import { type JoinedContacts, MOST_POINTS, type Points } from './joinedContacts.ts';

/** A gap this part of the body's size larger than 0, or than the least one, still bears the body. */
const BEARING = 2e-3;
/** Points nearer to a line, or to a point, than this part of the body's size are on it, or one with it. */
const AT_ONE = 4e-3;
/** Depths that differ by less than this part of the body's size are equal. */
const AS_DEEP = 1e-4;
/** The points of the last step stay until others span so many times their area or length. */
const KEPT = 1.1;
/** Points that are looked at. */
const ROOM = 64;

export class SeamPoints implements Points {
  count = 0;
  readonly numbers = new Float64Array(4 * ROOM);
  readonly places = new Int32Array(ROOM);
  readonly chosen = new Int32Array(MOST_POINTS);
  /** The points of the last step among those of this one. */
  readonly #kept = new Int32Array(MOST_POINTS);

  clear(): void {
    this.count = 0;
  }

  /** Adds the `count` points of a row. @param onBody column of points @param pointsA with the separations */
  take(row: number, count: number, onBody: Float32Array, pointsA: Float32Array): void {
    for (let place = 4 * row; place < 4 * row + count && this.count < ROOM; place++) {
      const at = 4 * this.count;
      for (let c = 0; c < 3; c++) this.numbers[at + c] = onBody[4 * place + c];
      this.numbers[at + 3] = pointsA[4 * place + 3];
      this.places[this.count++] = place;
    }
  }

  /** Chooses all: those of one row. @returns how many */
  chooseAll(): number {
    for (let k = 0; k < this.count; k++) this.chosen[k] = k;
    return this.count;
  }

  /**
   * Chooses the points that bear the body and are the farthest apart, then the farthest of the others; the deepest is
   * one of them.
   * @param normal of the contact, at `at` of the column
   * @param before contacts of the last step
   * @returns how many
   */
  choose(body: number, size: number, normal: Float32Array, at: number, before: JoinedContacts): number {
    const { numbers, chosen } = this;
    let deepest = 0;
    for (let k = 1; k < this.count; k++) if (numbers[4 * k + 3] < numbers[4 * deepest + 3]) deepest = k;
    const bearing = Math.max(0, numbers[4 * deepest + 3]) + BEARING * size;
    chosen[0] = this.#farthestFrom(deepest, bearing);
    chosen[1] = this.#farthestFrom(chosen[0], bearing);
    if (chosen[0] === chosen[1]) return 1;
    let count = 2;
    for (let side = -1; side <= 1; side += 2) {
      const bears = this.#farthestBeside(normal, at, side, bearing, size);
      const point = bears < 0 ? this.#farthestBeside(normal, at, side, Infinity, size) : bears;
      if (point >= 0) chosen[count++] = point;
    }
    for (let k = 0; k < before.count; k++) {
      if (before.bodies[k] !== body || before.pointCounts[k] !== count) continue;
      if (!this.#findKept(before, k, bearing, size)) continue;
      if (this.#extent(chosen, count) <= KEPT * this.#extent(this.#kept, count)) chosen.set(this.#kept);
      break;
    }
    let least = Infinity;
    for (let k = 0; k < count; k++) least = Math.min(least, numbers[4 * chosen[k] + 3]);
    if (least <= numbers[4 * deepest + 3] + AS_DEEP * size) return count;
    count = Math.min(count + 1, MOST_POINTS);
    chosen[count - 1] = deepest;
    return count;
  }

  /** Finds the points of contact `k` of the last step, where they were on the body. @returns whether all bear it */
  #findKept(before: JoinedContacts, k: number, bearing: number, size: number): boolean {
    for (let n = 0; n < before.pointCounts[k]; n++) {
      const point = this.#pointAt(before, MOST_POINTS * k + n, AT_ONE * size);
      if (point < 0 || this.numbers[4 * point + 3] > bearing) return false;
      this.#kept[n] = point;
    }
    return true;
  }

  /** The first point within `reach` (m) of one of the last step. @returns −1: none */
  #pointAt(before: JoinedContacts, old: number, reach: number): number {
    for (let k = 0; k < this.count; k++) if (before.squareTo(old, this.numbers, k) < reach * reach) return k;
    return -1;
  }

  /** The length of two points, or twice the area of more: the third and fourth are beside the first two. */
  #extent(places: Int32Array, count: number): number {
    const points = this.numbers;
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

  /** @param limit greatest gap of points that count (m) */
  #farthestFrom(point: number, limit: number): number {
    const points = this.numbers;
    let farthest = point;
    let most = 0;
    for (let k = 0; k < this.count; k++) {
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
  #farthestBeside(normal: Float32Array, at: number, side: number, limit: number, size: number): number {
    const points = this.numbers;
    const from = 4 * this.chosen[0];
    const to = 4 * this.chosen[1];
    const [x, y, z] = [points[to] - points[from], points[to + 1] - points[from + 1], points[to + 2] - points[from + 2]];
    const [nx, ny, nz] = [normal[at], normal[at + 1], normal[at + 2]];
    let most = AT_ONE * size * Math.sqrt(x * x + y * y + z * z);
    let farthest = -1;
    for (let k = 0; k < this.count; k++) {
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
}

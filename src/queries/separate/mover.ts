/** One mover while it is separated: its planes, its push so far, and the place where its deepest overlap was least. */
import { MOST_PLANES } from '../../tables/moverPlanes.ts';
import { SeparateStatus, type SeparateStatusCode } from '../../tables/separateStatus.ts';
import { leastPush } from './leastPush.ts';
import { MoverPlanes } from './planes.ts';
import { MOST_PUSH, type SeparateTable, SKIN } from './table.ts';

/** Part of the skin that may be missing before a mover is pushed. */
const SKIN_ROOM = 0.25;
/** Pushes that do not help, after which a mover counts as enclosed. */
const MOST_SETBACKS = 3;
/** A push that leaves an overlap ends the search if it is below this part of the overlap. */
const LEAST_STEP = 0.01;
/** Halvings of the overlap that a push may leave. */
const HALVINGS = 10;

/** Planes of the current round as leastPush.ts takes them, and its result. */
const problem = /* @__PURE__ */ new Float64Array(4 * MOST_PLANES);
const x = /* @__PURE__ */ new Float64Array(3);

export class Mover {
  /** Overlaps up to this part of the extent count as touching: the f32 rounding of distances. */
  static readonly tolerance = 1e-5;
  /** Index in the list. */
  row = 0;
  isActive = false;
  /** Whether its planes are out of date. */
  isPending = false;
  status: SeparateStatusCode = SeparateStatus.Free;
  /** Whether each collider is one plane; else whether one of them was several. */
  isPlain = false;
  metChildren = false;
  /** The planes at the current place, and at the best one. */
  readonly now = new MoverPlanes();
  readonly best = new MoverPlanes();
  readonly push = new Float64Array(3);
  readonly bestPush = new Float64Array(3);
  /** Distance up to which colliders are measured (m). An array, since a double that crosses a call allocates. */
  readonly reach = new Float64Array(1);
  // in m; NaN, since V8 keeps a number in place that is no integer at first
  /** Extent with radius. */
  size = Number.NaN;
  #skin = Number.NaN;
  /** Longest sum of pushes that the caller allows. */
  #longest = Number.NaN;
  /** Deepest overlap at the start. */
  #deepest = Number.NaN;
  /** Distance of the nearest plane: at the best place, and now. */
  #bestLeast = Number.NaN;
  #least = Number.NaN;
  #tolerance = Number.NaN;
  /** Longest push of this round. */
  #limit = Number.NaN;
  /** Distance from the planes that a push is asked for. */
  #asked = Number.NaN;
  #isFirst = true;
  /** Pushes that have made the deepest overlap no smaller. */
  #setbacks = 0;

  /** Begins at the place of the mover in the list. @param size 0 if it is invalid */
  start({ reals }: SeparateTable, isValid: boolean, size: number, row: number): void {
    this.row = row;
    this.isActive = isValid;
    this.status = isValid ? SeparateStatus.Unresolved : SeparateStatus.Invalid;
    this.push.fill(0);
    this.bestPush.fill(0);
    this.best.clear();
    this.size = size;
    this.#skin = reals[SKIN];
    this.#longest = reals[MOST_PUSH];
    this.#deepest = 0;
    this.#bestLeast = -Infinity;
    this.#tolerance = Mover.tolerance * size;
    this.#isFirst = true;
    this.#setbacks = 0;
  }

  /** Whether the deepest overlap is larger than the reach, which then becomes as large. */
  isDeeperThanReach(): boolean {
    const depth = -this.now.planes[3];
    if (!(depth > this.reach[0])) return false;
    this.reach[0] = depth;
    return true;
  }

  /** Takes a step from the planes of the current place. @returns whether the mover has moved */
  step(isLast: boolean): boolean {
    const { now, best } = this;
    const least = now.planes[3];
    this.#least = least;
    this.#limit = 2 * Math.max(0, -least) + this.#skin;
    if (this.#isFirst) this.#deepest = Math.max(0, -least);
    this.#isFirst = false;
    if (least <= this.#bestLeast) this.#setbacks++;
    else {
      this.#bestLeast = least;
      best.copy(now);
      this.bestPush.set(this.push);
    }
    if (isLast || least >= (1 - SKIN_ROOM) * this.#skin - this.#tolerance) return this.#end();
    if (!this.#findPush()) return this.#end();
    for (let c = 0; c < 3; c++) this.push[c] += x[c];
    return true;
  }

  /** Ends at the best place. @returns false */
  #end(): boolean {
    this.isActive = false;
    if (this.#bestLeast < -this.#tolerance) return false;
    const { bestPush } = this;
    const isStill = bestPush[0] === 0 && bestPush[1] === 0 && bestPush[2] === 0;
    this.status = isStill ? SeparateStatus.Free : SeparateStatus.Moved;
    return false;
  }

  /** Writes the push of this round to `x`. @returns whether there is one */
  #findPush(): boolean {
    const { planes, count } = this.now;
    this.status = SeparateStatus.Unresolved;
    this.#asked = this.#skin;
    if (this.#solve(count) && this.#isAllowed()) return true;
    // without an overlap it may stay nearer than the skin
    if (this.#least >= -this.#tolerance) return false;
    this.#asked = 0;
    if (this.#solve(count) && this.#isAllowed()) return true;
    // colliders may end before their planes do: the planes ahead count after pushes that did not help
    const isEnclosed = this.#setbacks >= MOST_SETBACKS;
    let overlaps = 0;
    while (overlaps < count && planes[4 * overlaps + 3] < 0) overlaps++;
    if (!isEnclosed && this.#solve(overlaps) && this.#isAllowed()) return true;
    return this.#leaveLeast(isEnclosed ? count : overlaps);
  }

  /** Writes the push that leaves the least overlap of those that are allowed. @returns whether it is one */
  #leaveLeast(count: number): boolean {
    this.status = SeparateStatus.Stuck;
    let low = 0;
    let high = -this.#least;
    for (let k = 0; k < HALVINGS; k++) {
      const middle = 0.5 * (low + high);
      this.#asked = -middle;
      if (this.#solve(count) && this.#isAllowed()) high = middle;
      else low = middle;
    }
    this.#asked = -high;
    if (!this.#solve(count) || !this.#isAllowed()) return false;
    const worthwhile = Math.max(this.#tolerance, LEAST_STEP * -this.#least);
    return x[0] * x[0] + x[1] * x[1] + x[2] * x[2] > worthwhile * worthwhile;
  }

  /** Finds the shortest push that leads this.#asked away from the first `count` planes. */
  #solve(count: number): boolean {
    const { planes } = this.now;
    for (let k = 0; k < 4 * count; k += 4) {
      for (let c = 0; c < 3; c++) problem[k + c] = planes[k + c];
      problem[k + 3] = this.#asked - planes[k + 3];
    }
    return leastPush(x, problem, count);
  }

  /** Whether `x` is short enough, and the sum of all pushes with it. */
  #isAllowed(): boolean {
    const { push } = this;
    const longest = Math.min(2 * this.#deepest + this.#skin, this.#longest);
    let own2 = 0;
    let sum2 = 0;
    for (let c = 0; c < 3; c++) {
      own2 += x[c] * x[c];
      sum2 += (push[c] + x[c]) * (push[c] + x[c]);
    }
    return own2 <= this.#limit * this.#limit && sum2 <= longest * longest;
  }
}

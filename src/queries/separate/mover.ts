/** One mover while it is separated: its planes, its push so far, and the place where its deepest overlap was least. */
import { MOST_PLANES } from './codes.ts';
import { leastPush } from './leastPush.ts';
import { MoverPlanes } from './planes.ts';
import { SeparateStatus, type SeparateStatusCode } from './status.ts';
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

// places in `Mover.#reals` (m): V8 allocates for doubles in fields, and for those that cross calls
const SKIN_KEPT = 0;
const LONGEST = 1;
/** Deepest overlap at the start. */
const DEEPEST = 2;
/** Distance of the nearest plane: at the best place, and now. */
const BEST_LEAST = 3;
const LEAST = 4;
const TOLERANCE = 5;
/** Longest push of this round. */
const LIMIT = 6;
/** Distance from the planes that a push is asked for. */
const ASKED = 7;
const REALS = 8;

export class Mover {
  /** Overlaps up to this part of the extent count as touching: the f32 rounding of distances. */
  static readonly tolerance = 1e-5;
  /** Index in the list. */
  row = 0;
  isActive = false;
  /** Whether its planes are out of date. */
  isPending = false;
  status: SeparateStatusCode = SeparateStatus.Free;
  /** The planes at the current place, and at the best one. */
  readonly now = new MoverPlanes();
  readonly best = new MoverPlanes();
  readonly push = new Float64Array(3);
  readonly bestPush = new Float64Array(3);
  /** Extent with radius (m). Numbers are in arrays, because V8 allocates for doubles in fields. */
  readonly size = new Float64Array(1);
  /** Distance up to which colliders are measured (m). */
  readonly reach = new Float64Array(1);
  /** See the places below. */
  readonly #reals = new Float64Array(REALS);
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
    this.best.count = 0;
    this.size[0] = size;
    this.#reals[SKIN_KEPT] = reals[SKIN];
    this.#reals[LONGEST] = reals[MOST_PUSH];
    this.#reals[DEEPEST] = 0;
    this.#reals[BEST_LEAST] = -Infinity;
    this.#reals[TOLERANCE] = Mover.tolerance * size;
    this.#isFirst = true;
    this.#setbacks = 0;
  }

  /** Whether the deepest overlap is larger than the reach, which then becomes as large. */
  isDeeperThanReach(): boolean {
    const depth = this.now.count > 0 ? -this.now.planes[3] : 0;
    if (!(depth > this.reach[0])) return false;
    this.reach[0] = depth;
    return true;
  }

  /** Takes a step from the planes of the current place. @returns whether the mover has moved */
  step(isLast: boolean): boolean {
    const { now, best } = this;
    const reals = this.#reals;
    const least = now.count > 0 ? now.planes[3] : Infinity;
    reals[LEAST] = least;
    reals[LIMIT] = 2 * Math.max(0, -least) + reals[SKIN_KEPT];
    if (this.#isFirst) reals[DEEPEST] = Math.max(0, -least);
    this.#isFirst = false;
    if (least <= reals[BEST_LEAST]) this.#setbacks++;
    else {
      reals[BEST_LEAST] = least;
      best.copy(now);
      this.bestPush.set(this.push);
    }
    if (isLast || least >= (1 - SKIN_ROOM) * reals[SKIN_KEPT] - reals[TOLERANCE]) return this.#end();
    if (!this.#findPush()) return this.#end();
    for (let c = 0; c < 3; c++) this.push[c] += x[c];
    return true;
  }

  /** Ends at the best place. @returns false */
  #end(): boolean {
    const reals = this.#reals;
    this.isActive = false;
    if (reals[BEST_LEAST] < -reals[TOLERANCE]) return false;
    const { bestPush } = this;
    const isStill = bestPush[0] === 0 && bestPush[1] === 0 && bestPush[2] === 0;
    this.status = isStill ? SeparateStatus.Free : SeparateStatus.Moved;
    return false;
  }

  /** Writes the push of this round to `x`. @returns whether there is one */
  #findPush(): boolean {
    const { planes, count } = this.now;
    const reals = this.#reals;
    this.status = SeparateStatus.Unresolved;
    reals[ASKED] = reals[SKIN_KEPT];
    if (this.#solve(count) && this.#isAllowed()) return true;
    // without an overlap it may stay nearer than the skin
    if (reals[LEAST] >= -reals[TOLERANCE]) return false;
    reals[ASKED] = 0;
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
    const reals = this.#reals;
    this.status = SeparateStatus.Stuck;
    let low = 0;
    let high = -reals[LEAST];
    for (let k = 0; k < HALVINGS; k++) {
      const middle = 0.5 * (low + high);
      reals[ASKED] = -middle;
      if (this.#solve(count) && this.#isAllowed()) high = middle;
      else low = middle;
    }
    reals[ASKED] = -high;
    if (!this.#solve(count) || !this.#isAllowed()) return false;
    const worthwhile = Math.max(reals[TOLERANCE], LEAST_STEP * -reals[LEAST]);
    return x[0] * x[0] + x[1] * x[1] + x[2] * x[2] > worthwhile * worthwhile;
  }

  /** Finds the shortest push that leads reals[ASKED] away from the first `count` planes. */
  #solve(count: number): boolean {
    const { planes } = this.now;
    for (let k = 0; k < 4 * count; k += 4) {
      for (let c = 0; c < 3; c++) problem[k + c] = planes[k + c];
      problem[k + 3] = this.#reals[ASKED] - planes[k + 3];
    }
    return leastPush(x, problem, count);
  }

  /** Whether `x` is short enough, and the sum of all pushes with it. */
  #isAllowed(): boolean {
    const reals = this.#reals;
    const { push } = this;
    const longest = Math.min(2 * reals[DEEPEST] + reals[SKIN_KEPT], reals[LONGEST]);
    let own2 = 0;
    let sum2 = 0;
    for (let c = 0; c < 3; c++) {
      own2 += x[c] * x[c];
      sum2 += (push[c] + x[c]) * (push[c] + x[c]);
    }
    return own2 <= reals[LIMIT] * reals[LIMIT] && sum2 <= longest * longest;
  }
}

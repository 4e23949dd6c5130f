/**
 * Pushes movers out of all that they overlap, a group of movers at a time. Round by round:
 *
 *   1. Measures each mover against all colliders near it: planes, n·x ≥ skin − distance for a push x.
 *   2. Takes the shortest push that satisfies all planes at once. If there is none, or it is too long: all planes
 *      without the skin, the planes of overlaps alone, or the push that leaves the least overlap.
 *   3. Moves the mover, and measures again.
 *
 * A push is at most twice the deepest overlap, and the skin: a push out of a wedge of two planes is longer the sharper
 * the wedge is, and would shoot the mover out. The sum of all pushes has this bound, too, for the deepest overlap at
 * the start.
 *
 * A collider with children has a plane per cluster of these. Planes of children on both sides of a mover contradict
 * each other: one that does not come out so tries it once more, with the plane of the nearest child of each collider.
 *
 *   reads   probes of the list, tree, bounds, separate.words, separate.reals
 *   writes  the thread's rows of movers in the placed table; results of the movers
 *
 * Source of the planes' least displacement: solving all contact planes together, as Box2D v3 does for its movers.
 */
import { findAround } from '../../broad/around.ts';
import type { PlacedKernel } from '../../broad/placedKernel.ts';
import { type PlacedPlanes, placedPlanes } from '../../narrow/placedPlanes.ts';
import type { ThreadTools } from '../../narrow/threadTools.ts';
import { BOUNDS_STRIDE } from '../../tables/boundsTable.ts';
import { Status } from '../../tables/distanceStatus.ts';
import { ownTable } from '../../tables/frame.ts';
import { MOST_PLANES } from '../../tables/moverPlanes.ts';
import { MOVER_ROWS, PLACED_PAIRS } from '../../tables/probeTable.ts';
import { SeparateStatus } from '../../tables/separateStatus.ts';
import { isSurface } from '../../tables/shapeKinds.ts';
import { EXTENT, RADIUS, SHAPE_STRIDE } from '../../tables/shapeWords.ts';
import { Mover } from './mover.ts';
import { FIRST, GROUPS, ROUNDS, SEPARATE_TABLE, type SeparateTable, SKIN } from './table.ts';

/** Reach of the first search beyond the mover, as a part of its extent. */
const REACH = 0.2;

export class Separator {
  readonly #tools: ThreadTools;
  readonly #table: SeparateTable;
  readonly #kernel: PlacedKernel;
  readonly #planes: PlacedPlanes;
  readonly #movers: readonly Mover[];
  /** Pairs in the kernel's list. */
  #pairs = 0;

  constructor(tools: ThreadTools) {
    this.#tools = tools;
    this.#table = ownTable(tools.frame, SEPARATE_TABLE);
    this.#kernel = tools.placed;
    this.#planes = tools.part(placedPlanes);
    this.#movers = Array.from({ length: MOVER_ROWS }, () => new Mover());
  }

  /** Separates movers [begin, end) of the list. */
  run(begin: number, end: number): void {
    for (let first = begin; first < end; first += MOVER_ROWS) this.#runGroup(first, Math.min(MOVER_ROWS, end - first));
  }

  #runGroup(first: number, count: number): void {
    for (let m = 0; m < count; m++) this.#start(m, first + m, false);
    this.#runRounds(count);
    for (let m = 0; m < count; m++) this.#write(m, first + m);
    let isAgain = false;
    for (let m = 0; m < count; m++) {
      const { isPlain, metChildren, status } = this.#movers[m];
      const isStuck = status === SeparateStatus.Stuck || status === SeparateStatus.Unresolved;
      if (!isStuck || !metChildren || isPlain) continue;
      this.#start(m, first + m, true);
      isAgain = true;
    }
    if (!isAgain) return;
    this.#runRounds(count);
    for (let m = 0; m < count; m++) {
      const { isPlain, status } = this.#movers[m];
      if (isPlain && status === SeparateStatus.Moved) this.#write(m, first + m);
    }
  }

  #runRounds(count: number): void {
    const { words } = this.#table;
    for (let round = 0; round <= words[ROUNDS]; round++) {
      if (!this.#measure(count)) break;
      for (let m = 0; m < count; m++) this.#move(m, round === words[ROUNDS]);
    }
  }

  /** Copies mover k of the list to row m of the thread. @param isPlain whether it takes one plane per collider */
  #start(m: number, k: number, isPlain: boolean): void {
    const { frame, writeBounds } = this.#tools;
    const { bounds, colliders, placed, shapes } = frame;
    const from = colliders.capacity + this.#table.words[FIRST] + k;
    const row = this.#kernel.moverRow + m;
    placed.shapes[row] = placed.shapes[from];
    for (let c = 0; c < 4; c++) {
      placed.positions[4 * row + c] = placed.positions[4 * from + c];
      placed.rotations[4 * row + c] = placed.rotations[4 * from + c];
    }
    writeBounds(row, row + 1);
    const side = bounds.boxes[BOUNDS_STRIDE * row];
    const mover = this.#movers[m];
    const word = SHAPE_STRIDE * placed.shapes[row];
    // NaN, the infinite box of a half-space, and surfaces are no movers
    const isValid = side - side === 0 && !isSurface(shapes, placed.shapes[row]);
    mover.start(this.#table, isValid, isValid ? shapes.reals[word + EXTENT] + shapes.reals[word + RADIUS] : 0, k);
    mover.reach[0] = REACH * mover.size;
    mover.isPlain = isPlain;
    mover.metChildren = false;
  }

  /** Finds the planes of all active movers. @returns whether there is one */
  #measure(count: number): boolean {
    let isActive = false;
    for (let m = 0; m < count; m++) {
      const mover = this.#movers[m];
      mover.isPending = mover.isActive;
      isActive ||= mover.isActive;
    }
    if (!isActive) return false;
    this.#gather(count);
    for (let m = 0; m < count; m++) {
      const mover = this.#movers[m];
      mover.isPending = mover.isActive && mover.isDeeperThanReach();
    }
    this.#gather(count);
    return true;
  }

  /** Finds the planes of the pending movers within their reach. */
  #gather(count: number): void {
    const { frame, search } = this.#tools;
    const { probes } = frame;
    const { words } = this.#table;
    const { ids } = this.#kernel.list.pairs;
    this.#pairs = 0;
    for (let m = 0; m < count; m++) {
      const mover = this.#movers[m];
      if (!mover.isPending) continue;
      const k = words[FIRST] + mover.row;
      const row = this.#kernel.moverRow + m;
      mover.now.clear();
      const near = findAround(frame, search, row, mover.reach, words[GROUPS] & probes.masks[k], probes.ignored[k]);
      for (let n = 0; n < near; n++) {
        if (this.#pairs === PLACED_PAIRS) this.#harvest();
        ids[2 * this.#pairs] = search.rows[n];
        ids[2 * this.#pairs + 1] = row;
        this.#pairs++;
      }
    }
    this.#harvest();
  }

  /** Computes the pairs in the list, and adds their planes to the movers. */
  #harvest(): void {
    const { pairs, results } = this.#kernel.list;
    const { status, separation, childA } = results;
    const count = this.#pairs;
    if (count > 0) this.#kernel.computeConvex(false, count);
    for (let p = 0; p < count; p++) {
      const mover = this.#movers[pairs.ids[2 * p + 1] - this.#kernel.moverRow];
      const hasChildren = this.#kernel.hasChildren(p);
      if (hasChildren && !mover.isPlain) {
        this.#addPlanes(mover, p);
        continue;
      }
      if (hasChildren) this.#kernel.computeChildren(false, p);
      if (status[p] === Status.Invalid || !(separation[4 * p + 3] <= mover.reach[0])) continue;
      mover.now.add(separation, 4 * p, pairs.ids[2 * p], childA[p]);
    }
    this.#pairs = 0;
  }

  /** Adds the planes of a pair with children within the reach: one per cluster of these. */
  #addPlanes(mover: Mover, p: number): void {
    const id = this.#kernel.list.pairs.ids[2 * p];
    const count = this.#planes.find(p, mover.reach);
    const { planes, children, nearest, nearestChild } = this.#planes;
    if (count > 0) mover.metChildren = true;
    // deeper than all of them: a triangle whose back the mover meets
    const isAlone = count === 0 || nearest[3] < planes[3] - Mover.tolerance * mover.size;
    if (isAlone && nearest[3] <= mover.reach[0]) mover.now.add(nearest, 0, id, nearestChild);
    for (let k = 0; k < count; k++) mover.now.add(planes, 4 * k, id, children[k]);
  }

  /** Moves mover m, or ends it. */
  #move(m: number, isLast: boolean): void {
    const mover = this.#movers[m];
    if (!mover.isActive || !mover.step(isLast)) return;
    const { frame, writeBounds } = this.#tools;
    const { placed, colliders } = frame;
    const row = this.#kernel.moverRow + m;
    const from = colliders.capacity + this.#table.words[FIRST] + mover.row;
    for (let c = 0; c < 3; c++) placed.positions[4 * row + c] = placed.positions[4 * from + c] + mover.push[c];
    writeBounds(row, row + 1);
  }

  /** Writes the results of mover k. */
  #write(m: number, k: number): void {
    const { pushes, status, planeCounts, planes, planeIds, planeChildren, reals } = this.#table;
    const { best, bestPush, status: verdict, size } = this.#movers[m];
    status[k] = verdict;
    const isValid = verdict !== SeparateStatus.Invalid;
    for (let c = 0; c < 3; c++) pushes[4 * k + c] = isValid ? bestPush[c] : Number.NaN;
    pushes[4 * k + 3] = 0;
    const limit = 2 * reals[SKIN] + Mover.tolerance * size;
    let count = 0;
    while (isValid && count < best.count && best.planes[4 * count + 3] <= limit) {
      for (let c = 0; c < 4; c++) planes[4 * (MOST_PLANES * k + count) + c] = best.planes[4 * count + c];
      planeIds[MOST_PLANES * k + count] = best.ids[count];
      planeChildren[MOST_PLANES * k + count] = best.children[count];
      count++;
    }
    planeCounts[k] = count;
  }
}

/**
 * Pairs with a shape that has children, as one thread computes them: child by child, the nearest first. A pair's answer
 * depends on that pair alone.
 *
 *   reads   the list of the query, poses, shapes, children
 *   writes  the thread's guests and its pair list
 */

import { beginNear } from '../../kernels/children/beginNear.ts';
import { BodyFrame, writeBodyBox } from '../../kernels/children/bodyBox.ts';
import { ChildSearch } from '../../kernels/children/childSearch.ts';
import { NearBox } from '../../kernels/children/nearBox.ts';
import { nextNear } from '../../kernels/children/nextNear.ts';
import type { PoseColumns } from '../../kernels/contacts/columns.ts';
import type { CorePools } from '../../kernels/cores/corePair.ts';
import { sceneGeometry } from '../../shapes/cores/list.ts';
import { BOX_HIGH, BOX_LOW, NO_CHILD } from '../../tables/childWords.ts';
import { ROWS, SHAPES } from '../../tables/countTable.ts';
import type { Frame, ListTables } from '../../tables/frame.ts';
import { bindGuestList, GUEST_PAIRS } from '../../tables/guestTable.ts';
import { MOST_IN_RUN } from '../../tables/meshWords.ts';
import type { RowRunner } from '../rowRunner.ts';
import { Guests } from './guests.ts';
import { numberOf } from './numberOf.ts';
import { Whole } from './whole.ts';

export abstract class ChildPairs {
  protected readonly frame: Frame;
  protected readonly rows: RowRunner;
  protected readonly list: ListTables;
  protected readonly guests: Guests;
  /** Of children of one shape, and what it goes by. */
  protected readonly search = new ChildSearch();
  protected readonly near: NearBox;
  /** Of parts of the other shape. */
  readonly #parts = new ChildSearch();
  readonly #nearParts = new NearBox();
  readonly #geometry: CorePools;
  readonly #poses: PoseColumns;
  readonly #frame = new BodyFrame();
  /** Children of the pairs in the thread's list: of the shape that is searched, and of the other one. */
  protected childOf: Int32Array = new Int32Array(GUEST_PAIRS);
  protected partOf: Int32Array = new Int32Array(GUEST_PAIRS);
  /** The pair: the collider whose children are searched, and the other one; whether the first of them is A. */
  protected readonly many = new Whole();
  protected readonly other = new Whole();
  protected isFirst = true;
  protected row = 0;
  /** The convex body whose children are searched: a collider, or a guest that is a part. */
  protected body = 0;
  /** Children that were computed against the other shape. */
  protected computed = 0;
  /** Children that are computed before the search goes on. */
  protected abstract readonly atOnce: number;

  constructor(frame: Frame, rows: RowRunner, thread: number, near = new NearBox()) {
    this.frame = frame;
    this.rows = rows;
    this.list = bindGuestList(frame, thread);
    this.guests = new Guests(frame, thread);
    this.near = near;
    this.#geometry = sceneGeometry(frame);
    this.#poses = frame.placed as PoseColumns;
  }

  /** Called before the children near a body are searched. */
  protected beginBody(): void {}

  /** Takes what the first `count` pairs of the thread's list say. It may lower the limit of the search. */
  protected abstract measure(count: number): void;

  /** Computes the children of a pair that are at most `near.limit` away from the other shape. */
  protected computeChildren(): void {
    if (this.other.hasChildren) this.#computeParts();
    else this.computeBody(this.bodyOf(this.other.collider), NO_CHILD);
  }

  /** The row that stands for the convex body of the pair. */
  protected bodyOf(collider: number): number {
    return collider;
  }

  /** Called when the box of a body is known, for it to be changed. @param body a row of the placed table */
  protected changeBox(_body: number): void {}

  /** The same for the box of the searched shape, near which the parts of the other one are computed. */
  protected changeShapeBox(_box: Float64Array): void {}

  /** How far away parts of the other shape are computed (m). */
  protected partLimit(): number {
    return this.near.limit[0];
  }

  /** Whether a part of the other shape may be near a child of the searched one. */
  protected isPartNear(_part: number): boolean {
    return true;
  }

  /** Called when a child of a shape is guest `id`. */
  protected placed(_id: number, _whole: Whole): void {}

  /** Begins with the children near the box. */
  protected beginSearch(): void {
    beginNear(this.search, this.frame.children, this.near, this.many.node);
  }

  /** Finds the next of them. @returns whether there are any */
  protected next(): boolean {
    return nextNear(this.search, this.frame.children, this.near);
  }

  /** Whether a child of the searched shape counts. If so, it is pair `pair` of the thread's list. */
  protected isMet(_child: number, _pair: number): boolean {
    return true;
  }

  /** Makes guest `guest` a triangle of the searched shape, which is met. @returns its id */
  protected placeTriangle(guest: number, child: number): number {
    return this.guests.placeTriangle(guest, this.many, child);
  }

  /** Chooses the collider whose children are searched. @returns whether the pair has an answer */
  protected choose(row: number): boolean {
    const { ids } = this.rows.tables.list.pairs;
    const a = ids[2 * row];
    const b = ids[2 * row + 1];
    return a !== b && this.#isCollider(a) && this.#isCollider(b) && this.choosePair(a, b);
  }

  #isCollider(row: number): boolean {
    const { counts, placed } = this.frame;
    return row < counts[ROWS] && placed.shapes[row] < counts[SHAPES];
  }

  /** The same for two rows of the placed table whose shapes are known. */
  protected choosePair(a: number, b: number): boolean {
    if (!this.#hasPose(a) || !this.#hasPose(b)) return false;
    const { many, other } = this;
    many.load(this.frame, a);
    other.load(this.frame, b);
    this.isFirst = true;
    if (!this.#isSearched()) {
      this.isFirst = false;
      many.load(this.frame, b);
      other.load(this.frame, a);
    }
    // two surfaces have no distance
    return !other.hasChildren || other.isCompound;
  }

  /** Whether it is the children of `many` that are searched: those of a surface, else those of the larger compound. */
  #isSearched(): boolean {
    const { many, other } = this;
    if (!many.hasChildren || !other.hasChildren) return many.hasChildren;
    if (many.isCompound !== other.isCompound) return other.isCompound;
    return many.childCount === other.childCount ? many.collider < other.collider : many.childCount > other.childCount;
  }

  /** Whether the position of a row is finite, and its rotation too and not zero. */
  #hasPose(row: number): boolean {
    const { positions, rotations } = this.frame.placed;
    let away = 0;
    let square = 0;
    for (let c = 0; c < 3; c++) away += positions[4 * row + c] - positions[4 * row + c];
    for (let c = 0; c < 4; c++) square += rotations[4 * row + c] * rotations[4 * row + c];
    return away === 0 && square > 0 && square < Infinity;
  }

  /** Computes each part of the other collider near the box of the searched one. */
  #computeParts(): void {
    const { children } = this.frame;
    const parts = this.#parts;
    const near = this.#nearParts;
    this.#boxOfShape(near.box);
    this.changeShapeBox(near.box);
    near.limit[0] = this.partLimit();
    beginNear(parts, children, near, this.other.node);
    while (nextNear(parts, children, near)) {
      for (let k = 0; k < parts.count; k++) {
        const part = parts.first + k;
        if (!this.isPartNear(part)) continue;
        const body = this.guests.placePart(GUEST_PAIRS, this.other, part);
        this.placed(body, this.other);
        this.computeBody(body, part);
      }
      near.limit[0] = this.partLimit();
    }
  }

  /** Computes the children of the searched collider near a convex body: a row of the placed table. */
  protected computeBody(body: number, part: number): void {
    const search = this.search;
    this.body = body;
    this.beginBody();
    this.#frame.turn.set(this.many.turn);
    writeBodyBox(this.near.box, this.#frame, this.#poses, this.#geometry, body, this.many.collider);
    this.changeBox(body);
    this.beginSearch();
    let pairs = 0;
    while (this.next()) {
      for (let k = 0; k < search.count; k++) {
        if (!this.isMet(search.first + k, pairs)) continue;
        this.#stage(pairs, body, search.first + k, part);
        pairs++;
      }
      if (pairs + MOST_IN_RUN <= this.atOnce) continue;
      this.measure(pairs);
      this.computed += pairs;
      pairs = 0;
    }
    if (pairs > 0) this.measure(pairs);
    this.computed += pairs;
  }

  /** Writes pair `pair` of the thread's list: a child and the body, in the order of the pair. */
  #stage(pair: number, body: number, child: number, part: number): void {
    const { many } = this;
    const { ids } = this.list.pairs;
    const guest = many.isCompound ? this.guests.placePart(pair, many, child) : this.placeTriangle(pair, child);
    this.placed(guest, many);
    ids[2 * pair] = this.isFirst ? guest : body;
    ids[2 * pair + 1] = this.isFirst ? body : guest;
    this.childOf[pair] = child;
    this.partOf[pair] = part;
  }

  /** The user's number of a child. */
  protected numberOf(whole: Whole, child: number): number {
    return numberOf(this.frame.children, whole, child);
  }

  /** The box of the searched collider in the frame of the other one. */
  #boxOfShape(box: Float64Array): void {
    const { placed, children } = this.frame;
    const { positions } = placed;
    const { reals } = children;
    const { head, turn: own, collider: many } = this.many;
    const { turn, collider: other } = this.other;
    for (let axis = 0; axis < 3; axis++) {
      let middle = 0;
      let reach = 0;
      for (let c = 0; c < 3; c++) {
        const along = turn[3 * c + axis];
        middle += along * (positions[4 * many + c] - positions[4 * other + c]);
      }
      for (let c = 0; c < 3; c++) {
        let across = 0;
        for (let k = 0; k < 3; k++) across += turn[3 * k + axis] * own[3 * k + c];
        const low = reals[head + BOX_LOW + c];
        const high = reals[head + BOX_HIGH + c];
        middle += across * 0.5 * (low + high);
        reach += Math.abs(across) * 0.5 * (high - low);
      }
      const slack = ROUNDING * (Math.abs(middle) + reach);
      box[axis] = middle - reach - slack;
      box[3 + axis] = middle + reach + slack;
    }
  }
}

/** Rounding of f32 poses and shapes, as a part of the lengths. */
const ROUNDING = 1e-6;

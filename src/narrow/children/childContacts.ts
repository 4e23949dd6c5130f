/**
 * Contacts of pairs with a shape that has children: rows of children, then manifolds of their points, by the sources of
 * kernels/children. Triangles follow a rule of their own, so that inner edges are no contacts.
 *
 *   reads   as childPairs.ts; earlier contacts of the list
 *   writes  the row of the pair, and its rows behind those of all pairs (tables/contactTable.ts)
 */

import { beginNear } from '../../kernels/children/beginNear.ts';
import { isBallNear, loadSpan } from '../../kernels/children/bodySpan.ts';
import type { ChildState } from '../../kernels/children/childState.ts';
import { beginClusters, type Clusters } from '../../kernels/children/clusterTables.ts';
import { nextNear } from '../../kernels/children/nextNear.ts';
import type { PoseColumns } from '../../kernels/contacts/columns.ts';
import type { ShapeRows } from '../../kernels/cores/enginePools.ts';
import { FIRST_CHILD, NO_CHILD } from '../../tables/childWords.ts';
import { FRESH } from '../../tables/contactStamps.ts';
import { extraRowOf, MANIFOLDS } from '../../tables/contactTable.ts';
import { Status } from '../../tables/distanceStatus.ts';
import type { Frame } from '../../tables/frame.ts';
import { GUEST_PAIRS, guestRows } from '../../tables/guestTable.ts';
import { IDS } from '../../tables/kernelContext.ts';
import { PART_ROWS, POSITION } from '../../tables/partTable.ts';
import { RECYCLE_MODE } from '../../tables/queryTable.ts';
import { EXTENT, RADIUS, SHAPE_STRIDE, SMOOTH, TRAITS, UNBOUNDED } from '../../tables/shapeWords.ts';
import type { RowRunner } from '../rowRunner.ts';
import { type ChildCalls, childState } from './childKernel.ts';
import { ChildPairs } from './childPairs.ts';
import { ChildRows } from './childRows.ts';
import { ChildStamps } from './childStamps.ts';
import type { Whole } from './whole.ts';

/** Cosine of the angle by which the normal of a manifold turns between two queries, at least. */
const FOUND = 0.98;
/** Points from which a round shape lies on a face. */
const FACE = 3;
/** Of a distance, as a part of the body's extent. */
const ROUNDING = 1e-5;

export class ChildContacts extends ChildPairs {
  protected readonly atOnce = GUEST_PAIRS;
  readonly #calls: ChildCalls;
  /** What the calls take: that of the thread's wide kernel. */
  readonly #context: number;
  readonly #state: ChildState;
  readonly #clusters: Clusters;
  readonly #poses: PoseColumns;
  readonly #pair: ChildRows;
  readonly #stamps: ChildStamps;
  /** Rows of the pair in the last query that no manifold has found yet; else −1. */
  readonly #lastRows = new Int32Array(MANIFOLDS);
  readonly #reach = new Float64Array(1);
  /** Of the last pair of `findPlaced`, the nearest child: normal and distance (∞: none), and its number in A. */
  readonly nearest = new Float32Array(4);
  nearestChild = NO_CHILD;
  #isPlaced = false;

  constructor(frame: Frame, rows: RowRunner, thread: number) {
    super(frame, rows, thread);
    const { wide, scalar } = rows;
    this.#state = childState(frame, thread, wide !== undefined);
    this.#pair = new ChildRows(frame, rows.tables);
    this.#calls = wide?.calls ?? scalar!.children(this.list, this.#state, this.#pair);
    this.#context = wide ? wide.context : 0;
    this.#clusters = this.#state.clusters;
    this.#poses = frame.placed as PoseColumns;
    this.childOf = this.#state.childOf;
    this.partOf = this.#state.partOf;
    this.#stamps = new ChildStamps(frame, this.#pair);
    const { pose, shape, vertex } = guestRows(frame, thread);
    this.#state.guestPose[0] = pose;
    this.#state.guestShape[0] = shape;
    this.#state.guestVertex[0] = vertex;
  }

  /** Computes the pairs in rows listedRows[begin … end) of the list of the query. */
  compute(begin: number, end: number): void {
    const { childCounts, listedRows, query } = this.frame;
    const pair = this.#pair;
    pair.beginQuery();
    this.rows.wide?.setContacts(pair.contacts, pair.columns);
    for (let k = begin; k < end; k++) {
      pair.begin(listedRows[k], extraRowOf(query, k));
      const kept = this.#stamps.keep();
      this.computed = 0;
      if (kept === 0) {
        this.#computePair();
        childCounts[k] = this.computed;
        continue;
      }
      childCounts[k] = 0;
      pair.writeNone(kept, true);
      pair.writePair();
      for (let n = 0; n < kept; n++) pair.columns.recycled[pair.rowOf(n)] = 1;
    }
  }

  #computePair(): void {
    const { query } = this.frame;
    const { row, first, second } = this.#pair;
    this.row = row;
    this.#state.rolls[0] = 0;
    beginClusters(this.#clusters);
    const isValid = this.choose(row);
    if (isValid) {
      const { sensors } = this.frame.colliders;
      this.#state.isSwapped[0] = first > second ? 1 : 0;
      this.#state.isSensor[0] = sensors[first] + sensors[second] > 0 ? 1 : 0;
      this.#findManifolds(query.maxDistance);
    }
    this.#writeRows(isValid);
    if (query.words[RECYCLE_MODE] !== FRESH) {
      this.#stamps.write(this.#mayRecycle() ? this.#clusters.manifoldCount[0] : 0);
    }
  }

  /**
   * Finds the manifolds of a collider and a row behind all colliders, whose shapes are known, and the nearest child:
   * this one may be met from its back.
   * @param margin (m)
   */
  findPlaced(collider: number, row: number, margin: Float64Array): Clusters {
    this.#isPlaced = true;
    this.nearest[3] = Infinity;
    beginClusters(this.#clusters);
    if (!this.choosePair(collider, row)) return this.#clusters;
    this.#state.isSwapped[0] = 0;
    this.#state.isSensor[0] = 0;
    this.#findManifolds(margin);
    return this.#clusters;
  }

  /** Finds the manifolds of the pair that is chosen. */
  #findManifolds(margin: Float64Array): void {
    const { frame } = this.#state;
    const { many, other } = this;
    this.#state.margin.set(margin);
    this.near.limit.set(margin);
    this.#setWhole(0, many);
    this.#setWhole(1, other);
    this.#state.isOneSided[0] = Number(many.isOneSided && !this.#isPlaced);
    this.#state.isFirst[0] = Number(this.isFirst);
    frame.turn.set(many.turn);
    this.#setOffset();
    this.computeChildren();
    this.#calls.joinChildRows(this.#context);
  }

  #setWhole(at: number, whole: Whole): void {
    this.#state.colliders[at] = whole.collider;
    this.#state.heads[at] = whole.head;
    this.#state.nodes[at] = whole.node;
    this.#state.compounds[at] = Number(whole.isCompound);
  }

  /** Computes the children near a convex body: triangles by the kernel, parts one by one. */
  protected override computeBody(body: number, part: number): void {
    const { many } = this;
    const { shapes } = this.frame;
    this.#state.body[0] = body;
    this.#state.part[0] = part;
    loadSpan(this.#state.span, this.#poses, shapes, many.turn, many.collider, body);
    if (part === NO_CHILD) this.#takeSize(shapes, SHAPE_STRIDE * this.frame.placed.shapes[body]);
    if (many.isCompound) {
      super.computeBody(body, part);
      return;
    }
    const calls = this.#calls;
    const { wide } = this.rows;
    if (wide) wide.words[IDS] = this.list.pairs.ids.byteOffset;
    calls.beginChildren(this.#context);
    for (;;) {
      const pairs = calls.stageChildren(this.#context);
      if (pairs === 0) return;
      this.measure(pairs);
      this.computed += pairs;
    }
  }

  /** Takes the size of a body, and whether it is round. @param word the first one of its shape */
  #takeSize({ reals, words }: ShapeRows, word: number): void {
    const { size, isRound } = this.#clusters;
    const traits = words[word + TRAITS];
    const whole = this.many.extent[0];
    const extent = (traits & UNBOUNDED) !== 0 ? whole : Math.min(whole, reals[word + EXTENT] + reals[word + RADIUS]);
    size[0] = Math.max(size[0], extent);
    if ((traits & SMOOTH) !== 0 || reals[word + RADIUS] > 0) isRound[0] = 1;
  }

  /** Whether the box of the ball around the part is near a child. */
  protected override isPartNear(part: number): boolean {
    const { children, placed } = this.frame;
    const { near, many, other, search } = this;
    const { reals, words } = children.parts;
    const word = this.#partWord(other, part);
    this.#takeSize(children.parts, word);
    if ((words[word + TRAITS] & UNBOUNDED) !== 0) return true;
    const place = word + SHAPE_STRIDE + POSITION;
    for (let axis = 0; axis < 3; axis++) {
      let middle = 0;
      for (let c = 0; c < 3; c++) {
        let along = placed.positions[4 * other.collider + c] - placed.positions[4 * many.collider + c];
        for (let k = 0; k < 3; k++) along += other.turn[3 * c + k] * reals[place + k];
        middle += many.turn[3 * c + axis] * along;
      }
      const slack = ROUNDING * (Math.abs(middle) + other.extent[0]);
      const reach = reals[word + EXTENT] + reals[word + RADIUS] + slack;
      near.box[axis] = middle - reach;
      near.box[3 + axis] = middle + reach;
    }
    beginNear(search, children, near, many.node);
    return nextNear(search, children, near);
  }

  /** The first word of a part. */
  #partWord({ head }: Whole, part: number): number {
    return PART_ROWS * SHAPE_STRIDE * (this.frame.children.nodes[head + FIRST_CHILD] + part);
  }

  /** Adds those of the first `count` pairs of the thread's list that are contacts. */
  protected measure(count: number): void {
    this.rows.computePlaced(this.list, false, count);
    if (this.#isPlaced) this.#takeNearest(count);
    this.#calls.addChildRows(this.#context, count);
  }

  /** Keeps the nearest of the pairs, of equal ones the smallest child. Backs that do not count are left out then. */
  #takeNearest(count: number): void {
    const { status, separation } = this.list.results;
    const { nearest, many, other } = this;
    const { backs } = this.#state.met;
    for (let pair = 0; pair < count; pair++) {
      if (status[pair] === Status.Invalid) continue;
      const distance = separation[4 * pair + 3];
      if (distance <= nearest[3]) {
        const child = this.isFirst ? this.numberOf(many, this.childOf[pair]) : this.numberOf(other, this.partOf[pair]);
        if (distance < nearest[3] || child < this.nearestChild) {
          this.nearestChild = child;
          for (let c = 0; c < 4; c++) nearest[c] = separation[4 * pair + c];
        }
      }
      if (many.isOneSided && backs[pair] === 1) status[pair] = Status.Invalid;
    }
  }

  /** Whether no side of the body's box keeps the ball around a part farther away than the margin. */
  protected override isMet(child: number): boolean {
    const { children, shapes } = this.frame;
    const { parts } = children;
    const { span } = this.#state;
    if (span.isUnbounded[0] === 1) return true;
    const part = this.#partWord(this.many, child);
    const radius = parts.reals[part + EXTENT] + parts.reals[part + RADIUS];
    this.#reach[0] = (1 + ROUNDING) * radius + ROUNDING * span.extent[0] + this.near.limit[0];
    return isBallNear(span, shapes.reals, parts.reals, part + SHAPE_STRIDE + POSITION, this.#reach);
  }

  /** Writes from where to where the pair goes, in canonical order. */
  #setOffset(): void {
    const { positions } = this.frame.placed;
    const { offset } = this.#clusters;
    const { many, other } = this;
    const a = Math.min(many.collider, other.collider);
    const b = Math.max(many.collider, other.collider);
    for (let c = 0; c < 3; c++) offset[c] = positions[4 * b + c] - positions[4 * a + c];
  }

  /** Writes the rows of the pair. */
  #writeRows(isValid: boolean): void {
    const pair = this.#pair;
    const count = this.#clusters.manifoldCount[0];
    for (let n = 0; n < MANIFOLDS; n++) this.#lastRows[n] = pair.lastRowOf(n);
    for (let n = 0; n < count; n++) {
      const to = pair.rowOf(n);
      this.#calls.writeChildManifold(this.#context, n, to, this.#findLastRow(n));
      this.#writeDistance(to, n);
    }
    pair.writeNone(count, isValid);
    pair.writePair();
  }

  /** Writes normal, distance, status and children of manifold n. */
  #writeDistance(to: number, n: number): void {
    const { normalsTo, touches } = this.#pair.columns;
    const { results } = this.#pair.list;
    const { normals, leaders, childA, childB } = this.#clusters;
    const leader = leaders[n];
    const isSwapped = this.#state.isSwapped[0] === 1;
    const sign = isSwapped ? -1 : 1;
    for (let c = 0; c < 3; c++) {
      normalsTo[4 * to + c] = normals[4 * leader + c];
      results.separation[4 * to + c] = sign * normals[4 * leader + c];
    }
    normalsTo[4 * to + 3] = 0;
    results.separation[4 * to + 3] = normals[4 * leader + 3];
    results.status[to] = normals[4 * leader + 3] > 0 ? Status.Separated : Status.Overlapping;
    touches[to] = normals[4 * leader + 3] <= this.frame.query.touching[0] ? 1 : 0;
    results.childA[to] = isSwapped ? childB[leader] : childA[leader];
    results.childB[to] = isSwapped ? childA[leader] : childB[leader];
  }

  /** The row of manifold n in the last query: of those left that with the nearest normal. @returns −1: none */
  #findLastRow(n: number): number {
    const { normalsFrom } = this.#pair.columns;
    const { normals, leaders } = this.#clusters;
    const rows = this.#lastRows;
    let found = -1;
    let best = FOUND;
    for (let k = 0; k < MANIFOLDS; k++) {
      if (rows[k] < 0) continue;
      let cosine = 0;
      for (let c = 0; c < 3; c++) cosine += normals[4 * leaders[n] + c] * normalsFrom[4 * rows[k] + c];
      if (!(cosine > best)) continue;
      best = cosine;
      found = k;
    }
    if (found < 0) return -1;
    const row = rows[found];
    // each is found once
    rows[found] = -1;
    return row;
  }

  /**
   * Whether a later query may keep the manifolds, as for convex pairs (kernels/recycling/mayRecycle.ts). A compound may
   * roll over its parts.
   */
  #mayRecycle(): boolean {
    const { pointCount } = this.#pair.columns;
    const { many, other } = this;
    const isOnParts = many.isCompound && many.extent[0] < other.extent[0];
    if (!(this.#state.rolls[0] === 1 || other.hasChildren || isOnParts)) return true;
    let most = 0;
    for (let n = 0; n < this.#clusters.manifoldCount[0]; n++) most = Math.max(most, pointCount[this.#pair.rowOf(n)]);
    return most >= FACE;
  }
}

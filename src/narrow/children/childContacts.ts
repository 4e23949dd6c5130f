/**
 * Contacts of pairs with a shape that has children: rows of children, then manifolds of their points (clusters.ts).
 * Triangles follow a rule of their own (surfaceRule.ts), so that inner edges are no contacts.
 *
 *   reads   as childPairs.ts; earlier contacts of the list
 *   writes  the row of the pair, and its rows behind those of all pairs (tables/contactTable.ts)
 */

import type { DistanceColumns, PoseColumns, ShapePools } from '../../kernels/contacts/columns.ts';
import { createManifold } from '../../kernels/contacts/contactRows.ts';
import { addWitness, fillCorners, writePoints } from '../../kernels/contacts/manifold.ts';
import { CORNER, type Manifold } from '../../kernels/contacts/manifoldTables.ts';
import { matchFeatures } from '../../kernels/contacts/match.ts';
import { FIRST_CHILD } from '../../tables/childWords.ts';
import { FRESH } from '../../tables/contactStamps.ts';
import { extraRowOf, MANIFOLDS } from '../../tables/contactTable.ts';
import { Status } from '../../tables/distanceStatus.ts';
import { MAX_POINTS, VERTEX_OF_A, VERTEX_OF_B } from '../../tables/featureIds.ts';
import type { Frame } from '../../tables/frame.ts';
import { GUEST_PAIRS } from '../../tables/guestTable.ts';
import { PART_ROWS, POSITION } from '../../tables/partTable.ts';
import { RECYCLE_MODE } from '../../tables/queryTable.ts';
import { EXTENT, FACED, RADIUS, SHAPE_STRIDE, TRAITS } from '../../tables/shapeWords.ts';
import type { RowRunner } from '../rowRunner.ts';
import { BodySpan } from './bodySpan.ts';
import { nameCorners, SideShape } from './childFeatures.ts';
import { ChildPairs } from './childPairs.ts';
import { ChildRows } from './childRows.ts';
import { ChildStamps } from './childStamps.ts';
import { Clusters } from './clusters.ts';
import { MetTriangles } from './metTriangles.ts';
import { SurfaceRule } from './surfaceRule.ts';

/** Cosine of the angle by which the normal of a manifold turns between two queries, at least. */
const FOUND = 0.98;

/**
 * In overlap a row that is so many times as deep with the triangle's own normal is doubtful: the body hardly overlaps
 * that triangle. At a kerb it may be one on top of it.
 */
const DOUBTFUL = 4;
/** By the depth of a row: a contact; a doubtful one; none. */
const SHALLOW = 0;
const DEEP = 1;
const NONE = 2;
/** Points from which a round shape lies on a face. */
const FACE = 3;
/** Of a distance, as a part of the body's extent. */
const ROUNDING = 1e-5;

export class ChildContacts extends ChildPairs {
  protected readonly atOnce = GUEST_PAIRS;
  readonly #shapes: ShapePools;
  readonly #manifold: Manifold = createManifold();
  readonly #clusters: Clusters;
  readonly #rule: SurfaceRule;
  readonly #span: BodySpan;
  readonly #met: MetTriangles;
  readonly #sides = [new SideShape(this.many), new SideShape(this.many)];
  readonly #pair: ChildRows;
  readonly #stamps: ChildStamps;
  /** Rows of the pair in the last query that no manifold has found yet; else −1. */
  readonly #lastRows = new Int32Array(MANIFOLDS);
  readonly #guestRows: DistanceColumns;
  /** Separations of the row's points below which it is none, and below which it is doubtful (m). */
  readonly #least = new Float64Array(2);
  readonly #partReach = new Float64Array(1);
  /** Whether a row of the pair is of a shape that may roll. */
  #rolls = false;
  /** Sensors feel all triangles, also those whose back they meet. */
  #isSensor = false;
  /** 1 if the second collider of the pair has the smaller id. */
  #isSwapped = 0;

  constructor(frame: Frame, rows: RowRunner, thread: number) {
    super(frame, rows, thread);
    this.#shapes = { ...frame.shapes, ...frame.vertices };
    this.#clusters = new Clusters(this.#manifold);
    this.#span = new BodySpan(frame);
    this.#rule = new SurfaceRule(frame.children);
    this.#met = new MetTriangles(this.#span, this.#rule);
    this.#pair = new ChildRows(frame, rows.tables);
    this.#stamps = new ChildStamps(frame, this.#pair);
    this.#guestRows = { ids: this.list.pairs.ids, ...this.list.results };
  }

  /** Computes the pairs in rows listedRows[begin … end) of the list of the query. */
  compute(begin: number, end: number): void {
    const { childCounts, listedRows, query } = this.frame;
    const pair = this.#pair;
    pair.beginQuery();
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
    this.#clusters.begin();
    const isValid = this.choose(row);
    if (isValid) {
      const { sensors } = this.frame.colliders;
      this.#isSwapped = first > second ? 1 : 0;
      this.#isSensor = sensors[first] + sensors[second] > 0;
      this.#findManifolds(query.maxDistance);
    }
    this.#writeRows(isValid);
    if (query.words[RECYCLE_MODE] !== FRESH) {
      this.#stamps.write(this.#mayRecycle() ? this.#clusters.count : 0);
    }
  }

  /** Finds the manifolds of a collider and a row behind all colliders, whose shapes are known. @param margin (m) */
  findPlaced(collider: number, row: number, margin: Float64Array): Clusters {
    this.#clusters.begin();
    if (!this.choosePair(collider, row)) return this.#clusters;
    this.#isSwapped = 0;
    this.#isSensor = false;
    this.#findManifolds(margin);
    return this.#clusters;
  }

  /** Finds the manifolds of the pair that is chosen. */
  #findManifolds(margin: Float64Array): void {
    this.#manifold.margin = margin[0];
    this.search.limit.set(margin);
    this.#setOffset();
    this.computeChildren();
    this.#clusters.join();
  }

  /** Adds those of the first `count` pairs of the thread's list that are contacts. */
  protected measure(count: number): void {
    const { results } = this.list;
    const { margin } = this.#manifold;
    this.rows.computePlaced(this.list, false, count);
    for (let pair = 0; pair < count; pair++) {
      const status = results.status[pair];
      if (status === Status.Invalid || status === Status.BeyondMaxDistance) continue;
      if (!(results.separation[4 * pair + 3] <= margin)) continue;
      this.#least.fill(-Infinity);
      const isPlain = this.many.isCompound || this.#span.isUnbounded || this.#isSensor;
      if (isPlain) this.#addRow(pair, true, false);
      else this.#addTriangle(pair);
    }
  }

  protected override beginBody(): void {
    const span = this.#span;
    span.load(this.many, this.body);
    this.#rule.extent.set(span.extent);
    if (!this.many.isCompound) {
      this.#rule.begin(this.many);
      this.#met.isOneSided = this.many.isOneSided && !this.#isSensor;
      this.#met.margin.set(this.search.limit);
    }
    const clusters = this.#clusters;
    const { size } = clusters;
    const whole = this.many.extent[0];
    size[0] = Math.max(size[0], span.isUnbounded ? whole : Math.min(whole, span.extent[0]));
    clusters.isRound ||= span.isRound;
  }

  protected override isMet(child: number, pair: number): boolean {
    return this.many.isCompound ? this.#isPartNear(child) : this.#met.meets(child, pair);
  }

  /** Whether no side of the body's box keeps the ball around a part farther away than the margin. */
  #isPartNear(child: number): boolean {
    const { nodes, parts } = this.frame.children;
    const span = this.#span;
    if (span.isUnbounded) return true;
    const part = PART_ROWS * SHAPE_STRIDE * (nodes[this.many.head + FIRST_CHILD] + child);
    const radius = parts.reals[part + EXTENT] + parts.reals[part + RADIUS];
    this.#partReach[0] = (1 + ROUNDING) * radius + ROUNDING * span.extent[0] + this.search.limit[0];
    return span.isBallNear(parts.reals, part + SHAPE_STRIDE + POSITION, this.#partReach);
  }

  protected override placeTriangle(guest: number, _child: number): number {
    return this.guests.placeCorners(guest, this.many, this.#met.corners, this.#met.normal);
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

  /** Adds a row of a triangle: as it is, with the triangle's own normal, or not at all. */
  #addTriangle(pair: number): void {
    const { many } = this;
    const { separation, offsetA, offsetB } = this.list.results;
    const rule = this.#rule;
    const { heights, lowest } = this.#span;
    const { turn } = many;
    const child = this.childOf[pair];
    const sign = this.isFirst ? 1 : -1;
    const offset = this.isFirst ? offsetA : offsetB;
    this.#met.load(pair);
    const { isBack } = this.#met;
    for (let row = 0; row < 3; row++) {
      let along = 0;
      let at = rule.corners[row];
      for (let c = 0; c < 3; c++) {
        along += sign * turn[3 * c + row] * separation[4 * pair + c];
        at += turn[3 * c + row] * offset[4 * pair + c];
      }
      rule.along[row] = along;
      rule.witness[row] = at;
    }
    const isFace = rule.isFace();
    if (!isFace && rule.isMinimum(child)) {
      this.#addRow(pair, true, isBack);
      return;
    }
    // the triangle's own normal
    for (let c = 0; c < 3; c++) {
      let world = 0;
      for (let k = 0; k < 3; k++) world += turn[3 * c + k] * rule.normal[k];
      separation[4 * pair + c] = sign * world;
    }
    if (isFace) {
      this.#addRow(pair, true, isBack);
      return;
    }
    const distance = separation[4 * pair + 3];
    // apart, a deeper point is of a part of the body that is behind the triangle
    if (distance >= 0) this.#least[0] = distance - ROUNDING * rule.extent[0];
    else this.#least[1] = DOUBTFUL * distance;
    const isOver = rule.isOver(lowest);
    separation[4 * pair + 3] = isOver ? heights[0] : -Infinity;
    if (isOver) this.#writeWitness(pair);
    this.#addRow(pair, isOver, isBack);
  }

  /** Writes the witness points of a row: the lowest point of the body, and the point below it. */
  #writeWitness(pair: number): void {
    const { many } = this;
    const { positions } = this.frame.placed;
    const { offsetA, offsetB } = this.list.results;
    const { ids } = this.list.pairs;
    const { normal, corners } = this.#rule;
    const { heights, lowest } = this.#span;
    const { turn } = many;
    const onChild = this.isFirst ? offsetA : offsetB;
    const onBody = this.isFirst ? offsetB : offsetA;
    const guest = ids[2 * pair + (this.isFirst ? 0 : 1)];
    for (let c = 0; c < 3; c++) {
      let down = 0;
      let up = 0;
      for (let k = 0; k < 3; k++) {
        const from = lowest[k] - corners[k];
        up += turn[3 * c + k] * from;
        down += turn[3 * c + k] * (from - heights[0] * normal[k]);
      }
      onChild[4 * pair + c] = down;
      onBody[4 * pair + c] = up + positions[4 * guest + c] - positions[4 * this.body + c];
    }
  }

  /** Adds a row. @param witness whether its witness points are contact points @param isBack of the triangle */
  #addRow(pair: number, witness: boolean, isBack: boolean): void {
    const { placed } = this.frame;
    const { pairs } = this.list;
    const m = this.#manifold;
    const isSwapped = this.#isSwapped;
    let count = fillCorners(m, this.#shapes, placed as PoseColumns, this.#guestRows, pair, isSwapped);
    if (witness) count = addWitness(m, count);
    if (count === 0) return;
    const depth = this.#depthOf(count);
    if (depth === NONE) return;
    const isManyFirst = this.isFirst === (isSwapped === 0);
    const { many, other } = this;
    const [a, b] = this.#sides;
    a.whole = isManyFirst ? many : other;
    b.whole = isManyFirst ? other : many;
    a.child = isManyFirst ? this.childOf[pair] : this.partOf[pair];
    b.child = isManyFirst ? this.partOf[pair] : this.childOf[pair];
    a.isBack = isBack;
    b.isBack = isBack;
    nameCorners(this.#rule.surface, m, count, a, b);
    const guest = pairs.ids[2 * pair + isSwapped];
    const clusters = this.#clusters;
    if (!this.#isSharp(pairs.ids[2 * pair]) || !this.#isSharp(pairs.ids[2 * pair + 1])) this.#rolls = true;
    if (!many.isCompound) clusters.surfaceKind = isManyFirst ? VERTEX_OF_A : VERTEX_OF_B;
    for (let c = 0; c < 3; c++) {
      clusters.origin[c] = placed.positions[4 * guest + c] - placed.positions[4 * a.whole.collider + c];
    }
    clusters.add(count, this.numberOf(a.whole, a.child), this.numberOf(b.whole, b.child), depth === DEEP);
  }

  /** Whether a row of the placed table has flat faces and no radius. */
  #isSharp(id: number): boolean {
    const { words, reals } = this.#shapes;
    const word = SHAPE_STRIDE * this.frame.placed.shapes[id];
    return (words[word + TRAITS] & FACED) !== 0 && reals[word + RADIUS] === 0;
  }

  /** What the depth of the patch's corners makes of a row. */
  #depthOf(count: number): number {
    const { corners } = this.#manifold.patch;
    let lowest = Infinity;
    for (let k = 0; k < count; k++) lowest = Math.min(lowest, corners[CORNER * k + 3] - corners[CORNER * k + 2]);
    if (lowest < this.#least[0]) return NONE;
    return lowest < this.#least[1] ? DEEP : SHALLOW;
  }

  /** Writes the rows of the pair. */
  #writeRows(isValid: boolean): void {
    const clusters = this.#clusters;
    const pair = this.#pair;
    const { features, pointCount } = pair.columns;
    for (let n = 0; n < MANIFOLDS; n++) this.#lastRows[n] = pair.lastRowOf(n);
    for (let n = 0; n < clusters.count; n++) {
      const to = pair.rowOf(n);
      const last = this.#findLastRow(n);
      const count = clusters.choose(n, features.from, last < 0 ? -1 : MAX_POINTS * last);
      writePoints(this.#manifold, pair.columns, to, count, this.#isSwapped);
      pointCount[to] = count;
      matchFeatures(features, this.#manifold.patch.features, 0, last, to, count);
      this.#writeDistance(to, n);
    }
    pair.writeNone(clusters.count, isValid);
    pair.writePair();
  }

  /** Writes normal, distance, status and children of manifold n. */
  #writeDistance(to: number, n: number): void {
    const { normalsTo, touches } = this.#pair.columns;
    const { results } = this.#pair.list;
    const { normals, leaders, childA, childB } = this.#clusters;
    const leader = leaders[n];
    const sign = this.#isSwapped === 1 ? -1 : 1;
    for (let c = 0; c < 3; c++) {
      normalsTo[4 * to + c] = normals[4 * leader + c];
      results.separation[4 * to + c] = sign * normals[4 * leader + c];
    }
    normalsTo[4 * to + 3] = 0;
    results.separation[4 * to + 3] = normals[4 * leader + 3];
    results.status[to] = normals[4 * leader + 3] > 0 ? Status.Separated : Status.Overlapping;
    touches[to] = normals[4 * leader + 3] <= this.frame.query.touching[0] ? 1 : 0;
    results.childA[to] = this.#isSwapped === 1 ? childB[leader] : childA[leader];
    results.childB[to] = this.#isSwapped === 1 ? childA[leader] : childB[leader];
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
    if (!(this.#rolls || other.hasChildren || isOnParts)) return true;
    let most = 0;
    for (let n = 0; n < this.#clusters.count; n++) most = Math.max(most, pointCount[this.#pair.rowOf(n)]);
    return most >= FACE;
  }
}

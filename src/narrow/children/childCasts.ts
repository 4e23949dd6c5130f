/**
 * Casts of pairs with a shape that has children: child by child, those that the other shape may meet first come first.
 * Of the children that are met at the same time the smallest one counts. A triangle that is met from one side only is
 * passed by bodies whose middle is behind it at the start.
 *
 *   reads   poses, shapes, children, casts.motions, .pivots, .moves, .turns, .options, .words
 *   writes  the thread's guests, their motions and casts; rows of the results of casts
 */
import { writeNone } from '../../kernels/casts/castResults.ts';
import { BodySpan, loadSpan, measureSpan } from '../../kernels/children/bodySpan.ts';
import { beginSearch } from '../../kernels/children/childSearch.ts';
import type { PoseColumns } from '../../kernels/contacts/columns.ts';
import type { CorePools } from '../../kernels/cores/corePair.ts';
import { writeTriangleNormal } from '../../math/triangleNormal.ts';
import { sceneGeometry } from '../../shapes/cores/list.ts';
import { CastStatus } from '../../tables/castStatus.ts';
import { type CastResultTable, PIVOTS, SKIN, TOLERANCE } from '../../tables/castTable.ts';
import { CAST_TOLERANCE, FOR_MOVERS, GUEST_SHIFT, MOST_TURN } from '../../tables/castWords.ts';
import { NO_CHILD } from '../../tables/childWords.ts';
import type { Frame } from '../../tables/frame.ts';
import { GUEST_PAIRS } from '../../tables/guestTable.ts';
import { MOST_IN_RUN } from '../../tables/meshWords.ts';
import { EXTENT, RADIUS, SHAPE_STRIDE, TRAITS, UNBOUNDED } from '../../tables/shapeWords.ts';
import type { RowRunner } from '../rowRunner.ts';
import { ChildPairs } from './childPairs.ts';
import { MoverRule } from './moverRule.ts';
import { nextOnSweep } from './nextOnSweep.ts';
import { ANGLE, ARM, SideMotion } from './sideMotion.ts';
import { SweptBox, setMove } from './sweptBox.ts';
import type { Whole } from './whole.ts';

/** Rounding of f32 poses and shapes, as a part of the lengths. */
const ROUNDING = 1e-6;

/** Casts the first `count` pairs of a list whose ids are guests. */
export type CastGuests = (results: CastResultTable, ids: Uint32Array, count: number) => void;

export class ChildCasts extends ChildPairs {
  protected readonly atOnce = MOST_IN_RUN;
  readonly #swept: SweptBox;
  readonly #castGuests: CastGuests;
  readonly #found: CastResultTable;
  readonly #span = new BodySpan();
  readonly #geometry: CorePools;
  readonly #moverRule: MoverRule;
  readonly #motionA = new SideMotion();
  readonly #motionB = new SideMotion();
  /** Displacement of the other shape against the searched one, in the frame of that one (m). */
  readonly #move = new Float64Array(3);
  /** Of a triangle, and two of its edges (m). */
  readonly #corners = new Float64Array(9);
  readonly #normal = new Float64Array(3);
  readonly #between = new Float64Array(3);
  /** The best cast so far. */
  #results: CastResultTable;
  #hasBest = false;
  #bestChild = NO_CHILD;
  #bestPart = NO_CHILD;

  constructor(frame: Frame, rows: RowRunner, thread: number, castGuests: CastGuests) {
    const swept = new SweptBox();
    super(frame, rows, thread, swept);
    this.#swept = swept;
    this.#castGuests = castGuests;
    this.#found = frame.casts.ofGuests[thread];
    this.#results = this.#found;
    this.#geometry = sceneGeometry(frame);
    this.#moverRule = new MoverRule(frame, this.#span, this.#move);
  }

  /** Casts row k of the list of the query. */
  castPair(results: CastResultTable, k: number): void {
    const { casts } = this.frame;
    const { ids } = this.rows.tables.list.pairs;
    writeNone(results, k, CastStatus.Invalid);
    if (!this.choose(k)) return;
    const hasPivots = casts.words[PIVOTS] === 1;
    this.#motionA.read(casts, ids[2 * k], hasPivots);
    this.#motionB.read(casts, ids[2 * k + 1], hasPivots);
    if (!this.#isValid()) return;
    writeNone(results, k, CastStatus.Free);
    this.#cast(results, k, false);
  }

  /** Casts the probe in row `mover` against a collider, and keeps its hit in row k if that is the best so far. */
  castAgainst(results: CastResultTable, k: number, mover: number, collider: number): void {
    const { casts, colliders } = this.frame;
    if (!this.choosePair(mover, collider)) return;
    this.#motionA.readProbe(casts, mover - colliders.capacity);
    this.#motionB.clear();
    if (!this.#isValid()) return;
    const id = results.ids[k];
    // of colliders that are met at the same time the smallest one counts
    this.#cast(results, k, id >= 0 && id < collider);
    if (this.#hasBest) results.ids[k] = collider;
  }

  /** Casts the pair. @param isLater whether a hit at the best time so far does not count */
  #cast(results: CastResultTable, k: number, isLater: boolean): void {
    this.#results = results;
    this.row = k;
    this.#hasBest = false;
    this.#bestChild = NO_CHILD;
    this.#bestPart = NO_CHILD;
    const { near } = this;
    near.limit[0] = results.t[k];
    if (isLater) near.limit[0] *= 1 - 2 ** -53;
    this.computeChildren();
  }

  /** Whether motions are finite, turns at most MOST_TURN, and no shape without bounds turns. */
  #isValid(): boolean {
    const a = this.#motionA;
    const b = this.#motionB;
    const { collider } = this.other;
    const isUnbounded = (this.frame.shapes.words[this.#wordOf(collider)] & UNBOUNDED) !== 0;
    const turnA = a.lengths[ANGLE];
    const turnB = b.lengths[ANGLE];
    const turn = this.isFirst ? turnB : turnA;
    return a.isFinite() && b.isFinite() && turnA <= MOST_TURN && turnB <= MOST_TURN && !(isUnbounded && turn > 0);
  }

  #wordOf(row: number): number {
    return SHAPE_STRIDE * this.frame.placed.shapes[row] + TRAITS;
  }

  #motionOf(whole: Whole): SideMotion {
    return (whole === this.many) === this.isFirst ? this.#motionA : this.#motionB;
  }

  protected override bodyOf(collider: number): number {
    const guest = this.guests.placeBody(GUEST_PAIRS, collider);
    this.placed(guest, this.other);
    return guest;
  }

  /** Writes the motion of a guest: that of its shape, about the pivot of that. */
  protected override placed(id: number, whole: Whole): void {
    const { casts, placed } = this.frame;
    this.#motionOf(whole).writeGuest(casts, id - casts.words[GUEST_SHIFT], placed, id, whole);
  }

  protected override partLimit(): number {
    return 0;
  }

  protected override changeShapeBox(box: Float64Array): void {
    this.#moveBox(box, this.other, this.many, this.many.collider);
    for (let c = 0; c < 3; c++) {
      box[c] += Math.min(this.#move[c], 0);
      box[3 + c] += Math.max(this.#move[c], 0);
    }
  }

  protected override changeBox(body: number): void {
    const { box } = this.near;
    this.#moveBox(box, this.many, this.other, body);
    setMove(this.#swept, this.#move);
    const { placed, shapes } = this.frame;
    loadSpan(this.#span, placed as PoseColumns, shapes, this.many.turn, this.many.collider, body);
    if (!this.many.isCompound) {
      this.guests.surface.load(this.many.head);
      this.#moverRule.begin(this.many);
    }
  }

  /**
   * Writes how far a shape moves against another one, in the frame of that one, and grows the box by all else that
   * moves its points: turns, the skin, the tolerance, and rounding.
   * @param row of the shape: its own, or that of a part
   */
  #moveBox(box: Float64Array, still: Whole, moving: Whole, row: number): void {
    const { casts, placed, shapes } = this.frame;
    const { positions } = placed;
    const { reals, words } = shapes;
    const own = this.#motionOf(moving);
    const others = this.#motionOf(still);
    const move = this.#move;
    let length = 0;
    let apart = 0;
    for (let c = 0; c < 3; c++) {
      const along = own.motion[c] - others.motion[c];
      this.#between[c] = along;
      length += Math.abs(along);
      apart += Math.abs(positions[4 * moving.collider + c] - positions[4 * still.collider + c]);
    }
    for (let c = 0; c < 3; c++) {
      move[c] = 0;
      for (let k = 0; k < 3; k++) move[c] += still.turn[3 * k + c] * this.#between[k];
    }
    const word = SHAPE_STRIDE * placed.shapes[row];
    const whole = SHAPE_STRIDE * placed.shapes[moving.collider];
    const target = SHAPE_STRIDE * placed.shapes[still.collider];
    if ((words[word + TRAITS] & UNBOUNDED) !== 0) return;
    // no point is farther from the pivot
    const reach = reals[whole + EXTENT] + reals[whole + RADIUS] + own.lengths[ARM];
    const most = 2 * reach + 2 * reals[target + EXTENT] + others.lengths[ARM];
    const farthest = apart + length + reach + own.lengths[ARM] + others.lengths[ARM];
    const turned = own.lengths[ANGLE] * reach + others.lengths[ANGLE] * farthest;
    const given = casts.options[TOLERANCE];
    const tolerance = given >= 0 ? given : CAST_TOLERANCE * most;
    const growth = Math.min(turned, 2 * (apart + length + most)) + casts.options[SKIN] + tolerance + ROUNDING * most;
    for (let c = 0; c < 3; c++) {
      const slack = growth + ROUNDING * Math.abs(move[c]);
      box[c] -= slack;
      box[3 + c] += slack;
    }
  }

  protected override beginSearch(): void {
    beginSearch(this.search, this.frame.children, this.many.node);
  }

  protected override next(): boolean {
    return nextOnSweep(this.search, this.frame.children, this.#swept);
  }

  /** Whether a triangle is met from the side on which the body's middle is at the start. */
  protected override isMet(child: number): boolean {
    if (!this.many.isOneSided || this.#span.isUnbounded[0] === 1) return true;
    const corners = this.#corners;
    const normal = this.#normal;
    const { heights } = this.#span;
    this.guests.surface.corners(child, corners);
    writeTriangleNormal(normal, corners);
    measureSpan(this.#span, this.#geometry, normal, corners);
    return heights[0] + heights[1] >= 0;
  }

  /** Casts the first `count` pairs of the thread's list, and keeps the best. */
  protected measure(count: number): void {
    const found = this.#found;
    this.#castGuests(found, this.list.pairs.ids, count);
    if (this.#slides()) for (let pair = 0; pair < count; pair++) this.#review(pair);
    for (let pair = 0; pair < count; pair++) {
      const status = found.status[pair];
      if (status === CastStatus.Free || status === CastStatus.Invalid || !this.#isBetter(pair)) continue;
      this.#keep(pair);
    }
  }

  /** Whether a mover slides along a surface. */
  #slides(): boolean {
    return this.frame.casts.words[FOR_MOVERS] === 1 && !this.many.isCompound && this.#span.isUnbounded[0] === 0;
  }

  #review(pair: number): void {
    const found = this.#found;
    const status = found.status[pair];
    if (status !== CastStatus.Hit && status !== CastStatus.StartsTouching) return;
    this.#moverRule.review(found, pair, this.many, this.childOf[pair], this.isFirst);
  }

  #isBetter(pair: number): boolean {
    const t = this.#found.t[pair];
    const limit = this.near.limit[0];
    if (!this.#hasBest || t !== limit) return t <= limit;
    const child = this.numberOf(this.many, this.childOf[pair]);
    const part = this.numberOf(this.other, this.partOf[pair]);
    return child < this.#bestChild || (child === this.#bestChild && part < this.#bestPart);
  }

  #keep(pair: number): void {
    const found = this.#found;
    const results = this.#results;
    const { row } = this;
    const { ids } = this.list.pairs;
    this.#hasBest = true;
    this.#bestChild = this.numberOf(this.many, this.childOf[pair]);
    this.#bestPart = this.numberOf(this.other, this.partOf[pair]);
    this.near.limit[0] = found.t[pair];
    results.status[row] = found.status[pair];
    results.t[row] = found.t[pair];
    results.childA[row] = this.isFirst ? this.#bestChild : this.#bestPart;
    results.childB[row] = this.isFirst ? this.#bestPart : this.#bestChild;
    for (let c = 0; c < 4; c++) results.normals[4 * row + c] = found.normals[4 * pair + c];
    const a = this.isFirst ? this.many : this.other;
    const b = this.isFirst ? this.other : this.many;
    this.#writeOffset(results.offsetsA, found.offsetsA, pair, ids[2 * pair], a);
    this.#writeOffset(results.offsetsB, found.offsetsB, pair, ids[2 * pair + 1], b);
  }

  /** Offsets are from the positions of the colliders at the time of the hit. */
  #writeOffset(to: Float32Array, from: Float32Array, pair: number, guest: number, whole: Whole): void {
    const { positions } = this.frame.placed;
    const between = this.#between;
    for (let c = 0; c < 3; c++) between[c] = positions[4 * guest + c] - positions[4 * whole.collider + c];
    this.#motionOf(whole).turnTo(between, this.#found.t, pair);
    for (let c = 0; c < 3; c++) to[4 * this.row + c] = from[4 * pair + c] + between[c];
    to[4 * this.row + 3] = from[4 * pair + 3];
  }
}

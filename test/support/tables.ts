/**
 * The kernels' own tables without an engine: one frame in a plain buffer, one pair list, one scratch. Rows can be run
 * one at a time, so that a test can read the scratch (steps, expansions) after each.
 */

import { Scene } from '../../src/engine/scene.ts';
import { CoreScratch } from '../../src/kernels/cores/scratch.ts';
import { distanceRows } from '../../src/kernels/rows/distanceRows.ts';
import type { DistanceParams } from '../../src/kernels/rows/queryParams.ts';
import { hull, type Shape } from '../../src/pair.ts';
import type { PairList } from '../../src/pairs/pairList.ts';
import { DistanceResults } from '../../src/queries/distance/results.ts';
import type { FrameCapacity } from '../../src/queries/frameLayout.ts';
import { bindList, type Frame, type ListTables } from '../../src/tables/frame.ts';
import { SIMPLEX_STRIDE, UNUSED } from '../../src/tables/simplexWords.ts';
import type { Body, Quat, Vec3 } from '../oracle/body.ts';
import { testCapacity } from './capacity.ts';
import { bindFrame, frameBytes } from './wholeFrame.ts';

export interface RowOptions {
  maxDistance?: number;
  depth?: boolean;
}

/** The shape that the library is told a body is. */
export function shapeOf(body: Body): Shape {
  const { kind, radius, vertices } = body;
  if (kind === 'box') return { kind, halfExtents: body.half!, radius };
  if (kind === 'point') return { kind, radius };
  if (kind === 'segment') return { kind, halfHeight: Math.abs(vertices[1]), radius };
  return { ...hull(vertices), radius };
}

export class TableFixture {
  readonly frame: Frame;
  readonly list: ListTables;
  readonly scene: Scene;
  readonly scratch = new CoreScratch();
  /** The last distance query's answers once more, in f64. */
  readonly exact: { status: Uint8Array; separation: Float64Array; offsetA: Float64Array; offsetB: Float64Array };
  /** The column that the last distance query wrote. */
  simplex: Uint16Array;
  #count = 0;

  constructor(capacity: Partial<FrameCapacity> = {}) {
    const full = testCapacity(capacity);
    const buffer = new ArrayBuffer(frameBytes(full));
    this.frame = bindFrame(buffer, full);
    this.list = bindList(buffer, this.frame.listsBegin, full.pairs);
    const vectors = () => new Float64Array(4 * full.pairs);
    this.exact = {
      status: new Uint8Array(full.pairs),
      separation: vectors(),
      offsetA: vectors(),
      offsetB: vectors(),
    };
    this.scene = new Scene(this.frame, { checkWritable: () => {}, restored: () => {} });
    this.simplex = this.list.results.simplexOdd;
    this.coldStart();
  }

  /** Rows in the list. */
  get count(): number {
    return this.#count;
  }

  /** Forgets all shapes, colliders and pairs. */
  clear(): void {
    this.frame.counts.fill(0);
    this.#count = 0;
    this.coldStart();
  }

  coldStart(): void {
    const { simplexEven, simplexOdd } = this.list.results;
    simplexEven.fill(UNUSED);
    simplexOdd.fill(UNUSED);
  }

  /** Adds a body with its pose as it is: `addCollider` would normalise the quaternion and round it once more. */
  addBody(body: Body): number {
    const id = this.scene.addCollider(this.scene.addShape(shapeOf(body)));
    this.pose(id, body.position, body.rotation);
    return id;
  }

  pose(id: number, position: Vec3, rotation: Quat): void {
    this.scene.positions.set(position, 4 * id);
    this.scene.rotations.set(rotation, 4 * id);
  }

  setPairs(ids: ArrayLike<number>): void {
    this.list.pairs.ids.set(ids);
    this.#count = ids.length / 2;
  }

  /** Runs rows from one simplex column to the other, as the engine would. */
  distance(begin = 0, end = this.#count, options: RowOptions = {}): void {
    const { simplexEven, simplexOdd } = this.list.results;
    const from = this.simplex;
    const to = from === simplexEven ? simplexOdd : simplexEven;
    this.distanceFrom(from, to, begin, end, options);
    this.simplex = to;
  }

  distanceFrom(from: Uint16Array, to: Uint16Array, begin: number, end: number, options: RowOptions = {}): void {
    const { pair } = this.scratch;
    pair.expansions = 0;
    pair.steps = 0;
    const maxDistance = new Float64Array([options.maxDistance ?? Infinity]);
    this.#compute({ overlapOnly: false, maxDistance, depth: options.depth ?? true, from, to }, begin, end);
  }

  intersectFrom(from: Uint16Array, to: Uint16Array, begin = 0, end = this.#count): void {
    this.#compute({ overlapOnly: true, maxDistance: new Float64Array([Infinity]), depth: false, from, to }, begin, end);
  }

  intersect(begin = 0, end = this.#count): void {
    this.intersectFrom(this.simplex, this.simplex, begin, end);
  }

  /** GJK steps and polytope expansions of the row that ran last. */
  effort(): { steps: number; expansions: number } {
    const { pair } = this.scratch;
    return { steps: pair.steps, expansions: pair.expansions };
  }

  /** The columns as users read them. */
  results(): DistanceResults {
    const { results, pairs } = this.list;
    // rows and their number: no list, which queries lock
    const rows = { ids: pairs.ids, count: this.#count } as Partial<PairList> as PairList;
    const view = new DistanceResults(rows, results, this.frame);
    view.wroteOdd(this.simplex === results.simplexOdd);
    return view;
  }

  #compute(params: DistanceParams, begin: number, end: number): void {
    const { frame, list, scratch } = this;
    const { colliders, counts } = frame;
    distanceRows(list.results, list.pairs.ids, colliders, counts, frame, frame, scratch, params, begin, end);
  }
}

/** A simplex column of its own. */
export function emptySimplexes(rows: number): Uint16Array {
  return new Uint16Array(SIMPLEX_STRIDE * rows).fill(UNUSED);
}

/** Distance results in the public API: columns over the shared memory, and one row as a plain object. */
import { vec3 } from 'gl-matrix';
import { integerIn } from '../../errors.ts';
import type { PairList } from '../../pairs/pairList.ts';
import { blend, fitWeights } from '../../results/fitWeights.ts';
import { type ResultScene, worldShape } from '../../results/worldShape.ts';
import { positionOf } from '../../tables/colliderTable.ts';
import type { StatusCode } from '../../tables/distanceStatus.ts';
import type { ResultTable } from '../../tables/resultTable.ts';
import { SIMPLEX_STRIDE, UNUSED } from '../../tables/simplexWords.ts';
import type { GpuColumns, ReadColumn } from '../gpu.ts';
import { ReadColumns } from './readColumns.ts';

/** The list of the results. */
export interface ResultList {
  readonly ids: Uint32Array;
  readonly count: number;
}

/** Overlap flags, row i for pair i. Valid until the next query on that list. */
export class IntersectResults {
  /** The pairs of the query. */
  readonly pairs: ResultList;
  /** @internal */
  readonly columns: ReadColumns;

  /** @internal */
  constructor(list: PairList, table: ResultTable) {
    this.pairs = list;
    this.columns = new ReadColumns(list, table);
  }

  /** A `Status` per pair. */
  get status(): Uint8Array {
    return this.columns.with('status').status;
  }

  /** Rows in use. */
  get count(): number {
    return this.pairs.count;
  }

  /** The column on the GPU that ran the query. Undefined if none did. Valid until the next query on that list. */
  get gpu(): Pick<GpuColumns, 'status' | 'ids' | 'poses'> | undefined {
    return this.columns.gpu;
  }

  /**
   * Fills the column, if the query has not read it.
   * @throws QueryError for another name, after the next query on the list, while one runs, and if the GPU is lost
   */
  async load(column: 'status'): Promise<Uint8Array> {
    await this.columns.load(column, ['status']);
    return this.status;
  }
}

/** One pair's result in full. Points in world coordinates (m), f64. */
export interface PairReading {
  readonly a: number;
  readonly b: number;
  readonly status: StatusCode;
  /** Signed distance (m). */
  readonly distance: number;
  /** The distance is within this of the true one (m). */
  readonly errorBound: number;
  /** Unit normal from A to B. */
  readonly normal: [number, number, number];
  readonly pointA: [number, number, number];
  readonly pointB: [number, number, number];
  /** The core vertices of the witness points: ids, and weights ≥ 0 that sum to 1. Empty where unknown. */
  readonly simplex: readonly SimplexVertex[];
}

export interface SimplexVertex {
  readonly vertexA: number;
  readonly vertexB: number;
  readonly weight: number;
}

/** Signed distances, normals and witness points, row i for pair i. Valid until the next query on that list. */
export class DistanceResults {
  /** The pairs of the query. */
  readonly pairs: ResultList;
  /** @internal */
  readonly scene: ResultScene;
  /** @internal */
  readonly columns: ReadColumns;
  readonly #table: ResultTable;
  #odd = false;
  /** Whether the columns of children are those of the last query. */
  #hasChildren = false;

  /** @internal */
  constructor(list: PairList, table: ResultTable, scene: ResultScene) {
    this.pairs = list;
    this.scene = scene;
    this.#table = table;
    this.columns = new ReadColumns(list, table);
  }

  /** @internal Whether a value is a result of a distance query: proxies are not. */
  static is(value: unknown): value is DistanceResults {
    return typeof value === 'object' && value !== null && #table in value;
  }

  /** Rows in use. */
  get count(): number {
    return this.pairs.count;
  }

  /** A `Status` per pair. */
  get status(): Uint8Array {
    return this.columns.with('status').status;
  }

  /** 4 per pair: unit normal from A to B (x y z, world), signed distance (m). */
  get separation(): Float32Array {
    return this.columns.with('separation').separation;
  }

  /** 4 per pair: witness point on A minus A's position, world axes (m); then the error bound of the distance (m). */
  get offsetA(): Float32Array {
    return this.columns.with('offsetA').offsetA;
  }

  /** 4 per pair: witness point on B minus B's position, world axes (m); then 0. */
  get offsetB(): Float32Array {
    return this.columns.with('offsetB').offsetB;
  }

  /** The columns on the GPU that ran the query. Undefined if none did. Valid until the next query on that list. */
  get gpu(): GpuColumns | undefined {
    return this.columns.gpu;
  }

  /**
   * Fills a column that the query has not read.
   * @throws QueryError for another name, after the next query on the list, while one runs, and if the GPU is lost
   */
  async load<Name extends ReadColumn>(column: Name): Promise<DistanceResults[Name]> {
    await this.columns.load(column, ['status', 'separation', 'offsetA', 'offsetB', 'simplex']);
    return this[column];
  }

  /**
   * 8 per pair: ids of up to 4 core vertices of A, then of B; 0xffff in empty slots. Box corners: bits 0 1 2 = −x −y
   * −z.
   */
  get simplex(): Uint16Array {
    const { simplexEven, simplexOdd } = this.columns.with('simplex');
    return this.#odd ? simplexOdd : simplexEven;
  }

  /**
   * The child of A that a row is about: the number of a triangle in the user's arrays, or of a part in the list of its
   * compound. −1: A is convex.
   */
  get childA(): Int32Array {
    this.#fillChildren();
    return this.#table.childA;
  }

  /** The same of B. */
  get childB(): Int32Array {
    this.#fillChildren();
    return this.#table.childB;
  }

  /** @internal Called before a query. @param written whether it writes the columns of children */
  willWriteChildren(written: boolean): void {
    this.#hasChildren = written;
  }

  /** Queries of scenes without children do not write their columns. */
  #fillChildren(): void {
    if (this.#hasChildren) return;
    this.#hasChildren = true;
    this.#table.childA.fill(-1, 0, this.count);
    this.#table.childB.fill(-1, 0, this.count);
  }

  /** @internal Called after a query. @param odd whether it wrote the odd simplex column */
  wroteOdd(odd: boolean): void {
    this.#odd = odd;
  }

  /**
   * Signed distance of pair i (m): > 0 a gap, < 0 minus the penetration depth, NaN for an invalid row.
   * @throws QueryError for a row that does not exist
   */
  distance(i: number): number {
    integerIn('results.distance: row', i, 0, this.count - 1);
    return this.separation[4 * i + 3];
  }

  /**
   * One pair in full, with world points and barycentric weights. Allocates; poses must be those of the query.
   * @throws QueryError for a row that does not exist
   */
  read(i: number): PairReading {
    integerIn('results.read: row', i, 0, this.count - 1);
    const at = 4 * i;
    const a = this.pairs.ids[2 * i];
    const b = this.pairs.ids[2 * i + 1];
    return {
      a,
      b,
      status: this.status[i] as StatusCode,
      distance: this.distance(i),
      errorBound: this.offsetA[at + 3],
      normal: triple(this.separation, at),
      pointA: this.#worldPoint(a, this.offsetA, at),
      pointB: this.#worldPoint(b, this.offsetB, at),
      simplex: this.#readSimplex(i, a, b),
    };
  }

  #worldPoint(id: number, offsets: Float32Array, at: number): [number, number, number] {
    const position = positionOf(this.scene.colliders, id);
    return position.map((x, c) => x + offsets[at + c]) as [number, number, number];
  }

  #readSimplex(i: number, a: number, b: number): SimplexVertex[] {
    const row = this.simplex.subarray(i * SIMPLEX_STRIDE, (i + 1) * SIMPLEX_STRIDE);
    const slots = [0, 1, 2, 3].filter((k) => row[k] !== UNUSED);
    if (slots.length === 0 || Number.isNaN(this.offsetA[4 * i])) return [];
    // vertices of children have no ids
    if (this.childA[i] >= 0 || this.childB[i] >= 0) return [];
    const viewA = worldShape(this.scene, a);
    const viewB = worldShape(this.scene, b);
    const verticesA = slots.map((k) => viewA.point(row[k]));
    const verticesB = slots.map((k) => viewB.point(row[4 + k]));
    const normal = triple(this.separation, 4 * i);
    // the witness point on A's core; the one on B checks the fit, since both have the same weights
    const witness = vec3.scaleAndAdd([0, 0, 0], triple(this.offsetA, 4 * i), normal, -viewA.radius);
    const difference = verticesA.map((v, k) => vec3.sub([0, 0, 0], verticesB[k], v));
    const gap = this.distance(i) + viewA.radius + viewB.radius;
    const offset = vec3.sub([0, 0, 0], viewB.position, viewA.position);
    const target = vec3.sub([0, 0, 0], vec3.scale([0, 0, 0], normal, gap), offset);
    const { weights } = fitWeights(difference, target);
    const better = fitWeights(verticesA, witness).weights;
    const miss = (w: number[]) =>
      vec3.distance(blend(verticesA, w), witness) + vec3.distance(blend(difference, w), target);
    const chosen = miss(better) < miss(weights) ? better : weights;
    return slots.map((k, n) => ({ vertexA: row[k], vertexB: row[4 + k], weight: chosen[n] }));
  }
}

function triple(column: Float32Array, at: number): [number, number, number] {
  return [column[at], column[at + 1], column[at + 2]];
}

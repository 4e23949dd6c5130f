/** Distance results in the public API: columns over the shared memory, and one row as a plain object. */
import { vec3 } from 'gl-matrix';
import { integerIn } from '../../errors.ts';
import { blend, fitWeights } from '../../results/fitWeights.ts';
import { type ResultScene, worldShape } from '../../results/worldShape.ts';
import { positionOf } from '../../tables/colliderTable.ts';
import type { StatusCode } from '../../tables/distanceStatus.ts';
import type { ResultTable } from '../../tables/resultTable.ts';
import { SIMPLEX_STRIDE, UNUSED } from '../../tables/simplexWords.ts';

/** The list of the results. */
export interface ResultList {
  readonly ids: Uint32Array;
  readonly count: number;
}

/** Overlap flags, row i for pair i. Valid until the next query on that list. */
export class IntersectResults {
  /** A `Status` per pair. */
  readonly status: Uint8Array;
  /** The pairs of the query. */
  readonly pairs: ResultList;

  /** @internal */
  constructor(pairs: ResultList, table: ResultTable) {
    this.pairs = pairs;
    this.status = table.status;
  }

  /** Rows in use. */
  get count(): number {
    return this.pairs.count;
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
  /** A `Status` per pair. */
  readonly status: Uint8Array;
  /** 4 per pair: unit normal from A to B (x y z, world), signed distance (m). */
  readonly separation: Float32Array;
  /** 4 per pair: witness point on A minus A's position, world axes (m); then the error bound of the distance (m). */
  readonly offsetA: Float32Array;
  /** 4 per pair: witness point on B minus B's position, world axes (m); then 0. */
  readonly offsetB: Float32Array;
  /** The pairs of the query. */
  readonly pairs: ResultList;
  /** @internal */
  readonly scene: ResultScene;
  readonly #table: ResultTable;
  #odd = false;
  /** Whether the columns of children are those of the last query. */
  #hasChildren = false;

  /** @internal */
  constructor(pairs: ResultList, table: ResultTable, scene: ResultScene) {
    this.pairs = pairs;
    this.scene = scene;
    this.#table = table;
    this.status = table.status;
    this.separation = table.separation;
    this.offsetA = table.offsetA;
    this.offsetB = table.offsetB;
  }

  /** @internal Whether a value is a result of a distance query: proxies are not. */
  static is(value: unknown): value is DistanceResults {
    return typeof value === 'object' && value !== null && #table in value;
  }

  /** Rows in use. */
  get count(): number {
    return this.pairs.count;
  }

  /**
   * 8 per pair: ids of up to 4 core vertices of A, then of B; 0xffff in empty slots. Box corners: bits 0 1 2 = −x −y
   * −z.
   */
  get simplex(): Uint16Array {
    return this.#odd ? this.#table.simplexOdd : this.#table.simplexEven;
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

/** Contact manifolds in the public API: columns over the shared memory, and one row as a plain object. */
import { integerIn } from '../../errors.ts';
import type { ResultScene } from '../../results/worldShape.ts';
import { positionOf } from '../../tables/colliderTable.ts';
import { type ContactTable, POINT_STRIDE } from '../../tables/contactTable.ts';
import type { StatusCode } from '../../tables/distanceStatus.ts';
import { MAX_POINTS } from '../../tables/featureIds.ts';
import type { ResultTable } from '../../tables/resultTable.ts';
import type { DistanceResults, ResultList } from '../distance/results.ts';
import type { TouchEvents } from './events.ts';

/** The list of a contact query. */
export interface ContactList extends ResultList {
  readonly capacity: number;
  /** The row of each pair in the list before, or −1. */
  readonly carried: Int32Array;
}

/** What contacts know of their list. @internal */
export interface ContactState {
  readonly list: ContactList;
  readonly tables: { readonly results: ResultTable };
  readonly distances: DistanceResults;
}

/** One point of a manifold. World coordinates (m), f64. */
export interface ContactPoint {
  readonly pointA: [number, number, number];
  readonly pointB: [number, number, number];
  /** Signed separation of the two along the normal (m): < 0 in overlap. */
  readonly separation: number;
  /** Id of the features that make the point: the same number while they do. */
  readonly feature: number;
}

/** One pair's manifold in full. */
export interface ContactReading {
  readonly a: number;
  readonly b: number;
  readonly status: StatusCode;
  /** Signed distance of the pair (m); for a pair beyond the margin a lower bound. */
  readonly distance: number;
  /** Unit normal from A to B. */
  readonly normal: [number, number, number];
  readonly points: readonly ContactPoint[];
}

/**
 * Contact manifolds, row i for pair i, and what changed since the last contact query. Valid until the next query on
 * that list.
 */
export class ContactResults {
  /** The pairs of the query. */
  readonly pairs: ContactList;
  /** A `Status` per pair: `BeyondMaxDistance` for those proven farther apart than the margin. */
  readonly status: Uint8Array;
  /** 4 per pair: unit normal from A to B (x y z, world), signed distance (m). */
  readonly separation: Float32Array;
  /** Points of each pair, 0–4. The columns below hold that many; later entries are not defined. */
  readonly pointCount: Uint8Array;
  /**
   * 16 per pair, 4 per point: point on A minus A's position, world axes (m); then the signed separation of the point
   * (m).
   */
  readonly pointsA: Float32Array;
  /** 16 per pair, 4 per point: point on B minus B's position, world axes (m); then 0. */
  readonly pointsB: Float32Array;
  /**
   * 4 per pair: index of each point in the last contact query on this list, in columns of 4 per pair (4 · row + slot),
   * or −1 for a new point. With it solvers carry impulses from frame to frame.
   */
  readonly previous: Int32Array;
  /** 1 per row that kept the manifold of an earlier query (the option `recycle`), else 0. */
  readonly recycled: Uint8Array;
  /**
   * 1 per row with a sensor, else 0. Such a row has no points. Its events are those of overlaps: `touching` and the
   * margin do not count.
   */
  readonly sensors: Uint8Array;
  /** Rows that touch and did not touch in the last contact query: the first `beganCount`, ascending. */
  readonly began: Uint32Array;
  /** Rows that touch and touched before: the first `stayedCount`, ascending. */
  readonly stayed: Uint32Array;
  /**
   * Rows **of the last contact query** that touched then and do not touch any more, or are gone: the first
   * `endedCount`, ascending.
   */
  readonly ended: Uint32Array;
  /** 2 per row in `ended`: its collider ids. */
  readonly endedIds: Uint32Array;
  readonly #table: ContactTable;
  readonly #distances: DistanceResults;
  readonly #scene: ResultScene;
  readonly #events: TouchEvents;
  #odd = false;
  #queries = 0;
  /** Rows behind those of the pairs. */
  #extra = 0;
  #children = 0;

  /** @internal */
  constructor(state: ContactState, table: ContactTable, events: TouchEvents, scene: ResultScene) {
    const { results } = state.tables;
    this.pairs = state.list;
    this.status = results.status;
    this.separation = results.separation;
    this.pointCount = table.pointCount;
    this.pointsA = table.pointsA;
    this.pointsB = table.pointsB;
    this.previous = table.previous;
    this.recycled = table.recycled;
    this.sensors = table.sensors;
    this.began = table.began;
    this.stayed = table.stayed;
    this.ended = table.ended;
    this.endedIds = table.endedIds;
    this.#table = table;
    this.#distances = state.distances;
    this.#events = events;
    this.#scene = scene;
  }

  /** Pairs of the query. Their rows come first. */
  get count(): number {
    return this.pairs.count;
  }

  /**
   * Manifold rows: `count`, and 7 more for each pair with a mesh or a compound, behind the rows of all pairs. Such
   * a pair has its deepest manifold in its own row; rows that it does not need have no points.
   */
  get rowCount(): number {
    return this.count + this.#extra;
  }

  /** 2 per row of manifolds: its collider ids. */
  get ids(): Uint32Array {
    return this.pairs.ids;
  }

  /**
   * The child of A that the deepest point of each row is on: the number of a triangle or a part in the user's order, or
   * −1 if A is convex.
   */
  get childA(): Int32Array {
    return this.#distances.childA;
  }

  /** The same of B. */
  get childB(): Int32Array {
    return this.#distances.childB;
  }

  /** 4 per pair: id of the features that make each point, 0xffffffff after the last. Distinct within a pair. */
  get features(): Uint32Array {
    return this.#odd ? this.#table.featuresOdd : this.#table.featuresEven;
  }

  /**
   * Contact queries on this list so far. Impulses kept by `previous` belong to the previous query only if this number
   * has grown by one since.
   */
  get queries(): number {
    return this.#queries;
  }

  /**
   * Rows in `began`. Events are booked at the first read of one of the three counts; read a count before the columns.
   * @throws QueryError if that is after the list has changed or has been queried again
   */
  get beganCount(): number {
    return this.#events.began;
  }

  /** Rows in `stayed`, as above. */
  get stayedCount(): number {
    return this.#events.stayed;
  }

  /** Rows in `ended`, as above. */
  get endedCount(): number {
    return this.#events.ended;
  }

  /** Rows that kept the manifold of an earlier query: counted at each read. */
  get recycledCount(): number {
    const { recycled, count } = this;
    let sum = 0;
    for (let i = 0; i < count; i++) sum += recycled[i];
    return sum;
  }

  /**
   * Children of meshes, height fields and compounds that the query computed against the other shape of their pair. A
   * pair that keeps its manifolds computes none.
   */
  get childCount(): number {
    return this.#children;
  }

  /**
   * Called after a query. @param odd whether it wrote the odd feature column @param rows of all manifolds
   * @param children that it computed
   * @internal
   */
  wrote(odd: boolean, rows: number, children: number): void {
    this.#odd = odd;
    this.#children = children;
    this.#queries++;
    this.#extra = rows - this.count;
  }

  /**
   * The next query on the list repeats this one: its events are those since the query before this one.
   * @internal
   */
  repeatEvents(): void {
    this.#events.repeat();
  }

  /** Signed distance of pair i (m). @throws QueryError for a row that does not exist */
  distance(i: number): number {
    integerIn('contacts.distance: row', i, 0, this.count - 1);
    return this.separation[4 * i + 3];
  }

  /**
   * One pair's manifold in full, with world points. Allocates; poses must be those of the query.
   * @throws QueryError for a row that does not exist
   */
  read(i: number): ContactReading {
    integerIn('contacts.read: row', i, 0, this.count - 1);
    const a = this.pairs.ids[2 * i];
    const b = this.pairs.ids[2 * i + 1];
    const world = (id: number, column: Float32Array, at: number) =>
      positionOf(this.#scene.colliders, id).map((x, c) => x + column[at + c]) as [number, number, number];
    const points = Array.from({ length: this.pointCount[i] }, (_, k) => {
      const at = POINT_STRIDE * i + 4 * k;
      return {
        pointA: world(a, this.pointsA, at),
        pointB: world(b, this.pointsB, at),
        separation: this.pointsA[at + 3],
        feature: this.features[MAX_POINTS * i + k],
      };
    });
    const [x, y, z, distance] = this.separation.subarray(4 * i, 4 * i + 4);
    return { a, b, status: this.status[i] as StatusCode, distance: distance!, normal: [x!, y!, z!], points };
  }
}

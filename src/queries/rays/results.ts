/** Results of `castRays` in the public API: columns over the shared memory, and rows as plain objects. */
import { integerIn } from '../../errors.ts';
import { RayStatus, type RayStatusCode } from '../../tables/rayStatus.ts';
import type { RayTable } from '../../tables/rayTable.ts';
import type { RayList } from './list.ts';

/** One hit as plain numbers. */
export interface RayReading {
  status: RayStatusCode;
  /** The collider, or −1. */
  id: number;
  /** The ray hits at origin + t · direction. Infinity for a miss. */
  t: number;
  /** Where it hits, x y z (m, world). NaN for a miss. */
  point: [number, number, number];
  /** Outward unit normal of the collider there, x y z, world. 0 unless `status` is Hit. */
  normal: [number, number, number];
  /** Error bound of t · |direction| (m). */
  errorBound: number;
  /** The child that is hit: a triangle or a part, by the user's number; −1 for a convex shape. */
  child: number;
  /** Of a triangle: the weights of its vertices 1 and 2 there, in the user's order; else 0. */
  barycentrics: [number, number];
  /** The material of the triangle; else 0. */
  material: number;
}

/**
 * The hit of each ray of a list: row k belongs to ray k. Valid until the next `castRays` on this list with hits
 * 'closest' or 'any'. With 'any' only `status` tells something.
 */
export class RayHits {
  /** `RayStatus` of each ray. */
  readonly status: Uint8Array;
  /** The collider that the ray hits, or −1. */
  readonly ids: Int32Array;
  /** The ray hits at origin + t · direction. Infinity for a miss, 0 for `StartsInside`, NaN for a hit of 'any'. */
  readonly t: Float64Array;
  /**
   * 4 per ray: outward unit normal x y z of the collider where the ray enters, world; error bound of t · |direction|
   * (m). 0 unless the ray hits. Of a triangle that both sides of are hit, against the ray.
   */
  readonly normals: Float32Array;
  /** The child that the ray hits: a triangle or a part, by the user's number. −1 for a convex shape, and a miss. */
  readonly child: Int32Array;
  /** 2 per ray: the weights of the triangle's vertices 1 and 2 there, in the user's order. 0 for other shapes. */
  readonly barycentrics: Float32Array;
  /** The material of the triangle; 0 for other shapes. */
  readonly material: Uint8Array;
  readonly #list: RayList;
  #count = 0;

  /** @internal */
  constructor(list: RayList, { status, ids, t, normals, child, barycentrics, material }: RayTable) {
    const { first } = list;
    const end = first + list.capacity;
    this.status = status.subarray(first, end);
    this.ids = ids.subarray(first, end);
    this.t = t.subarray(first, end);
    this.normals = normals.subarray(4 * first, 4 * end);
    this.child = child.subarray(first, end);
    this.barycentrics = barycentrics.subarray(2 * first, 2 * end);
    this.material = material.subarray(first, end);
    this.#list = list;
  }

  /** Rays of the query. */
  get count(): number {
    return this.#count;
  }

  /** @internal Called after a query of `count` rays. */
  answered(count: number): void {
    this.#count = count;
  }

  /** The hit of ray k, copied. @throws QueryError for a ray that does not exist */
  read(k: number): RayReading {
    integerIn('hits.read: ray', k, 0, this.#count - 1);
    return readingOf(this.#list, k, this.status[k], this, k);
  }
}

/**
 * All hits of each ray: those of ray k are rows `starts[k]` up to, and without, `starts[k + 1]` of the other columns,
 * by t, then by id, then by child: each child of a collider is a hit of its own. Valid until the next `castRays` with
 * hits 'all', on any list.
 */
export class AllRayHits {
  /** `RayStatus` of each ray: that of its first hit. */
  readonly status: Uint8Array;
  /** Begin of each ray's hits; entry `count` is the end of the last one. */
  readonly starts: Uint32Array;
  /** By hit: the collider. Rows from `starts[count]` on are not defined. */
  readonly ids: Int32Array;
  /** By hit: the ray hits at origin + t · direction. */
  readonly t: Float64Array;
  /** 4 per hit: outward unit normal x y z, world, 0 if the ray starts inside; error bound of t · |direction| (m). */
  readonly normals: Float32Array;
  /** As in {@link RayHits}, by hit. */
  readonly child: Int32Array;
  readonly barycentrics: Float32Array;
  readonly material: Uint8Array;
  #list: RayList | undefined;
  #count = 0;

  /** @internal */
  constructor(table: RayTable) {
    const { ids, t, normals, child, barycentrics, material } = table.all;
    this.status = table.allStatus;
    this.starts = table.starts;
    this.ids = ids;
    this.t = t;
    this.normals = normals;
    this.child = child;
    this.barycentrics = barycentrics;
    this.material = material;
  }

  /** Rays of the query. */
  get count(): number {
    return this.#count;
  }

  /** @internal Called after a query on `list`. */
  answered(list: RayList, count: number): void {
    this.#list = list;
    this.#count = count;
  }

  /** The hits of ray k, copied. @throws QueryError for a ray that does not exist */
  read(k: number): RayReading[] {
    integerIn('hits.read: ray', k, 0, this.#count - 1);
    const readings: RayReading[] = [];
    for (let hit = this.starts[k]; hit < this.starts[k + 1]; hit++) {
      const isInside = this.normals.subarray(4 * hit, 4 * hit + 3).every((part) => part === 0);
      readings.push(readingOf(this.#list!, k, isInside ? RayStatus.StartsInside : RayStatus.Hit, this, hit));
    }
    return readings;
  }
}

type HitRows = Pick<RayHits, 'ids' | 't' | 'normals' | 'child' | 'barycentrics' | 'material'>;

function readingOf(
  { origins, directions }: RayList,
  ray: number,
  status: number,
  { ids, t, normals, child, barycentrics, material }: HitRows,
  row: number,
): RayReading {
  const at = (c: number) => (t[row] < Infinity ? origins[4 * ray + c] + t[row] * directions[4 * ray + c] : Number.NaN);
  const [x, y, z, errorBound] = normals.subarray(4 * row, 4 * row + 4);
  return {
    status: status as RayStatusCode,
    id: ids[row],
    t: t[row],
    point: [at(0), at(1), at(2)],
    normal: [x, y, z],
    errorBound,
    child: child[row],
    barycentrics: [barycentrics[2 * row], barycentrics[2 * row + 1]],
    material: material[row],
  };
}

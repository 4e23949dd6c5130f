/**
 * Searches of the scene by the wide kernel of one thread, down the f32 tree: rays, points, boxes, and
 * sweeps of shapes. A search has its numbers in the tables of a tile, so they are valid until the next tile.
 */
import { PointSearch } from '../kernels/points/pointSearch.ts';
import { overlay } from '../memory/overlay.ts';
import { CastSweep } from '../tables/castSweep.ts';
import type { Frame } from '../tables/frame.ts';
import { RAY_MODE, TILE_BYTES } from '../tables/kernelContext.ts';
import { FOUND_BYTES, MOST_FOUND, NEAR_NUMBERS } from '../tables/nearSearch.ts';
import { ALL, HIT_REALS } from '../tables/rayTree.ts';
import type { WideCalls } from './wideCalls.ts';

export class WideSearches {
  /** A hit of a ray: HIT_T … of tables/rayTree.ts. */
  readonly hit: Float64Array;
  readonly point: PointSearch;
  /** The box of a search (tables/nearSearch.ts), and the rows near it. */
  readonly nearNumbers: Float64Array;
  readonly foundRows: Int32Array;
  /** The sweep of a shape. */
  readonly castSweep: CastSweep;
  readonly #calls: WideCalls;
  readonly #words: Int32Array;
  /** Byte address of the context, as the i32 that wasm takes. */
  readonly #context: number;

  /** @param place byte address of the context @param words the context */
  constructor({ buffer }: Frame, place: number, calls: WideCalls, words: Int32Array) {
    const tables = place + TILE_BYTES;
    this.hit = new Float64Array(buffer, tables, HIT_REALS);
    this.point = overlay(new PointSearch(), buffer, tables);
    this.nearNumbers = new Float64Array(buffer, tables, NEAR_NUMBERS);
    this.foundRows = new Int32Array(buffer, tables + FOUND_BYTES, MOST_FOUND);
    this.castSweep = overlay(new CastSweep(), buffer, tables);
    this.#calls = calls;
    this.#words = words;
    this.#context = place | 0;
  }

  /** Starts the sweep of the probe in `row` through the scene, after it is written to `castSweep`. */
  beginSweep(result: number, row: number, probe: number, mask: number, ignored: number): void {
    this.#calls.beginSweep(this.#context, result, row, probe, mask, ignored);
  }

  /** @returns the row of the next collider that it is to be cast against, or −1 */
  resumeSweep(): number {
    return this.#calls.resumeSweep(this.#context);
  }

  /** Casts it against a collider in f64 (kernels/exact/casts.ts). */
  castAgainst(row: number): void {
    this.#calls.exactCast(this.#context, row);
  }

  /** Casts rows [begin, end) of the ray table (kernels/rays/lanes/castRays.ts). @param mode NEAREST or ANY */
  castRays(mode: number, begin: number, end: number): void {
    this.#words[RAY_MODE] = mode;
    this.#calls.castRays(this.#context, begin, end);
  }

  /** Writes the first, or the next, hit of a ray of the table to `hit`. @returns its row, NONE or INVALID */
  nextHit(row: number, isFirst: boolean): number {
    this.#words[RAY_MODE] = ALL;
    return this.#calls.nextHit(this.#context, row, Number(isFirst));
  }

  /**
   * Finds the closest colliders of rows [begin, end) of the point table (kernels/points/lanes/findPoints.ts).
   * @returns the row of a body that is to be measured, WHOLE for a search by the host, or −1: all are found
   */
  findPoints(begin: number, end: number): number {
    return this.#calls.findPoints(this.#context, begin, end);
  }

  /** Goes on afterwards. @returns as findPoints */
  resumePoints(): number {
    return this.#calls.resumePoints(this.#context);
  }

  /** Measures a collider with a valid pose, and keeps it if it is the closest (kernels/exact/points.ts). */
  measurePoint(row: number): void {
    this.#calls.exactPoint(this.#context, row);
  }

  /** Finds the rows near the box in `nearNumbers`. @returns their number, or −1 if `foundRows` does not hold them */
  nearRows(): number {
    return this.#calls.nearRows(this.#context);
  }
}

/**
 * The distance of a point and a collider with children, as one thread computes it: child by child, the nearest first.
 *
 *   reads   the search (kernels/points/pointSearch.ts): the point, the best so far; poses, shapes, children
 *   writes  the search; the first of the thread's guests
 */

import { beginNear } from '../../kernels/children/beginNear.ts';
import { ChildSearch } from '../../kernels/children/childSearch.ts';
import { NearBox } from '../../kernels/children/nearBox.ts';
import { nextNear } from '../../kernels/children/nextNear.ts';
import { placePoint, writeFound } from '../../kernels/points/closedForms.ts';
import { keepClosest } from '../../kernels/points/pointRow.ts';
import type { PointSearch } from '../../kernels/points/pointSearch.ts';
import { measureTriangle } from '../../kernels/points/triangle.ts';
import { F64_ROUNDING } from '../../math/rounding.ts';
import { Status } from '../../tables/distanceStatus.ts';
import type { Frame } from '../../tables/frame.ts';
import { EXTENT, SHAPE_STRIDE } from '../../tables/shapeWords.ts';
import { Guests } from './guests.ts';
import { numberOf } from './numberOf.ts';
import { Whole } from './whole.ts';

export class ChildPoints {
  readonly #frame: Frame;
  readonly #guests: Guests;
  readonly #search = new ChildSearch();
  readonly #near = new NearBox();
  readonly #whole = new Whole();
  /** Of a triangle, in the frame of its shape (m). */
  readonly #corners = new Float64Array(9);

  constructor(frame: Frame, thread: number) {
    this.#frame = frame;
    this.#guests = new Guests(frame, thread);
  }

  /**
   * Measures the children of a collider with a valid pose that may be closer than the best, and keeps the closest.
   * @param measureGuest measures a convex body in the same way
   */
  measure(search: PointSearch, row: number, measureGuest: (search: PointSearch, row: number) => void): void {
    const { children, placed, shapes } = this.#frame;
    const whole = this.#whole;
    const run = this.#search;
    const near = this.#near;
    whole.load(this.#frame, row);
    // a surface has no inside
    if (!whole.isCompound && search.limit[0] < 0) return;
    if (!whole.isCompound) this.#guests.surface.load(whole.head);
    placePoint(search, placed, row);
    let room = shapes.reals[SHAPE_STRIDE * placed.shapes[row] + EXTENT];
    for (let c = 0; c < 3; c++) room += Math.abs(search.local[c]);
    room *= F64_ROUNDING;
    for (let c = 0; c < 3; c++) {
      near.box[c] = search.local[c] - room;
      near.box[3 + c] = search.local[c] + room;
    }
    near.limit[0] = Math.max(search.limit[0], 0);
    beginNear(run, children, near, whole.node);
    while (nextNear(run, children, near)) {
      for (let child = run.first; child < run.first + run.count; child++) {
        if (whole.isCompound) this.#measurePart(search, child, measureGuest);
        else this.#measureTriangle(search, child);
      }
      near.limit[0] = Math.max(search.limit[0], 0);
    }
  }

  #measureTriangle(search: PointSearch, child: number): void {
    const { children, placed, shapes } = this.#frame;
    const { collider } = this.#whole;
    this.#guests.surface.corners(child, this.#corners);
    measureTriangle(search, this.#corners);
    writeFound(search, shapes.reals, SHAPE_STRIDE * placed.shapes[collider]);
    keepClosest(search, collider, numberOf(children, this.#whole, child), Status.Separated);
  }

  /** A part is a guest, whose row is larger than that of any collider: equal distances are decided here. */
  #measurePart(search: PointSearch, child: number, measureGuest: (search: PointSearch, row: number) => void): void {
    const { children, placed } = this.#frame;
    const { collider } = this.#whole;
    const number = numberOf(children, this.#whole, child);
    const guest = this.#guests.placePart(0, this.#whole, child);
    const best = search.row[0];
    const isFirst = collider < best || (collider === best && number < search.child[0]);
    if (isFirst) search.row[0] = Infinity;
    measureGuest(search, guest);
    if (search.row[0] !== guest) {
      search.row[0] = best;
      return;
    }
    search.row[0] = collider;
    search.child[0] = number;
    const { nearest } = search.best;
    for (let c = 0; c < 3; c++) nearest[c] += placed.positions[4 * guest + c] - placed.positions[4 * collider + c];
  }
}

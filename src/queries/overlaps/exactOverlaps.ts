/**
 * Which shapes meet a volume, as one thread computes them: each pair of a collider and the volume is a pair of shapes.
 *
 *   reads   volumes, bounds, poses, shapes, children
 *   writes  the thread's guests without vertices: a volume is a box, or the sphere around a box of no size
 *
 * A box is clipped to the surroundings of the collider: its sides may be infinite.
 */
import type { PlacedKernel } from '../../broad/placedKernel.ts';
import type { ThreadTools } from '../../narrow/threadTools.ts';
import { BOUNDS_STRIDE } from '../../tables/boundsTable.ts';
import { Status } from '../../tables/distanceStatus.ts';
import type { Frame } from '../../tables/frame.ts';
import { FREE_GUESTS, GUEST_PAIRS, type GuestRows, guestRows } from '../../tables/guestTable.ts';
import {
  BOX,
  BOX_TRAITS,
  CORE,
  EXTENT,
  HALF_X,
  RADIUS,
  SHAPE_STRIDE,
  TRAITS,
  UNBOUNDED,
  VERTEX_COUNT,
} from '../../tables/shapeWords.ts';

/** Corners of a box: kernels compute them. */
const CORNERS = 8;

/** Those of one thread: `tools.part(exactOverlaps)`. Not in planar scenes. */
export const exactOverlaps = (tools: ThreadTools): ExactOverlaps =>
  new ExactOverlaps(tools.frame, tools.placed, tools.thread);

class ExactOverlaps {
  readonly #frame: Frame;
  readonly #kernel: PlacedKernel;
  readonly #guests: GuestRows;

  constructor(frame: Frame, kernel: PlacedKernel, thread: number) {
    this.#frame = frame;
    this.#kernel = kernel;
    this.#guests = guestRows(frame, thread);
  }

  /**
   * Keeps those of the colliders found[begin … end) whose shapes meet a volume.
   * @param from where the volume begins in `volumes`
   * @returns the end of those that are kept, from `begin` on
   */
  keep(volumes: Float64Array, from: number, isSphere: boolean, found: Uint32Array, begin: number, end: number): number {
    const { ids } = this.#kernel.list.pairs;
    const { status } = this.#kernel.list.results;
    let kept = begin;
    for (let first = begin; first < end; first += FREE_GUESTS) {
      const count = Math.min(FREE_GUESTS, end - first);
      for (let pair = 0; pair < count; pair++) {
        const collider = found[first + pair];
        ids[2 * pair] = collider;
        ids[2 * pair + 1] = isSphere
          ? this.#placeSphere(volumes, from, pair)
          : this.#placeBox(volumes, from, pair, collider);
      }
      this.#kernel.compute(true, count);
      for (let pair = 0; pair < count; pair++) {
        const collider = found[first + pair];
        found[kept] = collider;
        // bounds decide for a half-space
        kept += Number(status[pair] !== Status.Separated || this.#isUnbounded(collider));
      }
    }
    return kept;
  }

  #isUnbounded(collider: number): boolean {
    const { placed, shapes } = this.#frame;
    return (shapes.words[SHAPE_STRIDE * placed.shapes[collider] + TRAITS] & UNBOUNDED) !== 0;
  }

  /** Makes guest `pair` a sphere. @returns its id */
  #placeSphere(volumes: Float64Array, from: number, pair: number): number {
    const { placed, shapes } = this.#frame;
    const id = this.#begin(pair);
    for (let c = 0; c < 3; c++) placed.positions[4 * id + c] = volumes[from + c];
    shapes.reals[SHAPE_STRIDE * placed.shapes[id] + RADIUS] = volumes[from + 3];
    return id;
  }

  /** Makes guest `pair` a box. @returns its id */
  #placeBox(volumes: Float64Array, from: number, pair: number, collider: number): number {
    const { bounds, placed, shapes } = this.#frame;
    const { boxes } = bounds;
    const id = this.#begin(pair);
    const word = SHAPE_STRIDE * placed.shapes[id];
    const at = BOUNDS_STRIDE * collider;
    let room = 0;
    for (let c = 0; c < 3; c++) room += boxes[at + 3 + c] - boxes[at + c];
    let square = 0;
    for (let c = 0; c < 3; c++) {
      const low = Math.max(volumes[from + c], boxes[at + c] - room);
      const high = Math.min(volumes[from + 3 + c], boxes[at + 3 + c] + room);
      placed.positions[4 * id + c] = 0.5 * (low + high);
      shapes.reals[word + HALF_X + c] = 0.5 * (high - low);
      square += 0.25 * (high - low) * (high - low);
    }
    // rounded up, so that no corner lies beyond it
    shapes.reals[word + EXTENT] = Math.sqrt(square) * (1 + 2 ** -22);
    return id;
  }

  /** Makes guest `pair` a box of no size. @returns its id */
  #begin(pair: number): number {
    const { placed, shapes } = this.#frame;
    const { words } = shapes;
    const slot = GUEST_PAIRS + 1 + pair;
    const id = this.#guests.pose + slot;
    const word = SHAPE_STRIDE * (this.#guests.shape + slot);
    placed.shapes[id] = this.#guests.shape + slot;
    for (let k = 0; k < SHAPE_STRIDE; k++) words[word + k] = 0;
    words[word + CORE] = BOX;
    words[word + TRAITS] = BOX_TRAITS;
    words[word + VERTEX_COUNT] = CORNERS;
    for (let c = 0; c < 3; c++) placed.rotations[4 * id + c] = 0;
    placed.rotations[4 * id + 3] = 1;
    return id;
  }
}

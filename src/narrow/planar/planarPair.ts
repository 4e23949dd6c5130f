/**
 * One row of a pair list of a planar scene: its shapes, and their relative pose in `frame`. The collider with the
 * smaller id is A, so that (a, b) and (b, a) give the same bits.
 */
import type { Frame } from '../../memory/frame.ts';
import { frame, SCALE, turnFrame, X, Y } from '../../planar/frame.ts';
import type { Geometry } from '../../planar/geometry.ts';
import { writeTurn } from '../../planar/turn.ts';
import { ROWS, SHAPES } from '../../scene/countTable.ts';
import type { PlanarShapes } from './planarShapes.ts';

/** Largest distance of two positions (m), so that no product of lengths overflows. */
const FARTHEST = 1e100;

/** Rotations of A and of B, cos sin. */
export const TURN_A = 0;
const TURN_B = 2;
export const turns = /* @__PURE__ */ new Float64Array(4);

export class PlanarPair {
  a!: Geometry;
  b!: Geometry;
  /** Whether A is the second of the pair. */
  isSwapped = false;
  readonly #frame: Frame;
  readonly #shapes: PlanarShapes;

  constructor(scene: Frame, shapes: PlanarShapes) {
    this.#frame = scene;
    this.#shapes = shapes;
  }

  /**
   * Loads row p: the shapes, and the offset from A to B, world axes.
   * @returns whether both colliders exist, and have valid poses
   */
  load(ids: Uint32Array, p: number): boolean {
    const { colliders, counts } = this.#frame;
    const { shapes, positions, angles } = colliders;
    const first = ids[2 * p];
    const second = ids[2 * p + 1];
    const isSwapped = first > second;
    const a = isSwapped ? second : first;
    const b = isSwapped ? first : second;
    if (a === b || !(b < counts[ROWS])) return false;
    const shapeA = shapes[a];
    const shapeB = shapes[b];
    // NO_SHAPE, the mark of a removed collider, is larger than any count
    if (!(shapeA < counts[SHAPES] && shapeB < counts[SHAPES])) return false;
    const x = positions[2 * b] - positions[2 * a];
    const y = positions[2 * b + 1] - positions[2 * a + 1];
    // x − x is 0 for finite numbers only
    const isTurned = angles[a] - angles[a] + (angles[b] - angles[b]) === 0;
    if (!(isTurned && Math.abs(x) <= FARTHEST && Math.abs(y) <= FARTHEST)) return false;
    this.isSwapped = isSwapped;
    this.a = this.#shapes.get(shapeA);
    this.b = this.#shapes.get(shapeB);
    frame[X] = x;
    frame[Y] = y;
    return true;
  }

  /** Whether the circles around the positions of the shapes are apart: then the shapes are, rounding included. */
  areCirclesApart(): boolean {
    const { a, b } = this;
    const reach = a.extent + a.radius + b.extent + b.radius;
    return frame[X] * frame[X] + frame[Y] * frame[Y] > reach * reach * (1 + 1e-12);
  }

  /** Turns the loaded row to the frame of A. */
  turn(ids: Uint32Array, p: number): void {
    const { a, b, isSwapped } = this;
    const { angles } = this.#frame.colliders;
    frame[SCALE] = a.extent + a.radius + b.extent + b.radius + Math.abs(frame[X]) + Math.abs(frame[Y]);
    // a point at the origin is the same at any angle
    turns[TURN_A] = 1;
    turns[TURN_A + 1] = 0;
    turns[TURN_B] = 1;
    turns[TURN_B + 1] = 0;
    if (a.extent > 0) writeTurn(turns, TURN_A, angles[ids[isSwapped ? 2 * p + 1 : 2 * p]]);
    if (b.extent > 0) writeTurn(turns, TURN_B, angles[ids[isSwapped ? 2 * p : 2 * p + 1]]);
    turnFrame(turns, TURN_A, turns, TURN_B);
  }
}

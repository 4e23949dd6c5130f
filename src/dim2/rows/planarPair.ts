/**
 * One row of a pair list of a planar scene: its shapes, and their poses, relative to the position of A. The collider
 * with the smaller id is A, so that (a, b) and (b, a) give the same bits.
 */
import { ROWS, SHAPES } from '../../tables/countTable.ts';
import type { Frame } from '../../tables/frame.ts';
import { writeFrame } from '../pair/frame.ts';
import { type Geometry, ROUNDING } from '../pair/geometry.ts';
import { bodyA, bodyB } from '../pair/pairState.ts';
import { writeTurn } from '../pair/turn.ts';
import type { PlanarShapes } from './planarShapes.ts';

/** Largest distance of two positions (m), so that no product of lengths overflows. */
const FARTHEST = 1e100;

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
   * Loads row p, without its rotations.
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
    bodyA.x = 0;
    bodyA.y = 0;
    bodyB.x = x;
    bodyB.y = y;
    return true;
  }

  /** Whether the circles around the positions of the shapes are apart: then the shapes are, rounding included. */
  areCirclesApart(): boolean {
    const { a, b } = this;
    const { x, y } = bodyB;
    const reach = a.extent + a.radius + b.extent + b.radius;
    return x * x + y * y > reach * reach * (1 + ROUNDING);
  }

  /** Loads the rotations of the loaded row, and `frame`. */
  turn(ids: Uint32Array, p: number): void {
    const { a, b, isSwapped } = this;
    const { angles } = this.#frame.colliders;
    const first = ids[2 * p];
    const second = ids[2 * p + 1];
    // a point at the origin is the same at any angle
    bodyA.angle = a.extent > 0 ? angles[isSwapped ? second : first] : 0;
    bodyB.angle = b.extent > 0 ? angles[isSwapped ? first : second] : 0;
    writeTurn(bodyA);
    writeTurn(bodyB);
    writeFrame('a planar pair', a, b, bodyA, bodyB);
  }
}

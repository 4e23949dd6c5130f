/** How far a convex body reaches from a plane, in the frame of a shape. */

import type { CorePools } from '../../kernels/cores/corePair.ts';
import { support } from '../../kernels/cores/support.ts';
import { writeRotation } from '../../math/rotation.ts';
import { sceneGeometry } from '../../shapes/cores/list.ts';
import type { Frame } from '../../tables/frame.ts';
import { EXTENT, RADIUS, SHAPE_STRIDE, SMOOTH, TRAITS, UNBOUNDED } from '../../tables/shapeWords.ts';
import type { Whole } from './whole.ts';

export class BodySpan {
  isUnbounded = false;
  /** It has smooth parts. */
  isRound = false;
  /** Largest distance of a point from the body's position (m). */
  readonly extent = new Float64Array(1);
  /** The lowest point, and the heights of it and of the highest one (m). */
  readonly lowest = new Float64Array(3);
  readonly heights = new Float64Array(2);
  readonly #frame: Frame;
  readonly #geometry: CorePools;
  /** Rotation and position of the body, in the frame of the shape. */
  readonly #turn = new Float64Array(9);
  readonly #own = new Float64Array(9);
  readonly #position = new Float64Array(3);
  readonly #direction = new Float64Array(3);
  #word = 0;

  constructor(frame: Frame) {
    this.#frame = frame;
    this.#geometry = sceneGeometry(frame);
  }

  /** Loads a body: a row of the placed table. */
  load({ turn, collider }: Whole, body: number): void {
    const { placed, shapes } = this.#frame;
    const { positions, rotations } = placed;
    const own = this.#own;
    this.#word = SHAPE_STRIDE * placed.shapes[body];
    const traits = shapes.words[this.#word + TRAITS];
    const radius = shapes.reals[this.#word + RADIUS];
    this.isUnbounded = (traits & UNBOUNDED) !== 0;
    this.isRound = (traits & SMOOTH) !== 0 || radius > 0;
    this.extent[0] = shapes.reals[this.#word + EXTENT] + radius;
    writeRotation(own, 0, rotations, 4 * body);
    for (let row = 0; row < 3; row++) {
      this.#position[row] = 0;
      for (let c = 0; c < 3; c++) {
        this.#position[row] += turn[3 * c + row] * (positions[4 * body + c] - positions[4 * collider + c]);
        this.#turn[3 * row + c] = turn[row] * own[c] + turn[3 + row] * own[3 + c] + turn[6 + row] * own[6 + c];
      }
    }
  }

  /** Writes `lowest` and `heights`. @param up unit normal of the plane @param points the plane holds the first one */
  measure(up: Float64Array, points: Float64Array): void {
    const { lowest, heights } = this;
    const radius = this.#frame.shapes.reals[this.#word + RADIUS];
    for (let side = 1; side >= -1; side -= 2) {
      const direction = this.#direction;
      const turn = this.#turn;
      for (let c = 0; c < 3; c++) {
        direction[c] = side * (turn[c] * up[0] + turn[3 + c] * up[1] + turn[6 + c] * up[2]);
      }
      support(direction, this.#geometry, this.#word);
      let height = 0;
      for (let c = 0; c < 3; c++) {
        const row = 3 * c;
        const core = turn[row] * direction[0] + turn[row + 1] * direction[1] + turn[row + 2] * direction[2];
        lowest[c] = this.#position[c] + core + side * radius * up[c];
        height += up[c] * (lowest[c] - points[c]);
      }
      heights[side > 0 ? 1 : 0] = height;
    }
  }
}

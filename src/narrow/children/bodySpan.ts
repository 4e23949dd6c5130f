/** How far a convex body reaches from a plane, in the frame of a shape. */

import type { CorePools } from '../../kernels/cores/corePair.ts';
import { support } from '../../kernels/cores/support.ts';
import { writeRotation } from '../../math/rotation.ts';
import { sceneGeometry } from '../../shapes/cores/list.ts';
import type { Frame } from '../../tables/frame.ts';
import { EXTENT, HALF_X, RADIUS, SHAPE_STRIDE, SMOOTH, TRAITS, UNBOUNDED } from '../../tables/shapeWords.ts';
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

  /** Whether no side of the body's box keeps a triangle farther away than `reach[0]`, which has a bounded core. */
  isNear(corners: Float64Array, reach: Float64Array): boolean {
    const { reals } = this.#frame.shapes;
    const turn = this.#turn;
    const position = this.#position;
    const grown = reals[this.#word + RADIUS] + reach[0];
    for (let axis = 0; axis < 3; axis++) {
      const x = turn[axis];
      const y = turn[3 + axis];
      const z = turn[6 + axis];
      const middle = x * position[0] + y * position[1] + z * position[2];
      const first = x * corners[0] + y * corners[1] + z * corners[2];
      const second = x * corners[3] + y * corners[4] + z * corners[5];
      const third = x * corners[6] + y * corners[7] + z * corners[8];
      const most = reals[this.#word + HALF_X + axis] + grown;
      if (Math.min(first, second, third) - middle > most || middle - Math.max(first, second, third) > most)
        return false;
    }
    return true;
  }

  /** The same for a ball. @param reach from its middle, which is column[at …] */
  isBallNear(column: Float32Array, at: number, reach: Float64Array): boolean {
    const { reals } = this.#frame.shapes;
    const turn = this.#turn;
    const position = this.#position;
    const grown = reals[this.#word + RADIUS] + reach[0];
    for (let axis = 0; axis < 3; axis++) {
      let along = 0;
      for (let c = 0; c < 3; c++) along += turn[3 * c + axis] * (column[at + c] - position[c]);
      if (Math.abs(along) > reals[this.#word + HALF_X + axis] + grown) return false;
    }
    return true;
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

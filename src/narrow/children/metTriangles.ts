/**
 * Triangles of a surface that a convex body may touch. Those that a plane keeps farther away than the margin are left
 * out: their own plane, or a side of the body's box. So are triangles whose back is met and does not count.
 */
import { writeTriangleNormal } from '../../math/triangleNormal.ts';
import { GUEST_PAIRS } from '../../tables/guestTable.ts';
import type { BodySpan } from './bodySpan.ts';
import type { SurfaceRule } from './surfaceRule.ts';

/** Rounding of f32 shapes, as a part of the body's extent. */
const ROUNDING = 1e-5;
/** Numbers of a triangle: corners, normal, lowest point and heights of the body. */
const NORMAL = 9;
const LOWEST = 12;
const HEIGHTS = 15;
const STRIDE = 17;

export class MetTriangles {
  /** Of a triangle, as the rule has it: corners and unit normal. After `load` that of the side that is met. */
  readonly corners: Float64Array;
  readonly normal: Float64Array;
  isBack = false;
  /** Whether a back does not count, and how far away a triangle may be (m). Set before `meets`. */
  isOneSided = false;
  readonly margin = new Float64Array(1);
  /** In an array: V8 allocates for a double that crosses a call. */
  readonly #reach = new Float64Array(1);
  readonly #span: BodySpan;
  readonly #rule: SurfaceRule;
  /** Of each pair of the thread's list. */
  readonly #numbers = new Float64Array(STRIDE * GUEST_PAIRS);
  readonly #backs = new Uint8Array(GUEST_PAIRS);

  /** @param span of the body, which is loaded @param rule of the surface whose triangles are asked for */
  constructor(span: BodySpan, rule: SurfaceRule) {
    this.#span = span;
    this.#rule = rule;
    this.corners = rule.corners;
    this.normal = rule.normal;
  }

  /** Whether the body may touch triangle `child`. If so, it is kept under number `pair`. */
  meets(child: number, pair: number): boolean {
    const { corners, normal, margin } = this;
    const reach = this.#reach;
    const span = this.#span;
    const { heights } = span;
    this.#rule.surface.corners(child, corners);
    writeTriangleNormal(normal, corners);
    if (span.isUnbounded) return true;
    reach[0] = margin[0] + ROUNDING * span.extent[0];
    if (!span.isNear(corners, reach)) return false;
    span.measure(normal, corners);
    if (heights[0] > reach[0] || heights[1] < -reach[0]) return false;
    this.isBack = heights[0] + heights[1] < 0;
    if (this.isBack && this.isOneSided) return false;
    if (this.isBack) {
      this.#flip();
      span.measure(normal, corners);
    }
    this.#keep(pair);
    // guests have the normal of the front
    if (this.isBack) this.#flip();
    return true;
  }

  #flip(): void {
    for (let c = 0; c < 3; c++) this.normal[c] = -this.normal[c];
  }

  #keep(pair: number): void {
    const numbers = this.#numbers;
    const { corners, normal } = this;
    const { lowest, heights } = this.#span;
    const at = STRIDE * pair;
    for (let k = 0; k < 9; k++) numbers[at + k] = corners[k];
    for (let c = 0; c < 3; c++) numbers[at + NORMAL + c] = normal[c];
    for (let c = 0; c < 3; c++) numbers[at + LOWEST + c] = lowest[c];
    for (let k = 0; k < 2; k++) numbers[at + HEIGHTS + k] = heights[k];
    this.#backs[pair] = this.isBack ? 1 : 0;
  }

  /** Loads the triangle of number `pair` into the rule, and what the span of the body was from its plane. */
  load(pair: number): void {
    const numbers = this.#numbers;
    const { corners, normal } = this;
    const { lowest, heights } = this.#span;
    const at = STRIDE * pair;
    for (let k = 0; k < 9; k++) corners[k] = numbers[at + k];
    for (let c = 0; c < 3; c++) normal[c] = numbers[at + NORMAL + c];
    for (let c = 0; c < 3; c++) lowest[c] = numbers[at + LOWEST + c];
    for (let k = 0; k < 2; k++) heights[k] = numbers[at + HEIGHTS + k];
    this.isBack = this.#backs[pair] === 1;
    this.#rule.setSlack();
  }
}

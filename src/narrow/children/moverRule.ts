/**
 * Which hits of movers and triangles are none: those of inner edges, which a mover that slides along a surface meets at
 * the distance that it keeps. A hit that is no local minimum of the surface (surfaceRule.ts) is one of the plane of the
 * triangle, if the mover is in front of it: it is met when the plane is, or not at all if the mover does not approach
 * it. Until then no point of the triangle is nearer.
 *
 *   reads   children; poses, shapes; the hit: row `pair` of the thread's casts
 *   writes  its status, time and normal
 */
import { type BodySpan, measureSpan } from '../../kernels/children/bodySpan.ts';
import { beginRule, isFace, isMinimum, loadTriangle, SurfaceRule } from '../../kernels/children/surfaceRule.ts';
import type { CorePools } from '../../kernels/cores/corePair.ts';
import { sceneGeometry } from '../../shapes/cores/list.ts';
import { CastStatus } from '../../tables/castStatus.ts';
import { type CastResultTable, SKIN } from '../../tables/castTable.ts';
import type { ChildTable } from '../../tables/childTable.ts';
import type { Frame } from '../../tables/frame.ts';
import type { Whole } from './whole.ts';

/** A part of the motion: more than the rounding of f32 normals. */
const ALONG = 2 ** -20;

export class MoverRule {
  readonly #rule = new SurfaceRule();
  readonly #children: ChildTable;
  readonly #geometry: CorePools;
  readonly #span: BodySpan;
  readonly #options: Float64Array;
  readonly #move: Float64Array;
  /** How fast it comes nearer to the plane, and how far that is beyond the skin at the hit (m). */
  readonly #closing = new Float64Array(2);

  /**
   * @param span of the mover at the start, in the frame of the surface
   * @param move its displacement there (m)
   */
  constructor(frame: Frame, span: BodySpan, move: Float64Array) {
    this.#options = frame.casts.options;
    this.#move = move;
    this.#children = frame.children;
    this.#geometry = sceneGeometry(frame);
    this.#span = span;
  }

  /** Begins with a surface and a mover. */
  begin({ node, head }: Whole): void {
    beginRule(this.#rule, this.#children, node, head);
    this.#rule.extent.set(this.#span.extent);
  }

  /**
   * Reviews a hit of a triangle that does not move.
   * @param isFirst whether the triangle is A of the pair
   */
  review(found: CastResultTable, pair: number, { turn }: Whole, child: number, isFirst: boolean): void {
    const options = this.#options;
    const rule = this.#rule;
    const { along, corners, normal, witness } = rule;
    const { heights } = this.#span;
    const offsets = isFirst ? found.offsetsA : found.offsetsB;
    const sign = isFirst ? 1 : -1;
    loadTriangle(rule, this.#children, child);
    for (let row = 0; row < 3; row++) {
      along[row] = 0;
      witness[row] = corners[row];
      for (let c = 0; c < 3; c++) {
        along[row] += sign * turn[3 * c + row] * found.normals[4 * pair + c];
        witness[row] += turn[3 * c + row] * offsets[4 * pair + c];
      }
    }
    measureSpan(this.#span, this.#geometry, normal, corners);
    if (heights[0] + heights[1] < 0) {
      for (let c = 0; c < 3; c++) normal[c] = -normal[c];
      measureSpan(this.#span, this.#geometry, normal, corners);
    }
    if (!isFace(rule) && isMinimum(rule, this.#children, child)) return;
    const closing = this.#closing;
    let length = 0;
    closing[0] = 0;
    for (let c = 0; c < 3; c++) {
      closing[0] -= normal[c] * this.#move[c];
      length += Math.abs(this.#move[c]);
    }
    const t = found.t[pair];
    closing[1] = heights[0] - t * closing[0];
    // behind the plane it meets an edge
    if (!(closing[1] > 0)) return;
    closing[1] -= options[SKIN];
    if (closing[0] > ALONG * length && closing[1] > 0) found.t[pair] = t + closing[1] / closing[0];
    if (!(closing[0] > ALONG * length) || found.t[pair] > 1) {
      found.status[pair] = CastStatus.Free;
      return;
    }
    for (let c = 0; c < 3; c++) {
      let world = 0;
      for (let k = 0; k < 3; k++) world += turn[3 * c + k] * normal[k];
      found.normals[4 * pair + c] = sign * world;
    }
    found.normals[4 * pair + 3] = options[SKIN] + Math.min(closing[1], 0);
  }
}

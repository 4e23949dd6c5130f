/**
 * Triangles of a surface that a convex body may touch. Those that a plane keeps farther away than the margin are left
 * out: their own plane, or a side of the body's box. So are triangles whose back is met and does not count.
 */
import type { Doubles, Flag, Int } from '../../language/lanes.ts';
import { writeTriangleNormal } from '../../math/triangleNormal.ts';
import type { CorePools } from '../cores/corePair.ts';
import { type BodySpan, isTriangleNear, measureSpan } from './bodySpan.ts';
import type { ChildState, MetTriangles } from './childState.ts';
import { type SurfaceRule, setSlack } from './surfaceRule.ts';
import { type SurfacePools, writeCorners } from './surfaceView.ts';

/** Rounding of f32 shapes, as a part of the body's extent. */
const ROUNDING = 1e-5;
/** Whether the body may touch triangle `child` of the rule's surface. If so, it is kept under number `pair`. */
export function isMet(s: ChildState, geometry: CorePools, pools: SurfacePools, child: Int, pair: Int): Flag {
  const { met, rule, span } = s;
  const { corners, normal } = rule;
  const { heights } = span;
  writeCorners(corners, rule.view, pools, child);
  writeTriangleNormal(normal, corners);
  if (span.isUnbounded[0] === 1) return true;
  met.reach[0] = met.margin[0] + ROUNDING * span.extent[0];
  const isNear = isTriangleNear(span, geometry.shapes.reals, corners, met.reach);
  if (!isNear) return false;
  measureSpan(span, geometry, normal, corners);
  if (heights[0] > met.reach[0] || heights[1] < -met.reach[0]) return false;
  const isBack: Flag = heights[0] + heights[1] < 0;
  if (isBack && met.isOneSided === 1) return false;
  if (isBack) {
    flip(normal);
    measureSpan(span, geometry, normal, corners);
  }
  met.backs[pair] = isBack ? 1 : 0;
  keep(met, span, rule, pair);
  // guests have the normal of the front
  if (isBack) flip(normal);
  return true;
}

function flip(normal: Doubles): void {
  for (let c: Int = 0; c < 3; c++) normal[c] = -normal[c];
}

function keep(met: MetTriangles, span: BodySpan, rule: SurfaceRule, pair: Int): void {
  for (let k: Int = 0; k < 9; k++) met.corners[9 * pair + k] = rule.corners[k];
  for (let c: Int = 0; c < 3; c++) {
    met.normals[3 * pair + c] = rule.normal[c];
    met.lowest[3 * pair + c] = span.lowest[c];
  }
  for (let k: Int = 0; k < 2; k++) met.heights[2 * pair + k] = span.heights[k];
}

/** Loads the triangle of number `pair` into the rule, and what the span of the body was from its plane. */
export function loadMet(met: MetTriangles, span: BodySpan, rule: SurfaceRule, pair: Int): void {
  for (let k: Int = 0; k < 9; k++) rule.corners[k] = met.corners[9 * pair + k];
  for (let c: Int = 0; c < 3; c++) {
    rule.normal[c] = met.normals[3 * pair + c];
    span.lowest[c] = met.lowest[3 * pair + c];
  }
  for (let k: Int = 0; k < 2; k++) span.heights[k] = met.heights[2 * pair + k];
  met.isBack = met.backs[pair];
  setSlack(rule);
}

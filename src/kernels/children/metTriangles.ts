/**
 * Triangles of a surface that a convex body may touch. Those that a plane keeps farther away than the margin are left
 * out: their own plane, or a side of the body's box. So are triangles whose back is met and does not count.
 */
import type { Doubles, Flag, Int } from '../../language/lanes.ts';
import { writeTriangleNormal } from '../../math/triangleNormal.ts';
import type { CorePools } from '../cores/corePair.ts';
import { type BodySpan, IS_UNBOUNDED, isTriangleNear, measureSpan } from './bodySpan.ts';
import type { ChildState, MetTriangles } from './childState.ts';
import { type SurfaceRule, setSlack } from './surfaceRule.ts';
import { type SurfacePools, writeCorners } from './surfaceView.ts';

/** Rounding of f32 shapes, as a part of the body's extent. */
const ROUNDING = 1e-5;
/** Numbers of a triangle: corners, normal, lowest point and heights of the body. */
const NORMAL = 9;
const LOWEST = 12;
const HEIGHTS = 15;
const STRIDE = 17;

/** Whether the body may touch triangle `child` of the rule's surface. If so, it is kept under number `pair`. */
export function isMet(s: ChildState, geometry: CorePools, pools: SurfacePools, child: Int, pair: Int): Flag {
  const { met, rule, span } = s;
  const { corners, normal } = rule;
  const { heights } = span;
  writeCorners(corners, rule.view, pools, child);
  writeTriangleNormal(normal, corners);
  if (span.words[IS_UNBOUNDED] === 1) return true;
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
  keep(met, span, rule, STRIDE * pair);
  // guests have the normal of the front
  if (isBack) flip(normal);
  return true;
}

function flip(normal: Doubles): void {
  for (let c: Int = 0; c < 3; c++) normal[c] = -normal[c];
}

function keep(met: MetTriangles, span: BodySpan, rule: SurfaceRule, at: Int): void {
  const { numbers } = met;
  const { heights, lowest } = span;
  for (let k: Int = 0; k < 9; k++) numbers[at + k] = rule.corners[k];
  for (let c: Int = 0; c < 3; c++) {
    numbers[at + NORMAL + c] = rule.normal[c];
    numbers[at + LOWEST + c] = lowest[c];
  }
  for (let k: Int = 0; k < 2; k++) numbers[at + HEIGHTS + k] = heights[k];
}

/** Loads the triangle of number `pair` into the rule, and what the span of the body was from its plane. */
export function loadMet(met: MetTriangles, span: BodySpan, rule: SurfaceRule, pair: Int): void {
  const { numbers } = met;
  const { heights, lowest } = span;
  const at = STRIDE * pair;
  for (let k: Int = 0; k < 9; k++) rule.corners[k] = numbers[at + k];
  for (let c: Int = 0; c < 3; c++) {
    rule.normal[c] = numbers[at + NORMAL + c];
    lowest[c] = numbers[at + LOWEST + c];
  }
  for (let k: Int = 0; k < 2; k++) heights[k] = numbers[at + HEIGHTS + k];
  met.isBack = met.backs[pair];
  setSlack(rule);
}

/**
 * Supports of shape rows, by the tier of their core. The fast path (distanceRows.ts) calls the tiers that it supports
 * directly.
 */

import { BOX, CORE, SHAPE_STRIDE, SMOOTH } from '../../shapes/codes.ts';
import { cornerOf, supportBox } from '../../shapes/cores/box.ts';
import type { Geometry } from '../../shapes/cores/core.ts';
import { loadVertex, supportVertex } from '../../shapes/cores/vertices.ts';

/**
 * The support of shape `row` along f[DIR …] (the shape's own frame).
 *
 *   writes   f[DIR …]: the point of the core that is farthest along the direction
 *   returns  its id
 */
export function support(f: Float64Array, geometry: Geometry, row: number): number {
  const word = row * SHAPE_STRIDE;
  const code = geometry.shapes.words[word + CORE];
  if (code === BOX) return supportBox(f, geometry, word);
  if ((code & SMOOTH) === 0) return supportVertex(f, geometry, word);
  return geometry.cores![code]!.support(f, geometry, word);
}

/** Writes the point of `id` of shape `row`, in the shape's own frame, to f[at …]. */
export function pointOf(f: Float64Array, at: number, geometry: Geometry, row: number, id: number): void {
  const word = row * SHAPE_STRIDE;
  const code = geometry.shapes.words[word + CORE];
  if (code === BOX) cornerOf(f, at, geometry, word, id);
  else if ((code & SMOOTH) === 0) loadVertex(f, at, geometry, word, id);
  else geometry.cores![code]!.pointOf(f, at, geometry, word, id);
}

/** Whether one of two shape rows has a core of tier smooth. */
export function isSmoothPair(geometryA: Geometry, rowA: number, geometryB: Geometry, rowB: number): boolean {
  const codes = geometryA.shapes.words[rowA * SHAPE_STRIDE + CORE] | geometryB.shapes.words[rowB * SHAPE_STRIDE + CORE];
  return (codes & SMOOTH) !== 0;
}

/**
 * Supports of shape rows, by the tier of their core. The fast path (distanceRows.ts) calls the tiers that it supports
 * directly.
 */

import { BOX, CORE, SHAPE_STRIDE, SMOOTH, TRAITS } from '../../shapes/codes.ts';
import { cornerOf, supportBox } from '../../shapes/cores/box.ts';
import { DIR, type Geometry } from '../../shapes/cores/core.ts';
import { loadVertex, supportVertex } from '../../shapes/cores/vertices.ts';
import { ROT, SHIFT } from './places.ts';

/**
 * The support of shape `row` along f[DIR …] (the shape's own frame).
 *
 *   writes   f[DIR …]: the point of the core that is farthest along the direction
 *   returns  its id
 */
export function support(f: Float64Array, geometry: Geometry, row: number): number {
  const word = row * SHAPE_STRIDE;
  const { words } = geometry.shapes;
  const code = words[word + CORE];
  if (code === BOX) return supportBox(f, geometry, word);
  if ((words[word + TRAITS] & SMOOTH) === 0) return supportVertex(f, geometry, word);
  return geometry.cores![code]!.support(f, geometry, word);
}

/**
 * The point of B − A that is lowest along f[DIR …], frame A.
 *
 *   reads   f[DIR …], f[ROT …], f[SHIFT …]
 *   writes  y[atY …]: the point; a[atA …]: its point on A; ids[atIds], ids[atIds + toB]: their ids on A and on B
 */
export function supportDifference(
  f: Float64Array,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
  y: Float64Array,
  atY: number,
  a: Float64Array,
  atA: number,
  ids: Int32Array,
  atIds: number,
  toB: number,
): void {
  const vx = f[DIR];
  const vy = f[DIR + 1];
  const vz = f[DIR + 2];
  ids[atIds] = support(f, geometryA, rowA);
  const ax = f[DIR];
  const ay = f[DIR + 1];
  const az = f[DIR + 2];
  f[DIR] = -(f[ROT] * vx + f[ROT + 3] * vy + f[ROT + 6] * vz);
  f[DIR + 1] = -(f[ROT + 1] * vx + f[ROT + 4] * vy + f[ROT + 7] * vz);
  f[DIR + 2] = -(f[ROT + 2] * vx + f[ROT + 5] * vy + f[ROT + 8] * vz);
  ids[atIds + toB] = support(f, geometryB, rowB);
  const bx = f[DIR];
  const by = f[DIR + 1];
  const bz = f[DIR + 2];
  y[atY] = f[SHIFT] - ax + (f[ROT] * bx + f[ROT + 1] * by + f[ROT + 2] * bz);
  y[atY + 1] = f[SHIFT + 1] - ay + (f[ROT + 3] * bx + f[ROT + 4] * by + f[ROT + 5] * bz);
  y[atY + 2] = f[SHIFT + 2] - az + (f[ROT + 6] * bx + f[ROT + 7] * by + f[ROT + 8] * bz);
  a[atA] = ax;
  a[atA + 1] = ay;
  a[atA + 2] = az;
}

/**
 * Whether point `count` of y[first …] is one of those before it. Equal ids do not prove it: many points share the id of
 * a direction.
 */
export function isKnown(
  y: Float64Array,
  first: number,
  ids: Int32Array,
  stride: number,
  toB: number,
  count: number,
): boolean {
  const at = first + 3 * count;
  const id = stride * count;
  for (let k = 0; k < count; k++) {
    const other = first + 3 * k;
    const known = ids[stride * k] === ids[id] && ids[stride * k + toB] === ids[id + toB];
    if (known && y[other] === y[at] && y[other + 1] === y[at + 1] && y[other + 2] === y[at + 2]) return true;
  }
  return false;
}

/** Writes the point of `id` of shape `row`, in the shape's own frame, to f[at …]. */
export function pointOf(f: Float64Array, at: number, geometry: Geometry, row: number, id: number): void {
  const word = row * SHAPE_STRIDE;
  const { words } = geometry.shapes;
  const code = words[word + CORE];
  if (code === BOX) cornerOf(f, at, geometry, word, id);
  else if ((words[word + TRAITS] & SMOOTH) === 0) loadVertex(f, at, geometry, word, id);
  else geometry.cores![code]!.pointOf(f, at, geometry, word, id);
}

/** The core that measures a pair, if it has a smooth one: that of the higher rank, B's if they are equal. */
export function measuringCore(geometryA: Geometry, rowA: number, geometryB: Geometry, rowB: number) {
  const a = geometryA.cores?.[codeOf(geometryA, rowA)];
  const b = geometryB.cores?.[codeOf(geometryB, rowB)];
  return a && !(b && b.rank >= a.rank) ? a : b;
}

/** The code of the core of shape `row`. */
export function codeOf({ shapes }: Geometry, row: number): number {
  return shapes.words[row * SHAPE_STRIDE + CORE];
}

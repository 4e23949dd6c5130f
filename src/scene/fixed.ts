/** Shapes that do not move: half-spaces and surfaces. Their colliders are static. */
import { fail } from '../errors.ts';
import { MOST_UNBOUNDED } from '../memory/capacity.ts';
import { type SceneCounts, UNBOUNDED_COUNT } from '../tables/countTable.ts';
import { isSurface } from '../tables/shapeKinds.ts';
import type { ShapeRows } from '../tables/shapeTable.ts';
import { CORE, HEIGHT_FIELD, SHAPE_STRIDE } from '../tables/shapeWords.ts';
import { isUnboundedShape } from './unbounded.ts';

interface Tables {
  readonly shapes: ShapeRows;
  readonly counts: SceneCounts;
}

/** What errors call a surface. */
export function surfaceName({ words }: ShapeRows, shape: number): string {
  return words[SHAPE_STRIDE * shape + CORE] === HEIGHT_FIELD ? 'a height field' : 'a mesh';
}

/** Fails if the shape is one that does not move, and the collider moves; or a half-space too many. */
export function checkFixed(where: string, { shapes, counts }: Tables, shape: number, isStatic: boolean): void {
  checkStatic(`${where}: static`, shapes, shape, isStatic);
  if (!isUnboundedShape(shapes, shape)) return;
  if (counts[UNBOUNDED_COUNT] < MOST_UNBOUNDED) return;
  fail(`${where}: half-spaces`, `at most ${MOST_UNBOUNDED} in a scene`, counts[UNBOUNDED_COUNT] + 1);
}

/** Fails if the shape is one that does not move, and `isStatic` is false. */
export function checkStatic(where: string, shapes: ShapeRows, shape: number, isStatic: boolean): void {
  if (isStatic) return;
  if (isUnboundedShape(shapes, shape)) fail(where, 'true for a half-space, which does not move', isStatic);
  if (isSurface(shapes, shape)) fail(where, `true for ${surfaceName(shapes, shape)}, which does not move`, isStatic);
}

import type { Int, Words } from '../../language/lanes.ts';
import { CHILD_FLAGS, FIRST_CHILD, IS_FIELD, NO_CHILD, PART_SOURCE } from '../../tables/childWords.ts';
import { SOURCE, TRIANGLE_STRIDE } from '../../tables/meshWords.ts';
import { PART_ROWS } from '../../tables/partTable.ts';
import { SHAPE_STRIDE } from '../../tables/shapeWords.ts';

/** Pools of children, as far as they have numbers. */
export interface NumberPools {
  readonly nodes: Words;
  readonly triangles: Words;
}

/** The user's number of a child. @param child from the first of its shape, or NO_CHILD @param isCompound 1 or 0 */
export function childNumber(pools: NumberPools, parts: Words, head: Int, isCompound: Int, child: Int): Int {
  const { nodes, triangles } = pools;
  if (child === NO_CHILD || (nodes[head + CHILD_FLAGS] & IS_FIELD) !== 0) return child;
  const at = nodes[head + FIRST_CHILD] + child;
  if (isCompound === 0) return triangles[TRIANGLE_STRIDE * at + SOURCE];
  return parts[SHAPE_STRIDE * (PART_ROWS * at + 1) + PART_SOURCE];
}

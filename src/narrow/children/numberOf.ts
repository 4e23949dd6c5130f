import type { ChildTable } from '../../tables/childTable.ts';
import { CHILD_FLAGS, FIRST_CHILD, IS_FIELD, NO_CHILD, PART_SOURCE } from '../../tables/childWords.ts';
import { SOURCE, TRIANGLE_STRIDE } from '../../tables/meshWords.ts';
import { PART_ROWS } from '../../tables/partTable.ts';
import { SHAPE_STRIDE } from '../../tables/shapeWords.ts';
import type { Whole } from './whole.ts';

/** The user's number of a child. @param child from the first of its shape, or NO_CHILD */
export function numberOf({ nodes, parts, triangles }: ChildTable, { head, isCompound }: Whole, child: number): number {
  if (child === NO_CHILD || (nodes[head + CHILD_FLAGS] & IS_FIELD) !== 0) return child;
  const at = nodes[head + FIRST_CHILD] + child;
  if (!isCompound) return triangles[TRIANGLE_STRIDE * at + SOURCE];
  return parts.words[SHAPE_STRIDE * (PART_ROWS * at + 1) + PART_SOURCE];
}

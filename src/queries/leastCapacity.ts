/** Capacities of tables without an engine, for measurements and tests. */
import type { Search } from '../narrow/threadTools.ts';
import type { ChildCapacity } from '../tables/childTable.ts';
import type { FrameCapacity } from './frameLayout.ts';
import { SEARCHES } from './wholeCode.ts';

const FEW_CHILDREN: ChildCapacity = { meshTriangles: 1, meshVertices: 1, heights: 1, compoundParts: 1 };

/** The given capacities, and one row for each other: for tables without an engine. */
export function leastCapacity(given: Partial<FrameCapacity>): FrameCapacity {
  const queries = SEARCHES.flatMap(({ capacity }: Search<never>) => Object.keys(capacity ?? {}).map((key) => [key, 1]));
  return {
    ...FEW_CHILDREN,
    shapes: 1,
    vertices: 1,
    parts: 1,
    colliders: 1,
    threads: 1,
    ...Object.fromEntries(queries),
    ...given,
  };
}

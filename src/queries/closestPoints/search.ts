/**
 * The pass of `closestPoints`, after those of the tree (broad/passes.ts).
 *
 *   pass      items    reads → writes
 *   CLOSEST   points   points, tree, bounds, colliders → results of each point
 */
import { ClosestSearch } from '../../broad/closest.ts';
import { loadPoint, writeNone, writePoint } from '../../kernels/points/pointRow.ts';
import type { QueryPass, Search, ThreadTools } from '../../narrow/threadTools.ts';
import { ClosestStatus } from '../../tables/closestStatus.ts';
import type { ClosestTable } from '../../tables/closestTable.ts';
import { bindClosest, closestTableBytes } from '../../tables/closestTable.ts';
import { GROUPS } from '../../tables/closestWords.ts';
import { probeSearch } from '../probes/search.ts';
import { rayTables } from '../rays/tables.ts';

export interface PointCapacity {
  /** Points of one call of `closestPoints`. Default 65,536. */
  readonly points: number;
}

/** @internal */
export const CLOSEST: QueryPass = {
  name: 'closest',
  run(tools, _, begin, end) {
    findClosest(tools.frame.closest, tools.part(pointSearch), begin, end);
  },
};

const pointSearch = ({ frame, placed, wide }: ThreadTools) => new ClosestSearch(frame, placed, wide?.searches);

/** Answers points [begin, end). */
function findClosest(table: ClosestTable, closest: ClosestSearch, begin: number, end: number): void {
  const mask = table.words[GROUPS];
  if (closest.findWide(mask, begin, end)) return;
  for (let point = begin; point < end; point++) {
    if (loadPoint(closest.search, table, point)) {
      closest.find(mask);
      writePoint(closest.search, table, point);
    } else writeNone(table, point, ClosestStatus.Invalid, Number.NaN);
  }
}

/** @internal */
export const closestSearch: Search<PointCapacity> = {
  name: 'closestPoints',
  capacity: { points: { default: 65_536 } },
  needs: [probeSearch, rayTables],
  passes: [CLOSEST],
  bytes: ({ points }) => closestTableBytes(points),
  bind: (buffer, byteOffset, { points }) => ({ closest: bindClosest(buffer, byteOffset, points) }),
  mostItems: ({ points }) => points,
};

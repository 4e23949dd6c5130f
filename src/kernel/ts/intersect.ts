/**
 * Overlap flags for pairs [begin, end).
 *
 *   reads   pairs.ids, colliders, shapes, `from` (the simplex each row starts from)
 *   writes  results.status, `to` (the simplex each row ended on; boxes have none and hand theirs on)
 *
 * Allocates nothing, throws nothing, writes no row outside [begin, end). A row's answer depends on that row alone.
 */
import type { PairTable } from '../../pairs/pairTable.ts';
import { type ResultTable, Status } from '../../results/resultTable.ts';
import type { ColliderTable } from '../../scene/colliderTable.ts';
import type { SceneCounts } from '../../scene/countTable.ts';
import { clearSimplex, loadPair, loadSimplex, passSimplex, storeSimplex } from './pairRow.ts';
import { COUNT, type Geometry, ROW_A, ROW_B, type Workbench } from './scratch.ts';
import { touch } from './touch.ts';

export function intersectRows(
  results: ResultTable,
  pairs: PairTable,
  colliders: ColliderTable,
  counts: SceneCounts,
  geometry: Geometry,
  workbench: Workbench,
  from: Uint16Array,
  to: Uint16Array,
  begin: number,
  end: number,
): void {
  const { status } = results;
  const { ids } = pairs;
  const { scratch } = workbench;
  const { i } = scratch;
  for (let p = begin; p < end; p++) {
    if (!loadPair(scratch, colliders, counts, geometry, ids[2 * p]!, ids[2 * p + 1]!)) {
      status[p] = Status.Invalid;
      clearSimplex(to, p);
      continue;
    }
    loadSimplex(scratch, geometry, from, p);
    status[p] = touch(scratch, geometry, i[ROW_A]!, geometry, i[ROW_B]!);
    if (i[COUNT]! > 0) storeSimplex(scratch, to, p);
    else passSimplex(to, from, p);
  }
}

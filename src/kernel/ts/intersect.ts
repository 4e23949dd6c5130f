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
import { clearSimplex, gatherTile, INVALID_PAIR, loadSimplex, passSimplex, storeSimplex } from './pairRow.ts';
import { POSE_STRIDE, relatePoses } from './relative.ts';
import { COUNT, type Geometry, TILE_PAIRS, TILE_STRIDE, type Workbench } from './scratch.ts';
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
  const { scratch, polytope } = workbench;
  const { f, i, poses, tile } = scratch;
  for (let first = begin; first < end; first += TILE_PAIRS) {
    const last = Math.min(first + TILE_PAIRS, end);
    gatherTile(scratch, colliders, counts, geometry, ids, first, last);
    for (let p = first; p < last; p++) {
      const at = TILE_STRIDE * (p - first);
      const rowA = tile[at]!;
      if (rowA === INVALID_PAIR || !relatePoses(f, poses, POSE_STRIDE * (p - first))) {
        status[p] = Status.Invalid;
        clearSimplex(to, p);
        continue;
      }
      const rowB = tile[at + 1]!;
      const swapped = tile[at + 2]!;
      loadSimplex(scratch, geometry, from, p, rowA, rowB, swapped);
      status[p] = touch(scratch, polytope, geometry, rowA, geometry, rowB);
      if (i[COUNT]! > 0) storeSimplex(scratch, to, p, swapped);
      else passSimplex(to, from, p);
    }
  }
}

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
import { clearSimplex, gatherTile, loadSimplex, passSimplex, storeSimplex } from './pairRow.ts';
import { relatePoses } from './relative.ts';
import { COUNT, type Geometry, INVALID_PAIR, ROW_A, ROW_B, TILE_PAIRS, type Workbench } from './scratch.ts';
import { areSharpBoxes, touch } from './touch.ts';

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
  const { tile, polytope } = workbench;
  for (let first = begin; first < end; first += TILE_PAIRS) {
    const count = Math.min(TILE_PAIRS, end - first);
    gatherTile(tile, colliders, counts, geometry, ids, first, first + count);
    for (let k = 0; k < count; k++) {
      const scratch = tile[k]!;
      const { f, i } = scratch;
      const p = first + k;
      if (i[ROW_A] === INVALID_PAIR || !relatePoses(f)) {
        status[p] = Status.Invalid;
        clearSimplex(to, p);
        continue;
      }
      if (!areSharpBoxes(geometry, i[ROW_A]!, geometry, i[ROW_B]!)) loadSimplex(scratch, geometry, from, p);
      status[p] = touch(scratch, polytope, geometry, i[ROW_A]!, geometry, i[ROW_B]!);
      if (i[COUNT]! > 0) storeSimplex(scratch, to, p);
      else passSimplex(to, from, p);
    }
  }
}

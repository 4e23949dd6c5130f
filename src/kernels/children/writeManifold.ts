import type { Int } from '../../language/lanes.ts';
import { MAX_POINTS } from '../../tables/featureIds.ts';
import type { ManifoldColumns } from '../contacts/columns.ts';
import { writePoints } from '../contacts/manifold.ts';
import { matchFeatures } from '../contacts/match.ts';
import type { ChildState } from './childState.ts';
import { choosePoints } from './clusters.ts';

/** Writes the points of manifold n to row `to`. @param last the row that it had in the last query, or −1 */
export function writeManifold(s: ChildState, columns: ManifoldColumns, n: Int, to: Int, last: Int): void {
  const m = s.manifold;
  const count = choosePoints(s.clusters, m, n, columns.features.from, last < 0 ? -1 : MAX_POINTS * last);
  writePoints(m, columns, to, count, s.isSwapped[0]);
  columns.pointCount[to] = count;
  matchFeatures(columns.features, m.patch.features, 0, last, to, count);
}

/**
 * A row of a pair list in f64. It gathers the row, tests the axes of boxes, runs GJK on the cores, and writes the
 * result. `exactDistance` computes penetration, and rows that GJK does not prove. Hosts and wasm compile this file,
 * with the same bits.
 */
import type { Flag, Int } from '../../language/lanes.ts';
import { Status } from '../../tables/distanceStatus.ts';
import { cornerToFace } from '../boxes/distance.ts';
import { absolute, noFace, separateByEdges, separateByFaces } from '../boxes/intersect.ts';
import { gjk } from '../gjk/gjk.ts';
import { CONTAINED, newSearch, RUNNING, UNPROVEN } from '../gjk/search.ts';
import type { Context } from './context.ts';
import { invalidRow, passSimplex } from './invalidRow.ts';
import { measure } from './measure.ts';
import { noResult, overlaps, verdictOf, writeOverlap, writeResult, writeSimplex } from './pairResult.ts';
import { areKnown, areSpheresApart, gatherRow, hasNoDistance, readIds } from './row.ts';

/** Computes a row of the list. */
export function distanceRow(context: Context, pair: Int): void {
  const { overlapOnly, depth } = context;
  const ids = readIds(context, pair);
  if (!areKnown(context, ids)) {
    invalidRow(context, pair);
    return;
  }
  const row = gatherRow(context, pair, ids);
  if (!row.pose.valid) {
    invalidRow(context, pair);
    return;
  }
  const search = newSearch();
  const result = noResult();
  if (row.a.isBox && row.b.isBox && (overlapOnly || row.cold)) {
    const m = absolute(row.pose.rotation);
    const face = noFace();
    separateByFaces(row, m, face);
    let apart = face.gap > 0;
    if (!apart) apart = separateByEdges(row, m);
    if (overlapOnly && (row.radii === 0 || !apart)) {
      writeVerdict(context, pair, apart);
      return;
    }
    if (!apart) search.ending = CONTAINED;
    else if (face.gap > 0 && !overlapOnly) cornerToFace(context, row, face, search, result);
  }
  if (row.a.isSmooth || row.b.isSmooth) {
    if (hasNoDistance(context, row)) {
      invalidRow(context, pair);
      return;
    }
    search.ending = UNPROVEN; // only the careful path supports these cores
  } else if (search.ending === RUNNING) {
    if (overlapOnly && areSpheresApart(row)) {
      writeVerdict(context, pair, true);
      return;
    }
    gjk(context, row, search, result);
  }
  if (search.idS !== -1) search.count = 4;
  if (search.ending === UNPROVEN || (search.ending === CONTAINED && depth && !overlapOnly)) {
    measure(context, row, search, result);
  }
  writeSimplex(context, row, search);
  const together = overlaps(row, search, result);
  if (overlapOnly) context.status[pair] = verdictOf(row, search, result);
  else if (!depth && together) writeOverlap(context, pair);
  else writeResult(context, row, search, result);
}

/** Writes the status of a row without a simplex of its own. The simplex of the last query stays. */
function writeVerdict(context: Context, pair: Int, apart: Flag): void {
  context.status[pair] = apart ? Status.Separated : Status.Overlapping;
  passSimplex(context.to, context.from, pair);
}

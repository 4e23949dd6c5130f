/** Rows of `closestPoints`: loads a point, keeps the closest body so far, and writes the result. */
import type { Double, Flag, Int } from '../../language/lanes.ts';
import { NO_CHILD } from '../../tables/childWords.ts';
import { ClosestStatus } from '../../tables/closestStatus.ts';
import { Status } from '../../tables/distanceStatus.ts';
import type { PointColumns, PointHit, PointSearch } from './pointSearch.ts';

/** Rounding of bounds and distances, generously, as a part of the coordinates. */
const SLACK = 1 / 17_592_186_044_416;
const INFINITE: Double = 1 / 0;

/** Starts the search of a point. @returns whether its numbers, and their squares, are finite */
export function loadPoint(search: PointSearch, columns: PointColumns, point: Int): Flag {
  const { points, reals } = columns;
  const { place } = search;
  let sum: Double = 0;
  for (let c: Int = 0; c < 3; c++) {
    place[c] = points[4 * point + c];
    sum += place[c] * place[c];
  }
  search.limit[0] = INFINITE;
  search.best.distance[0] = reals[0];
  search.row[0] = -1;
  search.isProven[0] = 1;
  lowerLimit(search);
  return sum < INFINITE;
}

/** Lowers the limit for the best distance so far. */
function lowerLimit(search: PointSearch): void {
  const { place, limit, best } = search;
  const distance = best.distance[0];
  const reach = Math.abs(place[0]) + Math.abs(place[1]) + Math.abs(place[2]) + Math.abs(distance);
  limit[0] = Math.min(limit[0], distance + SLACK * reach);
}

/**
 * Keeps the body that is measured if it is closer than the best. Of equal distances the smallest row wins, and its
 * smallest child, so the result does not depend on the order of bodies.
 * @param child the user's number, or NO_CHILD
 * @param status of the body and the point
 */
export function keepClosest(search: PointSearch, row: Int, child: Int, status: Int): void {
  const { found, best } = search;
  const distance = found.distance[0];
  if (status === Status.BeyondMaxDistance || !(distance <= best.distance[0])) return;
  if (distance === best.distance[0] && search.row[0] >= 0) {
    if (Number(row) > search.row[0]) return;
    if (Number(row) === search.row[0] && Number(child) > search.child[0]) return;
  }
  copyHit(best, found);
  search.row[0] = Number(row);
  search.child[0] = Number(child);
  search.isProven[0] = status === Status.NotConverged ? 0 : 1;
  lowerLimit(search);
}

function copyHit(to: PointHit, from: PointHit): void {
  to.distance[0] = from.distance[0];
  to.bound[0] = from.bound[0];
  for (let c: Int = 0; c < 3; c++) {
    to.normal[c] = from.normal[c];
    to.nearest[c] = from.nearest[c];
  }
}

/** Writes the results of a point whose search has ended. */
export function writePoint(search: PointSearch, columns: PointColumns, point: Int): void {
  const { best } = search;
  const row = Math.trunc(search.row[0]);
  if (row < 0) {
    writeNone(columns, point, ClosestStatus.None, INFINITE);
    return;
  }
  const { normals, offsets, status } = columns;
  columns.ids[point] = row;
  columns.child[point] = Math.trunc(search.child[0]);
  columns.distances[point] = best.distance[0];
  for (let c: Int = 0; c < 3; c++) {
    normals[4 * point + c] = Math.fround(best.normal[c]);
    offsets[4 * point + c] = Math.fround(best.nearest[c]);
  }
  normals[4 * point + 3] = Math.fround(best.bound[0]);
  offsets[4 * point + 3] = 0;
  if (search.isProven[0] === 0) status[point] = ClosestStatus.Unresolved;
  else if (best.distance[0] > 0) status[point] = ClosestStatus.Outside;
  else status[point] = ClosestStatus.Inside;
}

/** Writes the results of a point without a collider. */
export function writeNone(columns: PointColumns, point: Int, status: Int, distance: Double): void {
  columns.status[point] = status;
  columns.ids[point] = -1;
  columns.child[point] = NO_CHILD;
  columns.distances[point] = distance;
  for (let c: Int = 4 * point; c < 4 * point + 4; c++) {
    columns.normals[c] = 0 / 0;
    columns.offsets[c] = 0 / 0;
  }
}

/**
 * Rays of the table, one after the other: the nearest hit of each, whether there is one, or all hits.
 *
 *   reads    the context, rays, colliders, shapes, bounds, half-spaces, the twin of the tree
 *   writes   castRays: status, ids, t and normals of the rays; nextHit: the hit in the tables of the thread
 *
 * The nearest hit has the smallest t, and of equal ones the smallest id. So it does not depend on the tree.
 */
import { RayStatus } from '../../../queries/rays/statusTable.ts';
import { RAY_IDS, RAY_MODE, RAY_NORMALS, RAY_STATUS, RAY_T, RAY_WORDS, TILE_BYTES } from '../context.ts';
import {
  addressOf,
  bytesAt,
  type Double,
  doublesAt,
  type Flag,
  float,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  tableAt,
} from '../lanes.ts';
import { ANY, HALF_SPACE_COUNT, INVALID, NEAREST } from './codes.ts';
import { filterOf } from './counted.ts';
import { castHalfSpaces } from './halfSpaces.ts';
import { type Hit, INSIDE, noHit } from './hit.ts';
import { type Ray, rayOf } from './ray.ts';
import { searchTwin, startSearch } from './search.ts';
import { PLANE, type RayTables } from './tables.ts';

const INFINITE = 1 / 0;
const NOT_A_NUMBER = 0 / 0;

/** Casts rows [begin, end) of the ray table, for the nearest hit or for any. */
export function castRays(context: Ints, begin: Int, end: Int): void {
  for (let row = begin; row < end; row += 1) {
    const ray = rayOf(context, row);
    if (!ray.isValid) {
      writeNone(context, row, RayStatus.Invalid, INFINITE);
      continue;
    }
    const hit = search(context, row, ray, true);
    writeResult(context, row, hit);
  }
}

/**
 * Finds a hit of a search of all, in no order.
 * @param isFirst 1 to start the search
 * @returns the collider, NONE: these were all, or INVALID
 */
export function nextHit(context: Ints, row: Int, isFirst: Int): Int {
  const ray = rayOf(context, row);
  if (!ray.isValid) return INVALID;
  const hit = search(context, row, ray, isFirst !== 0);
  const values = tableAt<RayTables>(addressOf(context) + TILE_BYTES).hit.values;
  values[0] = hit.code === INSIDE ? 0 : hit.t;
  values[1] = hit.normal.x;
  values[2] = hit.normal.y;
  values[3] = hit.normal.z;
  values[4] = hit.bound;
  return hit.row;
}

/** The nearest hit of a ray; or, for other modes, the next one. */
function search(context: Ints, row: Int, ray: Ray, isFirst: Flag): Hit {
  const tables = tableAt<RayTables>(addressOf(context) + TILE_BYTES);
  if (isFirst) startSearch(context, tables, ray);
  const filter = filterOf(context, row);
  let hit = noHit(ray.mostT);
  if (tables.state.words[PLANE] < intsAt(context[RAY_WORDS])[HALF_SPACE_COUNT]) {
    hit = castHalfSpaces(context, tables, ray, filter, hit);
    if (context[RAY_MODE] !== NEAREST && hit.row >= 0) return hit;
  }
  return searchTwin(context, tables, ray, filter, hit);
}

function writeResult(context: Ints, row: Int, hit: Hit): void {
  if (hit.row < 0) {
    writeNone(context, row, RayStatus.Miss, INFINITE);
    return;
  }
  if (context[RAY_MODE] === ANY) {
    // which body is found first depends on the tree
    writeNone(context, row, RayStatus.Hit, NOT_A_NUMBER);
    return;
  }
  const isInside = hit.code === INSIDE;
  bytesAt(context[RAY_STATUS])[row] = isInside ? RayStatus.StartsInside : RayStatus.Hit;
  intsAt(context[RAY_IDS])[row] = hit.row;
  doublesAt(context[RAY_T])[row] = isInside ? 0 : hit.t;
  const normal = floatsAt(context[RAY_NORMALS] + 16 * row);
  normal[0] = float(hit.normal.x);
  normal[1] = float(hit.normal.y);
  normal[2] = float(hit.normal.z);
  normal[3] = float(hit.bound);
}

function writeNone(context: Ints, row: Int, status: Int, t: Double): void {
  bytesAt(context[RAY_STATUS])[row] = status;
  intsAt(context[RAY_IDS])[row] = -1;
  doublesAt(context[RAY_T])[row] = t;
  const normal = floatsAt(context[RAY_NORMALS] + 16 * row);
  normal[0] = 0;
  normal[1] = 0;
  normal[2] = 0;
  normal[3] = 0;
}

/**
 * Rays of the table, one after the other: the nearest hit of each, whether there is one, or all hits.
 *
 *   reads    the context, rays, colliders, shapes, bounds, planes, the f32 tree
 *   writes   castRays: the results of the rays; nextHit: the hit in the tables of the thread
 *
 * The nearest hit has the smallest t, of equal ones the smallest id, and the smallest child of a collider. So it does
 * not depend on the tree.
 */

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
  int,
  intsAt,
  tableAt,
} from '../../../language/lanes.ts';
import { NO_CHILD } from '../../../tables/childWords.ts';
import {
  RAY_BARYCENTRICS,
  RAY_CHILD,
  RAY_DIRECTIONS,
  RAY_IDS,
  RAY_MATERIAL,
  RAY_MODE,
  RAY_NORMALS,
  RAY_ORIGINS,
  RAY_STATUS,
  RAY_T,
  TILE_BYTES,
  TREE_PLANES,
  TREE_WORDS,
} from '../../../tables/kernelContext.ts';
import { RayStatus } from '../../../tables/rayStatus.ts';
import { ANY, INVALID, NEAREST } from '../../../tables/rayTree.ts';
import { PLANE_COUNT, PLANE_ROW, PLANE_STRIDE } from '../../../tables/treeWords.ts';
import { meetPlane } from '../closedForms.ts';
import { INSIDE, keepHit, startHits } from '../hit.ts';
import { loadRay } from '../ray.ts';
import type { BestHit } from '../rayNumbers.ts';
import { type Filter, filterOf, isBetter, isHit, isSeen } from './counted.ts';
import type { RayTables } from './rayTables.ts';
import { resumeSearch, startSearch } from './search.ts';

const INFINITE = 1 / 0;
const NOT_A_NUMBER = 0 / 0;

/** Casts rows [begin, end) of the ray table, for the nearest hit or for any. */
export function castRays(context: Ints, begin: Int, end: Int): void {
  const tables = tableAt<RayTables>(addressOf(context) + TILE_BYTES);
  for (let row = begin; row < end; row += 1) {
    const isValid = loadRow(context, tables, row);
    if (!isValid) {
      writeNone(context, row, RayStatus.Invalid, INFINITE);
      continue;
    }
    startSearch(context, tables);
    search(context, tables, row);
    writeResult(context, row, tables.best);
  }
}

/**
 * Finds a hit of a search of all, in no order.
 * @param isFirst 1 to start the search
 * @returns the collider, NONE: these were all, or INVALID
 */
export function nextHit(context: Ints, row: Int, isFirst: Int): Int {
  const tables = tableAt<RayTables>(addressOf(context) + TILE_BYTES);
  if (isFirst !== 0) {
    const isValid = loadRow(context, tables, row);
    if (!isValid) return INVALID;
    startSearch(context, tables);
  } else startHits(tables.best, tables.ray);
  search(context, tables, row);
  if (tables.best.code === INSIDE) tables.best.hit.t = 0;
  return tables.best.row;
}

/** @returns whether the ray is valid */
function loadRow(context: Ints, tables: RayTables, row: Int): Flag {
  return loadRay(tables.ray, doublesAt(context[RAY_ORIGINS]), doublesAt(context[RAY_DIRECTIONS]), row);
}

/** Goes on to the nearest hit of a ray; or, for other modes, to the next one. */
function search(context: Ints, tables: RayTables, row: Int): void {
  const filter = filterOf(context, row);
  if (tables.state.plane < intsAt(context[TREE_WORDS])[PLANE_COUNT]) {
    castUnbounded(context, tables, filter);
    if (context[RAY_MODE] !== NEAREST && tables.best.row >= 0) return;
  }
  resumeSearch(context, tables, filter);
}

/** Goes on at the next collider without bounds: to the nearest hit of all; or, for other modes, to the next one. */
function castUnbounded(context: Ints, tables: RayTables, filter: Filter): void {
  const { best, hit, ray, state } = tables;
  const count = intsAt(context[TREE_WORDS])[PLANE_COUNT];
  const planes = doublesAt(context[TREE_PLANES]);
  for (let k = state.plane; k < count; k += 1) {
    const row = int(planes[PLANE_STRIDE * k + PLANE_ROW]);
    if (!isSeen(context, filter, row)) continue;
    const code = meetPlane(hit, ray, planes, PLANE_STRIDE * k);
    if (!isHit(context, code)) continue;
    if (!isBetter(context, best, hit.t, row, NO_CHILD)) continue;
    keepHit(best, ray, hit, code, row);
    if (context[RAY_MODE] !== NEAREST) {
      state.plane = k + 1;
      return;
    }
  }
  state.plane = count;
}

function writeResult(context: Ints, row: Int, best: BestHit): void {
  if (best.row < 0) {
    writeNone(context, row, RayStatus.Miss, INFINITE);
    return;
  }
  if (context[RAY_MODE] === ANY) {
    // which body is found first depends on the tree
    writeNone(context, row, RayStatus.Hit, NOT_A_NUMBER);
    return;
  }
  const isInside = best.code === INSIDE;
  bytesAt(context[RAY_STATUS])[row] = isInside ? RayStatus.StartsInside : RayStatus.Hit;
  intsAt(context[RAY_IDS])[row] = best.row;
  doublesAt(context[RAY_T])[row] = isInside ? 0 : best.hit.t;
  const normal = floatsAt(context[RAY_NORMALS] + 16 * row);
  normal[0] = float(best.hit.normal[0]);
  normal[1] = float(best.hit.normal[1]);
  normal[2] = float(best.hit.normal[2]);
  normal[3] = float(best.hit.bound);
  intsAt(context[RAY_CHILD])[row] = int(best.hit.child);
  const barycentrics = floatsAt(context[RAY_BARYCENTRICS] + 8 * row);
  barycentrics[0] = float(best.hit.weights[0]);
  barycentrics[1] = float(best.hit.weights[1]);
  bytesAt(context[RAY_MATERIAL])[row] = int(best.hit.material);
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
  intsAt(context[RAY_CHILD])[row] = NO_CHILD;
  const barycentrics = floatsAt(context[RAY_BARYCENTRICS] + 8 * row);
  barycentrics[0] = 0;
  barycentrics[1] = 0;
  bytesAt(context[RAY_MATERIAL])[row] = 0;
}

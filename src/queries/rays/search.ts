/**
 * Casts the rays of a list. Rays [begin, end) count from the first row of the list.
 *
 *   pass             items   reads → writes
 *   CAST_CLOSEST     rays    rays.origins, directions, masks, ignored, words; the scene → status, ids, t, normals,
 *                            child, barycentrics, material
 *   CAST_ANY         rays    the same → status; the others as of a ray that hits nothing
 *   CAST_ALL         rays    the same → staged hits of each ray, rays in no order; counts, stagedAt, allStatus
 *   PLACE_RAY_HITS   rays    staged hits, starts → allIds, allT, … allMaterial
 */

import {
  type BlockHits,
  createRayScratch,
  growHits,
  INSIDE,
  loadRay,
  type RayScratch,
  storeHit,
  type WideRays,
} from '../../broad/rays/rayScratch.ts';
import { searchRay } from '../../broad/rays/searchRay.ts';
import { sortHits } from '../../broad/rays/sortHits.ts';
import { reserve } from '../../broad/reserve.ts';
import type { QueryPass, Search, ThreadTools } from '../../narrow/threadTools.ts';
import { sceneGeometry } from '../../shapes/cores/list.ts';
import { NO_CHILD } from '../../tables/childWords.ts';
import { SEES_SENSORS } from '../../tables/colliderWords.ts';
import { NODES } from '../../tables/countTable.ts';
import type { Frame } from '../../tables/frame.ts';
import { RayStatus } from '../../tables/rayStatus.ts';
import { FIRST, type HitColumns, type RayTable, STAGED } from '../../tables/rayTable.ts';
import {
  ALL,
  ANY,
  HAS_F32_TREE,
  HIT_BOUND,
  HIT_CHILD,
  HIT_MATERIAL,
  HIT_NORMAL,
  HIT_T,
  HIT_WEIGHTS,
  INVALID,
  NEAREST,
  NONE,
  QUERY_GROUPS,
  SKIP_INSIDE,
} from '../../tables/rayTree.ts';
import { type RayCapacity, rayTables } from './tables.ts';

/** @internal */
export const CAST_CLOSEST: QueryPass = {
  name: 'castClosest',
  run(tools, _, begin, end) {
    castClosest(tools.frame.rays, tools.part(rayScratch), begin, end);
  },
};

/** @internal */
export const CAST_ANY: QueryPass = {
  name: 'castAny',
  run(tools, _, begin, end) {
    castAny(tools.frame.rays, tools.part(rayScratch), begin, end);
  },
};

/** @internal */
export const CAST_ALL: QueryPass = {
  name: 'castAll',
  run(tools, _, begin, end) {
    castAll(tools.frame, tools.part(rayScratch), begin, end);
  },
};

/** @internal */
export const PLACE_RAY_HITS: QueryPass = {
  name: 'placeRayHits',
  run({ frame }, _, begin, end) {
    placeHits(frame, begin, end);
  },
};

const rayScratch = ({ frame, wide }: ThreadTools) => createRayScratch(frame, sceneGeometry(frame), wide?.searches);

function castClosest(rays: RayTable, scratch: RayScratch, begin: number, end: number): void {
  const { best } = scratch.numbers;
  const first = startBlock(rays, scratch, NEAREST);
  const wide = wideRays(rays, scratch);
  if (wide) {
    wide.castRays(NEAREST, first + begin, first + end);
    return;
  }
  for (let row = first + begin; row < first + end; row++) {
    if (!startRay(rays, scratch, row)) {
      writeNone(rays, row, RayStatus.Invalid);
      continue;
    }
    const id = searchRay(scratch, 0);
    if (id === NONE) {
      writeNone(rays, row, RayStatus.Miss);
      continue;
    }
    const isInside = best.code === INSIDE;
    rays.status[row] = isInside ? RayStatus.StartsInside : RayStatus.Hit;
    storeHit(rays, row, id, best.hit);
    if (isInside) rays.t[row] = 0;
  }
}

/** Which body is found first depends on the tree, so only the status is written. */
function castAny(rays: RayTable, scratch: RayScratch, begin: number, end: number): void {
  const first = startBlock(rays, scratch, ANY);
  const wide = wideRays(rays, scratch);
  if (wide) {
    wide.castRays(ANY, first + begin, first + end);
    return;
  }
  for (let row = first + begin; row < first + end; row++) {
    let status: number = RayStatus.Invalid;
    if (startRay(rays, scratch, row)) status = searchRay(scratch, 0) === NONE ? RayStatus.Miss : RayStatus.Hit;
    writeNone(rays, row, status);
    if (status === RayStatus.Hit) rays.t[row] = Number.NaN;
  }
}

/** Stages the hits of each ray, sorted. Counts all hits; stores them while there is room. */
function castAll(frame: Frame, scratch: RayScratch, begin: number, end: number): void {
  const { rays } = frame;
  const { counts, stagedAt, words } = rays;
  const room = rays.staged.ids.length;
  const first = startBlock(rays, scratch, ALL);
  const wide = wideRays(rays, scratch);
  const withChildren = hasChildren(frame);
  let total = 0;
  for (let ray = begin; ray < end; ray++) {
    // hits that do not fit are only counted
    const at = total > room ? 0 : total;
    const row = first + ray;
    const found = wide ? collect(scratch, wide, row, at, withChildren) : findAll(rays, scratch, row, at);
    const isValid = found !== INVALID;
    const last = isValid ? found : at;
    sortHits(scratch.hits, at, last);
    counts[ray] = last - at;
    total += last - at;
    let status: number = isValid ? RayStatus.Miss : RayStatus.Invalid;
    if (last > at) status = isInside(scratch.hits, at) ? RayStatus.StartsInside : RayStatus.Hit;
    rays.allStatus[ray] = status;
  }
  let to = reserve(words, STAGED, total, room);
  if (to < 0) return;
  const { hits } = scratch;
  copyHits(rays.staged, to, hits, 0, total, hits.order);
  if (withChildren) copyChildren(rays.staged, to, hits, 0, total, hits.order);
  for (let ray = begin; ray < end; ray++) {
    stagedAt[ray] = to;
    to += counts[ray];
  }
}

/** Finds the hits of a ray, which are from `at` on in the scratch. @returns their end, or INVALID */
function findAll(rays: RayTable, scratch: RayScratch, row: number, at: number): number {
  return startRay(rays, scratch, row) ? searchRay(scratch, at) : INVALID;
}

/** The same, by the wide kernel. */
function collect(scratch: RayScratch, wide: WideRays, row: number, at: number, withChildren: boolean): number {
  const { hit } = wide;
  let id = wide.nextHit(row, true);
  if (id === INVALID) return INVALID;
  let end = at;
  for (; id !== NONE; id = wide.nextHit(row, false)) {
    growHits(scratch, end + 1);
    const { hits } = scratch;
    hits.ids[end] = id;
    hits.t[end] = hit[HIT_T];
    for (let c = 0; c < 3; c++) hits.normals[4 * end + c] = hit[HIT_NORMAL + c];
    hits.normals[4 * end + 3] = hit[HIT_BOUND];
    if (withChildren) {
      hits.child[end] = hit[HIT_CHILD];
      for (let c = 0; c < 2; c++) hits.barycentrics[2 * end + c] = hit[HIT_WEIGHTS + c];
      hits.material[end] = hit[HIT_MATERIAL];
    }
    end++;
  }
  return end;
}

/** Moves the hits of rays [begin, end) from the staging to their columns. */
function placeHits(frame: Frame, begin: number, end: number): void {
  const { rays } = frame;
  const { counts, stagedAt, starts, all, staged } = rays;
  const withChildren = hasChildren(frame);
  for (let ray = begin; ray < end; ray++) {
    copyHits(all, starts[ray], staged, stagedAt[ray], counts[ray], undefined);
    if (withChildren) copyChildren(all, starts[ray], staged, stagedAt[ray], counts[ray], undefined);
  }
  if (withChildren) return;
  const last = starts[end];
  all.child.fill(NO_CHILD, starts[begin], last);
  all.barycentrics.fill(0, 2 * starts[begin], 2 * last);
  all.material.fill(0, starts[begin], last);
}

/**
 * Copies `count` hits to `at` and later rows.
 * @param order numbers of the rows to copy, from `begin` on; without it they are `begin` and later rows
 */
type Copy = (
  to: HitColumns,
  at: number,
  from: HitColumns,
  begin: number,
  count: number,
  order: Int32Array | undefined,
) => void;

/** All but the children. */
const copyHits: Copy = (to, at, from, begin, count, order) => {
  const { ids, t, normals } = from;
  const { ids: toIds, t: toT, normals: toNormals } = to;
  for (let k = 0; k < count; k++) {
    const row = order ? order[begin + k] : begin + k;
    toIds[at + k] = ids[row];
    toT[at + k] = t[row];
    for (let c = 0; c < 4; c++) toNormals[4 * (at + k) + c] = normals[4 * row + c];
  }
};

const copyChildren: Copy = (to, at, from, begin, count, order) => {
  for (let k = 0; k < count; k++) {
    const row = order ? order[begin + k] : begin + k;
    to.child[at + k] = from.child[row];
    for (let c = 0; c < 2; c++) to.barycentrics[2 * (at + k) + c] = from.barycentrics[2 * row + c];
    to.material[at + k] = from.material[row];
  }
};

/** Whether the scene has shapes with children. */
function hasChildren({ counts }: Frame): boolean {
  return counts[NODES] > 0;
}

/** Sets what all rays of a block share. @returns the first row of the list */
function startBlock({ words }: RayTable, { view }: RayScratch, mode: number): number {
  view.mode = mode;
  view.skipInside = words[SKIP_INSIDE] === 1;
  return words[FIRST];
}

/** The wide kernel's rays: undefined for a scene that f32 does not hold, too. */
function wideRays({ words }: RayTable, { wide }: RayScratch): WideRays | undefined {
  return words[HAS_F32_TREE] === 1 ? wide : undefined;
}

/** Loads a ray. @returns whether it is valid */
function startRay(
  { origins, directions, masks, ignored, words }: RayTable,
  { numbers, view }: RayScratch,
  row: number,
): boolean {
  view.mask = words[QUERY_GROUPS] & (masks[row] | SEES_SENSORS);
  view.ignored = ignored[row];
  return loadRay(numbers.ray, origins, directions, row);
}

function writeNone(rays: RayTable, row: number, code: number): void {
  const { status, ids, t, normals, barycentrics } = rays;
  status[row] = code;
  ids[row] = -1;
  t[row] = Infinity;
  for (let c = 4 * row; c < 4 * row + 4; c++) normals[c] = 0;
  rays.child[row] = NO_CHILD;
  for (let c = 2 * row; c < 2 * row + 2; c++) barycentrics[c] = 0;
  rays.material[row] = 0;
}

/** Whether the hit has no normal: the origin lies in the body. */
function isInside({ normals, order }: BlockHits, at: number): boolean {
  const hit = 4 * order[at];
  return normals[hit] === 0 && normals[hit + 1] === 0 && normals[hit + 2] === 0;
}

/** @internal */
export const raySearch: Search<RayCapacity> = {
  name: 'rays',
  needs: [rayTables],
  passes: [CAST_CLOSEST, CAST_ANY, CAST_ALL, PLACE_RAY_HITS],
};

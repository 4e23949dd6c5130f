/**
 * The signed distance of a point and a row of the placed table, in f64. Points, segments, boxes and half-spaces have
 * closed forms; all other cores take the careful path against a core that is a point.
 */
import type { Flag, Int, Words } from '../../language/lanes.ts';
import { Status } from '../../tables/distanceStatus.ts';
import { CORE, EXTENT, POINT, RADIUS, SHAPE_STRIDE, VERTEX_COUNT, VERTEX_ROWS } from '../../tables/shapeWords.ts';
import type { PoseColumns } from '../contacts/columns.ts';
import type { CorePools } from '../cores/corePair.ts';
import { exactDistance } from '../cores/exactDistance.ts';
import type { CoreScratch } from '../cores/scratch.ts';
import { BEYOND, UNPROVEN } from '../gjk/search.ts';
import { measureClosed, writeFound } from './closedForms.ts';
import type { PointSearch } from './pointSearch.ts';

/** Writes the shape of a point: `words` is a row, 0 before. Its vertices are 0: four rows, x y z each. */
export function writePointShape(words: Words): void {
  words[CORE] = POINT;
  words[VERTEX_COUNT] = 1;
  words[VERTEX_ROWS] = 4;
}

/**
 * Measures the legal row `row`, whose pose is valid. Distances proven larger than the limit need not be exact.
 * @param dot pools of one shape, which is a point
 * @returns the status of the pair: Separated stands for Overlapping, too
 */
export function pointDistance(
  search: PointSearch,
  poses: PoseColumns,
  pools: CorePools,
  dot: CorePools,
  scratch: CoreScratch,
  row: Int,
): Int {
  const { reals } = pools.shapes;
  const word = SHAPE_STRIDE * poses.shapes[row];
  const isClosed = measureClosed(search, poses, pools.shapes, row);
  if (isClosed) return Status.Separated;
  const { core } = search;
  const { pair } = scratch;
  for (let k: Int = 0; k < 9; k++) pair.rotation[k] = 0;
  for (let c: Int = 0; c < 3; c++) {
    pair.shift[c] = search.local[c];
    pair.rotation[4 * c] = 1;
  }
  pair.wordA = word;
  pair.wordB = 0;
  pair.size = Number(reals[word + EXTENT]);
  pair.far = search.limit[0] + Number(reals[word + RADIUS]);
  pair.near2 = -1;
  pair.end = UNPROVEN;
  const isProven: Flag = exactDistance(scratch, pools, dot, true);
  core.distance[0] = pair.distance;
  core.bound[0] = pair.bound;
  for (let c: Int = 0; c < 3; c++) {
    core.normal[c] = pair.normal[c];
    core.nearest[c] = pair.witness[c];
  }
  writeFound(search, reals, word);
  if (pair.end === BEYOND) return Status.BeyondMaxDistance;
  return isProven ? Status.Separated : Status.NotConverged;
}

/** The context of `distanceRows` (context.ts). */
import type { Words } from '../../language/lanes.ts';
import { ROWS, SHAPES } from '../../tables/countTable.ts';
import type { CorePools } from '../cores/corePair.ts';
import type { CoreScratch } from '../cores/scratch.ts';
import { type Context, sideOf } from './context.ts';
import type { DistanceParams, Poses, ResultColumns } from './queryParams.ts';

export function contextOf(
  results: ResultColumns,
  ids: Words,
  poses: Poses,
  counts: Words,
  geometryA: CorePools,
  geometryB: CorePools,
  scratch: CoreScratch,
  params: DistanceParams,
): Context {
  return {
    ids,
    positions: poses.positions,
    rotations: poses.rotations,
    shapes: poses.shapes,
    rowCount: counts[ROWS],
    shapeCount: counts[SHAPES],
    overlapOnly: params.overlapOnly,
    depth: params.depth,
    maxDistance: params.maxDistance[0],
    from: params.from,
    to: params.to,
    status: results.status,
    separation: results.separation,
    offsetA: results.offsetA,
    offsetB: results.offsetB,
    scratch,
    pair: scratch.pair,
    direction: scratch.pair.direction,
    a: sideOf(geometryA),
    b: sideOf(geometryB),
  };
}

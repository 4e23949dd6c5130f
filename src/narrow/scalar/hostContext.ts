/** Contexts of hosts (context.ts). The build turns them into local variables. */
import { ROWS, type SceneCounts, SHAPES } from '../../scene/countTable.ts';
import type { Geometry } from '../../shapes/cores/core.ts';
import type { Context, PairContext, Pools } from './context.ts';
import type { DistanceParams, PairParams, PairPoses, Poses, ResultColumns } from './queryParams.ts';
import type { CoreScratch } from './scratch.ts';

export function contextOf(
  results: ResultColumns,
  ids: Uint32Array,
  poses: Poses,
  counts: SceneCounts,
  geometryA: Geometry,
  geometryB: Geometry,
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
    a: poolsOf(geometryA),
    b: poolsOf(geometryB),
  };
}

/** The same for one pair (pairRow.ts). */
export function pairContext(
  poses: PairPoses,
  a: Geometry,
  b: Geometry,
  scratch: CoreScratch,
  params: PairParams,
): PairContext {
  return {
    positions: poses.positions,
    rotations: poses.rotations,
    overlapOnly: params.overlapOnly,
    depth: params.depth,
    maxDistance: params.maxDistance[0],
    scratch,
    pair: scratch.pair,
    direction: scratch.pair.direction,
    a: poolsOf(a),
    b: poolsOf(b),
  };
}

function poolsOf(geometry: Geometry): Pools {
  return {
    geometry,
    words: geometry.shapes.words,
    reals: geometry.shapes.reals,
    coordinates: geometry.vertices.coordinates,
    cells: geometry.vertices.cells,
  };
}

/** Columns of a query as kernels in f64 take them, by the addresses in the context. */
import { bytesAt, doublesAt, floatsAt, type Ints, intsAt, shortsAt, wordsAt } from '../../../language/lanes.ts';
import {
  COLLIDER_SHAPES,
  COORDINATES,
  FEATURES_FROM,
  FEATURES_TO,
  IDS,
  LAST_ROW,
  LOOPS,
  OFFSET_A,
  OFFSET_B,
  PLANES,
  POINT_COUNT,
  POINTS_A,
  POINTS_B,
  POSITIONS,
  PREVIOUS,
  ROTATIONS,
  SEPARATION,
  SHAPE_WORDS,
  STATUS,
  TOUCHES,
} from '../../../tables/kernelContext.ts';
import type { DistanceColumns, ManifoldColumns, PoseColumns, ShapePools } from '../../contacts/columns.ts';

export function shapePools(context: Ints): ShapePools {
  return {
    words: wordsAt(context[SHAPE_WORDS]),
    reals: floatsAt(context[SHAPE_WORDS]),
    coordinates: floatsAt(context[COORDINATES]),
    planes: floatsAt(context[PLANES]),
    loops: shortsAt(context[LOOPS]),
  };
}

export function poseColumns(context: Ints): PoseColumns {
  return {
    positions: doublesAt(context[POSITIONS]),
    rotations: floatsAt(context[ROTATIONS]),
    shapes: wordsAt(context[COLLIDER_SHAPES]),
  };
}

export function distanceColumns(context: Ints): DistanceColumns {
  return {
    ids: wordsAt(context[IDS]),
    status: bytesAt(context[STATUS]),
    separation: floatsAt(context[SEPARATION]),
    offsetA: floatsAt(context[OFFSET_A]),
    offsetB: floatsAt(context[OFFSET_B]),
  };
}

export function manifoldColumns(context: Ints): ManifoldColumns {
  return {
    features: {
      from: wordsAt(context[FEATURES_FROM]),
      to: wordsAt(context[FEATURES_TO]),
      previous: intsAt(context[PREVIOUS]),
    },
    lastRow: intsAt(context[LAST_ROW]),
    pointCount: bytesAt(context[POINT_COUNT]),
    pointsA: floatsAt(context[POINTS_A]),
    pointsB: floatsAt(context[POINTS_B]),
    touches: bytesAt(context[TOUCHES]),
  };
}

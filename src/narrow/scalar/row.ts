/** One row of the pair list: its colliders, its cores, and their relative pose. */
import { SIMPLEX_STRIDE, UNUSED } from '../../queries/distance/table.ts';
import {
  CORNERED,
  EXTENT,
  HALF_X,
  HALF_Y,
  HALF_Z,
  RADIUS,
  SHAPE_STRIDE,
  SMOOTH,
  TRAITS,
  UNBOUNDED,
} from '../../shapes/codes.ts';
import type { Context, PairContext, Pools } from './context.ts';
import { relativePose } from './relativePose.ts';
import { dot } from './vectors.ts';

/**
 * Reads the ids of row `pair`. The smaller one is A, so that (a, b) and (b, a) give the same bits. Masks replace a
 * branch that no processor could predict.
 */
export function readIds(context: Context, pair: number) {
  const { ids } = context;
  const first = ids[2 * pair];
  const second = ids[2 * pair + 1];
  const swapped = -(((first > second) as unknown as number) | 0);
  return {
    a: first ^ ((first ^ second) & swapped),
    b: second ^ ((first ^ second) & swapped),
    /** −1 if A is the second of the pair, else 0. */
    swapped,
  };
}

export type RowIds = ReturnType<typeof readIds>;

/** Whether both colliders exist. NO_SHAPE, the mark of a removed collider, is larger than any count. */
export function areKnown(context: Context, ids: RowIds): boolean {
  return (
    ids.a !== ids.b &&
    ids.a < context.rowCount &&
    ids.b < context.rowCount &&
    context.shapes[ids.a] < context.shapeCount &&
    context.shapes[ids.b] < context.shapeCount
  );
}

/** Gathers the cores and the relative pose of a row whose colliders exist. */
export function gatherRow(context: Context, pair: number, ids: RowIds) {
  const { shapes, from } = context;
  const a = coreOf(context.a, shapes[ids.a]);
  const b = coreOf(context.b, shapes[ids.b]);
  return {
    pair,
    swapped: ids.swapped,
    a,
    b,
    pose: relativePose(context, ids.a, ids.b),
    size: a.extent + b.extent,
    radii: a.radius + b.radius,
    /** The row has no simplex to start from. */
    cold: from[SIMPLEX_STRIDE * pair] === UNUSED,
  };
}

export type Row = ReturnType<typeof gatherRow>;

/** Gathers one pair: the shapes are in row 0 of their tables, the poses in rows 0 and 1. */
export function gatherPair(context: PairContext) {
  const a = coreOf(context.a, 0);
  const b = coreOf(context.b, 0);
  return {
    a,
    b,
    pose: relativePose(context, 0, 1),
    /** Sum of the extents of the cores: the length that tolerances are relative to (m). */
    size: a.extent + b.extent,
    radii: a.radius + b.radius,
  };
}

/** What the stages between poses and results read. */
export type PairRow = ReturnType<typeof gatherPair>;

/** Whether the bounding spheres around the origins of the shapes are apart. */
export function areSpheresApart(row: PairRow): boolean {
  return dot(row.pose.shift, row.pose.shift) > (row.size + row.radii) * (row.size + row.radii);
}

/** Whether both cores have no bounds, so that the pair has no distance. */
export function areUnbounded(context: PairContext, row: PairRow): boolean {
  return (context.a.words[row.a.word + TRAITS] & context.b.words[row.b.word + TRAITS] & UNBOUNDED) !== 0;
}

/** Fields of a shape that every stage needs. */
function coreOf(pools: Pools, shape: number) {
  const { words, reals } = pools;
  const word = shape * SHAPE_STRIDE;
  return {
    shape,
    /** Index of the shape's first word. */
    word,
    isBox: (words[word + TRAITS] & CORNERED) !== 0,
    isSmooth: (words[word + TRAITS] & SMOOTH) !== 0,
    half: { x: reals[word + HALF_X], y: reals[word + HALF_Y], z: reals[word + HALF_Z] },
    extent: reals[word + EXTENT],
    radius: reals[word + RADIUS],
  };
}

export type Core = ReturnType<typeof coreOf>;

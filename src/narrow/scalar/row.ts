/** One row of the pair list: its colliders, its cores, and their relative pose. */
import { SIMPLEX_STRIDE, UNUSED } from '../../queries/distance/simplex.ts';
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
import type { Double, Flag, Int } from '../wide/lanes.ts';
import type { Context, PairContext, Pools } from './context.ts';
import { type RelativePose, relativePose } from './relativePose.ts';
import { dot, type Vec3 } from './vectors.ts';

export interface RowIds {
  readonly a: Int;
  readonly b: Int;
  /** −1 if A is the second of the pair, else 0. */
  readonly swapped: Int;
}

/** Fields of a shape that every stage needs. */
export interface Core {
  readonly shape: Int;
  /** Index of the shape's first word. */
  readonly word: Int;
  readonly isBox: Flag;
  readonly isSmooth: Flag;
  readonly half: Vec3;
  readonly extent: Double;
  readonly radius: Double;
}

/** What the stages between poses and results read. */
export interface PairRow {
  readonly a: Core;
  readonly b: Core;
  readonly pose: RelativePose;
  /** Sum of the extents of the cores: the length that tolerances are relative to (m). */
  readonly size: Double;
  readonly radii: Double;
}

export interface Row extends PairRow {
  readonly pair: Int;
  readonly swapped: Int;
  /** The row has no simplex to start from. */
  readonly cold: Flag;
}

/**
 * Reads the ids of row `pair`. The smaller one is A, so that (a, b) and (b, a) give the same bits. Masks replace a
 * branch that no processor could predict.
 */
export function readIds(context: Context, pair: Int): RowIds {
  const { ids } = context;
  const first = ids[2 * pair];
  const second = ids[2 * pair + 1];
  const swapped = -Number(first > second);
  return {
    a: first ^ ((first ^ second) & swapped),
    b: second ^ ((first ^ second) & swapped),
    swapped,
  };
}

/**
 * Whether both colliders exist. NO_SHAPE, the mark of a removed collider, is larger than any count; as i32 it is
 * negative.
 */
export function areKnown(context: Context, ids: RowIds): Flag {
  return (
    ids.a !== ids.b &&
    ids.a >= 0 &&
    ids.b >= 0 &&
    ids.a < context.rowCount &&
    ids.b < context.rowCount &&
    context.shapes[ids.a] >= 0 &&
    context.shapes[ids.b] >= 0 &&
    context.shapes[ids.a] < context.shapeCount &&
    context.shapes[ids.b] < context.shapeCount
  );
}

/** Gathers the cores and the relative pose of a row whose colliders exist. */
export function gatherRow(context: Context, pair: Int, ids: RowIds): Row {
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
    cold: from[SIMPLEX_STRIDE * pair] === UNUSED,
  };
}

/** Gathers one pair: the shapes are in row 0 of their tables, the poses in rows 0 and 1. */
export function gatherPair(context: PairContext): PairRow {
  const a = coreOf(context.a, 0);
  const b = coreOf(context.b, 0);
  return { a, b, pose: relativePose(context, 0, 1), size: a.extent + b.extent, radii: a.radius + b.radius };
}

/** Whether the bounding spheres around the origins of the shapes are apart. */
export function areSpheresApart(row: PairRow): Flag {
  return dot(row.pose.shift, row.pose.shift) > (row.size + row.radii) * (row.size + row.radii);
}

/** Whether both cores have no bounds, so that the pair has no distance. */
export function areUnbounded(context: PairContext, row: PairRow): Flag {
  return (context.a.words[row.a.word + TRAITS] & context.b.words[row.b.word + TRAITS] & UNBOUNDED) !== 0;
}

function coreOf(pools: Pools, shape: Int): Core {
  const { words, reals } = pools;
  const word = shape * SHAPE_STRIDE;
  return {
    shape,
    word,
    isBox: (words[word + TRAITS] & CORNERED) !== 0,
    isSmooth: (words[word + TRAITS] & SMOOTH) !== 0,
    half: { x: Number(reals[word + HALF_X]), y: Number(reals[word + HALF_Y]), z: Number(reals[word + HALF_Z]) },
    extent: Number(reals[word + EXTENT]),
    radius: Number(reals[word + RADIUS]),
  };
}

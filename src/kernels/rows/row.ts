/** One row of the pair list: its colliders, its cores, and their relative pose. */
import type { Double, Doubles, Flag, Floats, Int } from '../../language/lanes.ts';
import { dot, type Quat, type Vec3 } from '../../math/vectors.ts';
import {
  CORNERED,
  EXTENT,
  HALF_X,
  HALF_Y,
  HALF_Z,
  MANY,
  RADIUS,
  SHAPE_STRIDE,
  SMOOTH,
  TRAITS,
  UNBOUNDED,
} from '../../tables/shapeWords.ts';
import { SIMPLEX_STRIDE, UNUSED } from '../../tables/simplexWords.ts';
import type { PairPoses } from '../cores/corePair.ts';
import { type RelativePose, relativePose } from '../poses/relativePose.ts';
import type { Context, PairContext, Pools } from './context.ts';

export interface RowIds {
  readonly a: Int;
  readonly b: Int;
  /** −1 if A is the second of the pair, else 0. */
  readonly swapped: Int;
}

/** Fields of a shape that every stage needs. */
export interface Core {
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
  const { shapes, positions, rotations, from } = context;
  const a = coreOf(context.a, SHAPE_STRIDE * shapes[ids.a]);
  const b = coreOf(context.b, SHAPE_STRIDE * shapes[ids.b]);
  const quatA = loadQuat(rotations, 4 * ids.a);
  const quatB = loadQuat(rotations, 4 * ids.b);
  const offset = offsetOf(positions, 4 * ids.a, 4 * ids.b);
  return {
    pair,
    swapped: ids.swapped,
    a,
    b,
    pose: relativePose(quatA, quatB, offset),
    size: a.extent + b.extent,
    radii: a.radius + b.radius,
    cold: from[SIMPLEX_STRIDE * pair] === UNUSED,
  };
}

/** Gathers one pair, whose shapes begin at pair.wordA and pair.wordB. */
export function gatherPair(context: PairContext, poses: PairPoses): PairRow {
  const { pair } = context;
  const { positions, rotations } = poses;
  const a = coreOf(context.a, pair.wordA);
  const b = coreOf(context.b, pair.wordB);
  const quatA: Quat = { x: rotations[0], y: rotations[1], z: rotations[2], w: rotations[3] };
  const quatB: Quat = { x: rotations[4], y: rotations[5], z: rotations[6], w: rotations[7] };
  const offset = offsetOf(positions, 0, 4);
  const pose = relativePose(quatA, quatB, offset);
  return { a, b, pose, size: a.extent + b.extent, radii: a.radius + b.radius };
}

function loadQuat(rotations: Floats, at: Int): Quat {
  return {
    x: Number(rotations[at]),
    y: Number(rotations[at + 1]),
    z: Number(rotations[at + 2]),
    w: Number(rotations[at + 3]),
  };
}

/** The position that begins at place q, minus the one at p, in f64. */
function offsetOf(positions: Doubles, p: Int, q: Int): Vec3 {
  return {
    x: positions[q] - positions[p],
    y: positions[q + 1] - positions[p + 1],
    z: positions[q + 2] - positions[p + 2],
  };
}

/** Whether the bounding spheres around the origins of the shapes are apart. */
export function areSpheresApart(row: PairRow): Flag {
  return dot(row.pose.shift, row.pose.shift) > (row.size + row.radii) * (row.size + row.radii);
}

/** Whether the pair has no distance as one pair of cores: both have no bounds, or one has children. */
export function hasNoDistance(context: PairContext, row: PairRow): Flag {
  const a = context.a.words[row.a.word + TRAITS];
  const b = context.b.words[row.b.word + TRAITS];
  return ((a & b & UNBOUNDED) | ((a | b) & MANY)) !== 0;
}

function coreOf(pools: Pools, word: Int): Core {
  const { words, reals } = pools;
  return {
    word,
    isBox: (words[word + TRAITS] & CORNERED) !== 0,
    isSmooth: (words[word + TRAITS] & SMOOTH) !== 0,
    half: { x: Number(reals[word + HALF_X]), y: Number(reals[word + HALF_Y]), z: Number(reals[word + HALF_Z]) },
    extent: Number(reals[word + EXTENT]),
    radius: Number(reals[word + RADIUS]),
  };
}

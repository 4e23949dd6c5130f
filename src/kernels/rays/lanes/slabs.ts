/** The boxes of the f32 tree that a line enters, that of a ray or of a sweep: four boxes of three slabs at a time. */
import {
  abs,
  bitmask,
  bitsOf,
  type Column,
  columnAt,
  countBits,
  type Double,
  extractInt,
  type Float,
  float,
  type Int,
  type IntColumn,
  intsAt,
  type Lane,
  laneIndex,
  maskBits,
  max,
  min,
  select,
  sortDown,
  splat,
  type Table,
  type Tables,
} from '../../../language/lanes.ts';
import { BELOW, HIGH_BYTES, OWN, WIDTH } from '../../../tables/rayTree.ts';
import type { Vec } from '../../planes/lanes/placed.ts';
import { CHILD, type WideStack } from '../../tree/lanes/descend.ts';

/** Rounding of f64, as a part of the distance from the middle. */
export const F64_ROUNDING = 1 / 70_368_744_177_664;
/** Rounding to f32, generously. */
export const F32_ROUNDING = 1 / 4_194_304;
export const LEAST: Double = 1e-36;
/** Factors that cover the rounding of reciprocals, differences and products. */
export const EARLIER = 1 - 1 / 1_048_576;
export const LATER = 1 + 1 / 1_048_576;
/** A product with it is finite, or infinite, but not NaN. */
const MOST_INVERSE: Double = 1e37;

/** The place of a ray that is known within more may be anywhere: f32 does not hold its distance (m). */
const MOST_MARGIN: Double = 1e20;
/** Beyond all boxes: its differences with the planes of a box are finite, and of an empty box no NaN (m). */
const ANYWHERE: Float = 1e36;

/** One axis of a line, the same in all lanes. */
export interface Axis extends Table<4> {
  readonly nearOrigin: Column;
  readonly farOrigin: Column;
  readonly nearInverse: Column;
  readonly farInverse: Column;
  /** Bytes from a node to the planes through which the line enters, and leaves. */
  readonly offsets: IntColumn;
}

/** An axis in registers. */
interface Slab {
  readonly near: Int;
  readonly far: Int;
  readonly nearOrigin: Lane;
  readonly farOrigin: Lane;
  readonly nearInverse: Lane;
  readonly farInverse: Lane;
}

/** @param up upper end of the places at the start @param down lower end @param inverse 1 / the direction */
export function setAxis(axis: Axis, up: Float, down: Float, inverse: Double): void {
  const isForward = inverse > 0;
  const most = MOST_INVERSE;
  const bounded = max(-most, min(most, inverse));
  const offsets = intsAt(axis.offsets);
  offsets[0] = isForward ? 0 : HIGH_BYTES;
  offsets[1] = isForward ? HIGH_BYTES : 0;
  const ups: Lane = splat(up);
  const downs: Lane = splat(down);
  // lanes, because V8 makes a branch of a choice of floats
  axis.nearOrigin[0] = select(splat(isForward), ups, downs);
  axis.farOrigin[0] = select(splat(isForward), downs, ups);
  axis.nearInverse[0] = splat(float(bounded * EARLIER));
  axis.farInverse[0] = splat(float(bounded * LATER));
}

/** @param place of a line, which is known within `margin` @param inverse reciprocals of its direction */
export function startAxes(axes: Tables<Axis, 3>, place: Vec, inverse: Vec, margin: Double): void {
  if (margin < MOST_MARGIN) {
    startAxis(axes[0], place.x, inverse.x, margin);
    startAxis(axes[1], place.y, inverse.y, margin);
    startAxis(axes[2], place.z, inverse.z, margin);
  } else {
    setAxis(axes[0], ANYWHERE, -ANYWHERE, inverse.x);
    setAxis(axes[1], ANYWHERE, -ANYWHERE, inverse.y);
    setAxis(axes[2], ANYWHERE, -ANYWHERE, inverse.z);
  }
}

function startAxis(axis: Axis, place: Double, inverse: Double, margin: Double): void {
  const room = margin + F32_ROUNDING * abs(place) + LEAST;
  const up = float(place + room);
  const down = float(place - room);
  setAxis(axis, up, down, inverse);
}

/** @param place bytes from the first plane of a node to that of the axis */
function slabOf(axis: Axis, place: Int): Slab {
  return {
    near: intsAt(axis.offsets)[0] + place,
    far: intsAt(axis.offsets)[1] + place,
    nearOrigin: axis.nearOrigin[0],
    farOrigin: axis.farOrigin[0],
    nearInverse: axis.nearInverse[0],
    farInverse: axis.farInverse[0],
  };
}

function entryOf(node: Int, slab: Slab): Lane {
  return (columnAt(node + slab.near)[0] - slab.nearOrigin) * slab.nearInverse;
}

function exitOf(node: Int, slab: Slab): Lane {
  return (columnAt(node + slab.far)[0] - slab.farOrigin) * slab.farInverse;
}

/** A line in registers, and where it ends. */
export interface Line {
  readonly stack: WideStack;
  readonly x: Slab;
  readonly y: Slab;
  readonly z: Slab;
  limits: Lane;
  /** No key of a child that begins before the limits is larger. */
  lastKey: Int;
}

export function lineOf(stack: WideStack, axes: Tables<Axis, 3>, limit: Float): Line {
  const limits: Lane = splat(limit);
  const x = slabOf(axes[0], 0);
  const y = slabOf(axes[1], 16);
  const z = slabOf(axes[2], 32);
  return { stack, x, y, z, limits, lastKey: lastKeyOf(limits) };
}

export function setLimit(line: Line, limit: Float): void {
  line.limits = splat(limit);
  line.lastKey = lastKeyOf(line.limits);
}

function lastKeyOf(limits: Lane): Int {
  return extractInt(bitsOf(limits), 0) | CHILD;
}

/** Pushes the children of a node that the line enters before the limits. @returns the new top of the stack */
export function pushEntered(line: Line, node: Int, top: Int): Int {
  const { stack, x, y, z, limits } = line;
  const zero: Lane = 0;
  const entry = max(max(zero, entryOf(node, x)), max(entryOf(node, y), entryOf(node, z)));
  const exit = min(min(limits, exitOf(node, x)), min(exitOf(node, y), exitOf(node, z)));
  const misses = entry > exit;
  stack.keys[top] = sortDown((bitsOf(entry) & splat(~CHILD)) | laneIndex() | maskBits(misses));
  const under = intsAt(node)[BELOW];
  stack.below[top] = splat(select(under < 0, intsAt(node)[OWN], under));
  return top + WIDTH - countBits(bitmask(misses));
}

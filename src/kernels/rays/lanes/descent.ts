/**
 * The way down the f32 twin of the tree (tables/rayTree.ts), the nearest child first: the stack of pending children,
 * which all searches share, and the search along a way, of rays and casts.
 */
import {
  bitmask,
  bitsOf,
  type Column,
  columnAt,
  countBits,
  type Double,
  extractInt,
  type Flag,
  type Float,
  float,
  type Int,
  type IntColumn,
  type Ints,
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
import { RAY_WORDS } from '../../../tables/kernelContext.ts';
import {
  BELOW,
  CHILDREN,
  HIGH_BYTES,
  NODE_BYTES,
  OWN,
  ROOT,
  TAIL_BEGIN,
  TAIL_NODES,
  WIDTH,
} from '../../../tables/rayTree.ts';

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
/** The bits of a key that are the place of the child in its node. */
export const CHILD = 3;

/**
 * Pending children: 33 nodes to start with, then three for each of 20 levels. A key has the order of the children; its
 * two lowest bits are the child's place in its node.
 */
export interface Pending extends Table<128> {
  readonly keys: IntColumn;
  /** Word BELOW of the node, or word OWN: then the child is a body. */
  readonly below: IntColumn;
  /** Height of the stack. */
  top: Int;
}

/** One axis of a way, the same in all lanes. */
export interface Axis extends Table<4> {
  readonly nearOrigin: Column;
  readonly farOrigin: Column;
  readonly nearInverse: Column;
  readonly farInverse: Column;
  /** Bytes from a node to the planes through which the way enters, and leaves. */
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

/** Writes the nodes that a search starts with. */
export function pushRoots(context: Ints, pending: Pending, key: Int): void {
  const words = intsAt(context[RAY_WORDS]);
  const keys = intsAt(pending.keys);
  const below = intsAt(pending.below);
  let top: Int = 0;
  if (words[ROOT] >= 0) {
    keys[0] = key;
    below[0] = words[ROOT];
    top = 1;
  }
  for (let k: Int = 0; k < words[TAIL_NODES]; k += 1) {
    keys[top] = key;
    below[top] = words[TAIL_BEGIN] + k;
    top += 1;
  }
  pending.top = top;
}

/** @param up upper end of the places at the start @param down lower end @param inverse 1 / the way */
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

/** Pushes the children of a node that the way enters before the limits. @returns how many */
function pushEntered(pending: Pending, top: Int, node: Int, x: Slab, y: Slab, z: Slab, limits: Lane): Int {
  const zero: Lane = 0;
  const entry = max(max(zero, entryOf(node, x)), max(entryOf(node, y), entryOf(node, z)));
  const exit = min(min(limits, exitOf(node, x)), min(exitOf(node, y), exitOf(node, z)));
  const misses = entry > exit;
  pending.keys[top] = sortDown((bitsOf(entry) & splat(~CHILD)) | laneIndex() | maskBits(misses));
  const under = intsAt(node)[BELOW];
  pending.below[top] = splat(select(under < 0, intsAt(node)[OWN], under));
  return WIDTH - countBits(bitmask(misses));
}

/** No key of a child that begins before the limits is larger. */
function lastKeyOf(limits: Lane): Int {
  return extractInt(bitsOf(limits), 0) | CHILD;
}

/**
 * Goes on with the search of bodies along a way.
 * @param limitOf where the way ends
 * @param isLast visits a body, which may change the limit: whether the search stops there
 * @returns the row of the body where it stops, or −1: the search is complete
 */
export function seekAlong<Search>(
  nodes: Int,
  pending: Pending,
  axes: Tables<Axis, 3>,
  search: Search,
  limitOf: (search: Search) => Float,
  isLast: (search: Search, row: Int) => Flag,
): Int {
  const keys = intsAt(pending.keys);
  const stackBelow = intsAt(pending.below);
  let limits: Lane = splat(limitOf(search));
  let lastKey = lastKeyOf(limits);
  const x = slabOf(axes[0], 0);
  const y = slabOf(axes[1], 16);
  const z = slabOf(axes[2], 32);
  let top = pending.top;
  while (top > 0) {
    top -= 1;
    const key = keys[top];
    if (key > lastKey) continue;
    const below = stackBelow[top];
    if (below >= 0) {
      const entered = pushEntered(pending, top, nodes + NODE_BYTES * (below + (key & CHILD)), x, y, z, limits);
      top += entered;
      continue;
    }
    const row = -1 - intsAt(nodes + NODE_BYTES * (-1 - below))[CHILDREN + (key & CHILD)];
    const isEnd = isLast(search, row);
    if (isEnd) {
      pending.top = top;
      return row;
    }
    limits = splat(limitOf(search));
    lastKey = lastKeyOf(limits);
  }
  pending.top = 0;
  return -1;
}

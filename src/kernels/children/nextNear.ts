/** The children of a shape near a box, in the frame of the shape: the nearest first. On hosts and in wasm. */
import type { Double, Flag } from '../../language/lanes.ts';
import type { FieldPools } from '../fields/fieldView.ts';
import type { Box } from '../tree/box.ts';
import { type ChildSearch, nextChildren } from './childSearch.ts';
import type { NearBox } from './nearBox.ts';

/** @returns as nextChildren */
export function nextNear(search: ChildSearch, pools: FieldPools, near: NearBox): Flag {
  // with a branch it is a function in wasm, and not inlined
  if (near.limit[0] < 0) return false;
  return nextChildren(search, pools, near, near.limit[0], gapTo);
}

/** How far a box is away; NaN for an empty one, which is infinitely far away. */
function gapTo(near: NearBox, other: Box): Double {
  const { box } = near;
  const x = Math.max(Math.max(other.lowX - box[3], box[0] - other.highX), 0);
  const y = Math.max(Math.max(other.lowY - box[4], box[1] - other.highY), 0);
  const z = Math.max(Math.max(other.lowZ - box[5], box[2] - other.highZ), 0);
  const gap = Math.sqrt(x * x + y * y + z * z);
  // no `?:` of a constant and a computed number: V8 allocates for it
  return gap + (gap - gap);
}

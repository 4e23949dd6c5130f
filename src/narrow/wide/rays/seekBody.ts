/**
 * The way of one ray down the f32 twin of the tree (codes.ts), four children at a time, the nearest first. Bodies that
 * the kernel tests are taken into the nearest hit, which ends the ray earlier. At others it stops: the host tests them.
 *
 * Conservative: no leaf is left out whose body the f64 tests would hit. Boxes are rounded outward. The origin has two
 * f32 values along each axis: rounded up and down, and moved apart by the rounding of all f64 numbers behind it. Planes
 * through which the ray enters use the one that makes the entry earlier, others the one that makes the exit later.
 * Reciprocals are scaled by 1 ∓ 2⁻²⁰, which covers their own rounding, that of differences and of products (Ize, Robust
 * BVH Ray Traversal, 2013). A distant origin is first moved along the ray to the ball around the scene.
 *
 * No branch depends on how many children are entered, or on their order: a sorting network orders their keys, of which
 * those of children that the ray misses are the last.
 */
import { INVERSE, LAST, MARGIN, ORIGIN, SKIPPED, WAY } from '../../scalar/rays/places.ts';
import { COLLIDER_GROUPS, RAY_MODE, RAY_NODES, RAY_REALS } from '../context.ts';
import {
  abs,
  type Double,
  type Doubles,
  doublesAt,
  type Float,
  float,
  type Int,
  type Ints,
  intsAt,
  type Lane,
  max,
  shortsAt,
  splat,
} from '../lanes.ts';
import { castBody } from './bodies.ts';
import { ALL, ANY, CHILDREN, MIDDLE, NODE_BYTES, REACH, ROUNDING } from './codes.ts';
import {
  type Axis,
  CHILD,
  F32_ROUNDING,
  F64_ROUNDING,
  LATER,
  LEAST,
  lastKeyOf,
  pushEntered,
  pushRoots,
  setAxis,
  slabOf,
} from './descent.ts';
import { isSeen } from './halfSpaces.ts';
import { mayMeet } from './mayMeet.ts';
import { HOST, type RayTables, SAME, TOP } from './tables.ts';

/** Starts at the roots of the twin. */
export function startSearch(context: Ints, tables: RayTables, f: Doubles): void {
  const reals = doublesAt(context[RAY_REALS]);
  const x = f[ORIGIN] - reals[MIDDLE];
  const y = f[ORIGIN + 1] - reals[MIDDLE + 1];
  const z = f[ORIGIN + 2] - reals[MIDDLE + 2];
  const margin = F64_ROUNDING * (abs(x) + abs(y) + abs(z)) + reals[ROUNDING];
  const along = -(x * f[WAY] + y * f[WAY + 1] + z * f[WAY + 2]);
  const none: Double = 0;
  const skipped = max(none, along - reals[REACH] - margin);
  f[SKIPPED] = skipped;
  f[MARGIN] = margin;
  startAxis(tables.axes[0], x + skipped * f[WAY], f[INVERSE], margin);
  startAxis(tables.axes[1], y + skipped * f[WAY + 1], f[INVERSE + 1], margin);
  startAxis(tables.axes[2], z + skipped * f[WAY + 2], f[INVERSE + 2], margin);
  tables.state.words[TOP] = pushRoots(context, tables.stack, 0);
}

function startAxis(axis: Axis, place: Double, inverse: Double, margin: Double): void {
  const room = margin + F32_ROUNDING * abs(place) + LEAST;
  const up = float(place + room);
  const down = float(place - room);
  setAxis(axis, up, down, inverse);
}

/** @returns the row of the next body that the host tests, or −1: the search is complete */
export function seekBody(context: Ints, tables: RayTables, f: Doubles): Int {
  const nodes = context[RAY_NODES];
  const mode = context[RAY_MODE];
  const groups = shortsAt(context[COLLIDER_GROUPS]);
  const state = tables.state.words;
  const keys = intsAt(tables.stack.keys);
  const stackBelow = intsAt(tables.stack.below);
  let limits: Lane = splat(limitOf(f));
  let lastKey = lastKeyOf(limits);
  const x = slabOf(tables.axes[0], 0);
  const y = slabOf(tables.axes[1], 16);
  const z = slabOf(tables.axes[2], 32);
  let top = state[TOP];
  while (top > 0) {
    top -= 1;
    const key = keys[top];
    if (key > lastKey) continue;
    const below = stackBelow[top];
    if (below < 0) {
      const row = -1 - intsAt(nodes + NODE_BYTES * (-1 - below))[CHILDREN + (key & CHILD)];
      if (mode === ALL) {
        if (mayMeet(context, f, row) === 0) continue;
        state[TOP] = top;
        return row;
      }
      if (isSeen(groups, state, row) === 0) continue;
      const found = castBody(context, f, row);
      if (found === SAME) continue;
      state[TOP] = top;
      if (found === HOST) return row;
      if (mode === ANY) return -1;
      limits = splat(limitOf(f));
      lastKey = lastKeyOf(limits);
      continue;
    }
    const node = nodes + NODE_BYTES * (below + (key & CHILD));
    const entered = pushEntered(tables.stack, top, node, x, y, z, limits);
    top += entered;
  }
  state[TOP] = 0;
  return -1;
}

/** The end of the ray in f32, from where it was moved to. */
function limitOf(f: Doubles): Float {
  return float((f[LAST] - f[SKIPPED] + f[MARGIN]) * LATER);
}

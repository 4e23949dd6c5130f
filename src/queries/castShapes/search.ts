/**
 * Casts shapes against the scene. Goes down the tree along the way of the shape's bounds, nearest boxes first, and
 * casts the shape against each collider whose bounds it may enter before the best hit so far.
 *
 *   reads   probes, casts.moves, .turns, .options, .words; tree, bounds, groups
 *   writes  bounds of the probe, and its row of the results of castShapes
 *
 * A box is left out only if its entry, a lower bound of the time of every hit in it, is later than the best time. Equal
 * times go to the smallest id. So the result does not depend on the order of the tree.
 */
import { keepNear } from '../../broad/keepNear.ts';
import type { PairCaster, Pass, PassTools, Search } from '../../broad/pass.ts';
import type { BroadScratch } from '../../broad/scratch.ts';
import { BEGIN, END, LEVEL, NODE_WORDS, nextBoxes, startDescent } from '../../broad/tree/descent.ts';
import { findPlanes } from '../../broad/unbounded.ts';
import { BOUNDS_STRIDE } from '../../tables/boundsTable.ts';
import {
  bindCasts,
  CAST_TOLERANCE,
  type CastSizes,
  castTableBytes,
  FIRST_PROBE,
  GROUPS,
  LARGEST,
  SKIN,
  shapeRows,
  TOLERANCE,
} from '../../tables/castTable.ts';
import type { CastWay } from '../../tables/castWay.ts';
import type { Frame } from '../../tables/frame.ts';
import { EXTENT, RADIUS, SHAPE_STRIDE } from '../../tables/shapeWords.ts';
import { FAT_STRIDE, type TreeTable } from '../../tables/treeTable.ts';

export interface CastCapacity {
  /** Casts of one call of `castPairs` or `castShapes`. Default 16,384. */
  readonly casts: number;
}

/** Of times, relative: more than their rounding. */
const SLACK = 2 ** -40;
/** Of world coordinates, relative: more than the rounding of bounds. */
const COORDINATE_SLACK = 2 ** -46;
/** Of lengths of the motion: more than 64 roundings of a height (kernels/casts). */
const LENGTH_SLACK = 1e-11;
/** Stands for the inverse of 0: no product with a length is NaN. */
const MOST_INVERSE = 1e300;

/** @internal */
export const CAST_SHAPES: Pass = {
  name: 'castShapes',
  run(tools, _, begin, end) {
    if (tools.caster) castShapes(tools, tools.caster, begin, end);
  },
};

/** Casts shapes [begin, end) of the list. */
function castShapes(tools: PassTools, caster: PairCaster, begin: number, end: number): void {
  const { frame, search } = tools;
  const { casts, colliders } = frame;
  for (let k = begin; k < end; k++) {
    const probe = casts.words[FIRST_PROBE] + k;
    const row = colliders.capacity + probe;
    if (!caster.beginShape(k, row)) continue;
    tools.writeBounds(row, row + 1);
    writeWay(frame, search.way, probe, row);
    const mask = casts.words[GROUPS] & frame.probes.masks[probe];
    const ignored = frame.probes.ignored[probe];
    if (!caster.castOnWay(probe, mask, ignored)) descend(frame, search, caster, k, mask, ignored);
    meetUnbounded(frame, search, caster, probe, mask, ignored);
  }
}

/** Writes the bounds of the shape at rest, grown for its turn, its skin and rounding, and its displacement. */
function writeWay(frame: Frame, { sides, inverse }: CastWay, probe: number, row: number): void {
  const { bounds, casts, placed, shapes } = frame;
  const { moves, options, turns } = casts;
  const at = BOUNDS_STRIDE * row;
  const word = SHAPE_STRIDE * placed.shapes[row];
  const reach = (shapes.reals[word + EXTENT] + shapes.reals[word + RADIUS]) * (1 + SLACK);
  const p = 4 * probe;
  const angle = Math.sqrt(turns[p] * turns[p] + turns[p + 1] * turns[p + 1] + turns[p + 2] * turns[p + 2]);
  const length = Math.abs(moves[p]) + Math.abs(moves[p + 1]) + Math.abs(moves[p + 2]);
  const own = options[TOLERANCE];
  const tolerance = own >= 0 ? own : 2 * CAST_TOLERANCE * options[LARGEST];
  const growth = options[SKIN] + tolerance + LENGTH_SLACK * (length + options[LARGEST]);
  for (let c = 0; c < 3; c++) {
    const position = placed.positions[4 * row + c];
    let low = bounds.boxes[at + c];
    let high = bounds.boxes[at + 3 + c];
    if (angle > 0) {
      // no point moves farther than its way on a circle, nor out of the sphere about the position
      low = Math.max(low - angle * reach, position - reach);
      high = Math.min(high + angle * reach, position + reach);
    }
    const slack = growth + COORDINATE_SLACK * (Math.abs(low) + Math.abs(high) + length);
    sides[c] = high + slack;
    sides[3 + c] = low - slack;
    const move = moves[p + c];
    // no `?:` of a constant and a computed number: V8 allocates for it
    inverse[c] = MOST_INVERSE;
    if (Math.abs(move) > 1 / MOST_INVERSE) inverse[c] = 1 / move;
  }
}

/** Writes the time at which the way enters the box at boxes[at], less rounding, to `entry`; Infinity for none. */
function enter(scratch: BroadScratch, boxes: Float64Array, at: number): void {
  const { sides, inverse } = scratch.way;
  const x0 = (boxes[at] - sides[0]) * inverse[0];
  const x1 = (boxes[at + 3] - sides[3]) * inverse[0];
  const y0 = (boxes[at + 1] - sides[1]) * inverse[1];
  const y1 = (boxes[at + 4] - sides[4]) * inverse[1];
  const z0 = (boxes[at + 2] - sides[2]) * inverse[2];
  const z1 = (boxes[at + 5] - sides[5]) * inverse[2];
  const first = Math.max(Math.min(x0, x1), Math.min(y0, y1), Math.min(z0, z1), 0) * (1 - SLACK);
  const last = Math.min(Math.max(x0, x1), Math.max(y0, y1), Math.max(z0, z1));
  // NaN, from bounds of an invalid pose, is entered never
  scratch.entry = Infinity;
  if (first <= last * (1 + SLACK)) scratch.entry = first;
}

/** Goes down the tree, and casts shape k against the colliders on its way. */
function descend(
  frame: Frame,
  scratch: BroadScratch,
  caster: PairCaster,
  k: number,
  mask: number,
  ignored: number,
): void {
  const { bounds, casts, colliders, tree } = frame;
  const { t } = shapeRows(casts);
  const { stack, entries, places } = scratch;
  const { boxes, order } = tree;
  let top = startDescent(tree.words, stack);
  do {
    const level = stack[LEVEL];
    const count = sortBoxes(scratch, boxes, stack[BEGIN], stack[END]);
    if (level > 0) {
      // the nearest is pushed last, and visited first
      for (let n = count - 1; n >= 0; n--) {
        if (!(entries[n] <= t[k])) continue;
        stack[top] = places[n];
        stack[top + 1] = level;
        top += NODE_WORDS;
      }
    } else {
      for (let n = 0; n < count && entries[n] <= t[k]; n++) {
        const row = order[places[n]];
        if (row === ignored || (colliders.groups[2 * row] & mask) === 0) continue;
        // the tight bounds
        enter(scratch, bounds.boxes, BOUNDS_STRIDE * row);
        if (scratch.entry <= t[k]) caster.castAgainst(row);
      }
    }
    top = nextNear(tree, scratch, top, t, k);
  } while (top > 0);
}

/** The next boxes of the descent (descent.ts); leaves out nodes that the way enters after the best time. */
function nextNear(tree: TreeTable, scratch: BroadScratch, from: number, t: Float64Array, k: number): number {
  const { stack } = scratch;
  let top = from;
  for (;;) {
    top = nextBoxes(tree.words, stack, top);
    if (top === 0) return 0;
    enter(scratch, tree.boxes, FAT_STRIDE * stack[top]);
    if (scratch.entry <= t[k]) return top;
  }
}

/** Writes the boxes [begin, end) that the way enters to `places`, by entry. @returns their number */
function sortBoxes(scratch: BroadScratch, boxes: Float64Array, begin: number, end: number): number {
  const { entries, places } = scratch;
  let count = 0;
  for (let place = begin; place < end; place++) {
    enter(scratch, boxes, FAT_STRIDE * place);
    const { entry } = scratch;
    if (!(entry <= 1)) continue;
    let n = count++;
    for (; n > 0 && entries[n - 1] > entry; n--) {
      entries[n] = entries[n - 1];
      places[n] = places[n - 1];
    }
    entries[n] = entry;
    places[n] = place;
  }
  return count;
}

/** Casts the shape against the colliders without bounds that its way comes near to. */
function meetUnbounded(
  { bounds, casts, colliders, tree }: Frame,
  scratch: BroadScratch,
  caster: PairCaster,
  probe: number,
  mask: number,
  ignored: number,
): void {
  const { target, way } = scratch;
  for (let c = 0; c < 3; c++) {
    const move = casts.moves[4 * probe + c];
    target[c] = way.sides[3 + c] + Math.min(move, 0);
    target[3 + c] = way.sides[c] + Math.max(move, 0);
  }
  target[6] = 0;
  const near = findPlanes(tree, scratch, 0, false);
  const count = keepNear(bounds.boxes, colliders.groups, scratch, near, mask, ignored);
  for (let n = 0; n < count; n++) caster.castAgainst(scratch.rows[n]);
}

/** The tables of all casts. @internal */
export const castSearch: Search<CastSizes> = {
  passes: [CAST_SHAPES],
  bytes: castTableBytes,
  bind: (buffer, byteOffset, capacity) => ({ casts: bindCasts(buffer, byteOffset, capacity) }),
  mostItems: ({ casts }) => casts,
};

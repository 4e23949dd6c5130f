/**
 * Makes the f32 twin of the bounding tree (tables/rayTree.ts), about 30 ns per node.
 *
 *   layRayNodes    reads   tree, bounds of the tail, shapes
 *                  writes  the header: words, reals
 *   makeRayNodes   reads   tree, bounds, colliders, shapes, the header
 *                  writes  nodes, leaves
 *
 * The boxes of leaves are those of bounds, which are tighter than fat boxes.
 */

import { NODE_SLACK } from '../../kernels/rays/boxEntry.ts';
import { BOUNDS_STRIDE, type BoundsTable } from '../../tables/boundsTable.ts';
import type { ColliderTable } from '../../tables/colliderTable.ts';
import { type SceneCounts, SHAPES } from '../../tables/countTable.ts';
import {
  BELOW,
  CHILDREN,
  HAS_TWIN,
  HIGH,
  LEAF_HALF,
  LEAF_INNER,
  LEAF_OUTER,
  LEAF_PART,
  LEAF_POSITION,
  LEAF_TURN,
  LEAF_WORDS,
  LOW,
  MIDDLE,
  NODE_COUNT,
  NODE_WORDS,
  OWN,
  REACH,
  ROOT,
  ROUNDING,
  TAIL_BEGIN,
  TAIL_NODES,
} from '../../tables/rayTree.ts';
import type { ShapeTable } from '../../tables/shapeTable.ts';
import { BOX, CORE, EXTENT, HALF_X, POINT, RADIUS, SEGMENT, SHAPE_STRIDE } from '../../tables/shapeWords.ts';
import {
  FAT_STRIDE,
  LEAVES,
  LEVEL_BEGIN,
  LEVEL_COUNT,
  TAIL_COUNT,
  TOP,
  type TreeTable,
  WIDTH,
} from '../../tables/treeTable.ts';

/** The columns of the twin in the ray table. */
export interface TwinTable {
  readonly nodes: Float32Array;
  /** The same bytes as integers. */
  readonly nodeWords: Int32Array;
  readonly leaves: Float32Array;
  readonly words: Int32Array;
  readonly reals: Float64Array;
}

/** Scenes farther from the origin, or wider, have no twin: f32 does not hold their places (m). */
const MOST_REACH = 1e30;
/** Rounding of bounds and of local rays, as a part of coordinates and sizes. */
const PART = 2 ** -46;
/** Rounding to f32, and for numbers around 0. */
const F32_PART = 2 ** -22;
const LEAST = 1e-36;

/** Lays out the nodes of this call, on the calling thread. @returns their number; 0 if there is no twin */
export function layRayNodes(
  { words: head, reals }: TwinTable,
  { boxes, order, words }: TreeTable,
  bounds: BoundsTable,
  shapes: Float32Array,
  counts: SceneCounts,
): number {
  let reach = 0;
  let away = 0;
  const root = words[TOP] === 0 ? -1 : FAT_STRIDE * words[LEVEL_BEGIN + words[TOP]];
  for (let c = 0; c < 3; c++) {
    // numbers in memory: V8 allocates where a constant and a computed number meet
    reals[LOW] = Infinity;
    reals[HIGH] = -Infinity;
    if (root >= 0) {
      reals[LOW] = boxes[root + c];
      reals[HIGH] = boxes[root + 3 + c];
    }
    for (let k = words[LEAVES]; k < words[LEAVES] + words[TAIL_COUNT]; k++) {
      const own = BOUNDS_STRIDE * order[k] + c;
      // NaN, of a removed row, is neither
      if (bounds.boxes[own] < reals[LOW]) reals[LOW] = bounds.boxes[own];
      if (bounds.boxes[own + 3] > reals[HIGH]) reals[HIGH] = bounds.boxes[own + 3];
    }
    const half = Math.max(0, (reals[HIGH] - reals[LOW]) / 2);
    reals[MIDDLE + c] = 0;
    if (reals[LOW] <= reals[HIGH]) reals[MIDDLE + c] = reals[LOW] + half;
    reach += half * half;
    away += Math.abs(reals[MIDDLE + c]);
  }
  let size = 0;
  for (let k = 0; k < counts[SHAPES]; k++) {
    size = Math.max(size, shapes[SHAPE_STRIDE * k + EXTENT] + shapes[SHAPE_STRIDE * k + RADIUS]);
  }
  const radius = Math.sqrt(reach);
  reals[ROUNDING] = PART * (away + 2 * radius + 4 * size);
  reals[REACH] = radius * (1 + PART) + reals[ROUNDING];
  const hasTwin = reals[REACH] < MOST_REACH && away < MOST_REACH;
  const inner = root < 0 ? 0 : words[LEVEL_BEGIN + words[TOP]] + 1 - words[LEVEL_BEGIN + 1];
  const tail = Math.ceil(words[TAIL_COUNT] / WIDTH);
  head[ROOT] = inner - 1;
  head[TAIL_BEGIN] = inner;
  head[TAIL_NODES] = tail;
  head[NODE_COUNT] = inner + tail;
  head[HAS_TWIN] = hasTwin ? 1 : 0;
  return hasTwin ? inner + tail : 0;
}

/** The tables of a scene that the twin is made from. */
export interface TwinScene {
  readonly tree: TreeTable;
  readonly bounds: BoundsTable;
  readonly colliders: ColliderTable;
  readonly shapes: ShapeTable;
}

/** Writes nodes [from, to), and the leaves below them. */
export function makeRayNodes(twin: TwinTable, scene: TwinScene, from: number, to: number): void {
  const { tree, bounds } = scene;
  const { words: head, reals, nodeWords } = twin;
  const { boxes, order, words } = tree;
  const base = words[LEVEL_BEGIN + 1];
  const tailLeaf = head[ROOT] < 0 ? 0 : words[LEVEL_COUNT + 1];
  let level = 1;
  for (let node = from; node < to; node++) {
    const isTail = node >= head[TAIL_BEGIN];
    while (!isTail && node + base >= words[LEVEL_BEGIN + level] + words[LEVEL_COUNT + level]) level++;
    const first = isTail ? node - head[TAIL_BEGIN] : node + base - words[LEVEL_BEGIN + level];
    const count = isTail ? words[TAIL_COUNT] : words[LEVEL_COUNT + level - 1];
    const isLeaf = isTail || level === 1;
    const begin = isLeaf ? 0 : words[LEVEL_BEGIN + level - 1];
    const leaf = isTail ? tailLeaf + first : first;
    nodeWords[NODE_WORDS * node + BELOW] = isLeaf ? -1 - leaf : begin + WIDTH * first - base;
    nodeWords[NODE_WORDS * node + OWN] = -1 - node;
    for (let k = 0; k < WIDTH; k++) {
      const below = WIDTH * first + k;
      if (below >= count) {
        writeChild(twin, node, k, boxes, -1, reals);
        continue;
      }
      if (isLeaf) {
        const row = order[isTail ? words[LEAVES] + below : below];
        writeChild(twin, node, k, bounds.boxes, BOUNDS_STRIDE * row, reals);
        nodeWords[NODE_WORDS * node + CHILDREN + k] = -1 - row;
        writeBody(twin, LEAF_WORDS * leaf + k, scene, row);
      } else {
        writeChild(twin, node, k, boxes, FAT_STRIDE * (begin + below), reals);
        nodeWords[NODE_WORDS * node + CHILDREN + k] = begin + below - base;
      }
    }
  }
}

/** Writes the box at boxes[at …] as child k of a node, rounded outward; an empty one for at = −1 and for NaN. */
function writeChild(
  { nodes }: TwinTable,
  node: number,
  k: number,
  boxes: Float64Array,
  at: number,
  reals: Float64Array,
): void {
  const to = NODE_WORDS * node + k;
  for (let c = 0; c < 3; c++) {
    const low = at < 0 ? Infinity : boxes[at + c];
    const high = at < 0 ? -Infinity : boxes[at + 3 + c];
    if (!(low <= high)) {
      nodes[to + WIDTH * c] = Infinity;
      nodes[to + WIDTH * (3 + c)] = -Infinity;
      continue;
    }
    const room = NODE_SLACK * (Math.abs(low) + Math.abs(high)) + LEAST;
    const least = low - room - reals[MIDDLE + c];
    const most = high + room - reals[MIDDLE + c];
    nodes[to + WIDTH * c] = least - F32_PART * Math.abs(least);
    nodes[to + WIDTH * (3 + c)] = most + F32_PART * Math.abs(most);
  }
}

/** Writes body `row` as one of the four of a leaf, at leaves[at …]. */
function writeBody({ leaves, reals }: TwinTable, at: number, { colliders, shapes }: TwinScene, row: number): void {
  const { positions, rotations } = colliders;
  const shape = SHAPE_STRIDE * colliders.shapes[row];
  const core = shapes.words[shape + CORE];
  const radius = shapes.reals[shape + RADIUS];
  let square = 0;
  let room = radius;
  for (let c = 0; c < 4; c++) square += rotations[4 * row + c] * rotations[4 * row + c];
  const scale = Math.sqrt(2 / square);
  for (let c = 0; c < 4; c++) leaves[at + LEAF_TURN + WIDTH * c] = scale * rotations[4 * row + c];
  for (let c = 0; c < 3; c++) {
    const place = positions[4 * row + c] - reals[MIDDLE + c];
    const half = shapes.reals[shape + HALF_X + c];
    leaves[at + LEAF_POSITION + WIDTH * c] = place;
    leaves[at + LEAF_HALF + WIDTH * c] = half;
    room += Math.abs(place) + half;
  }
  room = LEAF_PART * room + reals[ROUNDING] + LEAST;
  leaves[at + LEAF_OUTER] = radius + room;
  leaves[at + LEAF_INNER] = core === BOX || core === SEGMENT || core === POINT ? radius - room : -Infinity;
}

/**
 * The tree of a mesh: binned surface area heuristic (SAH). Sixteen bins lie along the widest axis of the centers. A
 * node opens the largest of its ranges until it has four children; ranges of at most four triangles are runs.
 *
 * A subtree of the range [begin, end) touches its own part of `order` and its own nodes alone, so several may be built
 * side by side.
 */
import { countOfRun, firstOfRun, MOST_IN_RUN, runWord } from '../tables/meshWords.ts';
import { BELOW, CHILDREN, HIGH_WORDS, NODE_WORDS, OWN, WIDTH } from '../tables/rayTree.ts';
import { BOX_STRIDE, HIGH } from './boxes.ts';

const BINS = 16;
/** Triangles of a node with four full runs. Up to twice as many are sorted and cut there: bins would leave nodes
    half empty. */
const FULL = WIDTH * MOST_IN_RUN;
/** Binary levels from which on ranges are halved by count. */
const MOST_LEVELS = 40;
/** Numbers of a bin: low x y z, high x y z. */
const BIN_STRIDE = 6;

/** What the build of one subtree works with. */
interface Builder {
  readonly boxes: Float32Array;
  readonly order: Uint32Array;
  readonly bins: Float32Array;
  readonly counts: Int32Array;
  /** Cost of all bins from each on. */
  readonly behind: Float64Array;
  /** Bounds of low + high, twice the centers, of the range that is split. */
  readonly centers: Float64Array;
  /** The axis of the bins, twice the center that they begin at, and bins per unit of twice the center. */
  axis: number;
  low: number;
  scale: number;
}

/**
 * Nodes of a tree of `triangles` at most. A node of four children takes at least three triangles from the others; one
 * of fewer has runs alone, and at least five triangles.
 */
export function mostNodes(triangles: number): number {
  return 1 + Math.ceil(triangles / 3);
}

/**
 * Builds the tree of the triangles `order[begin … end)`, and sorts these by leaves.
 * @param boxes see boxes.ts
 * @param nodes zeros; gets the nodes of this tree, from its root on
 * @returns the number of nodes
 */
export function buildTree(
  boxes: Float32Array,
  order: Uint32Array,
  begin: number,
  end: number,
  nodes: Int32Array,
): number {
  const tables = { bins: new Float32Array(BIN_STRIDE * BINS), counts: new Int32Array(BINS) };
  const sums = { behind: new Float64Array(BINS), centers: new Float64Array(6) };
  const builder: Builder = { boxes, order, ...tables, ...sums, axis: 0, low: 0, scale: 0 };
  const count = splitAll(builder, begin, end, nodes);
  fitBoxes(boxes, order, nodes, count);
  return count;
}

/** Assigns nodes to ranges: those that wait stand behind each other with begin, end, level and node. */
function splitAll(builder: Builder, first: number, last: number, nodes: Int32Array): number {
  const waiting = [first, last, 0, 0];
  // begin, end and level of the children of a node
  const ranges = new Int32Array(3 * WIDTH);
  let count = 1;
  while (waiting.length > 0) {
    const node = waiting.pop()!;
    ranges[2] = waiting.pop()!;
    ranges[1] = waiting.pop()!;
    ranges[0] = waiting.pop()!;
    const children = openRange(builder, ranges);
    const word = NODE_WORDS * node;
    nodes[word + BELOW] = -1;
    nodes[word + OWN] = -1 - node;
    for (let child = 0; child < children; child++) {
      const [begin, end] = [ranges[3 * child], ranges[3 * child + 1]];
      nodes[word + CHILDREN + child] = end - begin <= MOST_IN_RUN ? runWord(begin, end - begin) : count++;
    }
    for (let child = children - 1; child >= 0; child--) {
      const number = nodes[word + CHILDREN + child];
      if (number > 0) waiting.push(ranges[3 * child], ranges[3 * child + 1], ranges[3 * child + 2], number);
    }
  }
  return count;
}

/**
 * Splits the range at the front until there are four, or only runs. A range that fits into one node stays whole: its
 * halves would be two. Halves of two runs stay here, and need no node. @returns how many ranges there are
 */
function openRange(builder: Builder, ranges: Int32Array): number {
  let children = 1;
  while (children < WIDTH) {
    const at = 3 * rangeToOpen(ranges, children);
    if (at < 0) break;
    const middle = splitRange(builder, ranges[at], ranges[at + 1], ranges[at + 2]);
    // the halves stay side by side: children are in leaf order
    ranges.copyWithin(at + 3, at, 3 * children);
    ranges[at + 1] = middle;
    ranges[at + 3] = middle;
    ranges[at + 2]++;
    ranges[at + 5]++;
    children++;
  }
  return children;
}

/** The largest range that is worth opening, or −1. */
function rangeToOpen(ranges: Int32Array, children: number): number {
  let found = -1;
  for (let k = 0; k < children; k++) {
    const size = sizeOf(ranges, k);
    const isWhole = children > 1 && size > 2 * MOST_IN_RUN && size <= FULL;
    if (size > MOST_IN_RUN && !isWhole && (found < 0 || size > sizeOf(ranges, found))) found = k;
  }
  return found;
}

function sizeOf(ranges: Int32Array, k: number): number {
  return ranges[3 * k + 1] - ranges[3 * k];
}

/** Sorts a range into two. @returns the begin of the second */
function splitRange(builder: Builder, begin: number, end: number, level: number): number {
  const { centers } = builder;
  boundCenters(builder, begin, end);
  let axis = 0;
  for (let k = 1; k < 3; k++) if (centers[3 + k] - centers[k] > centers[3 + axis] - centers[axis]) axis = k;
  const width = centers[3 + axis] - centers[axis];
  builder.axis = axis;
  builder.low = centers[axis];
  // the last center belongs to the last bin
  builder.scale = (BINS * (1 - 1e-6)) / width;
  if (level >= MOST_LEVELS || !(builder.scale < Infinity)) return halve(builder, begin, end);
  if (end - begin <= 2 * FULL) {
    sortRange(builder, begin, end);
    return end - begin > FULL ? begin + FULL : cutAtRuns(builder, begin, end);
  }
  fillBins(builder, begin, end);
  return partition(builder, begin, end, bestCut(builder));
}

function boundCenters({ boxes, order, centers }: Builder, begin: number, end: number): void {
  let [lowX, lowY, lowZ] = [Infinity, Infinity, Infinity];
  let [highX, highY, highZ] = [-Infinity, -Infinity, -Infinity];
  for (let k = begin; k < end; k++) {
    const box = BOX_STRIDE * order[k];
    const x = boxes[box] + boxes[box + HIGH];
    const y = boxes[box + 1] + boxes[box + HIGH + 1];
    const z = boxes[box + 2] + boxes[box + HIGH + 2];
    if (x < lowX) lowX = x;
    if (y < lowY) lowY = y;
    if (z < lowZ) lowZ = z;
    if (x > highX) highX = x;
    if (y > highY) highY = y;
    if (z > highZ) highZ = z;
  }
  centers[0] = lowX;
  centers[1] = lowY;
  centers[2] = lowZ;
  centers[3] = highX;
  centers[4] = highY;
  centers[5] = highZ;
}

/** The bin of a triangle is that of its center. */
function fillBins(builder: Builder, begin: number, end: number): void {
  const { boxes, order, bins, counts, axis, low, scale } = builder;
  counts.fill(0);
  for (let bin = 0; bin < bins.length; bin += BIN_STRIDE) {
    bins[bin] = bins[bin + 1] = bins[bin + 2] = Infinity;
    bins[bin + 3] = bins[bin + 4] = bins[bin + 5] = -Infinity;
  }
  for (let k = begin; k < end; k++) {
    const box = BOX_STRIDE * order[k];
    const number = ((boxes[box + axis] + boxes[box + HIGH + axis] - low) * scale) | 0;
    counts[number]++;
    const bin = BIN_STRIDE * number;
    if (boxes[box] < bins[bin]) bins[bin] = boxes[box];
    if (boxes[box + 1] < bins[bin + 1]) bins[bin + 1] = boxes[box + 1];
    if (boxes[box + 2] < bins[bin + 2]) bins[bin + 2] = boxes[box + 2];
    if (boxes[box + HIGH] > bins[bin + 3]) bins[bin + 3] = boxes[box + HIGH];
    if (boxes[box + HIGH + 1] > bins[bin + 4]) bins[bin + 4] = boxes[box + HIGH + 1];
    if (boxes[box + HIGH + 2] > bins[bin + 5]) bins[bin + 5] = boxes[box + HIGH + 2];
  }
}

/** Grows bounds by a bin. @returns half the area of the bounds */
function growBy(bounds: Float64Array, bins: Float32Array, bin: number): number {
  for (let k = 0; k < 3; k++) {
    if (bins[bin + k] < bounds[k]) bounds[k] = bins[bin + k];
    if (bins[bin + 3 + k] > bounds[3 + k]) bounds[3 + k] = bins[bin + 3 + k];
  }
  return areaOf(bounds);
}

/** Half the area. */
function areaOf(bounds: Float64Array): number {
  const x = bounds[3] - bounds[0];
  const y = bounds[4] - bounds[1];
  const z = bounds[5] - bounds[2];
  return x * y + y * z + z * x;
}

function clear(bounds: Float64Array): void {
  bounds.fill(Infinity, 0, 3);
  bounds.fill(-Infinity, 3, 6);
}

/** The first bin of the second range: that of the least area times runs. The first and the last bin are not empty. */
function bestCut({ bins, counts, behind, centers }: Builder): number {
  const bounds = centers;
  clear(bounds);
  let count = 0;
  for (let bin = BINS - 1; bin > 0; bin--) {
    if (counts[bin] > 0) {
      count += counts[bin];
      behind[bin] = growBy(bounds, bins, BIN_STRIDE * bin) * runsOf(count);
    } else {
      behind[bin] = Infinity;
    }
  }
  clear(bounds);
  count = 0;
  let area = 0;
  let best = BINS - 1;
  let least = Infinity;
  for (let bin = 1; bin < BINS; bin++) {
    if (counts[bin - 1] > 0) {
      count += counts[bin - 1];
      area = growBy(bounds, bins, BIN_STRIDE * (bin - 1));
    }
    const cost = area * runsOf(count) + behind[bin];
    if (cost < least) {
      least = cost;
      best = bin;
    }
  }
  return best;
}

/** Runs of so many triangles, if all but one are full. */
function runsOf(count: number): number {
  return (count + MOST_IN_RUN - 1) >> 2;
}

/** Moves the triangles of the bins before `cut` to the front. @returns where the others begin */
function partition(builder: Builder, begin: number, end: number, cut: number): number {
  const { boxes, order, axis, low, scale } = builder;
  let front = begin;
  let back = end;
  while (front < back) {
    const triangle = order[front];
    const box = BOX_STRIDE * triangle;
    if ((((boxes[box + axis] + boxes[box + HIGH + axis] - low) * scale) | 0) < cut) {
      front++;
    } else {
      order[front] = order[--back];
      order[back] = triangle;
    }
  }
  return front;
}

/** Sorts a short range by centers. */
function sortRange({ boxes, order, axis }: Builder, begin: number, end: number): void {
  for (let k = begin + 1; k < end; k++) {
    const triangle = order[k];
    const at = BOX_STRIDE * triangle + axis;
    const center = boxes[at] + boxes[at + HIGH];
    let hole = k;
    for (; hole > begin; hole--) {
      const before = BOX_STRIDE * order[hole - 1] + axis;
      if (boxes[before] + boxes[before + HIGH] <= center) break;
      order[hole] = order[hole - 1];
    }
    order[hole] = triangle;
  }
}

/** The cut of a sorted range of one node: between full runs, where area times runs is least. */
function cutAtRuns(builder: Builder, begin: number, end: number): number {
  const { behind, centers } = builder;
  clear(centers);
  const runs = runsOf(end - begin);
  for (let run = runs - 1; run > 0; run--) behind[run] = growByRun(builder, begin, end, run) * (runs - run);
  clear(centers);
  let best = 1;
  let least = Infinity;
  for (let run = 1; run < runs; run++) {
    const cost = growByRun(builder, begin, end, run - 1) * run + behind[run];
    if (cost < least) {
      least = cost;
      best = run;
    }
  }
  return begin + MOST_IN_RUN * best;
}

/** Grows the bounds in `centers` by a run of a range. @returns half the area of the bounds */
function growByRun({ boxes, order, centers }: Builder, begin: number, end: number, run: number): number {
  const first = begin + MOST_IN_RUN * run;
  for (let k = first; k < first + MOST_IN_RUN && k < end; k++) {
    const box = BOX_STRIDE * order[k];
    for (let axis = 0; axis < 3; axis++) {
      if (boxes[box + axis] < centers[axis]) centers[axis] = boxes[box + axis];
      if (boxes[box + HIGH + axis] > centers[3 + axis]) centers[3 + axis] = boxes[box + HIGH + axis];
    }
  }
  return areaOf(centers);
}

/** Halves a range by count, along the axis. */
function halve({ boxes, order, axis }: Builder, begin: number, end: number): number {
  const center = (triangle: number) => boxes[BOX_STRIDE * triangle + axis] + boxes[BOX_STRIDE * triangle + HIGH + axis];
  order.subarray(begin, end).sort((a, b) => center(a) - center(b) || a - b);
  return begin + MOST_IN_RUN * Math.ceil((end - begin) / (2 * MOST_IN_RUN));
}

/** The boxes of all children, from the last node on: children have larger numbers. */
function fitBoxes(boxes: Float32Array, order: Uint32Array, nodes: Int32Array, count: number): void {
  const reals = new Float32Array(nodes.buffer, nodes.byteOffset, nodes.length);
  for (let node = NODE_WORDS * (count - 1); node >= 0; node -= NODE_WORDS) {
    for (let child = 0; child < WIDTH; child++) {
      const at = node + child;
      const number = nodes[at + CHILDREN];
      clearChild(reals, at);
      if (number > 0) growByNode(reals, at, NODE_WORDS * number);
      if (number >= 0) continue;
      const first = firstOfRun(number);
      for (let k = first; k < first + countOfRun(number); k++) growByBox(reals, at, boxes, BOX_STRIDE * order[k]);
    }
  }
}

function clearChild(reals: Float32Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    reals[at + WIDTH * axis] = Infinity;
    reals[at + HIGH_WORDS + WIDTH * axis] = -Infinity;
  }
}

function growByBox(reals: Float32Array, at: number, boxes: Float32Array, box: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const low = at + WIDTH * axis;
    if (boxes[box + axis] < reals[low]) reals[low] = boxes[box + axis];
    if (boxes[box + HIGH + axis] > reals[low + HIGH_WORDS]) reals[low + HIGH_WORDS] = boxes[box + HIGH + axis];
  }
}

function growByNode(reals: Float32Array, at: number, node: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const low = at + WIDTH * axis;
    for (let k = node + WIDTH * axis; k < node + WIDTH * axis + WIDTH; k++) {
      if (reals[k] < reals[low]) reals[low] = reals[k];
      if (reals[k + HIGH_WORDS] > reals[low + HIGH_WORDS]) reals[low + HIGH_WORDS] = reals[k + HIGH_WORDS];
    }
  }
}

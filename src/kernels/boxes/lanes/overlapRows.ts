/**
 * Whether boxes overlap, straight from the pair list: four consecutive rows at a time, without sorting. Rows that are
 * not two boxes without radius, and those near the rounding of f32, stay open: `boxIntersect` and other kernels compute
 * them.
 *
 * A row is decided here only if `testAxes` decides it, and with the same verdict.
 */
import {
  any,
  bitmask,
  bytesAt,
  columnAt,
  floatsAt,
  type Int,
  type Ints,
  int,
  intColumnAt,
  intsAt,
  LANES,
  type LaneInt,
  type Mask,
  max,
  min,
  splat,
} from '../../../language/lanes.ts';
import { timesTransposed, type Vec3 } from '../../../math/lanes/vectors.ts';
import { FROM, HALF_EXTENTS, IDS, ROW_COUNT, STATUS, TO } from '../../../tables/kernelContext.ts';
import { poseBetween } from '../../poses/lanes/relativePose.ts';
import { offsetsOf, pairsAt, quatsOf, rowsOf } from '../../rows/lanes/gather.ts';
import { ROUNDING } from './intersect.ts';
import { absolute, alongEdges, alongFaces, largestEdge, largestFace } from './separations.ts';

/** Bit k of four bits becomes byte k. */
const SPREAD = 0x204081;
const ONE_PER_BYTE = 0x1010101;

/** Rows of a tile that are looked at first. */
const SAMPLES = 8;

/** Whether most rows of [begin, end) seem to be pairs of boxes without radius: a sample, for speed alone. */
export function areBoxes(context: Ints, begin: Int, end: Int): Int {
  const ids = intsAt(context[IDS]);
  const halfExtents = floatsAt(context[HALF_EXTENTS]);
  const rowCount = context[ROW_COUNT];
  let boxes: Int = 0;
  for (let sample: Int = 0; sample < SAMPLES; sample += 1) {
    const row = begin + (((end - begin) * sample) >> 3);
    const a = min(ids[2 * row], ids[2 * row + 1]);
    const b = max(ids[2 * row], ids[2 * row + 1]);
    if (a >= 0 && b < rowCount) boxes += int(halfExtents[4 * a] + halfExtents[4 * b] === 0);
  }
  return int(boxes > SAMPLES / 2);
}

/** Writes the status of rows in [begin, end). @returns the number of open rows, which `open` lists */
export function overlapRows(context: Ints, open: Ints, begin: Int, end: Int): Int {
  const ids = intColumnAt(context[IDS]);
  const halfExtents = context[HALF_EXTENTS];
  const from = columnAt(context[FROM]);
  const to = columnAt(context[TO]);
  const status = context[STATUS];
  const last: LaneInt = splat(context[ROW_COUNT] - 1);
  let openCount: Int = 0;
  let row: Int = begin;
  for (; row + LANES <= end; row += LANES) {
    const pairs = pairsAt(ids, row, last);
    const a = pairs.a;
    const b = pairs.b;
    const sizesA = rowsOf(halfExtents, a);
    const sizesB = rowsOf(halfExtents, b);
    const boxes: Mask = pairs.sound && sizesA.a + sizesB.a === 0;
    let decided: Int = 0;
    if (any(boxes)) {
      const pose = poseBetween(quatsOf(context, a), quatsOf(context, b), offsetsOf(context, a, b));
      const halfA: Vec3 = { x: sizesA.b, y: sizesA.c, z: sizesA.d };
      const halfB: Vec3 = { x: sizesB.b, y: sizesB.c, z: sizesB.d };
      const r = pose.rotation;
      const t = pose.shift;
      const eps = ROUNDING * (halfA.x + halfA.y + halfA.z + (halfB.x + halfB.y + halfB.z));
      const m = absolute(r);
      const face = largestFace(alongFaces(t, timesTransposed(r, t), m, halfA, halfB));
      let most = face;
      if (any(face <= eps)) most = max(face, largestEdge(alongEdges(t, r, m, halfA, halfB)));
      const together = most < -eps;
      decided = bitmask(boxes && pose.valid && (most > eps || together));
      const bits = bitmask(together);
      if (decided === 15) {
        intsAt(status + row)[0] = (bits * SPREAD) & ONE_PER_BYTE;
        // an overlap query of boxes computes no simplex: the stored one is copied
        to[4 * row] = from[4 * row];
        to[4 * row + 4] = from[4 * row + 4];
        to[4 * row + 8] = from[4 * row + 8];
        to[4 * row + 12] = from[4 * row + 12];
      } else writeDecided(context, row, decided, bits);
    }
    if (decided !== 15) openCount = listOpen(open, openCount, row, decided);
  }
  for (; row < end; row += 1) {
    open[openCount] = row;
    openCount += 1;
  }
  return openCount;
}

/** Writes those of four rows that are decided: their status is a bit of `bits`. */
function writeDecided(context: Ints, row: Int, decided: Int, bits: Int): void {
  for (let lane: Int = 0; lane < 4; lane += 1) {
    if (((decided >>> lane) & 1) === 1) {
      bytesAt(context[STATUS])[row + lane] = (bits >>> lane) & 1;
      columnAt(context[TO])[4 * (row + lane)] = columnAt(context[FROM])[4 * (row + lane)];
    }
  }
}

/** Appends those of four rows that are not decided to `open`, which has `count`. Returns the new count. */
function listOpen(open: Ints, count: Int, row: Int, decided: Int): Int {
  let openCount: Int = count;
  for (let lane: Int = 0; lane < 4; lane += 1) {
    if (((decided >>> lane) & 1) === 0) {
      open[openCount] = row + lane;
      openCount += 1;
    }
  }
  return openCount;
}

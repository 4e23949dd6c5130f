/**
 * Whether boxes overlap, four pairs at a time, by their 15 axes.
 *
 * f32 decides if an axis separates by more than its rounding, or if no axis comes near that. The cross product of
 * nearly parallel edges adds nothing: its separation exceeds that of the faces by less than its length times the size.
 * Other pairs are deferred.
 *
 * Method: Gottschalk, Lin, Manocha, OBBTree, 1996.
 */
import {
  any,
  bytesAt,
  columnAt,
  type Int,
  type Ints,
  intsAt,
  LANES,
  type Lane,
  type LaneInt,
  max,
  min,
  select,
  sqrt,
} from '../../../language/lanes.ts';
import { type Mat3, timesTransposed } from '../../../math/lanes/vectors.ts';
import { Status } from '../../../tables/distanceStatus.ts';
import { FROM, STATUS, TO } from '../../../tables/kernelContext.ts';
import { lengthOf, relativePose, sizes } from '../../poses/lanes/relativePose.ts';
import { defer } from '../../rows/lanes/defer.ts';
import type { Counts, Rows } from '../../rows/lanes/rows.ts';
import { UNDECIDED } from '../../rows/lanes/verdicts.ts';
import { absolute, alongEdges, alongFaces, largestEdge, largestFace } from './separations.ts';

/** Rounding of a separation in f32, as a part of the size: 2⁻²⁴ times a dozen operations. */
export const ROUNDING = 1e-6;

export function boxIntersect(context: Ints, rows: Rows, counts: Counts, count: Int): void {
  testAxes(context, rows, count);
  // in a separate loop: else the compiler repeats the arithmetic for each lane
  const status = bytesAt(context[STATUS]);
  const from = columnAt(context[FROM]);
  const to = columnAt(context[TO]);
  const rowIds = intsAt(rows.row);
  const verdicts = intsAt(rows.verdict);
  for (let k: Int = 0; k < count; k += 1) {
    const row = rowIds[k];
    if (verdicts[k] === UNDECIDED) defer(context, counts, row);
    else {
      status[row] = verdicts[k];
      // an overlap query of boxes computes no simplex: the stored one is copied
      to[4 * row] = from[4 * row];
    }
  }
}

/** Writes verdicts of boxes: Overlapping, Separated, or UNDECIDED. */
export function testAxes(context: Ints, rows: Rows, count: Int): void {
  for (let k: Int = 0; k < count; k += LANES) {
    const pose = relativePose(context, rows, k);
    const r = pose.rotation;
    const t = pose.shift;
    const a = sizes(intsAt(rows.shapeA), k).half;
    const b = sizes(intsAt(rows.shapeB), k).half;
    const size = lengthOf(a) + lengthOf(b);
    const eps = ROUNDING * size;
    const m = absolute(r);
    const faces = alongFaces(t, timesTransposed(r, t), m, a, b);
    const face = largestFace(faces);
    let verdict: LaneInt = 0;
    if (any(face <= eps)) {
      const e = alongEdges(t, r, m, a, b);
      verdict = select(max(face, largestEdge(e)) > eps, 0, decideByDoubts(face, e, m, size, eps));
    }
    rows.verdict[k] = select(pose.valid, verdict, UNDECIDED);
  }
}

/**
 * The verdict of boxes that no axis separates by more than the rounding `eps`: Overlapping, or UNDECIDED. `face` is the
 * largest separation of the faces, `e` holds those of the edges, `m` |rotation|.
 */
export function decideByDoubts(face: Lane, e: Mat3, m: Mat3, size: Lane, eps: Lane): LaneInt {
  // an edge axis with a larger cosine could add less to the faces than their overlap
  const depth = face / size;
  const parallel = select(face < 0, sqrt(max(1.00001 - depth * depth, 0)), 2);
  const doubtX = max(
    max(min(e.x.x + eps, parallel - m.x.x), min(e.x.y + eps, parallel - m.x.y)),
    min(e.x.z + eps, parallel - m.x.z),
  );
  const doubtY = max(
    max(min(e.y.x + eps, parallel - m.y.x), min(e.y.y + eps, parallel - m.y.y)),
    min(e.y.z + eps, parallel - m.y.z),
  );
  const doubtZ = max(
    max(min(e.z.x + eps, parallel - m.z.x), min(e.z.y + eps, parallel - m.z.y)),
    min(e.z.z + eps, parallel - m.z.z),
  );
  const together = face < -eps && max(max(doubtX, doubtY), doubtZ) < 0;
  return select(together, Status.Overlapping, UNDECIDED);
}

/**
 * Whether boxes overlap, four pairs at a time, by their 15 axes.
 *
 * f32 decides where it can: an axis that separates by more than the rounding of f32, or none that comes near it. The
 * cross product of edges that are nearly parallel says nothing new: what it could add to the faces is less than its
 * length times the size. What is left open goes to the scalar kernel.
 *
 * Method: Gottschalk, Lin, Manocha, OBBTree, 1996.
 */
import { UNDECIDED } from '../answer.ts';
import { FROM, STATUS, TO } from '../context.ts';
import {
  abs,
  any,
  bytesAt,
  columnAt,
  type Int,
  type Ints,
  intsAt,
  type LaneInt,
  max,
  min,
  ones,
  select,
  sqrt,
} from '../lanes.ts';
import { leave } from '../leave.ts';
import { lengthOf, relate, sizes } from '../relate.ts';
import type { Counts, Rows } from '../rows.ts';
import { dot, timesTransposed, type Vec3 } from '../vectors.ts';

/** Rounding of an axis' separation in f32, as a part of the size: 2⁻²⁴ times the dozen operations it takes. */
const ROUNDING = 1e-6;

export function intersectBoxes(context: Ints, rows: Rows, counts: Counts, count: Int): void {
  judge(context, rows, count);
  // apart from the arithmetic, which would be computed again for each lane
  const status = bytesAt(context[STATUS]);
  const from = columnAt(context[FROM]);
  const to = columnAt(context[TO]);
  const rowIds = intsAt(rows.row);
  const verdicts = intsAt(rows.verdict);
  for (let k: Int = 0; k < count; k += 1) {
    const row = rowIds[k];
    if (verdicts[k] === UNDECIDED) leave(context, counts, row);
    else {
      status[row] = verdicts[k];
      // boxes have no simplex of their own, and hand on what there is
      to[4 * row] = from[4 * row];
    }
  }
}

/** Verdicts of boxes: OVERLAPPING, SEPARATED, or UNDECIDED. */
export function judge(context: Ints, rows: Rows, count: Int): void {
  for (let k: Int = 0; k < count; k += 4) {
    const pose = relate(context, rows, k);
    const r = pose.rotation;
    const t = pose.shift;
    const a = sizes(intsAt(rows.shapeA), k).half;
    const b = sizes(intsAt(rows.shapeB), k).half;
    const size = lengthOf(a) + lengthOf(b);
    const eps = ROUNDING * size;
    const x: Vec3 = { x: abs(r.x.x), y: abs(r.x.y), z: abs(r.x.z) };
    const y: Vec3 = { x: abs(r.y.x), y: abs(r.y.y), z: abs(r.y.z) };
    const z: Vec3 = { x: abs(r.z.x), y: abs(r.z.y), z: abs(r.z.z) };
    const seen = timesTransposed(r, t); // t along the axes of B
    const faceA = max(max(abs(t.x) - (a.x + dot(b, x)), abs(t.y) - (a.y + dot(b, y))), abs(t.z) - (a.z + dot(b, z)));
    const faceBX = abs(seen.x) - (b.x + a.x * x.x + a.y * y.x + a.z * z.x);
    const faceBY = abs(seen.y) - (b.y + a.x * x.y + a.y * y.y + a.z * z.y);
    const faceBZ = abs(seen.z) - (b.z + a.x * x.z + a.y * y.z + a.z * z.z);
    const face = max(max(faceA, faceBX), max(faceBY, faceBZ));
    let verdict: LaneInt = 0;
    if (any(face <= eps)) {
      // an edge axis with a larger cosine could add less to the faces than they overlap
      const depth = face / size;
      const parallel = select(face < 0, sqrt(max(1.00001 - depth * depth, 0)), 2);
      const xx = abs(t.z * r.y.x - t.y * r.z.x) - (a.y * z.x + a.z * y.x + b.y * x.z + b.z * x.y);
      const xy = abs(t.z * r.y.y - t.y * r.z.y) - (a.y * z.y + a.z * y.y + b.x * x.z + b.z * x.x);
      const xz = abs(t.z * r.y.z - t.y * r.z.z) - (a.y * z.z + a.z * y.z + b.x * x.y + b.y * x.x);
      const yx = abs(t.x * r.z.x - t.z * r.x.x) - (a.x * z.x + a.z * x.x + b.y * y.z + b.z * y.y);
      const yy = abs(t.x * r.z.y - t.z * r.x.y) - (a.x * z.y + a.z * x.y + b.x * y.z + b.z * y.x);
      const yz = abs(t.x * r.z.z - t.z * r.x.z) - (a.x * z.z + a.z * x.z + b.x * y.y + b.y * y.x);
      const zx = abs(t.y * r.x.x - t.x * r.y.x) - (a.x * y.x + a.y * x.x + b.y * z.z + b.z * z.y);
      const zy = abs(t.y * r.x.y - t.x * r.y.y) - (a.x * y.y + a.y * x.y + b.x * z.z + b.z * z.x);
      const zz = abs(t.y * r.x.z - t.x * r.y.z) - (a.x * y.z + a.y * x.z + b.x * z.y + b.y * z.x);
      const edge = max(max(max(xx, xy), max(xz, yx)), max(max(max(yy, yz), max(zx, zy)), zz));
      const doubtX = max(
        max(min(xx + eps, parallel - x.x), min(xy + eps, parallel - x.y)),
        min(xz + eps, parallel - x.z),
      );
      const doubtY = max(
        max(min(yx + eps, parallel - y.x), min(yy + eps, parallel - y.y)),
        min(yz + eps, parallel - y.z),
      );
      const doubtZ = max(
        max(min(zx + eps, parallel - z.x), min(zy + eps, parallel - z.y)),
        min(zz + eps, parallel - z.z),
      );
      const apart = max(face, edge) > eps;
      const together = face < -eps && max(max(doubtX, doubtY), doubtZ) < 0;
      verdict = select(apart || together, ones(!apart), UNDECIDED);
    }
    rows.verdict[k] = select(pose.valid, verdict, UNDECIDED);
  }
}

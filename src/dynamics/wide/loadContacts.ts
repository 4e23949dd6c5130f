/** Loads rows of contacts into lanes: their bodies, and the impulses at the end of the last step. */
import {
  addressOf,
  any,
  bytesAt,
  columnAt,
  type Float,
  type Floats,
  floatsAt,
  type Int,
  type Ints,
  intColumnAt,
  intsAt,
  type Lane,
  type LaneInt,
  laneIndex,
  splat,
  where,
} from '../../language/lanes.ts';
import { type Bundle, RECORD_BYTES } from './bundles.ts';
import {
  EMPTY_SLOT,
  FRAME,
  IDS,
  IMPULSE_ROWS_FROM,
  IMPULSE_ROWS_TO,
  IMPULSES_FROM,
  IS_CARRIED,
  POINT_COUNT,
  POINTS_A,
  POINTS_B,
  PREVIOUS,
  SEPARATION,
  SLOP,
  SLOT_OF,
  STATE,
} from './context.ts';
import { quatsAt } from './rows.ts';

/** Prefetches a row. Returns a sum, so that the compiler keeps the loads. */
export function prefetchRow(context: Ints, row: Int): LaneInt {
  if (row < 0) return 0;
  return (
    intColumnAt(context[SEPARATION])[4 * row] +
    intColumnAt(context[POINTS_A])[16 * row] +
    (intColumnAt(context[POINTS_B])[16 * row] + intColumnAt(context[PREVIOUS])[4 * row])
  );
}

/** Prefetches the frames of four bodies. */
export function prefetchFrames(context: Ints, states: Ints): LaneInt {
  const offset = context[FRAME] - context[STATE];
  return (
    intColumnAt(states[0] + offset)[0] +
    intColumnAt(states[1] + offset)[0] +
    (intColumnAt(states[2] + offset)[0] + intColumnAt(states[3] + offset)[0])
  );
}

/** The index of a row's impulses in the last step, or −1. */
function impulseRowBefore(context: Ints, last: Int): Int {
  return last < 0 || context[IS_CARRIED] === 0 ? -1 : intsAt(context[IMPULSE_ROWS_FROM])[last];
}

/**
 * Sets the bodies of a lane, and its initial impulses. These stay in the rows of the points of that number until
 * `startImpulses` transposes rows to lanes. `impulseRow` counts the lanes of all bundles.
 */
export function takeRow(context: Ints, bundle: Bundle, impulseRow: Int, row: Int): void {
  const lane = impulseRow & 3;
  let a = context[EMPTY_SLOT];
  let b = context[EMPTY_SLOT];
  let count: Int = 0;
  const start = columnAt(bundle.point[lane]);
  let impulses: Lane = 0;
  let friction: Lane = 0;
  if (row >= 0) {
    a = intsAt(context[SLOT_OF])[intsAt(context[IDS])[2 * row]];
    b = intsAt(context[SLOT_OF])[intsAt(context[IDS])[2 * row + 1]];
    count = bytesAt(context[POINT_COUNT])[row];
    const slots = intsAt(context[PREVIOUS] + 16 * row);
    const last = lastRow(slots, count);
    const from = impulseRowBefore(context, last);
    intsAt(context[IMPULSE_ROWS_TO])[row] = impulseRow;
    if (from >= 0) {
      const before = columnAt(context[IMPULSES_FROM] + 32 * from);
      const previous = intColumnAt(slots)[0];
      const exists = laneIndex() < splat(count);
      const same = previous === laneIndex() + splat(4 * last);
      friction = before[4];
      impulses = where(exists && same, before[0]);
      if (any(exists && !same)) {
        start[0] = 0;
        const points = floatsAt(context[POINTS_A] + 64 * row);
        transferImpulses(floatsAt(start), floatsAt(before), slots, points, count, floatsAt(context)[SLOP]);
        impulses = start[0];
      }
    }
  }
  intsAt(bundle.row)[lane] = row;
  intsAt(bundle.a)[lane] = context[STATE] + RECORD_BYTES * a;
  intsAt(bundle.b)[lane] = context[STATE] + RECORD_BYTES * b;
  intsAt(bundle.counts)[lane] = count;
  start[0] = impulses;
  start[4] = friction;
}

/**
 * Sets the impulses of a contact whose points have changed. A kept point takes its impulse. The deepest new point takes
 * the impulses of removed points, if its separation is below `reach` (m). So the load stays when another face or edge
 * bears it.
 */
function transferImpulses(start: Floats, before: Floats, slots: Ints, points: Floats, count: Int, reach: Float): void {
  let rest = before[0] + before[1] + (before[2] + before[3]);
  let receiver: Int = -1;
  let deepest = reach;
  for (let p: Int = 0; p < count; p += 1) {
    if (slots[p] >= 0) {
      const impulse = before[slots[p] & 3];
      start[p] = impulse;
      rest -= impulse;
    } else if (points[4 * p + 3] < deepest) {
      deepest = points[4 * p + 3];
      receiver = p;
    }
  }
  // with rounding the rest can be small, or negative
  if (receiver >= 0 && rest > 0) start[receiver] = rest;
}

/** The row of a contact in the last query; −1 if all of its points are new. */
function lastRow(slots: Ints, count: Int): Int {
  for (let p: Int = 0; p < count; p += 1) if (slots[p] >= 0) return slots[p] >> 2;
  return -1;
}

/**
 * Transposes the impulses of the last step from rows to lanes: those of each point, the friction of the contact as a
 * world vector, and its twist.
 */
export function startImpulses(bundle: Bundle): void {
  const a = addressOf(bundle.point[0]);
  const b = addressOf(bundle.point[1]);
  const c = addressOf(bundle.point[2]);
  const d = addressOf(bundle.point[3]);
  const impulses = quatsAt(a, b, c, d);
  const friction = quatsAt(a + 16, b + 16, c + 16, d + 16);
  bundle.point[0].impulse[0] = impulses.x;
  bundle.point[1].impulse[0] = impulses.y;
  bundle.point[2].impulse[0] = impulses.z;
  bundle.point[3].impulse[0] = impulses.w;
  bundle.first[0] = { x: friction.x, y: friction.y, z: friction.z };
  bundle.twistImpulse[0] = friction.w;
}

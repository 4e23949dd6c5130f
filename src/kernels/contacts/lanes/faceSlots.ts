/**
 * The corners of the patch of two faces of boxes, their intersection: crossings of their edges, and corners of one over
 * the other. Each has a slot. Coordinates are s and t on the plane of A's face, along its edges from its center.
 */
import {
  abs,
  float,
  type Int,
  type Lane,
  type LaneInt,
  type Mask,
  max,
  min,
  ones,
  select,
  splat,
  where,
} from '../../../language/lanes.ts';
import type { Vec3 } from '../../../math/lanes/vectors.ts';
import { CORNERS_A, CORNERS_B, type Slots } from './contactScratch.ts';

/** The share of kernels/contacts/contactRows.ts: a corner may lie so far beyond an edge. */
export const WIDER = 1e-6 * 0.57;
/** Edges reach a little beyond −1 and 1: if one ends on another, rounding must not lose both crossings. */
const ENDS = 1 + 1e-5;

/** A line over the plane: a point of it, its direction, and the separations along it. */
export interface Ray {
  readonly s: Lane;
  readonly t: Lane;
  readonly separation: Lane;
}

/** B's face on the plane of A's: its center, and its half edges. */
export interface ProjectedFace {
  readonly center: Ray;
  readonly p: Ray;
  readonly q: Ray;
}

/**
 * Writes the crossings of B's edges with A's, and B's corners over A's face, to slots. Returns the bits of the valid
 * slots.
 */
export function putEdges(slots: Slots, face: ProjectedFace, wide: Vec3, least: Lane, margin: Lane): LaneInt {
  const c = face.center;
  const p = face.p;
  const q = face.q;
  const cutP = cutterOf(p, wide, least);
  const cutQ = cutterOf(q, wide, least);
  let valid: LaneInt = 0;
  for (let end: Int = 0; end < 2; end += 1) {
    const side: Lane = splat(float(1 - 2 * end));
    const onP: Ray = {
      s: c.s + side * p.s,
      t: c.t + side * p.t,
      separation: c.separation + side * p.separation,
    };
    const lowQ = entry(cutQ, onP);
    const highQ = exit(cutQ, onP);
    const hitsQ = max(-1, lowQ) <= min(1, highQ);
    const inQ = put(slots, 4 * (2 * end), onP, lowQ, q, hitsQ && lowQ > -ENDS, margin, 1 << (2 * end));
    valid = valid | inQ;
    const outQ = put(slots, 4 * (2 * end + 1), onP, highQ, q, hitsQ && highQ < ENDS, margin, 1 << (2 * end + 1));
    valid = valid | outQ;
    const onQ: Ray = {
      s: c.s + side * q.s,
      t: c.t + side * q.t,
      separation: c.separation + side * q.separation,
    };
    const lowP = entry(cutP, onQ);
    const highP = exit(cutP, onQ);
    const hitsP = max(-1, lowP) <= min(1, highP);
    const inP = put(slots, 4 * (4 + 2 * end), onQ, lowP, p, hitsP && lowP > -ENDS, margin, 1 << (4 + 2 * end));
    valid = valid | inP;
    const outP = put(slots, 4 * (5 + 2 * end), onQ, highP, p, hitsP && highP < ENDS, margin, 1 << (5 + 2 * end));
    valid = valid | outP;
    for (let other: Int = 0; other < 2; other += 1) {
      const slot: Int = CORNERS_B + 2 * end + other;
      const at: Lane = splat(float(1 - 2 * other));
      const s = onP.s + at * q.s;
      const t = onP.t + at * q.t;
      const on = abs(s) <= wide.x && abs(t) <= wide.y;
      const inside = put(slots, 4 * slot, onP, at, q, on, margin, 1 << slot);
      valid = valid | inside;
    }
  }
  return valid;
}

/** Writes A's corners over B's face, c + x p + y q, to slots. Returns the bits of the valid slots. */
export function putCornersOfA(slots: Slots, face: ProjectedFace, half: Vec3, margin: Lane): LaneInt {
  const c = face.center;
  const p = face.p;
  const q = face.q;
  const across = 1 / (p.s * q.t - p.t * q.s);
  let valid: LaneInt = 0;
  for (let corner: Int = 0; corner < 4; corner += 1) {
    const s = splat(float(1 - 2 * (corner & 1))) * half.x;
    const t = splat(float(1 - (corner & 2))) * half.y;
    const ds = s - c.s;
    const dt = t - c.t;
    const x = (ds * q.t - dt * q.s) * across;
    const y = (p.s * dt - p.t * ds) * across;
    const separation = c.separation + x * p.separation + y * q.separation;
    const on = abs(x) <= 1 + WIDER && abs(y) <= 1 + WIDER && separation <= margin;
    slots.s[4 * (CORNERS_A + corner)] = s;
    slots.t[4 * (CORNERS_A + corner)] = t;
    slots.separation[4 * (CORNERS_A + corner)] = separation;
    valid = valid | (ones(on) << (CORNERS_A + corner));
  }
  return valid;
}

/**
 * A rectangle, for lines of one direction: 1 / direction, and the extent of the rectangle from its center along the
 * line.
 */
interface Cutter {
  readonly perS: Lane;
  readonly perT: Lane;
  readonly reachS: Lane;
  readonly reachT: Lane;
}

function cutterOf(direction: Ray, half: Vec3, least: Lane): Cutter {
  const perS = 1 / select(abs(direction.s) < least, least, direction.s);
  const perT = 1 / select(abs(direction.t) < least, least, direction.t);
  return { perS, perT, reachS: half.x * abs(perS), reachT: half.y * abs(perT) };
}

/** The positions along the line through `from` at which it enters and leaves the rectangle. */
function entry(cutter: Cutter, from: Ray): Lane {
  return max(-from.s * cutter.perS - cutter.reachS, -from.t * cutter.perT - cutter.reachT);
}

function exit(cutter: Cutter, from: Ray): Lane {
  return min(cutter.reachS - from.s * cutter.perS, cutter.reachT - from.t * cutter.perT);
}

/**
 * Writes the point `place` along a line to a slot. Returns `bit` if it is a contact point within the margin, else 0.
 */
function put(
  slots: Slots,
  slot: Int,
  from: Ray,
  place: Lane,
  direction: Ray,
  on: Mask,
  margin: Lane,
  bit: Int,
): LaneInt {
  const apart = from.separation + place * direction.separation;
  slots.s[slot] = from.s + place * direction.s;
  slots.t[slot] = from.t + place * direction.t;
  slots.separation[slot] = apart;
  slots.place[slot] = place;
  const valid: LaneInt = splat(bit);
  return where(on && apart <= margin, valid);
}

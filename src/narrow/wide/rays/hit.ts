/** What a body is to a ray, and the hit of a search. */
import { abs, type Double, type Int, max, min, select } from '../lanes.ts';
import { inner, type Vec } from '../planes/placed.ts';
import { NONE } from './codes.ts';
import { type LocalRay, turnedBack } from './localRay.ts';
import { endOf, type Ray } from './ray.ts';
import type { BestHit } from './tables.ts';

/** The ray does not meet the body. */
export const MISSES = 0;
/** It enters the body after its origin. */
export const ENTERS = 1;
/** Its origin lies in the body. */
export const INSIDE = 2;

/** Where the line of a ray enters a body, local. */
export interface Crossing {
  /** MISSES, ENTERS or INSIDE. */
  readonly code: Int;
  /** Along the line (m). */
  readonly entry: Double;
  /** At entry + gap the line is inside for certain: 0 for closed forms (m). */
  readonly gap: Double;
  /** Outward unit normal. */
  readonly normal: Vec;
}

/** A crossing of MISSES or INSIDE. */
export function noEntry(code: Int): Crossing {
  const zero: Vec = { x: 0, y: 0, z: 0 };
  return { code, entry: 0, gap: 0, normal: zero };
}

export interface Hit {
  /** MISSES, ENTERS or INSIDE. */
  readonly code: Int;
  readonly t: Double;
  readonly normal: Vec;
  readonly bound: Double;
}

/** Before the first hit. */
export function startHits(best: BestHit, ray: Ray): void {
  best.t[0] = ray.mostT;
  best.end[0] = endOf(ray, ray.mostT);
  best.code[0] = MISSES;
  best.row[0] = NONE;
}

export function keepHit(best: BestHit, ray: Ray, hit: Hit, row: Int): void {
  best.t[0] = hit.t;
  best.normal[0] = hit.normal.x;
  best.normal[1] = hit.normal.y;
  best.normal[2] = hit.normal.z;
  best.bound[0] = hit.bound;
  best.end[0] = endOf(ray, hit.t);
  best.code[0] = hit.code;
  best.row[0] = row;
}

/** Where the ray meets a body: 0 if its origin lies inside. */
export function timeOf(ray: Ray, local: LocalRay, crossing: Crossing): Double {
  const none: Double = 0;
  const t = max(crossing.entry - local.start, none) / ray.length;
  return select(crossing.code === INSIDE, none, t);
}

export function hitAt(local: LocalRay, crossing: Crossing, t: Double): Hit {
  const zero: Vec = { x: 0, y: 0, z: 0 };
  const two: Double = 2;
  const isInside = crossing.code === INSIDE;
  const slope = abs(inner(crossing.normal, local.unit));
  // a shift across the line moves the entry by its cotangent, but not off the body
  const bound = crossing.gap + min((local.slack + crossing.gap) / slope, two * local.size);
  return {
    code: crossing.code,
    t,
    normal: select(isInside, zero, turnedBack(local.turn, crossing.normal)),
    bound: select(isInside, 0, bound),
  };
}

/** What a body is to a ray, and the hit of a search. */
import { abs, type Double, type Int, max, min, select } from '../lanes.ts';
import { inner, type Vec } from '../planes/placed.ts';
import { NONE } from './codes.ts';
import { type LocalRay, turnedBack } from './localRay.ts';
import type { Ray } from './ray.ts';

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
  /** The body is met at origin + t · direction. If there is none: the largest t of a hit. */
  readonly t: Double;
  /** Outward unit normal, world; 0 if the origin lies in the body. */
  readonly normal: Vec;
  /** Error bound of t · length (m). */
  readonly bound: Double;
  /** The collider, or NONE. */
  readonly row: Int;
}

/** @param t the largest of a hit */
export function noHit(t: Double): Hit {
  const zero: Vec = { x: 0, y: 0, z: 0 };
  return { code: MISSES, t, normal: zero, bound: 0, row: NONE };
}

/** Where the ray meets a body: 0 if its origin lies inside. */
export function timeOf(ray: Ray, local: LocalRay, crossing: Crossing): Double {
  const none: Double = 0;
  const t = max(crossing.entry - local.start, none) / ray.length;
  return select(crossing.code === INSIDE, none, t);
}

export function hitAt(local: LocalRay, crossing: Crossing, t: Double, row: Int): Hit {
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
    row,
  };
}

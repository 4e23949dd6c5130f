/**
 * A body over the plane of a shape without bounds, that of its local y ≤ 0. In f64: the plane may be far away, and the
 * body's size says nothing about that distance. One pair at a time, since a support is all there is to compute.
 */
import type { Double, Flag, Int, Ints } from '../../../language/lanes.ts';
import { TRAITS, UNBOUNDED } from '../../../tables/shapeWords.ts';
import { inner, negative, offsetOf, type Turn, toLocal, toWorld, turnOf, type Vec } from './placed.ts';
import { pointsOf } from './vertices.ts';

/** Directions in the world, but for `down`; m. */
export interface Over {
  /** The collider without bounds, and whether it is the first of the pair in canonical order. */
  readonly base: Int;
  readonly isFirst: Flag;
  readonly baseTurn: Turn;
  /** The row of the body's shape, and its vertices (vertices.ts). */
  readonly words: Ints;
  readonly points: Int;
  readonly turn: Turn;
  /** The normal out of the plane; and its opposite, in the frame of the body. */
  readonly up: Vec;
  readonly down: Vec;
  /** Position of the body minus position of the base, and its height over the plane. */
  readonly offset: Vec;
  readonly level: Double;
}

/** Whether a row of the shape table has no bounds. */
export function isUnbounded(words: Ints): Flag {
  return (words[TRAITS] & UNBOUNDED) !== 0;
}

/** Places collider `body` with the shape at `words` over the plane of collider `base`. */
export function placeOver(context: Ints, base: Int, body: Int, words: Ints): Over {
  const baseTurn = turnOf(context, base);
  const turn = turnOf(context, body);
  const axis: Vec = { x: 0, y: 1, z: 0 };
  const up = toWorld(baseTurn, axis);
  const offset = offsetOf(context, base, body);
  return {
    base,
    isFirst: base < body,
    baseTurn,
    words,
    points: pointsOf(context, words),
    turn,
    up,
    down: negative(toLocal(turn, up)),
    offset,
    level: inner(up, offset),
  };
}

/**
 * Supports of shape rows, by the tier of their core. The fast path (distanceRows.ts) calls the tiers that it supports
 * directly. Hosts and wasm compile this file, with the same bits.
 */
import type { Double, Doubles, Flag, Int, Ints } from '../../language/lanes.ts';
import { BOX, CORE, SMOOTH, TRAITS } from '../../tables/shapeWords.ts';
import { loadCorner, supportBox } from '../supports/box.ts';
import { loadVertex, supportVertex } from '../supports/vertices.ts';
import type { CorePair, CorePools, PointRows } from './corePair.ts';
import { findSmooth, pointOfSmooth, supportSmooth } from './smoothCores.ts';

/**
 * Replaces a direction by the point of a core that is farthest along it, both in the frame of the shape.
 * @param word the first of the shape's row
 * @returns the id of the point
 */
export function support(direction: Doubles, pools: CorePools, word: Int): Int {
  const { words } = pools.shapes;
  if (words[word + CORE] === BOX) return supportBox(direction, pools, word);
  if ((words[word + TRAITS] & SMOOTH) === 0) return supportVertex(direction, pools, word);
  return supportSmooth(direction, pools, word);
}

/** The same without the id: that of a round core takes a few ns (docs/lab/rays.md). */
export function findSupport(direction: Doubles, pools: CorePools, word: Int): void {
  if ((pools.shapes.words[word + TRAITS] & SMOOTH) === 0) support(direction, pools, word);
  else findSmooth(direction, pools, word);
}

/** Writes the point of an id, in the frame of the shape. */
export function pointOf(point: Doubles, pools: CorePools, word: Int, id: Int): void {
  const { words } = pools.shapes;
  if (words[word + CORE] === BOX) loadCorner(point, pools, word, id);
  else if ((words[word + TRAITS] & SMOOTH) === 0) loadVertex(point, pools, word, id);
  else pointOfSmooth(point, pools, word, id);
}

/** Finds the point of B − A that is lowest along pair.direction, frame A: writes it to a slot. */
export function supportDifference(pair: CorePair, a: CorePools, b: CorePools, to: PointRows, slot: Int): void {
  const { y, a: onA, idsA, idsB } = to;
  const { direction, rotation, shift } = pair;
  const at = 3 * slot;
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  idsA[slot] = support(direction, a, pair.wordA);
  for (let c: Int = 0; c < 3; c++) {
    onA[at + c] = direction[c];
    direction[c] = -(rotation[c] * dx + rotation[3 + c] * dy + rotation[6 + c] * dz);
  }
  idsB[slot] = support(direction, b, pair.wordB);
  for (let c: Int = 0; c < 3; c++) y[at + c] = shift[c] - onA[at + c] + inFrameA(pair, 3 * c);
}

/** A component of pair.direction, turned from the frame of B to that of A; `at` is three times its number. */
export function inFrameA(pair: CorePair, at: Int): Double {
  const { direction, rotation } = pair;
  return rotation[at] * direction[0] + rotation[at + 1] * direction[1] + rotation[at + 2] * direction[2];
}

/**
 * Whether point `count` is one of those before it. Equal ids do not prove it: many points share the id of a direction.
 */
export function isKnown(y: Doubles, idsA: Ints, idsB: Ints, count: Int): Flag {
  const at = 3 * count;
  for (let k: Int = 0; k < count; k++) {
    const hasIds = idsA[k] === idsA[count] && idsB[k] === idsB[count];
    if (hasIds && y[3 * k] === y[at] && y[3 * k + 1] === y[at + 1] && y[3 * k + 2] === y[at + 2]) return true;
  }
  return false;
}
